"""Runs that go on until they are precise enough, and look only at fixed numbers of deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from plateau_sim import simulate
from plateau_sim.simulate import Tally, Task

MAX_DEALS = 10_000_000
Progress = Callable[[int, int], None]


def ignore(done: int, goal: int) -> None:
    """Tell nobody."""


class Counted(NamedTuple):
    """The tally of the first deals; ``partial`` if the run was interrupted."""

    tally: Tally
    deals: int
    partial: bool = False


def count_until(
    task: Task,
    deals: int,
    enough: Callable[[Tally, int], bool],
    *,
    chunk: int,
    max_deals: int = MAX_DEALS,
    jobs: int = 0,
    progress: Progress = ignore,
) -> Counted:
    """Run a task over deals 0, 1, 2, ... until its tally is enough.

    Parameters
    ----------
    task, chunk, jobs
        See `simulate.run`.
    deals
        Where it first looks; then at twice, four times ... as many, so that the end does not depend
        on chunks or time.
    enough
        Called with a tally and its number of deals.
    max_deals
        Stop there, enough or not.
    progress
        Called now and then with the number of deals done and the next goal.

    Raises
    ------
    KeyboardInterrupt
        If interrupted before anything was counted; later the counts are returned as partial.
    """
    total, done, goal = None, 0, min(deals, max_deals)
    while True:
        told = _counting_on(progress, done, goal)
        try:
            more = simulate.run(
                task, goal - done, first=done, chunk=chunk, jobs=jobs, progress=told
            )
        except simulate.Interrupted as stop:
            if total is None and stop.tally is None:
                raise
            parts = [part for part in (total, stop.tally) if part is not None]
            return Counted(np.sum(parts, axis=0), done + stop.done, True)
        total, done = more if total is None else total + more, goal
        if done >= max_deals or enough(total, done):
            return Counted(total, done)
        goal = min(2 * goal, max_deals)


def _counting_on(progress: Progress, before: int, goal: int) -> Callable[[int], None]:
    return lambda done: progress(before + done, goal)
