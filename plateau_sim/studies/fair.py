"""Random hands, each played many times in every cell: what judges a bid table."""

from __future__ import annotations

from collections.abc import Callable

from plateau_sim import simulate
from plateau_sim.analysis.hands import HandCounts
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.handrunner import HandRunner

MAX_HANDS, MAX_PLAYOUTS = 200_000, 100_000
"""All hands are held in memory: 200,000 with 30 cells take about 100 MB, and some times as
much while a table is judged."""


def _ignore(done: int, goal: int) -> None:
    pass


def play_hands(
    experiment: Experiment,
    hands: int,
    playouts: int,
    *,
    jobs: int = 0,
    progress: Callable[[int, int], None] = _ignore,
) -> HandCounts:
    """Play the declarers' hands of deals 0, 1, 2, ... in every cell of an experiment.

    Parameters
    ----------
    experiment
        A forced one without raises: only then points are proportional to a cell's value.
    hands
        2 to `MAX_HANDS`.
    playouts
        Of each hand: even, 2 to `MAX_PLAYOUTS`.
    jobs
        Threads, 0 for all cores; results do not depend on it.
    progress
        Called now and then with the number of hands done and all hands.

    Raises
    ------
    KeyboardInterrupt
        If interrupted; nothing is kept.
    """
    if experiment.raising:
        fault = "hands are judged in forced mode without raises"
        raise PlateauError("raises", fault, "Experiment(rules, raises=False)")
    if not 2 <= hands <= MAX_HANDS:
        raise PlateauError(f"hands {hands}", f"must be from 2 to {MAX_HANDS:,}", "1000")
    if playouts % 2 or not 2 <= playouts <= MAX_PLAYOUTS:
        fault = f"must be even, from 2 to {MAX_PLAYOUTS:,}: two halves"
        raise PlateauError(f"playouts {playouts}", fault, "64")
    runner = HandRunner(experiment, playouts)
    wins = simulate.gather(
        runner, hands, jobs=jobs, chunk=runner.chunk, progress=lambda done: progress(done, hands)
    )
    return HandCounts(experiment, playouts, wins)
