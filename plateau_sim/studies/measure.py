"""The main job: simulate an experiment until it is precise enough, and estimate every bid cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from plateau_sim.analysis.bidtable import auction_table, forced_table
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.state import MAX_CELLS
from plateau_sim.plateau.values import Values
from plateau_sim.studies.looks import MAX_DEALS, Progress, count_until, ignore

__all__ = ["MAX_DEALS", "Measurement", "bid_table", "half_width", "measure"]


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
    progress: Progress = ignore,
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
    runner = Runner(experiment)

    def enough(tallies: npt.NDArray[np.int64], done: int) -> bool:
        return precision is None or (
            half_width(Measurement(experiment, tallies, done), by_seat) < precision
        )

    counted = count_until(
        runner,
        deals,
        enough,
        chunk=_deals_a_call(runner),
        max_deals=deals if precision is None else max_deals,
        jobs=jobs,
        progress=progress,
    )
    return Measurement(experiment, *counted)


def _deals_a_call(runner: Runner) -> int:
    """Return about a second's deals at most: the more, the fewer bids there are.

    A call costs as much as hundreds of random hands, while other threads wait.
    """
    experiment = runner.experiment
    return runner.chunk * max(1, MAX_CELLS // (1 if experiment.auction else len(experiment.cells)))


def half_width(measured: Measurement, by_seat: bool = False) -> float:
    """Return the largest 95% half-width of the win rates."""
    table = measured.table(by_seat=by_seat)
    return float((table["win_high"] - table["win_low"]).max() / 2)


def bid_table(
    experiment: Experiment, deals: int, *, precision: float | None = None, jobs: int = 0
) -> pd.DataFrame:
    """Return the tidy table of an experiment; see `measure` and `analysis.bidtable`."""
    return measure(experiment, deals, precision=precision, jobs=jobs).table()
