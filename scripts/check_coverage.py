#!/usr/bin/env python3
"""Measure how often the 95% intervals cover what they estimate.

    python scripts/check_coverage.py [--repetitions N] [--out reports/coverage.md]

Win rates, EV, and paired differences of both, over a grid of true rates from 0.001 to 0.999, for
several sample sizes and correlations. Prints the report, as Markdown. Ends with status 1 if the
mean over a grid and all its sizes and correlations is not from 94% to 96%.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plateau_sim.analysis.intervals import adjusted_interval, score_interval, wilson

Floats = npt.NDArray[np.float64]
SIZES, CORRELATIONS = (200, 2_000, 20_000), (0.0, 0.3, 0.6, 0.9)
EVEN = np.linspace(0.001, 0.999, 21)
EXTREME = np.array([0.001, 0.002, 0.005, 0.01, 0.02, 0.98, 0.99, 0.995, 0.998, 0.999])
# A Y with exchange in a Duo of four, raised to Fork in a fifth and to five sides in a tenth of the
# deals: what is won or lost, and how often.
POINTS, RAISED = np.array([3, 5, 7]), np.array([0.7, 0.2, 0.1])
WORTH = np.concatenate([-POINTS, POINTS]).astype(float)
LEAST, MOST = 0.94, 0.96
_TINY = 1e-12  # rounding, where a bound is the true value


class Line(NamedTuple):
    """Coverage over a grid, of one size and correlation."""

    what: str
    size: int
    correlation: float | None
    points: int
    mean: float
    least: float


def rate_coverage(size: int, grid: Floats, repetitions: int, rng: np.random.Generator) -> Floats:
    """Return the coverage of a win rate's interval at each true rate."""
    wins = rng.binomial(size, grid[:, None], (grid.size, repetitions))
    return _covered(wilson(wins, size), grid[:, None])


def _covered(bounds: tuple[Floats, Floats], true: Any) -> Floats:
    low, high = bounds
    return np.asarray(np.mean((low <= true + _TINY) & (true <= high + _TINY), axis=-1))


def pair_chances(first: float, second: float, correlation: float) -> Floats | None:
    """Return the chances that both, one, the other, none is won; None if there is no such pair."""
    spread = np.sqrt(first * (1 - first) * second * (1 - second))
    both = first * second + correlation * spread
    chances = np.array([both, first - both, second - both, 1 - first - second + both])
    return (
        None if (chances < -_TINY).any() else np.clip(chances, 0, 1) / np.clip(chances, 0, 1).sum()
    )


def difference_coverage(
    size: int, grid: Floats, correlation: float, repetitions: int, rng: np.random.Generator
) -> Floats:
    """Return the coverage of a paired rate difference's interval for each pair of true rates."""
    found = []
    for first, second in ((a, b) for a in grid for b in grid):
        chances = pair_chances(first, second, correlation)
        if chances is not None:
            _, one, other, _ = rng.multinomial(size, chances, repetitions).T
            mean, squares = (other - one) / size, (other + one) / size
            bounds = adjusted_interval(mean, squares - mean**2, size, -1, 1)
            found.append(_covered(bounds, second - first))
    return np.array(found)


def outcome_chances(rate: float) -> Floats:
    """Return the chances of `WORTH` where a share ``rate`` is won."""
    return np.concatenate([(1 - rate) * RAISED, rate * RAISED])


def ev_coverage(size: int, grid: Floats, repetitions: int, rng: np.random.Generator) -> Floats:
    """Return the coverage of an EV's interval at each true win rate."""
    found = []
    for rate in grid:
        chances = outcome_chances(rate)
        counts = rng.multinomial(size, chances, repetitions)
        bounds = score_interval(*_moments(counts, WORTH), size, WORTH.min(), WORTH.max())
        found.append(_covered(bounds, chances @ WORTH))
    return np.array(found)


def _moments(counts: Any, values: Floats) -> tuple[Floats, Floats]:
    size = counts[0].sum()
    mean = counts @ values / size
    return mean, np.maximum(counts @ values**2 / size - mean**2, 0)


def ev_difference_coverage(
    size: int, grid: Floats, copied: float, repetitions: int, rng: np.random.Generator
) -> Floats:
    """Return the same of a paired EV difference; a share ``copied`` of deals has equal outcomes."""
    found = []
    differences = (WORTH[None, :] - WORTH[:, None]).ravel()
    for first, second in ((a, b) for a in grid for b in grid):
        one, other = outcome_chances(first), outcome_chances(second)
        joint = (copied * np.diag(one) + (1 - copied) * np.outer(one, other)).ravel()
        counts = rng.multinomial(size, joint / joint.sum(), repetitions)
        bounds = adjusted_interval(
            *_moments(counts, differences), size, differences.min(), differences.max()
        )
        found.append(_covered(bounds, joint @ differences))
    return np.array(found)


def lines(repetitions: int, sizes: tuple[int, ...] = SIZES) -> Iterator[Line]:
    """Yield the coverage of every interval, size and correlation, on both grids."""
    rng = np.random.default_rng(1)
    single = {"win rate": rate_coverage, "EV": ev_coverage}
    paired = {
        "difference of win rates": difference_coverage,
        "difference of EV": ev_difference_coverage,
    }
    for name, grid in (("", EVEN), (", extreme rates", EXTREME)):
        for what, cover in single.items():
            for size in sizes:
                yield _line(what + name, size, None, cover(size, grid, repetitions, rng))
        for what, cover in paired.items():
            some = grid if what.endswith("rates") or name else grid[::2]
            for size in sizes:
                for correlation in CORRELATIONS:
                    found = cover(size, some, correlation, repetitions, rng)
                    yield _line(what + name, size, correlation, found)


