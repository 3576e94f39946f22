"""Simulate an experiment to look into its hands: spaces, decisions, leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from plateau_sim import simulate
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.anatomy import SHARE_BITS, Anatomist
from plateau_sim.plateau.anatomycounts import OWNED, SPACE, SPACE_COUNTS
from plateau_sim.plateau.experiment import Experiment

PILOT = 1000
"""Deals, always the first ones, from which the share of spaces is estimated for the lead."""


def _ignore(done: int, goal: int) -> None:
    pass


@dataclass(frozen=True)
class Anatomy:
    """Tallies of an experiment's first deals.

    Attributes
    ----------
    experiment : Experiment
    tallies : int64 array
        See `plateau.anatomycounts`.
    deals : int
    shares : float64 array or None
        By cell, the share of spaces by which the lead was followed; None: it was not.
    partial : bool
        Whether the run was interrupted before it was done.
    """

    experiment: Experiment
    tallies: npt.NDArray[np.int64]
    deals: int
    shares: npt.NDArray[np.float64] | None = None
    partial: bool = False


def dissect(
    experiment: Experiment,
    deals: int,
    *,
    leads: bool = False,
    jobs: int = 0,
    progress: Callable[[int, int], None] = _ignore,
) -> Anatomy:
    """Simulate deals 0, 1, 2, ... of a forced experiment and count what made up its hands.

    Parameters
    ----------
    experiment
        What to simulate; its hands are played to their last cards.
    deals
        How many deals, each played in every chosen cell.
    leads
        Whether to follow who leads (see `plateau.anatomy`), which takes some times as long.
    jobs
        Threads, 0 for all cores; results do not depend on it.
    progress
        Called now and then with the number of deals done and the goal.

    Raises
    ------
    PlateauError
        For an auction.
    KeyboardInterrupt
        If interrupted before anything was counted; later what there is is returned as partial.
    """
    if experiment.auction:
        fault = "hands are looked into bid by bid, in forced mode only"
        raise PlateauError("mode auction", fault, "mode forced")
    shares = expected_shares(experiment, jobs, progress) if leads else None
    anatomist = Anatomist(experiment, shares)
    rates = None if shares is None else shares / 2.0**SHARE_BITS
    try:
        tallies = _run(anatomist, deals, jobs, progress)
    except simulate.Interrupted as stop:
        if stop.tally is None:
            raise
        return Anatomy(experiment, stop.tally, stop.done, rates, partial=True)
    return Anatomy(experiment, tallies, deals, rates)


def expected_shares(
    experiment: Experiment, jobs: int = 0, progress: Callable[[int, int], None] = _ignore
) -> npt.NDArray[np.int64]:
    """Return the declaring side's mean share of the spaces with a token, by cell.

    It is estimated from deals 0 to `PILOT` - 1, however many are simulated afterwards, and given in
    2 ** SHARE_BITS-ths, neither none nor all.
    """
    tallies = _run(Anatomist(experiment), PILOT, jobs, progress)
    owned = tallies[:, SPACE + OWNED :: SPACE_COUNTS].sum(axis=1)
    spaces = PILOT * sum(map(bool, experiment.layout.tokens))
    whole = 1 << SHARE_BITS
    # Half up, in integers, so that no processor rounds it otherwise.
    rounded = (2 * whole * owned + spaces) // (2 * spaces)
    shares: npt.NDArray[np.int64] = np.clip(rounded, 1, whole - 1)
    return shares


def _run(
    anatomist: Anatomist, deals: int, jobs: int, progress: Callable[[int, int], None]
) -> npt.NDArray[np.int64]:
    def told(done: int) -> None:
        progress(done, deals)

    return simulate.run(anatomist, deals, jobs=jobs, chunk=anatomist.chunk, progress=told)
