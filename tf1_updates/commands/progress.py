"""The progress bar: on stderr, and only where somebody looks at it."""

import contextlib


@contextlib.contextmanager
def progress_bar(total, what):
    """Show a bar of `total` parts while the `with` runs; gives a function to move it.

    The function takes (description, parts done). On a pipe nothing is drawn, so that logs stay
    clean.

    >>> with progress_bar(2, "checking") as move:
    ...     move("group_assign", 1)
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:  # where old versions of rich still end a bar by a line's end
        yield lambda description, done: None
        return
    columns = (TextColumn("{task.description:<40}"), BarColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=console,
        transient=True,
        auto_refresh=False,
    ) as progress:
        task = progress.add_task(what, total=total)

        def move(description, done):
            # Refreshed by hand, since a thread of its own would disturb what is timed.
            progress.update(task, description="{}: {}".format(what, description), completed=done)
            progress.refresh()

        yield move
