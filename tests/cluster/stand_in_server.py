"""Stands in for a server process: no TensorFlow, and it does what its job's name says."""

import json
import os
import signal
import sys
import time


def main():
    job = json.loads(sys.stdin.readline())["job"]
    if job == "silent":
        time.sleep(600)
    if job == "ends":
        os._exit(3)
    if job == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    failed = "RuntimeError: no port" if job == "fails" else None
    print(json.dumps({"failed": failed}), flush=True)
    if job == "stubborn":  # hears nothing of the end of its input
        time.sleep(600)
    sys.stdin.read()


if __name__ == "__main__":
    main()
