"""The main job: simulate an experiment until it is precise enough, and estimate every bid cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from plateau_sim import simulate
from plateau_sim.analysis.bidtable import auction_table, forced_table
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.values import Values

MAX_DEALS = 10_000_000


def _ignore(done: int, goal: int) -> None:
    pass


@dataclass(frozen=True)
class Measurement:
    """Tallies of an experiment's first deals.

    Attributes
    ----------
    experiment : Experiment
    tallies : int64 array
        See `plateau.tallies`.
    deals : int
    partial : bool
        Whether the run was interrupted before it was done.
    """

    experiment: Experiment
    tallies: npt.NDArray[np.int64]
    deals: int
    partial: bool = False

    def table(self, *, by_seat: bool = False, values: Values | None = None) -> pd.DataFrame:
        """Return the tidy table; see `analysis.bidtable`."""
        if self.experiment.auction:
            return auction_table(self.experiment, self.tallies)
        return forced_table(self.experiment, self.tallies, by_seat=by_seat, values=values)


def measure(
    experiment: Experiment,
    deals: int,
    *,
    precision: float | None = None,
    max_deals: int = MAX_DEALS,
    by_seat: bool = False,
    jobs: int = 0,
    progress: Callable[[int, int], None] = _ignore,
) -> Measurement:
    """Simulate deals 0, 1, 2, ... of an experiment.

    Parameters
    ----------
    experiment
        What to simulate.
    deals
        How many deals, each played in every chosen cell (or from its auction on).
    precision
        Go on until every win rate's 95% half-width is below this. Looked at only after ``deals``,
        2 x ``deals``, 4 x ``deals``, ..., so that the end does not depend on chunks or time.
    max_deals
        Stop there, precise enough or not.
    by_seat
        Whether the win rates of each seat have to be so precise.
    jobs
        Threads, 0 for all cores; results do not depend on it.
    progress
        Called now and then with the number of deals done and the next goal.

    Raises
    ------
    KeyboardInterrupt
        If interrupted before anything was counted; later the measurement is returned as partial.
    """
    runner, total, done = Runner(experiment), None, 0
    goal = deals if precision is None else min(deals, max_deals)
    while True:
        try:
            told = _counting_on(progress, done, goal)
            part = {"first": done, "chunk": runner.chunk}
            more = simulate.run(runner, goal - done, **part, jobs=jobs, progress=told)
        except simulate.Interrupted as stop:
            if total is None and stop.tally is None:
                raise
            parts = [part for part in (total, stop.tally) if part is not None]
            return Measurement(experiment, np.sum(parts, axis=0), done + stop.done, partial=True)
        total, done = more if total is None else total + more, goal
        measured = Measurement(experiment, total, done)
        if precision is None or done >= max_deals or half_width(measured, by_seat) < precision:
            return measured
        goal = min(2 * goal, max_deals)


def _counting_on(
    progress: Callable[[int, int], None], before: int, goal: int
) -> Callable[[int], None]:
    return lambda done: progress(before + done, goal)


def half_width(measured: Measurement, by_seat: bool = False) -> float:
    """Return the largest 95% half-width of the win rates."""
    table = measured.table(by_seat=by_seat)
    return float((table["win_high"] - table["win_low"]).max() / 2)


def bid_table(
    experiment: Experiment, deals: int, *, precision: float | None = None, jobs: int = 0
) -> pd.DataFrame:
    """Return the tidy table of an experiment; see `measure` and `analysis.bidtable`."""
    return measure(experiment, deals, precision=precision, jobs=jobs).table()
