"""What mends a notebook: a command, and what has to be done by hand before it."""

import re

RUN_AGAIN = "make notebooks"

# Where home and temporary folders, installed packages and data lie on people's machines.
MACHINE_PATH = re.compile(
    r"(?<![\w.])/(?:root|work|tmp|usr|opt|mnt|home|var|srv|etc|data|Users|Volumes|private)/\w"
    r"|\b[A-Z]:(?:\\{1,2}|/)\w"
)


def by_hand(what):
    """Return the command for what no command can know: an editor, and the run after it.

    >>> by_hand("move it to Setup")
    'make lab (move it to Setup), then make notebooks'
    """
    return "make lab ({}), then {}".format(what, RUN_AGAIN)
