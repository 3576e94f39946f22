"""Counts of policies that played each other to tidy tables."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from plateau_sim.analysis.bidtable import cell_columns, points_by_outcome, setup_columns
from plateau_sim.analysis.bradleyterry import Ratings
from plateau_sim.analysis.grid import (
    DECLARING,
    ROLE_NAMES,
    SQUARES,
    SUM,
    WINS,
    Duel,
    Tally,
)
from plateau_sim.analysis.intervals import CONFIDENCE, adjusted_interval
from plateau_sim.plateau.experiment import Experiment

CLEAR = 3.0
"""Standard errors by which a difference has to exceed 0 to be called clear."""


def errors_of(duel: Duel, pair: tuple[int, int]) -> list[float]:
    """Return by role the standard error of the difference of win rates of a pair."""
    cells = duel.bids_a_deal
    sums = duel.grid.differences[pair][:, WINS]
    return [_standard_error(sums[role], duel.deals, cells) for role in range(len(ROLE_NAMES))]


def match_table(duel: Duel, pair: tuple[int, int] = (0, 1)) -> pd.DataFrame:
    """Return one policy over another, a row for each role.

    Parameters
    ----------
    duel
        What was counted.
    pair
        Places of the policy and of the one that it is measured against.

    Returns
    -------
    pandas.DataFrame
        Win rates of the declaring side, in all cells together: ``win_base`` with ``against`` in
        both roles, ``win_rate`` with ``policy`` in the row's role. ``diff`` is how much better the
        policy is: declaring ``win_rate - win_base``, defending ``win_base - win_rate``; ``ev_diff``
        the same in the declarer's points. ``_se`` standard errors by deal, ``_low`` and ``_high``
        95% intervals.
    """
    a, b = pair
    experiment, deals, bids = duel.experiment, duel.deals, duel.bids_a_deal
    hands = deals * bids
    rows = []
    for role, name in enumerate(ROLE_NAMES):
        wins, points = duel.grid.differences[a, b, role]
        there = (a, b) if role == DECLARING else (b, a)
        most = _range_of_points(duel)
        rows.append(
            {
                **_setup(experiment),
                "policy": duel.policies[a],
                "against": duel.policies[b],
                "role": name,
                "cells": len(experiment.cells),
                "deals": deals,
                "win_base": int(duel.grid.wins[b, b].sum()) / hands,
                "win_rate": int(duel.grid.wins[there].sum()) / hands,
                **_difference("diff", wins, deals, bids, 1.0),
                **_difference("ev_diff", points, deals, bids * duel.scale, most),
            }
        )
    return pd.DataFrame(rows)


def pairing_table(duel: Duel) -> pd.DataFrame:
    """Return a row for each pairing that was played and cell, with wins and win rate."""
    rows = []
    played = duel.played
    for a, b in np.argwhere(played):
        for place, cell in enumerate(duel.experiment.cells):
            wins, deals = int(duel.grid.wins[a, b, place]), duel.deals_of(place)
            setup = setup_columns(duel.experiment)
            setup["declaring_policy"] = duel.policies[a]
            setup["defending_policy"] = duel.policies[b]
            found = {"deals": deals, "wins": wins, "win_rate": wins / deals if deals else math.nan}
            rows.append({**setup, **cell_columns(duel.experiment, cell), **found})
    return pd.DataFrame(rows)


def ladder_table(duel: Duel, ratings: Ratings, costs: list[float]) -> pd.DataFrame:
    """Return the policies as rungs, the best first.

    Parameters
    ----------
    duel
        What was counted.
    ratings
        See `bradleyterry.fit`, in the order of the policies.
    costs
        Microseconds for a deal in one cell with the policy in all seats.

    Returns
    -------
    pandas.DataFrame
        ``rating`` (mean 0) with standard error and 95% interval, ``us_per_deal``; ``below`` is the
        next rung, and the columns that begin with a role say how much better this one is, see
        `match_table`; ``clear`` if by more than `CLEAR` standard errors in both roles.
    """
    from scipy.stats import norm

    order = [int(place) for place in np.argsort(-ratings.ratings, kind="stable")]
    z = float(norm.isf((1 - CONFIDENCE) / 2))
    rows = []
    for place, a in enumerate(order):
        rating, error = float(ratings.ratings[a]), float(ratings.errors[a])
        row: dict[str, Any] = {
            **_setup(duel.experiment),
            "rung": len(order) - place,
            "policy": duel.policies[a],
            "cells": len(duel.experiment.cells),
            "deals": duel.deals,
            "rating": rating,
            "rating_se": error,
            "rating_low": rating - z * error,
            "rating_high": rating + z * error,
            "us_per_deal": costs[a],
        }
        below = order[place + 1] if place + 1 < len(order) else None
        known = below is not None and duel.played[a, below] and duel.played[below, a]
        rows.append({**row, **_over(duel, (a, below))} if known and below is not None else row)
    return pd.DataFrame(rows)


def _over(duel: Duel, pair: tuple[int, int]) -> dict[str, Any]:
    """Return how much better a rung is than the one below, by role."""
    table = match_table(duel, pair)
    found: dict[str, Any] = {"below": duel.policies[pair[1]]}
    names = [name for name in table.columns if name.startswith(("diff", "ev_diff"))]
    for row in table.to_dict("records"):
        found |= {f"{row['role']}_{name}": row[name] for name in names}
    clear = (table["diff"] > CLEAR * table["diff_se"]).all()
    return {**found, "clear": bool(clear)}


def _setup(experiment: Experiment) -> dict[str, Any]:
    columns = setup_columns(experiment)
    return {name: value for name, value in columns.items() if not name.endswith("_policy")}


def _standard_error(sums: Tally, deals: int, scale: int) -> float:
    """Return the standard error of a mean of differences, of which sum and squares are given."""
    spread = deals * int(sums[SQUARES]) - int(sums[SUM]) ** 2
    return math.sqrt(spread / (deals**2 * max(deals - 1, 1))) / scale


def _difference(name: str, sums: Tally, deals: int, scale: int, most: float) -> dict[str, float]:
    mean = int(sums[SUM]) / (deals * scale)
    variance = (deals * int(sums[SQUARES]) - int(sums[SUM]) ** 2) / (deals * scale) ** 2
    low, high = adjusted_interval(mean, variance, deals, -most, most)
    error = _standard_error(sums, deals, scale)
    return {name: mean, f"{name}_se": error, f"{name}_low": float(low), f"{name}_high": float(high)}


def _range_of_points(duel: Duel) -> float:
    """Return the largest possible difference of points in a deal, the mean of its bids."""
    points = [points_by_outcome(duel.experiment, cell) for cell in duel.experiment.cells]
    ranges = [max(each) - min(each) for each in points]
    return float(max(ranges) if duel.one_bid else sum(ranges) / len(ranges))
