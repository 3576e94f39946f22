"""Is the bid table fair: how often each cell is a hand's best bid, and what it brings then.

A hand's best bid is chosen on one half of its playouts and measured on the other, and the other way
round: what looks best on a half was also lucky there (the winner's curse), on the other half not.
Intervals are at 95%, with hands as the independent units.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import pandas as pd

from plateau_sim.analysis.bidtable import setup_columns
from plateau_sim.analysis.hands import NO_BID, HandCounts, Whole, best_cells, on_the_other_half
from plateau_sim.analysis.intervals import CONFIDENCE, Floats, ratio_interval, score_interval
from plateau_sim.plateau.values import Values

ALIVE, UNCLEAR, DEAD = "alive", "unclear", "dead"
"""A cell's share of the bids: its interval is above the limit, spans it, or is below it."""
HARDLY_POINTS, HARDLY_PART = 0.01, 0.05
"""Two cells are hardly different in difficulty below both of these: difference of their win rates,
and the same as a part of the easier one's."""


@dataclass(frozen=True)
class Bidding:
    """How many hands have a bid better than 0 and what their best bids bring, with intervals.

    ``gain`` is in points a deal over all hands; those that pass count 0.
    """

    bid: float
    bid_low: float
    bid_high: float
    gain: float
    gain_low: float
    gain_high: float


def fair_table(counts: HandCounts, share: float, values: Values | None = None) -> pd.DataFrame:
    """Return one row per cell, in table order.

    Parameters
    ----------
    counts
        What was played.
    share
        Of the hands that bid; a cell below it is dead.
    values
        Values of the cells in place of the rulebook's.

    Returns
    -------
    pandas.DataFrame
        ``best`` is the part of all hands whose best bid the cell is, ``share`` that of the hands
        that bid. ``win_rate`` and ``ev`` are those of these hands, on the other half of their
        playouts; missing if there is none. ``any_win_rate`` is that of all hands.
    """
    value, rows = counts.values(values), []
    best = best_cells(counts, value)
    bids = (best != NO_BID).mean(axis=1)
    worth = counts.per_value() * value / counts.scale
    win, loss = (stake * value / counts.experiment.rules.players for stake in counts.stakes())
    for column, cell in enumerate(counts.experiment.cells):
        chosen = best == column
        seen = on_the_other_half(counts.wins[:, :, column]) / counts.half
        points = on_the_other_half(worth[:, :, column])
        weight = chosen.mean(axis=1)
        names = {"exchange": cell.exchange, "objective": cell.objective, "team": cell.team}
        row: dict[str, Any] = {**names, "value": int(value[column])}
        row |= {"hands": counts.hands, "playouts": counts.playouts}
        row |= _named("best", ratio_interval(weight, np.ones_like(weight), 0.0, 1.0))
        row |= _named("share", ratio_interval(weight, bids, 0.0, 1.0))
        row |= _named(
            "win", ratio_interval((chosen * seen).mean(axis=1), weight, 0.0, 1.0), "_rate"
        )
        bounds = float(loss[column]), float(win[column])
        row |= _named("ev", ratio_interval((chosen * points).mean(axis=1), weight, *bounds))
        row |= _named("any_win", _mean(seen.mean(axis=1)), "_rate")
        rows.append({**row, "state": _state(row["share_low"], row["share_high"], share)})
    table = pd.DataFrame(rows)
    seat = "any" if counts.experiment.seat is None else counts.experiment.seat
    setup = {**setup_columns(counts.experiment), "seat": seat}
    for place, (name, fact) in enumerate(setup.items()):
        table.insert(place, name, fact)
    return table


def _named(name: str, found: tuple[float, float, float], suffix: str = "") -> dict[str, float]:
    return dict(zip((f"{name}{suffix}", f"{name}_low", f"{name}_high"), found, strict=True))


def _mean(rates: Floats) -> tuple[float, float, float]:
    mean = float(rates.mean())
    low, high = score_interval(mean, float(rates.var()), rates.size, 0.0, 1.0)
    return mean, float(low), float(high)


def _state(low: float, high: float, share: float) -> str:
    if high < share:
        return DEAD
    return ALIVE if low >= share else UNCLEAR


def bidding(counts: HandCounts, values: Values | None = None, *, own_half: bool = False) -> Bidding:
    """Return how many hands bid, and the mean gain of the best bids.

    Parameters
    ----------
    counts
        What was played.
    values
        Values of the cells in place of the rulebook's.
    own_half
        True: measured on the half that they were chosen on, which is too good to be true.
    """
    value = counts.values(values)
    best = best_cells(counts, value)
    seen = counts.per_value() if own_half else on_the_other_half(counts.per_value())
    picked = np.take_along_axis(seen * value, np.maximum(best, 0)[:, :, None], axis=2)[:, :, 0]
    gains = np.where(best == NO_BID, 0, picked).mean(axis=1) / counts.scale
    rate = _mean((best != NO_BID).mean(axis=1))
    error = _z() * float(gains.std(ddof=1)) / counts.hands**0.5
    gain = float(gains.mean())
    return Bidding(*rate, gain, gain - error, gain + error)


def _z(comparisons: int = 1) -> float:
    """Return the normal quantile for intervals that all hold together (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / comparisons)


def neighbours(counts: HandCounts) -> pd.DataFrame:
    """Return the win rates of objectives next to each other, exchange and team alike.

    Returns
    -------
    pandas.DataFrame
        One row per pair: ``easier`` and ``objective``, ``difference`` of their win rates over all
        hands (easier minus harder) paired by hand, its ``error`` (standard error), an interval that
        holds for all pairs together, and whether they ``hardly`` differ: all of that interval is
        small. ``same`` is the part of the hands that won equally often in both.
    """
    rates = counts.wins.sum(axis=1) / counts.playouts
    pairs = _pairs(counts)
    z, rows = _z(max(len(pairs), 1)), []
    for before, after in pairs:
        gap = rates[:, before] - rates[:, after]
        mean, error = float(gap.mean()), float(gap.std(ddof=1)) / counts.hands**0.5
        cell, easier = counts.experiment.cells[after], counts.experiment.cells[before]
        base = float(rates[:, before].mean())
        furthest = abs(mean) + z * error
        rows.append({
            "exchange": cell.exchange, "team": cell.team, "easier": easier.objective,
            "objective": cell.objective, "easier_win_rate": base, "difference": mean,
            "error": error, "low": mean - z * error, "high": mean + z * error,
            "same": float((gap == 0).mean()),
            "hardly": base > 0 and furthest < min(HARDLY_POINTS, HARDLY_PART * base),
        })  # fmt: skip
    return pd.DataFrame(rows)


def _pairs(counts: HandCounts) -> list[tuple[int, int]]:
    latest: dict[tuple[bool, str], int] = {}
    pairs = []
    for column, cell in enumerate(counts.experiment.cells):
        kind = (cell.exchange, cell.team)
        if kind in latest:
            pairs.append((latest[kind], column))
        latest[kind] = column
    return pairs


def contest(counts: HandCounts) -> tuple[Whole, Whole]:
    """Return what decides which cell is best: points per value, and the columns' cells.

    Returns
    -------
    per_value : int64 array, shape (2 x hands, cells)
        A row for each half of each hand, cells cheapest first.
    order : int64 array
        The cell of each column.
    """
    order = counts.cheapest_first()
    rows = counts.per_value().reshape(-1, len(order))
    return rows[:, order], order
