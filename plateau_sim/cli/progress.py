"""A progress bar with rate and time left on a terminal; nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(
    total: int, unit: str = "deals", stage: str = ""
) -> Iterator[Callable[[int, int], None]]:
    """Yield a function to be called with the number of units done and the goal.

    ``stage`` names what is being done, where there are several bars in turn.
    """
    if not sys.stderr.isatty():
        yield lambda done, goal: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        *([TextColumn(stage)] if stage else []),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} " + unit),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, rate="")

        def update(done: int, goal: int) -> None:
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = f"{done / elapsed:,.0f}/s" if elapsed > 0 else ""
            bar.update(task, completed=done, total=goal, rate=rate)

        yield update


@contextmanager
def news() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows what is known so far, on a terminal: the latest only."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield status.update
