"""Whether the declarer's seat matters, in each setup and more in one than in the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from plateau_sim.analysis import joint as counted
from plateau_sim.analysis.intervals import adjusted_interval, wilson
from plateau_sim.analysis.joint import Joint, Setup
from plateau_sim.analysis.paired import cell_names
from plateau_sim.plateau.bids import BidCell

Floats = npt.NDArray[np.float64]
Estimates = tuple[Floats, Floats, Floats]
"""Means, lower and upper bounds."""
_TYPES = {"seat": "int64", "deals": "int64"}


def seat_effects(rates: Floats, low: Floats, high: Floats) -> Estimates:
    """Return each seat's rate minus the mean of all seats' rates, with intervals.

    The intervals are put together from those of the seats, which are independent: other deals (Zou,
    Huang and Zhang 2009, "A note on confidence interval estimation for a linear function of
    binomial proportions").

    Parameters
    ----------
    rates, low, high
        float64, shape (seats,): rates, or differences of rates, and their intervals.

    Returns
    -------
    effects, low, high : float64 arrays, shape (seats,)
    """
    seats = rates.size
    weights = np.eye(seats) - 1 / seats
    below, above = (rates - low) ** 2, (high - rates) ** 2
    mine, theirs = np.diag(weights) ** 2, weights**2 * (1 - np.eye(seats))
    effects = rates - rates.mean()
    return (
        effects,
        effects - np.sqrt(mine * below + theirs @ above),
        effects + np.sqrt(mine * above + theirs @ below),
    )


def seat_table(setups: list[Setup], cells: tuple[BidCell, ...], joint: Joint) -> pd.DataFrame:
    """Return one row per setup other than the first, cell and declarer's seat, forehand = 0.

    Returns
    -------
    pandas.DataFrame
        ``win_*`` and ``effect_*`` of both setups: win rate, and win rate minus the mean of all
        seats; ``effect_diff`` is other minus base. Rows with objective "all" are about the share of
        the compared cells that a seat wins. Setups with other players, or with a fixed seat of the
        declarer, have no rows.
    """
    base, *others = setups
    tables = [
        _table({**cell_names(base, other, cell)}, *found)
        for index, other in enumerate(others)
        if have_seats(base, other)
        for cell, found in [
            *((cell, _cell(joint.outcomes[index, place])) for place, cell in enumerate(cells)),
            (None, _all_cells(joint.seats[index], len(cells))),
        ]
    ]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def have_seats(base: Setup, other: Setup) -> bool:
    """Return whether seats of two setups can be compared."""
    experiments = base.experiment, other.experiment
    same = len({experiment.rules.players for experiment in experiments}) == 1
    return same and all(experiment.seat is None for experiment in experiments)


def _cell(counts: counted.Tally) -> tuple[counted.Tally, Estimates, Estimates, Estimates]:
    """Return deals, both rates and their difference by seat from the joint outcomes of a cell."""
    deals = counts.sum(axis=(1, 2))
    wins = [counts[:, 1::2].sum(axis=(1, 2)), counts[:, :, 1::2].sum(axis=(1, 2))]
    rates = [(won / np.maximum(deals, 1), *wilson(won, deals)) for won in wins]
    only_base = counts[:, 1::2, ::2].sum(axis=(1, 2))
    only_other = counts[:, ::2, 1::2].sum(axis=(1, 2))
    difference = _of_sums(only_other - only_base, only_other + only_base, deals, -1)
    return deals, rates[0], rates[1], difference


def _all_cells(
    sums: counted.Tally, cells: int
) -> tuple[counted.Tally, Estimates, Estimates, Estimates]:
    """Return the same of the share of cells won."""
    deals, base, base_squares, other, other_squares, squares = sums.T
    return (
        deals,
        _of_sums(base, base_squares, deals, 0, cells),
        _of_sums(other, other_squares, deals, 0, cells),
        _of_sums(other - base, squares, deals, -1, cells),
    )


def _of_sums(
    total: counted.Tally, squares: counted.Tally, deals: counted.Tally, low: int, scale: int = 1
) -> Estimates:
    """Return the means of a quantity between ``low`` and 1 of which sums are given, times scale."""
    number = np.maximum(deals, 1)
    mean = total / (number * scale)
    variance = squares / (number * scale**2) - mean**2
    return mean, *adjusted_interval(mean, np.maximum(variance, 0), deals, low, 1)


def _table(
    names: dict[str, Any],
    deals: counted.Tally,
    base: Estimates,
    other: Estimates,
    difference: Estimates,
) -> pd.DataFrame:
    """Return a row per seat."""
    columns: dict[str, Any] = {**names, "seat": np.arange(deals.size), "deals": deals}
    columns |= {"win_base": base[0], "win_other": other[0]}
    for name, rates in {"base": base, "other": other, "diff": difference}.items():
        effects = seat_effects(*rates)
        for end, found in zip(("", "_low", "_high"), effects, strict=True):
            columns[f"effect_{name}{end}"] = found
    return pd.DataFrame(columns).astype(_TYPES)
