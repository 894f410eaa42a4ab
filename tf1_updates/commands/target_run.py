"""Gets the place ready where a comparison is to run: servers up, device there, round trip timed."""

import contextlib
import os
import statistics
import sys
import time

from tf1_updates.errors import InputError

# Calls of which the median is one round trip.
ROUND_TRIPS = 50


@contextlib.contextmanager
def placed(where):
    """Give the `Placement` and what a saved comparison says of it, while servers run.

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
        if where.target or where.device:
            placement = _on_device(placement, where, settings)
        if placement.target:
            settings["round_trip_seconds"] = round_trip(placement)
            settings["local_round_trip_seconds"] = round_trip(LOCAL)
        yield placement, settings


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


def _on_device(placement, where, settings):
    """Return the placement on the device that is wanted, if the session has it."""
    from tf1_updates.devices import check_synchronised, full_name, hardware, present

    names = _device_names(placement, where)
    ps = placement.ps or len({name.split("/device:")[0] for name in names if "/job:ps" in name})
    if where.device is None:
        device = next(name for name in names if "/job:ps/" not in name) if ps else None
        return placement._replace(device=device, ps=ps)
    check_synchronised(os.environ)
    own = [name for name in names if not placement.device or placement.device in _short(name)]
    name = present(own or names, full_name(where.device), where.device_option)
    settings["device"] = name
    settings["device_hardware"] = None if placement.target else _local_hardware(name, hardware)
    # In this process, a job's name would tie the graph to this one kind of session.
    device = name if placement.target else name[name.index("/device:") :]
    return placement._replace(device=device, ps=ps)


def _short(name):
    return name.replace("/replica:0", "")


def _local_hardware(name, hardware):
    from tensorflow.python.client import device_lib

    return hardware(name, device_lib.list_local_devices())


def _device_names(placement, where):
    """Return the session's devices, those of the server that it speaks to first."""
    import tensorflow.compat.v1 as tf

    try:
        with tf.Graph().as_default() as graph, placement.session(graph) as session:
            names = [device.name for device in session.list_devices()]
    except tf.errors.OpError as problem:
        found = "a TensorFlow server that answers, but: {}".format(type(problem).__name__)
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