def _line(what: str, size: int, correlation: float | None, found: Floats) -> Line:
    return Line(what, size, correlation, found.size, float(found.mean()), float(found.min()))


def grid_means(found: list[Line]) -> dict[str, float]:
    """Return the mean coverage of each interval over all sizes, correlations and true rates."""
    kinds = dict.fromkeys(line.what for line in found)
    means = {}
    for kind in kinds:
        same = [line for line in found if line.what == kind]
        means[kind] = float(np.average([s.mean for s in same], weights=[s.points for s in same]))
    return means


def alternatives(repetitions: int) -> dict[str, tuple[float, float]]:
    """Return mean and least coverage of other intervals for a difference of win rates.

    Over pairs of even and of extreme rates, all sizes and correlations.
    """
    rng, found = np.random.default_rng(2), {name: list[float]() for name in _PAIRED}
    rates = np.concatenate([EVEN[::4], EXTREME[1:-1:2]])
    cases = [
        (size, first, second, pair_chances(first, second, correlation))
        for size in SIZES
        for correlation in CORRELATIONS
        for first in rates
        for second in rates
    ]
    for size, first, second, chances in cases:
        if chances is not None:
            counts = rng.multinomial(size, chances, repetitions).T
            for name, bounds in _PAIRED.items():
                found[name].append(float(_covered(bounds(*counts), second - first)))
    return {name: (float(np.mean(each)), min(each)) for name, each in found.items()}


def _by_moments(interval: Any, both: Any, one: Any, other: Any, none: Any) -> tuple[Floats, Floats]:
    size = both + one + other + none
    mean = (other - one) / size
    low, high = interval(mean, (other + one) / size - mean**2, size, -1, 1)
    return low, high


def newcombe(both: Any, one: Any, other: Any, none: Any) -> tuple[Floats, Floats]:
    """Return the hybrid score interval of Newcombe (1998, Statistics in Medicine), method 10."""
    size = both + one + other + none
    wins = both + one, both + other
    (rate, rate2), ((low, high), (low2, high2)) = (
        [won / size for won in wins],
        [wilson(won, size) for won in wins],
    )
    product = both * none - one * other
    corrected = np.where(product > size / 2, product - size / 2, np.minimum(product, 0))
    margins = wins[0] * (size - wins[0]) * 1.0 * wins[1] * (size - wins[1])
    phi = np.where(margins > 0, corrected / np.sqrt(np.maximum(margins, 1)), 0)

    def reach(a: Floats, b: Floats) -> Floats:
        return np.asarray(np.sqrt(np.maximum(a**2 - 2 * phi * a * b + b**2, 0)))

    middle = rate2 - rate
    return middle - reach(rate2 - low2, high - rate), middle + reach(high2 - rate2, rate - low)


_PAIRED: dict[str, Any] = {
    "Bonett and Price 2012 (used)": partial(_by_moments, adjusted_interval),
    "Newcombe 1998, method 10": newcombe,
    "score interval between -1 and 1": partial(_by_moments, score_interval),
}
_HEAD = """# Coverage of the 95% intervals

{repetitions:,} repetitions at each point of a grid of true rates: {even} even ones from 0.001 to
0.999 (differences: all pairs of them that have the correlation; EV differences: of every other
one), and {extreme} extreme ones, up to 0.02 and from 0.98. Rates and EV: Wilson's interval and
its like for any bounded quantity. Paired differences: Bonett and Price (2012), one more
observation at each bound. EV: 3, 5 or 7 points won or lost; the correlation of its differences is
the share of deals with copied outcomes.

Remade by `python scripts/check_coverage.py --out reports/coverage.md`.

| interval | mean over all |
|---|---|
"""
_MIDDLE = """
Where only a few deals of a sample are discordant the intervals cover more than 95%: with none
seen, any interval of a width covers a difference of 0. With 200 deals and on extreme rates that
is much of the grid.

Intervals for a difference of win rates, over pairs of even and extreme rates, all sizes and
correlations ({repetitions:,} repetitions):

| interval | mean | least |
|---|---|---|
"""
_DETAILS = """
| interval | deals | correlation | true values | mean | least |
|---|---|---|---|---|---|
"""


def report(found: list[Line], repetitions: int, others: int) -> str:
    """Return the report as Markdown; other intervals are tried with fewer repetitions."""
    sizes = {"repetitions": repetitions, "even": EVEN.size, "extreme": EXTREME.size}
    text = _HEAD.format(**sizes)
    for what, mean in grid_means(found).items():
        text += f"| {what} | {mean:.2%} |\n"
    text += _MIDDLE.format(repetitions=others)
    for name, (mean, least) in alternatives(others).items():
        text += f"| {name} | {mean:.2%} | {least:.1%} |\n"
    text += _DETAILS
    for line in found:
        correlation = "" if line.correlation is None else f"{line.correlation:g}"
        text += f"| {line.what} | {line.size:,} | {correlation} | {line.points} | "
        text += f"{line.mean:.2%} | {line.least:.1%} |\n"
    return text


def main() -> int:
    """Return 0 if the mean over the even grid is from 94% to 96% for every kind of interval."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--repetitions", type=int, default=10_000)
    parser.add_argument("--out", type=Path, help="also write the report to this file")
    chosen = parser.parse_args()
    found = list(lines(chosen.repetitions))
    text = report(found, chosen.repetitions, max(1, chosen.repetitions // 5))
    print(text, end="")
    if chosen.out:
        chosen.out.write_text(text, "utf-8")
    even = {what: mean for what, mean in grid_means(found).items() if "extreme" not in what}
    return int(not all(LEAST <= mean <= MOST for mean in even.values()))


if __name__ == "__main__":
    sys.exit(main())
