"""Gets the place ready where a comparison is to run: servers up, device there, round trip timed."""

import contextlib
import os
import statistics
import sys
import time

from tf1_updates.errors import InputError

# Calls of which the median is one round trip.
ROUND_TRIPS = 50
# A server that is asked for its devices has nothing to compute; one that is none says nothing.
ANSWER_SECONDS = 20.0


@contextlib.contextmanager
def placed(where):
    """Give the `Placement`, its settings and its device, while servers run.

    What a saved comparison says of it are the two dictionaries: the settings, and the device that
    computes, with its hardware, which belong to the environment.

    Args:
        where: the `Where` of the command line.

    Raises:
        InputError: nobody at the target, or no such device.
        UnsupportedError: servers that do not come up, or that ended before the `with` did.
    """
    from tf1_updates.placement import LOCAL

    settings = where.settings()
    with contextlib.ExitStack() as cluster:
        if where.shape:
            print("starting {} ...".format(where.shape), file=sys.stderr, flush=True)
            from tf1_updates.cluster.running import running

            placement = cluster.enter_context(
                running(where.shape, where.bind_all_interfaces, _end_at_once)
            )
        else:
            placement = _own_target(where.target) if where.target else LOCAL
        placement, device = _on_device(placement, where)
        if placement.target:
            settings["round_trip_seconds"] = round_trip(placement)
            settings["local_round_trip_seconds"] = round_trip(LOCAL)
        yield placement, settings, device


def _end_at_once(refusal):
    """End the process: calls to a server that is gone wait, each of them, for their time limit.

    What was measured until then is in the comparison's file.
    """
    print("tf1-updates: {}".format(refusal), file=sys.stderr, flush=True)
    os._exit(2)


def _own_target(target):
    from tf1_updates.cluster.running import reach
    from tf1_updates.placement import Placement

    refusal = reach(target)
    if refusal:
        raise InputError("--target", target, "a server that answers, but: {}".format(refusal))
    return Placement(target)


def _on_device(placement, where):
    """Return the placement on the device that is wanted, and what that device is, as a dictionary.

    Args:
        placement: the `Placement` so far.
        where: as for `placed`.
    """
    from tf1_updates import devices

    names = _device_names(placement, where)
    ps = placement.ps or len({name.split("/device:")[0] for name in names if "/job:ps" in name})
    own = [name for name in names if not placement.device or placement.device in _short(name)]
    own = own or names
    if where.device is None:
        name = devices.computing(own)
        device = placement.device or (name if ps else None)
    else:
        devices.check_synchronised(os.environ)
        name = devices.present(own, devices.full_name(where.device), where.device_option)
        # In this process, a job's name would tie the graph to this one kind of session.
        device = name if placement.target else name[name.index("/device:") :]
    told = {"device": name, "device_hardware": None}
    if not placement.target:
        hardware = _local_hardware(name, devices.hardware)
        told = {"device": name[name.index("/device:") :], "device_hardware": hardware}
    return placement._replace(device=device, ps=ps), told


def _short(name):
    return name.replace("/replica:0", "")


def _local_hardware(name, hardware):
    from tensorflow.python.client import device_lib

    return hardware(name, device_lib.list_local_devices())


def _device_names(placement, where):
    """Return the session's devices, those of the server that it speaks to first."""
    import tensorflow.compat.v1 as tf

    try:
        with placement.session(tf.Graph(), ANSWER_SECONDS) as session:
            names = [device.name for device in session.list_devices()]
    except tf.errors.OpError as problem:
        found = "a TensorFlow server that answers, but: {}".format(type(problem).__name__)
        if isinstance(problem, tf.errors.DeadlineExceededError):
            found = "a TensorFlow server, which answers within {:g} s".format(ANSWER_SECONDS)
        raise InputError("--target", where.target, found) from problem
    return sorted(names, key=lambda name: "/job:ps/" in name)


def round_trip(placement, clock=time.perf_counter):
    """Return the seconds of one `session.run` that does nothing, the median of some.

    Args:
        placement: a `Placement`.
        clock: callable that returns seconds.
    """
    import tensorflow.compat.v1 as tf

    seconds = []
    with tf.Graph().as_default() as graph:
        nothing = tf.no_op()
        with placement.session(graph) as session:
            session.run(nothing)
            for _ in range(ROUND_TRIPS):
                start = clock()
                session.run(nothing)
                seconds.append(clock() - start)
    return statistics.median(seconds)
