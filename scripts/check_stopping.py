#!/usr/bin/env python3
"""Count how often a race names the wrong option, and how often its intervals cover.

    python scripts/check_stopping.py [--races N] [--most DEALS] [--kinds K ...]

Races of made-up options whose true points are known, of several kinds; see `KINDS`. Prints a table.
Ends with status 1 if "this is the best" is wrong in more than 5% and two standard errors of the
races of a kind, or intervals cover in less than 94%, two standard errors aside.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plateau_sim.analysis.intervals import CONFIDENCE
from plateau_sim.analysis.race import Estimates, Race, Standing, look_points

Floats = npt.NDArray[np.float64]
Generator = np.random.Generator
RACES, MOST = 300, 6400
WRONG, COVERED = 0.05, 0.94
_TINY = 1e-9


class Truth(NamedTuple):
    """Options of which all is known: the points of each in some kinds of deals, and how likely."""

    points: Floats
    chances: Floats
    low: Floats
    high: Floats

    @property
    def means(self) -> Floats:
        """Mean points of the options."""
        return self.chances @ self.points


class Run(NamedTuple):
    """What became of a race; of each sort of interval how many there were and how many covered."""

    decided: bool
    wrong: bool
    settled: bool
    deals: int
    covered: tuple[int, int, int]
    shown: tuple[int, int, int]


def results(rng: Generator, options: int, gap: float, noise: float) -> Truth:
    """Return cards that win or lose: each further one wins less often, on its own in some deals."""
    rates = 0.3 + 0.4 * rng.random() - gap * np.arange(options)
    luck = np.linspace(0.005, 0.995, 100)[:, None]
    own = rng.permuted(np.repeat(luck, options, axis=1), axis=0)
    alone = rng.random((100, 1)) < noise
    won = np.where(alone, own, luck) < rates
    return Truth(won.astype(float), np.full(100, 0.01), np.zeros(options), np.ones(options))


def clear(rng: Generator) -> Truth:
    """Return 2 to 5 cards, each further one winning 5 to 30 points of percent less often."""
    return results(rng, int(rng.integers(2, 6)), rng.uniform(0.05, 0.3), rng.random())


def close(rng: Generator) -> Truth:
    """Return 2 to 5 cards with the same luck in most deals, and hardly different."""
    return results(rng, int(rng.integers(2, 6)), 0.01, rng.uniform(0.05, 0.3))


def bids(rng: Generator) -> Truth:
    """Return passing and 2 to 7 bids: two to four times the points if raised, and shared luck."""
    options = int(rng.integers(3, 9))
    values = rng.integers(1, 16, options)
    rates = rng.uniform(0.3, 0.6, options)
    luck, own = rng.random((40, 1)), rng.random((40, options))
    won = np.where(rng.random((40, options)) < 0.3, own, luck) < rates
    raised = np.where(rng.random((40, options)) < 0.1, rng.integers(2, 5, options), 1)
    points = np.where(won, 1, -1) * values * raised.astype(float)
    points[:, 0] = rng.choice([-3.0, -1.0, 0.0, 1.0, 3.0], 40)
    bound = np.maximum(4.0 * values, 3.0)
    return Truth(points, rng.dirichlet(np.ones(40)), -bound, bound)


def rare(rng: Generator) -> Truth:
    """Return two bids: one wins a point in 1%, and loses ten seldom, but a bit too often."""
    often = rng.uniform(0.002, 0.02)
    seldom = often / 10 * 1.02
    points = np.array([[5.0, 5.0], [-5.0, -5.0], [4.0, 5.0], [5.0, -5.0]])
    rest = (1 - often - seldom) / 2
    return Truth(points, np.array([rest, rest, often, seldom]), np.full(2, -5.0), np.full(2, 5.0))


def level(rng: Generator) -> Truth:
    """Return 2 to 4 bids that differ in many deals; the first one is better by next to nothing."""
    options = int(rng.integers(2, 5))
    points = rng.choice([-7.0, -3.0, 3.0, 7.0], (40, options))
    chances = np.full(40, 1 / 40)
    points -= chances @ points
    points[:, 0] += 1e-6
    return Truth(points, chances, points.min(axis=0), points.max(axis=0))


def many(rng: Generator) -> Truth:
    """Return twenty cards of which one wins 3 points of percent more often than all others."""
    luck, own = rng.random((80, 1)), rng.random((80, 20))
    won = (np.where(rng.random((80, 20)) < 0.3, own, luck) < 0.5).astype(float)
    chances = np.full(80, 1 / 80)
    points = 0.9 * (won - chances @ won + 0.5)
    points[:, 7] += 0.03
    return Truth(points, chances, points.min(axis=0), points.max(axis=0))


def ties(rng: Generator) -> Truth:
    """Return two cards that always do the same, and one or two that are worse."""
    truth = results(rng, int(rng.integers(2, 4)), 0.1, 0.5)
    twice = np.concatenate([truth.points[:, :1], truth.points], axis=1)
    ends = (np.concatenate([end[:1], end]) for end in (truth.low, truth.high))
    return Truth(twice, truth.chances, *ends)


def sure_points(rng: Generator) -> Truth:
    """Return passing, if it always gives 0, and 1 to 3 bids that are better or worse."""
    values = rng.integers(1, 8, int(rng.integers(1, 4))).astype(float)
    rates = 0.5 + rng.choice([0.03, 0.05, 0.08, 0.12, 0.2]) * rng.choice([-1, 1], values.size)
    won = rng.random((100, values.size)) < rates
    points = np.concatenate([np.zeros((100, 1)), np.where(won, 1, -1) * values], axis=1)
    bound = np.concatenate([[1.0], values])
    return Truth(points, np.full(100, 0.01), -bound, bound)


KINDS: dict[str, Callable[[Generator], Truth]] = {
    kind.__name__: kind for kind in (clear, close, bids, sure_points, rare, level, many, ties)
}


def run(truth: Truth, rng: Generator, most: int = MOST, **options: float) -> Run:
    """Race options until it is settled, or for so many deals; option 0 is the baseline."""
    race = Race(len(truth.low), 0, CONFIDENCE, low=truth.low, high=truth.high, **options)
    points, done = truth.points, 0
    for goal in look_points(most):
        race.add(points, rng.multinomial(goal - done, truth.chances))
        standing, done = race.look(), goal
        points = np.where(standing.playing, points, np.nan)
        if standing.settled:
            break
    return judged(standing, truth.means)


def judged(standing: Standing, means: Floats) -> Run:
    """Compare a race's end with the truth."""
    best, next_best = standing.best, standing.runner_up
    others = np.arange(len(means)) != 0
    parts = [
        _covers(standing.points, means),
        _covers(standing.to_baseline, means - means[0])[others],
        _covers(standing.to_best, means - means[best])[[next_best]],
    ]
    wrong = standing.decided and bool(means[best] < means.max() - _TINY)
    covered, shown = (tuple(int(count(part)) for part in parts) for count in (np.sum, len))
    return Run(standing.decided, wrong, standing.settled, standing.deals, covered, shown)


