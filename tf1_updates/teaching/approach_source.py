"""The code of an approach as it stands in the package, without its docstrings, to be shown."""

import importlib
import inspect

from tf1_updates.approaches import APPROACHES
from tf1_updates.errors import known_name


def source_of(name, function="build"):
    """Return the code of one of an approach's functions: the mechanism and nothing else.

    Args:
        name: the approach's name.
        function: `"build"`, or `"attempt"` where an approach has one.

    >>> for line in source_of("optimizer_subclass").splitlines()[:2]:
    ...     print(line)
    def build(loss, variables, rule):
        optimizer = RuleOptimizer(rule)
    """
    known_name("approach", name, APPROACHES)
    module = importlib.import_module("tf1_updates.approaches." + name)
    source = inspect.getsource(getattr(module, function))
    before, _, rest = source.partition('"""')
    return before.rstrip() + "\n" + rest.partition('"""')[2].lstrip("\n")
