"""Setups compared on the same deals: differences with intervals, McNemar's test, Holm."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from plateau_sim.analysis.bidtable import (
    estimates,
    points_by_outcome,
    possible_outcomes,
    value_in,
)
from plateau_sim.analysis.families import holm
from plateau_sim.analysis.intervals import adjusted_interval
from plateau_sim.analysis.joint import BASE, DIFFERENCE, OTHER, SQUARES, Joint, Setup
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.tallies import COLUMNS, OUTCOMES, TRICKS

Floats = npt.NDArray[np.float64]
Tally = npt.NDArray[np.int64]
ALPHA = 0.05
"""Probability of any false finding in a family of comparisons."""
POWER = 0.8


def mcnemar(only_base: npt.ArrayLike, only_other: npt.ArrayLike) -> Floats:
    """Return exact two-sided p-values for equal win rates (McNemar 1947).

    Of the deals that only one setup won, either should have as many: twice the smaller tail of a
    binomial distribution of one half, at most 1. Not mid-p, which would be smaller but does not
    promise to keep the error below its level.

    Parameters
    ----------
    only_base, only_other
        Deals won in the base setup only and in the other one only.
    """
    from scipy.stats import binom

    one, other = np.broadcast_arrays(only_base, only_other)
    return np.asarray(np.minimum(1.0, 2 * binom.cdf(np.minimum(one, other), one + other, 0.5)))


def visible_difference(discordant: Tally, deals: int, family: int) -> float:
    """Return the win rate difference that would be found in most cells of a family.

    Parameters
    ----------
    discordant
        Deals that only one of the setups won, by cell.
    deals
        Deals compared.
    family
        Number of comparisons; the hardest step of Holm's is assumed.

    Returns
    -------
    float
        In the cell with the most discordant deals, with probability `POWER`. Normal approximation
        (Connor 1987), and never below what the exact test can find at all.
    """
    from scipy.stats import norm

    level = ALPHA / family
    error = math.sqrt(int(discordant.max()) / deals**2)
    fewest = math.ceil(math.log2(2 / level)) / deals
    return min(1.0, max(float(norm.isf(level / 2) + norm.isf(1 - POWER)) * error, fewest))


def comparison_table(setups: list[Setup], cells: tuple[BidCell, ...], joint: Joint) -> pd.DataFrame:
    """Return one row per setup other than the first and cell.

    Parameters
    ----------
    setups
        The base setup first.
    cells
        Those compared.
    joint
        What was counted.

    Returns
    -------
    pandas.DataFrame
        Rates, EV and mean tricks of both setups, and differences: other minus base, on the same
        deals. Intervals at 95%. ``only_base``, ``only_other``: deals that only this one won.
        ``p_holm`` is adjusted over all rows. ``paired`` is False where players or deck differ, so
        that deals of the same number are not the same hands.
    """
    base, *others = setups
    rows = [
        _row(
            base, other, cell, joint.outcomes[index, place].sum(axis=0), joint.tricks[index, place]
        )
        for index, other in enumerate(others)
        for place, cell in enumerate(cells)
    ]
    table = pd.DataFrame(rows)
    table["p_mcnemar"] = mcnemar(table["only_base"], table["only_other"])
    table["p_holm"] = holm(table["p_mcnemar"])
    return table


def cell_names(base: Setup, other: Setup, cell: BidCell | None) -> dict[str, Any]:
    """Return the columns that say what a row compares; without a cell it is all of them."""
    return {
        "base": base.name,
        "other": other.name,
        "paired": base.deals_of == other.deals_of,
        "exchange": cell.exchange if cell else "all",
        "objective": cell.objective if cell else "all",
        "team": cell.team if cell else "all",
    }


def _row(base: Setup, other: Setup, cell: BidCell, counts: Tally, tricks: Tally) -> dict[str, Any]:
    deals = int(counts.sum())
    one = _estimates(base, cell, counts.sum(axis=1), tricks[BASE])
    two = _estimates(other, cell, counts.sum(axis=0), tricks[OTHER])
    only_base, only_other = int(counts[1::2, ::2].sum()), int(counts[::2, 1::2].sum())
    # A hand lasts at least one trick and at most all.
    most = max(setup.experiment.rules.tricks for setup in (base, other)) - 1
    won = _difference(only_other - only_base, only_other + only_base, deals, -1, 1)
    lasted = _difference(int(tricks[DIFFERENCE]), int(tricks[SQUARES]), deals, -most, most)
    return {
        **cell_names(base, other, cell),
        "deals": deals,
        "value_base": value_in(base.experiment, cell, base.values),
        "value_other": value_in(other.experiment, cell, other.values),
        **_columns("win", "_base", one, ("win_rate", "win_low", "win_high")),
        **_columns("win", "_other", two, ("win_rate", "win_low", "win_high")),
        **_columns("", "diff", won),
        "only_base": only_base,
        "only_other": only_other,
        **_columns("ev", "_base", one, ("ev", "ev_low", "ev_high")),
        **_columns("ev", "_other", two, ("ev", "ev_low", "ev_high")),
        **_columns("ev", "_diff", _points(base, other, cell, counts)),
        "tricks_base": one["mean_tricks"],
        "tricks_other": two["mean_tricks"],
        **_columns("tricks", "_diff", lasted),
    }


def _columns(
    what: str,
    which: str,
    found: dict[str, Any],
    names: tuple[str, str, str] = ("mean", "low", "high"),
) -> dict[str, Any]:
    """Return an estimate and its bounds under the names of the comparison's columns."""
    ends = ("", "_low", "_high")
    return {f"{what}{which}{end}": found[name] for end, name in zip(ends, names, strict=True)}


def _estimates(setup: Setup, cell: BidCell, counts: Tally, tricks: int) -> dict[str, Any]:
    """Return what the table of this setup alone would say."""
    tally = np.zeros(COLUMNS, np.int64)
    tally[:OUTCOMES], tally[TRICKS] = counts, tricks
    return estimates(setup.experiment, cell, tally, setup.values)


def _difference(
    total: int, squares: int, deals: int, low: float, high: float, scale: int = 1
) -> dict[str, float]:
    """Return mean and interval of differences of which the sum and that of squares are given.

    Integers to the last step, so that exchanging the setups negates the result exactly.
    """
    mean = total / (deals * scale)
    variance = (deals * squares - total**2) / (deals * scale) ** 2
    bounds = adjusted_interval(mean, variance, deals, low, high)
    return {"mean": mean, "low": float(bounds[0]), "high": float(bounds[1])}


def _points(base: Setup, other: Setup, cell: BidCell, counts: Tally) -> dict[str, float]:
    """Return the paired difference of EV and its interval."""
    worth = [points_by_outcome(setup.experiment, cell, setup.values) for setup in (base, other)]
    scale = math.lcm(*(point.denominator for points in worth for point in points))
    one, two = ([int(point * scale) for point in points] for points in worth)
    total = squares = 0
    for row, column in np.argwhere(counts):
        difference, deals = two[column] - one[row], int(counts[row, column])
        total, squares = total + deals * difference, squares + deals * difference**2
    seen = [possible_outcomes(cell, counts.sum(axis=axis) > 0) for axis in (1, 0)]
    possible = [
        (two[column] - one[row]) / scale
        for row in np.flatnonzero(seen[0])
        for column in np.flatnonzero(seen[1])
    ]
    deals = int(counts.sum())
    return _difference(total, squares, deals, min(possible), max(possible), scale)
