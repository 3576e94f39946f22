"""Setups compared on the same deals, bid cell by bid cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from plateau_sim import simulate
from plateau_sim.analysis import joint as counted
from plateau_sim.analysis.joint import Joint, Setup, Tally, common_cells
from plateau_sim.analysis.paired import comparison_table
from plateau_sim.analysis.seateffect import seat_table
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.outcomes import OUTCOME, SEAT, TRICKS, OutcomeRunner
from plateau_sim.plateau.tallies import OUTCOMES


@dataclass(frozen=True)
class Comparison:
    """What was counted of the first deals of some setups.

    Attributes
    ----------
    setups : list of Setup
        The base setup first.
    cells : tuple of BidCell
        Those that all setups have.
    joint : Joint
    deals : int
    partial : bool
        Whether the run was interrupted before it was done.
    """

    setups: list[Setup]
    cells: tuple[BidCell, ...]
    joint: Joint
    deals: int
    partial: bool = False

    def table(self) -> pd.DataFrame:
        """Return the tidy table by cell; see `analysis.paired`."""
        return comparison_table(self.setups, self.cells, self.joint)

    def seats(self) -> pd.DataFrame:
        """Return the tidy table by cell and declarer's seat; see `analysis.seateffect`."""
        return seat_table(self.setups, self.cells, self.joint)


class JointTask:
    """Plays deals in all setups and counts what came of each in the base and in each other one."""

    def __init__(self, setups: list[Setup], cells: tuple[BidCell, ...]) -> None:
        self.runners = [OutcomeRunner(replace(setup.experiment, cells=cells)) for setup in setups]
        self.chunk = min(runner.chunk for runner in self.runners)
        self.sizes = len(setups) - 1, len(cells), setups[0].experiment.rules.players

    def __call__(self, first: int, count: int) -> Tally:
        """Play the deals first .. first + count - 1 and return a `Joint` as one array."""
        base, *others = (runner.outcomes(first, count) for runner in self.runners)
        joint = Joint.empty(*self.sizes)
        for index, other in enumerate(others):
            _count_outcomes(base, other, joint.outcomes[index])
            _count_tricks(base[TRICKS], other[TRICKS], joint.tricks[index])
            _count_seats(base, other, joint.seats[index])
        return joint.flat()


def _count_outcomes(base: Tally, other: Tally, counts: Tally) -> None:
    """Count the deals of each cell by seat and both outcomes."""
    cells, seats = counts.shape[:2]
    place = np.arange(cells) * seats + base[SEAT]
    place = (place * OUTCOMES + base[OUTCOME]) * OUTCOMES + other[OUTCOME]
    counts += np.bincount(place.ravel(), minlength=counts.size).reshape(counts.shape)


def _count_tricks(base: Tally, other: Tally, sums: Tally) -> None:
    difference = other - base
    sums[:, counted.BASE] += base.sum(axis=0)
    sums[:, counted.OTHER] += other.sum(axis=0)
    sums[:, counted.DIFFERENCE] += difference.sum(axis=0)
    sums[:, counted.SQUARES] += (difference**2).sum(axis=0)


def _count_seats(base: Tally, other: Tally, sums: Tally) -> None:
    """Count by the declarer's seat, the same in all cells, how many cells were won."""
    one, two = ((facts[OUTCOME] % 2).sum(axis=1) for facts in (base, other))
    summed = np.stack([np.ones_like(one), one, one**2, two, two**2, (two - one) ** 2], axis=1)
    np.add.at(sums, base[SEAT, :, 0], summed)


def compare(
    setups: list[Setup],
    deals: int,
    *,
    jobs: int = 0,
    progress: Callable[[int, int], None] = lambda done, goal: None,
) -> Comparison:
    """Play deals 0, 1, 2, ... in every setup and compare each setup with the first.

    Parameters
    ----------
    setups
        At least two, in forced mode, of the same seed.
    deals
        How many, each played in every cell that all setups have.
    jobs
        Threads, 0 for all cores; results do not depend on it.
    progress
        Called now and then with the number of deals done and their goal.

    Raises
    ------
    PlateauError
        If the setups can't be compared.
    KeyboardInterrupt
        If interrupted before anything was counted; later the comparison is returned as partial.
    """
    cells = _check(setups)
    task = JointTask(setups, cells)

    def told(done: int) -> None:
        progress(done, deals)

    try:
        tally = simulate.run(task, deals, chunk=task.chunk, jobs=jobs, progress=told)
    except simulate.Interrupted as stop:
        if stop.tally is None:
            raise
        return Comparison(setups, cells, Joint.of(stop.tally, *task.sizes), stop.done, True)
    return Comparison(setups, cells, Joint.of(tally, *task.sizes), deals)


def _check(setups: list[Setup]) -> tuple[BidCell, ...]:
    """Return the cells of a comparison, if there is one."""
    if len(setups) < 2:
        fault = "two setups or more are needed, the first is the base"
        raise PlateauError("compare", fault, "plateau-sim compare standard random:7")
    for setup in setups:
        if setup.experiment.auction:
            fault = "bids are forced here: in auctions the setups would not play the same bids"
            raise PlateauError(f"setup {setup.name}: auction", fault, "forced mode")
        if setup.experiment.seed != setups[0].experiment.seed:
            fault = "another seed, so not the same deals"
            raise PlateauError(f"setup {setup.name}", fault, "one seed for all")
    cells = common_cells(setups)
    if not cells:
        names = " and ".join(setup.name for setup in setups)
        fault = "no bid is in all of them"
        raise PlateauError(f"setups {names}", fault, "the same team and objective in all setups")
    return cells