def _covers(estimates: Estimates, true: Floats) -> npt.NDArray[np.bool_]:
    return np.asarray((estimates.low <= true + _TINY) & (true <= estimates.high + _TINY))


def wrong_at_most(races: int) -> float:
    """Return the share of wrong races that is still accepted: two standard errors are."""
    return WRONG + 2 * math.sqrt(WRONG * (1 - WRONG) / races)


def covered_at_least(races: int) -> float:
    """Return the coverage that is still accepted; the intervals of a race count as one."""
    return COVERED - 2 * math.sqrt(COVERED * (1 - COVERED) / races)


def shares(runs: list[Run]) -> tuple[float, Floats]:
    """Return the share of wrong races and the coverage of each sort of interval."""
    covered, shown = (np.sum([getattr(a, n) for a in runs], axis=0) for n in ("covered", "shown"))
    return float(np.mean([one.wrong for one in runs])), covered / shown


def line(kind: str, runs: list[Run]) -> str:
    """Return a line of the table."""
    wrong, coverage = shares(runs)
    decided = np.mean([one.decided for one in runs])
    deals = np.median([one.deals for one in runs])
    rates = " ".join(f"{rate:8.1%}" for rate in coverage)
    return f"{kind:11} {len(runs):6} {decided:8.0%} {wrong:7.2%} {deals:7,.0f}  {rates}"


def main() -> int:
    """Return 0 if the races are as honest as promised."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--races", type=int, default=RACES, help="of each kind")
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    chosen = parser.parse_args()
    print("                                      median  coverage of the intervals of")
    print("kind         races  decided   wrong   deals    points  to base      lead")
    honest = True
    for kind in chosen.kinds:
        rng = np.random.default_rng([1, list(KINDS).index(kind)])
        runs = [run(KINDS[kind](rng), rng, chosen.most) for _ in range(chosen.races)]
        print(line(kind, runs), flush=True)
        wrong, coverage = shares(runs)
        honest &= wrong <= wrong_at_most(chosen.races)
        honest &= bool((coverage >= covered_at_least(chosen.races)).all())
    return int(not honest)


if __name__ == "__main__":
    sys.exit(main())
