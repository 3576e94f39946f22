"""What several policies say about the same bids."""

from __future__ import annotations

import pandas as pd

_CELL = ["exchange", "objective", "team"]


def range_table(tables: list[pd.DataFrame]) -> pd.DataFrame:
    """Return one row per bid cell over the policies that played it.

    Parameters
    ----------
    tables
        See `bidtable.forced_table`; of one setup but for the policies.

    Returns
    -------
    pandas.DataFrame
        ``win_lowest`` and ``win_highest`` of the win rates, ``ev_lowest`` and ``ev_highest``, and
        ``gains``: the number of policies under which the lower bound of EV is above 0.
    """
    rows = pd.concat(tables, ignore_index=True)
    rows["gains"] = rows["ev_low"] > 0
    found = rows.groupby(_CELL, sort=False).agg(
        win_lowest=("win_rate", "min"),
        win_highest=("win_rate", "max"),
        ev_lowest=("ev", "min"),
        ev_highest=("ev", "max"),
        gains=("gains", "sum"),
    )
    return found.reset_index()
