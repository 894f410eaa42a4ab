"""The `import` of the script and of the modules in its folder; that of all others stays as it is.

TensorFlow's own modules and the libraries go on to see TensorFlow 2, so nothing breaks in them.
"""

import builtins
import importlib
import importlib.machinery
import importlib.util
import os
import types

from tf1_updates.tf1_scripts import figures, v1_module
from tf1_updates.tf1_scripts.python2_names import MODULES, Urllib, script_builtins


class ScriptImports:
    """Gives modules the v1 API; a finder for `sys.meta_path` as well.

    Args:
        folder: the script's folder.
        stem: the script's name, for the figures that it shows.
        tensorflow: a function without arguments that returns what `import tensorflow` is to give.
    """

    def __init__(self, folder, stem, tensorflow):
        self._folder, self._stem, self._tensorflow = os.path.abspath(folder), stem, tensorflow
        self._replaced = {"urllib": Urllib("urllib"), "importlib": _Importlib(self._import_module)}
        self.builtins = script_builtins(self._import)

    def find_spec(self, name, path=None, target=None):
        """Find a module of the script's own folder, and have it import as the script does."""
        inside = [entry for entry in path or [self._folder] if self._is_own(entry)]
        spec = importlib.machinery.PathFinder.find_spec(name, inside) if inside else None
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader:
            return None
        spec.loader = _OwnLoader(spec.loader.name, spec.loader.path, self.builtins)
        return spec

    def _is_own(self, path):
        path = os.path.abspath(path)
        return path == self._folder or path.startswith(os.path.join(self._folder, ""))

    def _import(self, name, globals=None, locals=None, fromlist=(), level=0):
        if level == 0 and name.split(".")[0] == "tensorflow":
            return self._import_tensorflow(name, globals, locals, fromlist)
        if level == 0 and (name == "urllib" or _gives_importlib(name, fromlist)):
            builtins.__import__(name, globals, locals, fromlist, level)
            return self._replaced[name.split(".")[0]]
        try:
            module = builtins.__import__(name, globals, locals, fromlist, level)
        except ModuleNotFoundError as problem:
            if name not in MODULES or problem.name != name:
                raise
            module = builtins.__import__(MODULES[name], globals, locals, ("*",))
        figures.save_what_is_shown(self._stem)
        return module

    def _import_module(self, name, package=None):
        """Do the work of `importlib.import_module`."""
        full = importlib.util.resolve_name(name, package) if name.startswith(".") else name
        if full.split(".")[0] == "tensorflow":
            return self._import_tensorflow(full, None, None, ("*",))
        return importlib.import_module(name, package)

    def _import_tensorflow(self, name, globals, locals, fromlist):
        tensorflow = self._tensorflow()
        digits = name.startswith("tensorflow." + v1_module.DIGITS)
        if isinstance(tensorflow, v1_module.V1Module):
            return v1_module.imported(tensorflow, name, fromlist)
        if digits and fromlist:  # on the real 1.15
            return v1_module.imported(v1_module.V1Module(tensorflow), name, fromlist)
        return builtins.__import__(name, globals, locals, fromlist)


def _gives_importlib(name, fromlist):
    """Return whether an import statement's value is `importlib` itself."""
    return name == "importlib" or name.startswith("importlib.") and not fromlist


class _Importlib(types.ModuleType):
    """Python's `importlib`, whose `import_module` gives what the script's `import` does."""

    def __init__(self, import_module):
        super().__init__("importlib")
        self.import_module = import_module

    def __getattr__(self, name):
        return getattr(importlib, name)


class _OwnLoader(importlib.machinery.SourceFileLoader):
    def __init__(self, name, path, own_builtins):
        super().__init__(name, path)
        self._builtins = own_builtins

    def exec_module(self, module):
        module.__dict__["__builtins__"] = self._builtins
        super().exec_module(module)


def v1_tensorflow():
    """Return TensorFlow as the script is to see it; v2 behaviour is switched off.

    TensorFlow 1 itself has nothing to be replaced.
    """
    tf = importlib.import_module("tensorflow.compat.v1")
    if tf.__version__.startswith("1."):
        return importlib.import_module("tensorflow")
    from tensorflow.python.util import deprecation

    with deprecation.silence():  # that reference variables have no future is no news here
        tf.disable_v2_behavior()
    return v1_module.V1Module(tf)
