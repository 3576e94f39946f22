"""How far policies are from perfect open-card play in the last tricks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from plateau_sim import simulate
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.perfect import Endings, Judge, Positions
from plateau_sim.plateau.perfectcounts import (
    BOTH,
    COLUMNS,
    COUNTS,
    PAIRS,
    ROLES_TOLD,
    WITH_FIRST,
)

FEWEST, MOST = 2, 8
"""Tricks left: with one, nobody has a choice; with more, an ending may take a minute."""
_CHUNK = 5  # deals a call


def _ignore(done: int, goal: int) -> None:
    pass


@dataclass(frozen=True)
class Distance:
    """Decisions of the last tricks of an experiment's first deals, judged.

    Attributes
    ----------
    experiment : Experiment
        Whose play led to the endings.
    policies : tuple of str
        Who was asked.
    last : int
        Tricks left at most.
    tallies : int64 array
        See `plateau.perfectcounts`.
    deals : int
    partial : bool
        Whether the run was interrupted before it was done.
    """

    experiment: Experiment
    policies: tuple[str, ...]
    last: int
    tallies: npt.NDArray[np.int64]
    deals: int
    partial: bool = False


def distance_from_perfect(
    experiment: Experiment,
    policies: Sequence[str],
    last: int,
    deals: int,
    *,
    jobs: int = 0,
    progress: Callable[[int, int], None] = _ignore,
) -> Distance:
    """Ask policies for each card of the last tricks, and see whether it throws a won ending away.

    All are asked in the same positions, those of the experiment's play in deals 0, 1, 2, ...

    Parameters
    ----------
    experiment
        A forced one.
    policies
        Names, all different.
    last
        Tricks left at most, `FEWEST` to `MOST`.
    deals
        How many, each played in every chosen cell.
    jobs, progress
        See `studies.anatomy.dissect`.

    Raises
    ------
    PlateauError
        For an auction, an unknown policy, one named twice, or too many tricks.
    KeyboardInterrupt
        If interrupted before anything was counted; later what there is is returned as partial.
    """
    if experiment.auction:
        fault = "endings are judged bid by bid, in forced mode only"
        raise PlateauError("mode auction", fault, "mode forced")
    if not FEWEST <= last <= min(MOST, experiment.rules.tricks):
        fault = f"must be from {FEWEST} to {MOST}: one leaves no choice, more take too long"
        raise PlateauError(f"last tricks {last}", fault, "4")
    chosen = tuple(policies)
    if not chosen or len(set(chosen)) < len(chosen):
        fault = "named twice" if chosen else "none named"
        raise PlateauError(f"policies {' '.join(chosen)}".strip(), fault, "random greedy builder")
    task = _Task(experiment, chosen, last)

    def told(done: int) -> None:
        progress(done, deals)

    try:
        tallies = simulate.run(task, deals, jobs=jobs, chunk=_CHUNK, progress=told)
    except simulate.Interrupted as stop:
        if stop.tally is None:
            raise
        return Distance(experiment, chosen, last, stop.tally, stop.done, partial=True)
    return Distance(experiment, chosen, last, tallies, deals)


class _Task:
    """Plays deals, solves their endings and asks every policy."""

    def __init__(self, experiment: Experiment, policies: tuple[str, ...], last: int) -> None:
        self.endings = Endings(experiment, last)
        self.judges = [Judge(experiment, policy) for policy in policies]

    def __call__(self, first: int, count: int) -> npt.NDArray[np.int64]:
        positions = self.endings.positions(first, count)
        thrown = [positions.won & ~judge.keeps(positions) for judge in self.judges]
        return count_deals(positions, thrown, self.endings, first, count)


def count_deals(
    positions: Positions,
    thrown: Sequence[npt.NDArray[np.bool_]],
    endings: Endings,
    first: int,
    count: int,
) -> npt.NDArray[np.int64]:
    """Return the tally of some deals (`plateau.perfectcounts`).

    Parameters
    ----------
    positions
        Decisions of the deals first .. first + count - 1.
    thrown
        For each policy, at which of them it throws a won ending away.
    endings
        Where they are from.
    """
    tables, last = positions.tables, endings.last
    size = positions.deals.size
    roles = tables["side"][np.arange(size), tables["seat"]]
    left = endings.experiment.rules.tricks - tables["trick"]
    by_deal = np.zeros((len(thrown), count, len(ROLES_TOLD), 1 + last, COUNTS), np.int64)
    for policy, mistakes in enumerate(thrown):
        facts = np.stack([np.ones(size, bool), positions.won, positions.critical, mistakes], axis=1)
        at = (positions.deals - first, roles, left)
        np.add.at(by_deal[policy], at, facts.astype(np.int64))
    by_deal[:, :, BOTH] = by_deal[:, :, :BOTH].sum(axis=2)
    by_deal[:, :, :, 0] = by_deal[:, :, :, 1:].sum(axis=3)
    tally = np.zeros((len(thrown), len(ROLES_TOLD), 1 + last, COLUMNS), np.int64)
    tally[..., :COUNTS] = by_deal.sum(axis=1)
    for place, (one, other) in enumerate(PAIRS, start=COUNTS):
        tally[..., place] = (by_deal[..., one] * by_deal[..., other]).sum(axis=1)
    mistakes_made = by_deal[..., COUNTS - 1]
    tally[..., WITH_FIRST] = (mistakes_made * mistakes_made[0]).sum(axis=1)
    return tally
