"""`tensorflow` as the script sees it: the v1 API, with moved names found where they were."""

import importlib
import types

from tf1_updates.tf1_scripts.gone_names import ADVICE, GoneImport, GoneName, advice_for_name
from tf1_updates.tf1_scripts.moved_names import MOVED

DIGITS = "examples.tutorials.mnist"


class V1Module(types.ModuleType):
    """A module of TensorFlow 1, in front of the module that TensorFlow 2 has in its place.

    Args:
        tf: `tensorflow.compat.v1`.
        path: the dotted name without `tensorflow.`; `""` for TensorFlow itself.
        real: what TensorFlow 2 has there, or `None`.
    """

    def __init__(self, tf, path="", real=None):
        super().__init__("tensorflow" + ("." + path if path else ""))
        self.__dict__.update(_tf=tf, _path=path, _real=real if path else tf, __path__=[])

    def __getattr__(self, name):
        """Return the attribute from where it is now; it is looked up once."""
        path = self._path + "." + name if self._path else name
        found = self._find(name, path)
        self.__dict__[name] = found
        return found

    def __dir__(self):
        return sorted(set(dir(self._real)) | {key.split(".")[0] for key in MOVED})

    def _find(self, name, path):
        if name.startswith("__"):
            return getattr(self._real, name)
        if path in MOVED:
            return MOVED[path](self._tf)
        if path == DIGITS + ".input_data":
            return importlib.import_module("tf1_updates.datasets.input_data")
        # Some modules have lost their maker; asking for them raises whatever that is.
        try:
            real = getattr(self._real, name)
        except (AttributeError, ImportError):
            real = None
        known = [*MOVED, *ADVICE, DIGITS + ".input_data"]
        is_folder = any(key.startswith(path + ".") for key in known)
        if is_folder and (real is None or isinstance(real, types.ModuleType)):
            return V1Module(self._tf, path, real)
        if real is not None:
            return real
        advice = advice_for_name(path)
        if advice is not None:
            raise GoneName(path, advice)
        return self._submodule(path)

    def _submodule(self, path):
        """Return a module that has to be imported first, such as `tensorflow.python.framework`."""
        try:
            return importlib.import_module("tensorflow." + path)
        except ImportError:
            raise AttributeError(
                "module 'tensorflow' of the v1 API has no attribute '{}'".format(path)
            ) from None


def imported(tensorflow, name, names):
    """Return what `import name` or `from name import names` gives the script.

    Args:
        tensorflow: the `V1Module` of the top.
        name: `"tensorflow"` or a dotted name in it.
        names: tuple of the names after `import`, empty for the first form.

    Raises:
        GoneImport: the name has left TensorFlow.
        ImportError: there never was such a name.
    """
    module = tensorflow
    try:
        for part in name.split(".")[1:]:
            module = getattr(module, part)
        for part in names or ():
            if part != "*":
                getattr(module, part)
    except GoneName as problem:
        raise GoneImport(str(problem)) from None
    except AttributeError as problem:
        raise ImportError(str(problem)) from None
    return module if names else tensorflow
