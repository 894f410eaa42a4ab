"""Reads the Python stack at the moment when an op is added: whose line is it?

Frames are told apart by their files: TensorFlow's own, other libraries', and the user's. The user's
innermost line is the one to name, since that is the one to change.
"""

import functools
import os
import sys
import sysconfig

from tf1_updates.tf1_scripts.places import place_of

# What stands in the place of functions of TensorFlow is a part of it to a reader.
_IN_ITS_PLACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "op_numbers.py")
_TENSORFLOW = ("tensorflow", "tensorflow_core", "tensorflow_estimator", "keras", "tf_keras")
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Up to Python 3.11 these are functions of their own, called by the line they stand in.
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


class CallStack:
    """The part of a stack between the watched loop and a new op.

    Args:
        frame: the innermost frame.
        loop_frame: the frame that the watched loop is in; it and its file are the user's, wherever
            they are. A thread's stack does not reach it, and is read to its end.

    Attributes:
        frames: the frames, innermost first.
        callee: the frame of the function that the user's line has called; for a line in a function
            that was handed to a library, that of the call to which it was handed: how often it is
            called back there is the library's affair.
        key: tells the user's line, and the line of the loop that led to it.
        call_site: tells calls on one line apart.
        tensorflow_calls: pairs of file name (without folder) and function within TensorFlow, the
            user's own call first.
    """

    def __init__(self, frame, loop_frame):
        loop_file = loop_frame.f_code.co_filename
        self.frames = frames = []
        kinds, users = [], []  # `users` has positions in `frames`
        while frame is not None:
            name = frame.f_code.co_filename
            kind = "user" if name == loop_file else kind_of_file(name)
            if kind == "user":
                users.append(len(frames))
            frames.append(frame)
            kinds.append(kind)
            frame = None if frame is loop_frame else frame.f_back
        if not users:  # a thread of a library's own
            others = [number for number, kind in enumerate(kinds) if kind == "library"]
            users = others[:1] or [len(frames) - 1]
        self._kinds, self._users = kinds, users
        called = self._called_by_the_user()
        self.callee = frames[max(called - 1, 0)]
        self.call_site = frames[called].f_lasti
        outermost = frames[users[-1]]
        self.key = (*_line_key(frames[users[0]]), *_line_key(outermost))
        self.tensorflow_calls = [
            (os.path.basename(frames[number].f_code.co_filename), frames[number].f_code.co_name)
            for number in range(users[0] - 1, -1, -1)
            if kinds[number] == "tensorflow"
        ]

    def has(self, frame):
        """Return whether the frame, not only its like, is part of this stack."""
        return any(frame is own for own in self.frames)

    def place(self):
        """Return the user's innermost line, as a `Place`."""
        return self._place(self._users[0])

    def callers(self):
        """Return the user's lines that led there, from the inside to the loop, as `Place`s."""
        named, found = self._with_function(self._users[0]), []
        for number in self._users:
            if number > named:  # else it is the function of a comprehension that is named already
                found.append(self._place(number))
                named = self._with_function(number)
        return tuple(found)

    def library_place(self):
        """Return the line of a library that the user called and that called TensorFlow, or `None`.

        TensorFlow may call back and forth; the first entry into it is the one that counts.
        """
        number = self._users[0] - 1
        while number >= 0 and self._kinds[number] == "library":
            number -= 1
        is_library = number + 1 < self._users[0]
        return self._place(number + 1) if is_library else None

    def _called_by_the_user(self):
        """Return the position of the innermost user's frame that the user's own code has called."""
        for number in map(self._with_function, self._users):
            if self._kinds[number + 1 : number + 2] == ["user"]:
                return number
        return self._with_function(self._users[-1])

    def _with_function(self, number):
        """Return the position of the function proper for one that may be a comprehension."""
        while (
            self.frames[number].f_code.co_name in _COMPREHENSIONS
            and number + 1 < len(self.frames)
            and self.frames[number + 1].f_code.co_filename == self.frames[number].f_code.co_filename
        ):
            number += 1
        return number

    def _place(self, number):
        frame, proper = self.frames[number], self.frames[self._with_function(number)]
        return place_of(frame, frame.f_lineno, proper.f_code.co_name)


def outside_libraries(frame):
    """Return the frame, or the first around it that is no library's: `ExitStack` enters for us."""
    around = frame
    while around is not None and kind_of_file(around.f_code.co_filename) != "user":
        around = around.f_back
    return around or frame


def _line_key(frame):
    return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name


@functools.lru_cache(maxsize=None)
def kind_of_file(name):
    """Return `"tensorflow"`, `"library"` (Python's, installed ones and this package) or `"user"`.

    >>> kind_of_file("train.py"), kind_of_file("<string>"), kind_of_file(os.__file__)
    ('user', 'user', 'library')
    """
    if name == _IN_ITS_PLACE:
        return "tensorflow"
    if _is_within(name, _folders_of(_TENSORFLOW)) or "__autograph_generated_file" in name:
        return "tensorflow"
    if name.startswith(("<frozen ", "<__array_function__", "<decorator-gen")):
        return "library"
    return "library" if _is_within(name, _library_folders()) else "user"


def _is_within(name, folders):
    return name.startswith(tuple(os.path.join(folder, "") for folder in folders))


def _folders_of(modules):
    files = [getattr(sys.modules.get(name), "__file__", None) for name in modules]
    return [os.path.dirname(file) for file in files if file]


@functools.lru_cache(maxsize=None)
def _library_folders():
    known = sysconfig.get_paths()
    folders = [_PACKAGE, known["stdlib"], known["platstdlib"], known["purelib"], known["platlib"]]
    # In a virtual environment Python's own modules stay where they were installed.
    folders.append(os.path.dirname(os.__file__))
    return folders + [folder for folder in sys.path if folder.endswith("-packages")]
