#!/usr/bin/env python3
"""Measure ``search`` on four players' Duo Bridge without exchange, against the plainest search.

    python scripts/measure_search.py [--worlds N ...] [--plain N ...] [--deals N] [--jobs N]

Seats 0 and 2 declare, as partners from the start; the side that does not search plays at random.
Prints what share of the deals the declaring side wins with `search` and with plain_search.py, how
much better `search` does on the same deals, in points, each with its standard error, and how many
deals a second one thread plays. ``--plain`` names the worlds of the plainest search that each of
``--worlds`` is compared with: 20 and 80 unless given; 28 and 112 take it about as long as 20 and 80
take `search`.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.tallies import OUTCOMES

_PLAIN = Path(__file__).with_name("plain_search.py")
PLAIN_WORLDS = (20, 28, 80, 112)
_TIMED = 400  # deals in one call, which is quicker than one by one
_FULL = 20  # worlds up to which all the deals asked for are played
_LINE = "{:>6}  {:>5}  {:<9}  {:>7}   {:<16}  {:<16}  {:<12}   {:>7}  {:>7}"
Wins = npt.NDArray[np.float64]


def play(declaring: str, defending: str, deals: int, seed: int, jobs: int) -> tuple[Wins, float]:
    """Return which deals the declaring side wins, and how many a second of processor time."""
    bridge = BidCell(exchange=False, objective="bridge", team="duo")
    partners = {"seat": 0, "fixed_partners": (2,)}
    sides = {"declaring": declaring, "defending": defending}
    rules = GameRules.published(4)
    runner = Runner(Experiment(rules, cells=(bridge,), **partners, **sides, seed=seed))
    runner(0, 1)
    started = time.thread_time()
    timed = min(deals, _TIMED)
    runner(0, timed)
    pace = timed / (time.thread_time() - started)
    with ThreadPoolExecutor(jobs) as pool:
        wins = list(pool.map(partial(_won, runner), range(deals)))
    return np.array(wins, np.float64), pace


def _won(runner: Runner, deal: int) -> int:
    return int(runner(deal, 1)[..., 1:OUTCOMES:2].sum())


def compare(worlds: int, plain_worlds: int, role: str, deals: int, seed: int, jobs: int) -> str:
    """Return a line about one strength in one role, or on both sides."""
    found = []
    for policy in (f"search:{worlds}", f"{_PLAIN}:worlds_{plain_worlds}"):
        declaring = "random" if role == "defending" else policy
        defending = "random" if role == "declaring" else policy
        found.append(play(declaring, defending, deals, seed, jobs))
    (wins, pace), (plain, plain_pace) = found
    better = plain - wins if role == "defending" else wins - plain
    gain = "" if role == "both" else f"{_mean(100 * better, '+.1f', '.1f')}"
    rates = [_mean(each, ".4f", ".4f") for each in (wins, plain)]
    return _LINE.format(
        worlds, plain_worlds, role, f"{deals:,}", *rates, gain, f"{pace:,.0f}", f"{plain_pace:,.0f}"
    )


def _mean(values: Wins, form: str, error_form: str) -> str:
    error = values.std(ddof=1) / math.sqrt(values.size)
    return f"{values.mean():{form}} ±{error:{error_form}}"


def main() -> int:
    """Print a line for each strength and role."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--worlds", type=int, nargs="+", default=[20, 80])
    parser.add_argument("--plain", type=int, nargs="+", default=[20, 80], choices=PLAIN_WORLDS)
    parser.add_argument("--deals", type=int, default=8000, help="fewer above 20 worlds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    titles = ("worlds", "plain", "searching", "deals", "won with search", "with plain", "better by")
    print(_LINE.format(*titles, "deals/s", "plain"))
    for worlds, plain in zip(chosen.worlds, chosen.plain, strict=True):
        deals = chosen.deals * _FULL // max(_FULL, worlds)
        for role in ("declaring", "defending", "both"):
            print(compare(worlds, plain, role, deals, chosen.seed, chosen.jobs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
