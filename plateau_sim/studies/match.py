"""Two policies on the same deals with the roles exchanged, and many as a ladder."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from plateau_sim.analysis.bradleyterry import fit
from plateau_sim.analysis.grid import Duel
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.runner import Runner
from plateau_sim.studies.grid import GridTask, play

_TIMED = 0.3  # seconds of processor time, the least that a cost is taken from
_FIRST_TIMED = 4


def match(
    experiment: Experiment,
    policy: str,
    against: str,
    deals: int,
    *,
    one_bid: bool = False,
    **options: Any,
) -> Duel:
    """Play each deal three times: one policy in either role, and the other one in both.

    Parameters
    ----------
    experiment
        A forced one; its own policies are not looked at.
    policy, against
        Names of policies.
    one_bid
        See `GridTask`.
    deals, options
        See `grid.play`; ``precision`` is about the difference in each role.
    """
    task = GridTask(experiment, (policy, against), unplayed=[(0, 0)], one_bid=one_bid)
    return play(task, deals, lambda duel: [(0, 1)], **options)


def ladder(
    experiment: Experiment,
    policies: Sequence[str],
    deals: int,
    *,
    one_bid: bool = False,
    neighbours: bool = False,
    **options: Any,
) -> Duel:
    """Play each deal with every policy in either role against every policy.

    Parameters
    ----------
    experiment
        A forced one; its own policies are not looked at.
    policies
        Two or more different ones.
    one_bid
        See `GridTask`.
    neighbours
        Only against the policies before and behind in ``policies``, and itself; not the last of
        them against itself. Ratings then rest on these games alone.
    deals, options
        See `grid.play`; ``precision`` is about each rung and the one below it.
    """
    if len(set(policies)) != len(policies) or len(policies) < 2:
        fault = "two or more different policies are needed"
        named = " ".join(("ladder", *policies))
        raise PlateauError(named, fault, "plateau-sim ladder greedy builder")
    apart = _not_neighbours(len(policies)) if neighbours else []
    task = GridTask(experiment, tuple(policies), unplayed=apart, one_bid=one_bid)
    return play(task, deals, rungs, **options)


def _not_neighbours(policies: int) -> list[tuple[int, int]]:
    """Return the pairings that are left out, of policies from the weakest to the strongest."""
    last = (policies - 1, policies - 1)
    every = np.ndindex(policies, policies)
    return [pair for pair in every if abs(pair[0] - pair[1]) > 1 or pair == last]


def rungs(duel: Duel) -> list[tuple[int, int]]:
    """Return the places of each policy of a ladder and of the one below, best first."""
    ratings = fit(duel.grid.games, duel.grid.cross).ratings
    order = [int(place) for place in np.argsort(-ratings, kind="stable")]
    return [pair for pair in pairwise(order) if duel.played[pair]]


def cost(experiment: Experiment, policy: str) -> float:
    """Return the microseconds of one thread for a deal in one cell, the policy in all seats.

    Processor time of the calling thread, after compilation.
    """
    runner = Runner(replace(experiment, declaring=policy, defending=policy))
    runner(0, 1)
    count = _FIRST_TIMED
    while True:
        started = time.thread_time()
        runner(0, count)
        spent = time.thread_time() - started
        if spent >= _TIMED:
            return 1e6 * spent / (count * len(experiment.cells))
        count *= 2
