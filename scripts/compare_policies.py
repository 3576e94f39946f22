#!/usr/bin/env python3
"""Measure how much stronger one policy is than another, by player count and role.

    python scripts/compare_policies.py STRONGER WEAKER [--deals N] [--seed S]

Pooled over the cells that ``random`` wins in 5% to 95% of the deals, on the same deals:
declaring = W(stronger, weaker) - W(weaker, weaker), defending = W(weaker, weaker) - W(weaker,
stronger), in points of win rate; W(a, b) is the win rate of a declaring against b. Errors are
standard errors of the paired differences, from batches of deals.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
import numpy.typing as npt

from plateau_sim import simulate
from plateau_sim.plateau.choosers import POLICIES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import PLAYER_COUNTS, GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.tallies import OUTCOMES

BATCHES = 50


def win_rates(
    players: int, pair: tuple[str, str], deals: int, seed: int
) -> npt.NDArray[np.float64]:
    """Return the win rates of declaring against defending policy, shape (batches, cells)."""
    declaring, defending = pair
    rules = GameRules.published(players)
    runner = Runner(Experiment(rules, declaring=declaring, defending=defending, seed=seed))
    size = deals // BATCHES
    rates = []
    for batch in range(BATCHES):
        tally = simulate.run(runner, size, first=batch * size, chunk=100).sum(axis=1)
        rates.append(tally[:, 1:OUTCOMES:2].sum(axis=1) / size)
    return np.array(rates)


def told(difference: npt.NDArray[np.float64]) -> str:
    """Return mean and standard error of a difference by batch, in points."""
    points = 100 * difference.mean(axis=1)
    return f"{points.mean():+6.2f} ±{points.std(ddof=1) / np.sqrt(len(points)):.2f}"


def main() -> int:
    """Print a line per player count."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("stronger", choices=POLICIES)
    parser.add_argument("weaker", choices=POLICIES)
    parser.add_argument("--deals", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    strong, weak = chosen.stronger, chosen.weaker
    print(f"{strong} over {weak}, {chosen.deals:,} deals, seed {chosen.seed}")
    print("players  declaring     defending")
    for players in PLAYER_COUNTS:

        def rates(declaring: str, defending: str, count: int = players) -> npt.NDArray[np.float64]:
            return win_rates(count, (declaring, defending), chosen.deals, chosen.seed)

        chance = rates("random", "random").mean(axis=0)
        cells = (chance > 0.05) & (chance < 0.95)
        base = rates(weak, weak)[:, cells]
        declaring = told(rates(strong, weak)[:, cells] - base)
        defending = told(base - rates(weak, strong)[:, cells])
        print(f"{players:>7}  {declaring}  {defending}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
