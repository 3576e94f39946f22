#!/usr/bin/env python3
"""Compare the ``random`` policy's win rates with an independent slow playout.

    python scripts/check_random.py --referee FOLDER [--deals N] [--jobs J]

FOLDER holds ``random_hands.py``, whose play-out shares nothing with this package. Every cell of
every kind of game, standard layouts, no raises. A slow hand is played to its last card, so that it
judges all five objectives of its exchange and team. Prints z per cell where it is large, and a
chi-square pooled over one objective per kind, team and exchange (objectives of one hand depend on
each other). Ends with status 1 if a |z| is above 4 or the chi-square's p-value is below 0.001.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from scipy.stats import chi2

from plateau_sim import simulate
from plateau_sim.plateau.bids import OBJECTIVES, TEAMS, BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.tallies import OUTCOMES

Z_LIMIT, P_LIMIT = 4.0, 0.001


class Case(NamedTuple):
    """A kind of game with one team and exchange."""

    players: int
    options: dict[str, bool]
    team: str
    exchange: bool

    def __str__(self) -> str:
        exchange = "exchange" if self.exchange else "no exchange"
        return (
            f"{self.players} players {'+'.join(self.options) or 'standard'} {self.team} {exchange}"
        )


class Onward(Random):
    """Draws like Random, but always below 1/2, so that decided hands are always played on."""

    def random(self) -> float:
        return 0.49 * super().random()

    def getrandbits(self, k: int, /) -> int:
        return super().getrandbits(k)


def cases(kinds: Any) -> Iterator[Case]:
    """Yield every kind of game with every team and exchange."""
    for players, options in kinds:
        for team in TEAMS[players]:
            for exchange in (True, False):
                yield Case(players, options, team, exchange)


def slow_wins(case: Case, deals: int, seed: int, folder: str) -> list[int]:
    """Return for each objective how many of the slow hands make it."""
    sys.path.insert(0, folder)
    random_hands: Any = import_module("random_hands")
    referee: Any = import_module("referee")

    def no_raises(
        rng: Random, hand: Any, options: Any, declarer: int, partners: Any, bid: Any
    ) -> tuple[int, Any]:
        hand["increases"], hand["abdication"] = [], False
        return declarer, partners

    random_hands.do_raises = no_raises
    rng, wins = Onward(seed), [0] * len(OBJECTIVES)
    choice = {"team": case.team, "exchange": case.exchange, "objective": "six_sides"}
    for _ in range(deals):
        options = {**case.options, "played_out": True}
        hand, _ = random_hands.random_hand(
            rng, case.players, options, **choice, forced=True, layout="standard"
        )
        assert None not in hand["owners"], "a slow hand was not played to its end"
        own = [space for space, owner in enumerate(hand["owners"]) if owner == "declarer"]
        for index, objective in enumerate(OBJECTIVES):
            wins[index] += referee.objective_made(objective, own)
    return wins


def fast_wins(case: Case, deals: int, seed: int) -> list[int]:
    """Return for each objective how many of the compiled hands are won."""
    rules = GameRules.published(case.players, **case.options)
    bids = tuple(BidCell(case.exchange, objective, case.team) for objective in OBJECTIVES)  # type: ignore[arg-type]
    names = {"declaring": "random", "defending": "random"}
    runner = Runner(Experiment(rules, cells=bids, seed=seed, **names))
    tallies = simulate.run(runner, deals, jobs=1).sum(axis=1)
    return [int(row[1:OUTCOMES:2].sum()) for row in tallies]


def z_score(first: int, second: int, deals: int) -> float:
    """Return the difference of two rates in standard errors."""
    pooled = (first + second) / (2 * deals)
    error = math.sqrt(2 * pooled * (1 - pooled) / deals)
    return (first - second) / deals / error if error else 0.0


def main() -> int:
    """Return 0 if the two agree."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--referee", type=Path, required=True, help="folder of random_hands.py")
    parser.add_argument("--deals", type=int, default=20000)
    parser.add_argument("--jobs", type=int, default=simulate.all_cores())
    chosen = parser.parse_args()
    sys.path.insert(0, str(chosen.referee))
    every, folder = list(cases(import_module("random_hands").KINDS)), str(chosen.referee)
    largest, total, cells = 0.0, 0.0, 0
    with ProcessPoolExecutor(chosen.jobs) as pool:
        jobs = [
            pool.submit(slow_wins, case, chosen.deals, 1000 + number, folder)
            for number, case in enumerate(every)
        ]
        for number, (case, job) in enumerate(zip(every, jobs, strict=True)):
            pairs = zip(fast_wins(case, chosen.deals, 500 + number), job.result(), strict=True)
            scores = [z_score(fast, slow, chosen.deals) for fast, slow in pairs]
            print(f"{case!s:<52}" + " ".join(f"{score:+5.2f}" for score in scores), flush=True)
            largest, cells = max(largest, *map(abs, scores)), cells + len(scores)
            total += scores[number % len(OBJECTIVES)] ** 2
    p_value = float(chi2.sf(total, len(every)))
    print(f"{cells} cells, {chosen.deals:,} deals each side: largest |z| {largest:.2f}")
    print(f"chi-square {total:.1f} on {len(every)} degrees of freedom, p = {p_value:.3f}")
    return int(largest >= Z_LIMIT or p_value < P_LIMIT)


if __name__ == "__main__":
    sys.exit(main())
