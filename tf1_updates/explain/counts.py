"""What is counted of a step: how often each cause of slowness is in it. Counts have no noise."""

from typing import NamedTuple


class Counts(NamedTuple):
    """How often one step has each cause: exact, whole numbers where every step is alike.

    Attributes:
        session_calls: calls of `session.run`.
        bytes_crossing: bytes fed and fetched.
        unseen_fetches: calls for a set of fetches that the session was never asked for before.
        graph_changes: calls in a graph that has changed since the call before.
        unseen_in_changed: calls that are both.
        constants_assigned: new assigns of a constant.
        gradient_builds: times that the loss was differentiated.
        ops_added: ops added to the graph.
    """

    session_calls: float
    bytes_crossing: float
    unseen_fetches: float
    graph_changes: float
    unseen_in_changed: float
    constants_assigned: float
    gradient_builds: float
    ops_added: float

    def beyond(self, reference):
        """Return how much more there is of each than in the reference.

        >>> once, twice = Counts(1, 8, 0, 0, 0, 0, 0, 0), Counts(2, 8, 1, 0, 0, 0, 0, 5)
        >>> twice.beyond(once).session_calls, twice.beyond(once).ops_added
        (1, 5)
        """
        return Counts(*[own - other for own, other in zip(self, reference)])


def mean_counts(steps):
    """Return the mean of a list of `Counts`, at least one; whole where it is a whole number."""
    means = [sum(each) / len(steps) for each in zip(*steps)]
    return Counts(*[int(mean) if mean == int(mean) else mean for mean in means])
