#!/usr/bin/env python3
"""Measure strength and speed of ``search`` on four players' Duo Bridge without exchange.

    python scripts/measure_search.py [--worlds N ...] [--deals N] [--seed S]

Seats 0 and 2 declare, as partners from the start. Prints the win rate of the declaring side with
its standard error, and deals per second of one thread's own time.
"""

from __future__ import annotations

import argparse
import math
import sys
import time

from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.tallies import OUTCOMES

_FULL = 20  # worlds up to which all the deals asked for are played


def measure(declaring: str, defending: str, deals: int, seed: int) -> str:
    """Return a line about two policies."""
    bridge = BidCell(exchange=False, objective="bridge", team="duo")
    sides = {"declaring": declaring, "defending": defending}
    partners = {"seat": 0, "fixed_partners": (2,)}
    rules = GameRules.published(4)
    runner = Runner(Experiment(rules, cells=(bridge,), **partners, **sides, seed=seed))
    runner(0, 1)
    started = time.thread_time()
    tally = runner(0, deals).sum(axis=(0, 1))
    pace = deals / (time.thread_time() - started)
    rate = tally[1:OUTCOMES:2].sum() / deals
    error = math.sqrt(rate * (1 - rate) / deals)
    names = f"{declaring:>12}  {defending:<12}"
    return f"{names} {deals:>8,}   {rate:.4f} ±{error:.4f}   {pace:>9,.0f}"


def main() -> int:
    """Print a line per pair of policies."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--worlds", type=int, nargs="+", default=[5, 20, 80])
    parser.add_argument("--deals", type=int, default=4000, help="fewer above 20 worlds")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print("   declaring  defending       deals   won by declarers   deals/s")
    print(measure("random", "random", 100 * chosen.deals, chosen.seed))
    for worlds in chosen.worlds:
        name, deals = f"search:{worlds}", chosen.deals * _FULL // max(_FULL, worlds)
        for pair in ((name, "random"), ("random", name), (name, name)):
            print(measure(*pair, deals, chosen.seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
