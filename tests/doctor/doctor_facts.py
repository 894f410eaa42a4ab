"""Facts of machines that are not there."""

from tf1_updates.doctor.child import Child
from tf1_updates.doctor.facts import Facts

GOOD = Facts(
    python=(3, 12, 4),
    system="Linux",
    machine="x86_64",
    described={
        "tensorflow": "2.21.0",
        "numpy": "2.4.6",
        "protobuf": "7.36.2",
        "keras": "3.15.1",
        "cpu": "a processor",
        "cpus_logical": 4,
        "cpus_usable": 4,
        "load_average": [0.5, 0.5, 0.5],
        "memory_bytes_total": 16000000000,
        "memory_bytes_available": 8000000000,
    },
    imported=Child("2.21.0", None),
    flags=frozenset(["avx", "avx2", "fma"]),
    has_display=True,
    sources=[("bundled", None)],
    python37=True,
    variables={},
    packages=dict(scipy="1.17.1", matplotlib="3.11.2", mlxtend="0.25.0", rich="15", psutil="7"),
)


def facts(error=None, described=(), **changes):
    """The good machine with changes; `error` is what importing TensorFlow says."""
    machine = GOOD._replace(described=dict(GOOD.described, **dict(described)), **changes)
    if error is not None:
        machine = machine._replace(imported=Child(None, error))
    return machine


def tf1_facts(error=None, described=(), **changes):
    """A good machine with Python 3.7 and TensorFlow 1.15.5, with changes."""
    installed = dict(tensorflow="1.15.5", numpy="1.18.5", protobuf="3.20.3", keras=None)
    changes = dict(dict(python=(3, 7, 16), imported=Child("1.15.5", None)), **changes)
    return facts(error, dict(installed, **dict(described)), **changes)
