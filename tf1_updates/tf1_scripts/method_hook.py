"""Listens to the calls of one method of one object, and leaves no trace afterwards.

The hook is an attribute of the object itself, which Python finds before the method of its class: no
other object is touched, and where nobody listens nothing is slower.
"""

import threading

_LOCK = threading.Lock()


class MethodHook:
    """Stands in for a method: tells the listeners, calls the method, tells the listeners again.

    Made by `listen`, which lets all listeners of a method share one hook, so that they can come and
    go in any order.
    """

    def __init__(self, target, name):
        self._target, self._name = target, name
        self._method = getattr(target, name)
        # Another tool may have done the same before us; it gets its own back.
        of_class = getattr(type(target), name)
        self._is_of_class = getattr(self._method, "__func__", None) is of_class
        self.listeners = ()
        setattr(target, name, self)

    def __call__(self, *args, **kwargs):
        """Call the method; a listener that raises keeps it from being called."""
        for before, _ in self.listeners:
            if before:
                before(*args, **kwargs)
        result = self._method(*args, **kwargs)
        for _, after in self.listeners:
            if after:
                after(result)
        return result

    def remove_if_unused(self):
        """Give the object its own method back, unless someone listens or has hooked us in turn."""
        if self.listeners or getattr(self._target, self._name) is not self:
            return
        if self._is_of_class:
            delattr(self._target, self._name)
        else:
            setattr(self._target, self._name, self._method)


def listen(target, name, before=None, after=None):
    """Hear of each call of a method of one object.

    Args:
        target: the object.
        name: its method.
        before: called with the method's arguments; if it raises, the method is not called.
        after: called with the method's result.

    Returns:
        A function without arguments that ends the listening.

    >>> class Greeter:
    ...     def greet(self, name): return "hello " + name
    >>> greeter = Greeter()
    >>> stop = listen(greeter, "greet", before=print)
    >>> greeter.greet("Ada")
    Ada
    'hello Ada'
    >>> stop()
    >>> vars(greeter)
    {}
    """
    listener = (before, after)
    with _LOCK:
        hook = getattr(target, name)
        if not isinstance(hook, MethodHook):
            hook = MethodHook(target, name)
        # A new tuple each time: a thread in the midst of a call goes through the old one.
        hook.listeners += (listener,)

    def stop():
        with _LOCK:
            hook.listeners = tuple(kept for kept in hook.listeners if kept is not listener)
            hook.remove_if_unused()

    return stop
