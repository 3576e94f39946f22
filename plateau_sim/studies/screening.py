"""Many choices screened: few worlds for all, then more for those that do best.

All are played by `tuned`, in worlds of their own: what is left races afresh, so that having been
lucky here helps nobody.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from plateau_sim import simulate
from plateau_sim.analysis.ranking import Choice
from plateau_sim.plateau.choices import ChoiceRunner, wins_of
from plateau_sim.plateau.stepper import Decision
from plateau_sim.studies.looks import Progress, ignore

RACING = 16
"""Choices that race at most; more are screened first."""
_LEFT = 8  # after screening
_PLAYOUTS, _FEWEST, _SHARE = 24_000, 16, 3  # of the first stage; worlds at least; one in 3 stays
_WHOLE = 2500  # choices that may all be played; of more, first their cards are judged
_SAMPLED = 1500
_FIRST_WORLD = 1 << 40  # far from the worlds of any race
Floats = npt.NDArray[np.float64]


def screen(
    decision: Decision,
    choices: Sequence[Choice],
    seed: int,
    jobs: int = 0,
    keep: int | None = None,
    progress: Progress = ignore,
) -> tuple[list[Choice], int]:
    """Return the choices that may race, and how many worlds the last ones had.

    Parameters
    ----------
    decision, seed, jobs
        See `studies.choices.rank`.
    choices
        More than can race.
    keep
        The place of one that stays in any case.
    """
    runner = ChoiceRunner(decision, [choices[0].actions], seed=seed)
    worth, worlds = wins_of(decision), 0
    left = np.arange(len(choices))
    if len(left) > _WHOLE:
        left = _promising(runner, choices, worth, seed, jobs)
        worlds += _FEWEST
    sums, more = np.zeros(len(choices)), max(_FEWEST, _PLAYOUTS // len(left))
    while len(left) > _LEFT:
        sums[left] += _wins(runner, choices, left, worth, worlds, more, jobs)
        worlds, more = worlds + more, 2 * more
        best = np.argsort(-sums[left], kind="stable")
        left = np.sort(left[best[: max(_LEFT, len(left) // _SHARE)]])
    if keep is not None and keep not in left:
        left = np.sort(np.append(left, keep))
    return [choices[int(place)] for place in left], worlds


def _wins(
    runner: ChoiceRunner,
    choices: Sequence[Choice],
    places: npt.NDArray[np.int64],
    worth: Floats,
    first: int,
    count: int,
    jobs: int,
) -> Floats:
    """Return how many of some worlds each of some choices wins."""
    runner.choose([choices[place].actions for place in places])

    def task(start: int, number: int) -> npt.NDArray[np.int64]:
        outcomes = runner(_FIRST_WORLD + first + start, number)
        return np.asarray(worth[outcomes].sum(axis=0), np.int64)

    chunk = max(1, runner.chunk // len(places))
    return np.asarray(simulate.run(task, count, jobs=jobs, chunk=chunk), np.float64)


def _promising(
    runner: ChoiceRunner, choices: Sequence[Choice], worth: Floats, seed: int, jobs: int
) -> npt.NDArray[np.int64]:
    """Return the choices whose cards do best on the average of sampled choices.

    The wins of a sample are fitted by a sum over the cards of each: a card's worth, other cards
    being as they may be.
    """
    random = np.random.default_rng(seed)
    sampled = np.sort(random.choice(len(choices), _SAMPLED, replace=False))
    wins = _wins(runner, choices, sampled, worth, 0, _FEWEST, jobs)
    actions = np.array([choice.actions for choice in choices])
    cards = np.unique(actions)
    has = (actions[:, :, None] == cards).any(axis=1).astype(np.float64)
    worths, *_ = np.linalg.lstsq(has[sampled], wins, rcond=None)
    best = np.argsort(-(has @ worths), kind="stable")[:_SAMPLED]
    return np.sort(np.asarray(best, np.int64))
