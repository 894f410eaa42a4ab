"""What the numbers of a comparison mean, in two to six sentences that follow from them."""

from tf1_updates.reports.agreement import agreement_sentence
from tf1_updates.reports.costs import cost_sentence
from tf1_updates.reports.doubts import doubt_sentence
from tf1_updates.reports.growth import growth_sentence
from tf1_updates.reports.reading import measured
from tf1_updates.reports.round_trips import round_trip_sentence
from tf1_updates.reports.warmups import warmup_sentence


def findings(document):
    """Return what the comparison shows.

    Args:
        document: a saved comparison, as loaded.

    Returns:
        A list of two to six sentences: which approaches compute the same weights (and which are
        wrong or unsupported, and why); which grow, and to what; what the others cost; what a
        longer way to a server costs; how long the warm-up was; and what there is to doubt, such
        as an interruption, noise or load.
    """
    sentences = [agreement_sentence(document)]
    if measured(document):
        sentences += [growth_sentence(document), cost_sentence(document)]
        sentences += [round_trip_sentence(document), warmup_sentence(document)]
    else:
        sentences.append("No step was timed, so nothing can be said about what a step costs.")
    sentences.append(doubt_sentence(document))
    return [sentence for sentence in sentences if sentence]
