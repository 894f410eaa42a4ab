"""`python -m tf1_updates` is the command `tf1-updates`."""

import sys

from tf1_updates.cli import main

if __name__ == "__main__":
    sys.exit(main())
