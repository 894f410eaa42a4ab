"""A problem by its name and the name of its data, as the command line and other processes ask."""

from tf1_updates.errors import InputError
from tf1_updates.problems import make_problem


def load_digits(problem_name, data):
    """Return the `Digits` that a problem is trained on, or `None`; TensorFlow is not imported.

    Args:
        problem_name: one of `PROBLEMS`.
        data: as for `datasets.load`.

    Raises:
        InputError: no such data, or a problem that has none.

    >>> load_digits("coupled", "full")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --data: 'full' was given; allowed is no source: coupled has none
    """
    if problem_name == "softmax_digits":
        from tf1_updates.datasets import load

        return load(data)
    if data != "bundled":
        raise InputError("--data", data, "no source: {} has none".format(problem_name))
    return None


def problem_on(digits, problem_name, seed):
    """Return the `Problem` of that name on those digits, which are `None` if it takes none."""
    if digits is None:
        return make_problem(problem_name, seed=seed)
    from tf1_updates.datasets import one_hot

    return make_problem(
        problem_name,
        images=digits.train_images,
        one_hot=one_hot(digits.train_labels),
        seed=seed,
    )
