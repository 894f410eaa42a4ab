"""`tf1-updates data`: which sources of digits are here, without network and TensorFlow."""

import sys

SUMMARY = "say which sources of digits are found, with shapes and label balance"


def add_options(parser):
    """Add `--data`, a folder or file to look at besides the usual places."""
    parser.add_argument("--data", metavar="PATH", help="a folder of IDX files to describe as well")


def run(options):
    """Print one paragraph per source; return 2 if the one that was asked for is refused."""
    from tf1_updates.datasets import found  # NumPy may be broken, which `doctor` has to say

    sources = found(options.data)
    for source in sources:
        print("{}: {}".format(source.name, source.where))
        if source.problem:
            print("  refused: {}".format(source.problem))
            continue
        print("  train {}, test {}".format(_shape(source.train_shape), _shape(source.test_shape)))
        counts = ", ".join("{}: {}".format(label, n) for label, n in enumerate(source.label_counts))
        print("  digits by label {}".format(counts))
        print("  mean pixel {:.4f}".format(source.mean_pixel))
    if options.data is not None and sources[-1].problem:
        print("tf1-updates: {}".format(sources[-1].problem), file=sys.stderr)
        return 2
    return 0


def _shape(shape):
    return "x".join(str(size) for size in shape)
