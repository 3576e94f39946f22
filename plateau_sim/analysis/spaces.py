"""What the spaces of a layout are worth: who owns them, and what that decides."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from plateau_sim.analysis.intervals import difference_interval, wilson
from plateau_sim.analysis.scopes import scopes
from plateau_sim.plateau.anatomycounts import (
    DECIDED,
    MOMENTS,
    OWNED,
    OWNED_AND_WON,
    PIVOTAL,
    SPACE,
    SPACE_COUNTS,
)
from plateau_sim.plateau.board import RING_NAMES, SPACES, ring_of
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.layouts import Layout, token_kind

KINDS = ("trick", "face", "number", "trump", "excuse")
Group = tuple[dict[str, Any], list[int]]


def space_groups(layout: Layout) -> list[Group]:
    """Return columns and spaces of each space, each ring and each kind of token on the board."""
    claimed = [space for space in range(SPACES) if layout.tokens[space]]
    kinds = {space: token_kind(layout.tokens[space]) for space in claimed}
    rings = {space: ring_of(space) for space in claimed}
    found: list[Group] = [
        (
            {
                **{"group": "space", "space": space, "token": layout.tokens[space]},
                **{"ring": rings[space], "kind": kinds[space]},
            },
            [space],
        )
        for space in claimed
    ]
    for column, names, of in (("ring", RING_NAMES, rings), ("kind", KINDS, kinds)):
        for name in names:
            spaces = [space for space in claimed if of[space] == name]
            if spaces:
                found.append(({"group": column, column: name}, spaces))
    return found


def space_table(experiment: Experiment, tallies: npt.NDArray[np.int64]) -> pd.DataFrame:
    """Return what each space, ring and kind of token is worth, by cell, objective and in all.

    Parameters
    ----------
    experiment
        A forced one.
    tallies
        See `plateau.anatomycounts`.

    Returns
    -------
    pandas.DataFrame
        One row per scope (see `scopes`) and group of spaces; rings and kinds are means over their
        spaces. ``owned``: share of the deals in which the declaring side owns the space at the
        end. ``win_owned`` and ``win_other``: win rate when it does and when it does not;
        ``correlation``: the first minus the second, which also tells who had the better cards.
        ``causal``: win rate with the space alone given to the declaring side minus that with it
        given to the defenders, at the end of the same deals. Intervals at 95% (see `scopes`).
    """
    groups = space_groups(experiment.layout)
    weights = np.zeros((len(groups), SPACES))
    for row, (_, spaces) in enumerate(groups):
        weights[row, spaces] = 1 / len(spaces)
    names = pd.DataFrame([columns for columns, _ in groups])
    names = names.reindex(columns=["group", "space", "token", "ring", "kind"])
    tables = []
    for scope in scopes(experiment, tallies):
        moments = scope.counts[DECIDED : DECIDED + 2 * MOMENTS]
        deals, wins = float(moments.sum()), float(moments[MOMENTS:].sum())
        by_space = scope.counts[SPACE:].reshape(SPACES, SPACE_COUNTS)
        estimates = _estimates(weights @ by_space, deals, wins)
        table = pd.concat([names, pd.DataFrame(estimates)], axis=1)
        tables.append(table.assign(**scope.columns)[[*scope.columns, *table.columns]])
    return pd.concat(tables, ignore_index=True).astype({"space": "Int64", "value": "Int64"})


def _estimates(counts: npt.NDArray[np.float64], deals: float, wins: float) -> dict[str, Any]:
    """Return the columns of the estimates from mean counts, shape (groups, SPACE_COUNTS)."""
    owned, both = counts[:, OWNED], counts[:, OWNED_AND_WON]
    with_it = _rate(both, owned)
    without = _rate(wins - both, deals - owned)
    low, high = difference_interval(with_it, without)
    named = {
        "owned": _rate(owned, deals),
        "win_owned": with_it,
        "win_other": without,
        "correlation": (with_it[0] - without[0], low, high),
        "causal": _rate(counts[:, PIVOTAL], deals),
    }
    columns: dict[str, Any] = {"deals": round(deals)}
    for name, (value, lower, upper) in named.items():
        columns |= {name: value, f"{name}_low": lower, f"{name}_high": upper}
    return columns


def _rate(successes: npt.ArrayLike, number: npt.ArrayLike) -> tuple[Any, Any, Any]:
    """Return rates with their intervals; a rate of nothing is missing."""
    successes, number = np.broadcast_arrays(successes, number)
    # Means of counts do not add up to the last bit.
    number = np.where(number < 1e-9 * np.maximum(1, number.max(initial=0)), 0.0, number)
    successes = np.clip(successes, 0.0, number)
    low, high = wilson(successes, number)
    rate = np.divide(successes, number, out=np.full(number.shape, np.nan), where=number > 0)
    return rate, low, high
