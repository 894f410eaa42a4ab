"""A `graph_watch` on every graph that a script runs, from its first session call on."""

import sys


class ScriptWatch:
    """Starts to watch a graph at its first session call; each call counts as a step.

    What the script builds before its first call is the model; what it adds later, pass by pass,
    is growth.
    """

    def __init__(self):
        self._watches = []

    def before_call(self, graph):
        """Hear of a session call on a graph; `SessionCalls` calls this."""
        from tf1_updates.tf1_scripts.graph_watch import graph_watch

        for known, watch in self._watches:
            if known is graph:
                watch.step()
                return
        watch = graph_watch(graph)
        self._watches.append((graph, watch))
        watch.__enter__()
        watch.step()
        # The loop may be in another function than the one with the first call.
        watch.loop_is_in(_script_frame(sys._getframe(1)))

    def stop(self):
        """End all watching."""
        for _, watch in self._watches:
            watch.__exit__(None, None, None)

    def report(self):
        """Return the reports of all graphs, as text."""
        if not self._watches:
            return "no growth: no session call was made"
        texts = ["each session call counts as a step"]
        for number, (_, watch) in enumerate(self._watches, start=1):
            if len(self._watches) > 1:
                texts.append("graph {} of {}:".format(number, len(self._watches)))
            texts.append(str(watch))
        return "\n".join(texts)


def _script_frame(frame):
    """Return the frame of the script's own level; in a thread, the outermost frame."""
    while frame.f_back is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__") == "__main__":
            break
        frame = frame.f_back
    return frame
