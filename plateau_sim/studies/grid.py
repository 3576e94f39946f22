"""Policies that play each other on the same deals, in both roles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from plateau_sim.analysis.bidtable import points_by_outcome
from plateau_sim.analysis.grid import Duel, Grid, Tally, count_deals
from plateau_sim.analysis.matchtable import errors_of
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.outcomes import OUTCOME, OutcomeRunner
from plateau_sim.studies.looks import MAX_DEALS, Progress, count_until, ignore
from plateau_sim.studies.measure import measure

JUDGE, PILOT, LOWEST, HIGHEST = "builder", 2000, 0.05, 0.95
"""Cells are open, and so tell policies apart, if this policy, on both sides, wins so many of its
first deals."""


class GridTask:
    """Plays deals in the pairings and counts; see `analysis.grid`.

    Parameters
    ----------
    experiment
        A forced one.
    policies
        Any number.
    unplayed
        Pairs of places of policies, declaring and defending, that are left out.
    one_bid
        Each deal in one cell, the cells in turn: what slow policies' time tells most with.
    """

    def __init__(
        self,
        experiment: Experiment,
        policies: tuple[str, ...],
        unplayed: Iterable[tuple[int, int]] = (),
        *,
        one_bid: bool = False,
    ) -> None:
        if experiment.auction:
            raise PlateauError("mode auction", "policies are measured bid by bid", "mode forced")
        self.experiment, self.policies, self.one_bid = experiment, policies, one_bid
        self.played = np.ones((len(policies), len(policies)), np.bool_)
        for pair in unplayed:
            self.played[pair] = False
        self.runners = {
            pair: OutcomeRunner(
                replace(experiment, declaring=policies[pair[0]], defending=policies[pair[1]])
            )
            for pair in np.ndindex(*self.played.shape)
            if self.played[pair]
        }
        self.chunk = min(runner.chunk for runner in self.runners.values())
        self.worth, self.scale = _worth(experiment)

    def __call__(self, first: int, count: int) -> Tally:
        """Play the deals first .. first + count - 1 and return a `Grid` as one array."""
        cells = len(self.experiment.cells)
        won = np.zeros((*self.played.shape, count, cells), np.bool_)
        points = np.zeros((*self.played.shape, count), np.int64)
        for pair, runner in self.runners.items():
            outcomes = runner.outcomes(first, count, one_bid=self.one_bid)[OUTCOME]
            won[pair] = outcomes % 2
            worth = self.worth[np.arange(cells), outcomes]
            points[pair] = np.where(self._bid(first, count), worth, 0).sum(axis=1)
        return count_deals(won, points, self.played).flat()

    def _bid(self, first: int, count: int) -> npt.NDArray[np.bool_]:
        """Tell by deal and cell which are played."""
        cells = len(self.experiment.cells)
        turn = np.arange(first, first + count)[:, None] % cells == np.arange(cells)
        return turn if self.one_bid else np.ones_like(turn)

    def duel(self, flat: Tally, deals: int, partial: bool = False) -> Duel:
        """Return what was counted, from the array that holds it."""
        grid = Grid.of(flat, len(self.policies), len(self.experiment.cells))
        setup = (self.experiment, self.policies, grid, self.scale, deals, self.played)
        return Duel(*setup, partial, self.one_bid)


def _worth(experiment: Experiment) -> tuple[npt.NDArray[np.int64], int]:
    """Return the declarer's points by cell and outcome, scaled to integers, and the scale."""
    exact = [points_by_outcome(experiment, cell) for cell in experiment.cells]
    scale = math.lcm(*(point.denominator for row in exact for point in row))
    return np.array([[int(point * scale) for point in row] for row in exact], np.int64), scale


def open_cells(experiment: Experiment, jobs: int = 0) -> tuple[BidCell, ...]:
    """Return the cells that tell policies apart: see `JUDGE`.

    Raises
    ------
    PlateauError
        If there is none.
    """
    judged = replace(experiment, declaring=JUDGE, defending=JUDGE)
    rates = measure(judged, PILOT, jobs=jobs).table()["win_rate"]
    found = tuple(
        cell
        for cell, rate in zip(experiment.cells, rates, strict=True)
        if LOWEST <= rate <= HIGHEST
    )
    if not found:
        fault = f"{JUDGE} wins no bid in 5% to 95% of the deals"
        raise PlateauError(f"layout {experiment.layout.name}", fault, "--objective y --team solo")
    return found


def play(
    task: GridTask,
    deals: int,
    pairs: Callable[[Duel], Iterable[tuple[int, int]]],
    *,
    precision: float | None = None,
    max_deals: int = MAX_DEALS,
    jobs: int = 0,
    progress: Progress = ignore,
) -> Duel:
    """Play deals 0, 1, 2, ... until the differences of some pairs are precise enough.

    Parameters
    ----------
    task
        What is played.
    pairs
        Returns the places of the policies and of those they are measured against.
    precision
        Go on until, for each of them and both roles, the standard error of the difference of win
        rates is below this.
    deals, max_deals, jobs, progress
        See `looks.count_until`.
    """

    def enough(tally: Tally, done: int) -> bool:
        if precision is None:
            return True
        duel = task.duel(tally, done)
        return all(error < precision for pair in pairs(duel) for error in errors_of(duel, pair))

    most = deals if precision is None else max_deals
    counted = count_until(
        task, deals, enough, chunk=task.chunk, max_deals=most, jobs=jobs, progress=progress
    )
    return task.duel(*counted)
