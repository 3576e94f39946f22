"""Everything that is said about a bid table, from the counts of hands."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from plateau_sim.analysis.changes import Changes, smallest_changes
from plateau_sim.analysis.fairness import Bidding, bidding, contest, fair_table, neighbours
from plateau_sim.analysis.hands import HandCounts, Whole
from plateau_sim.plateau.values import Values


@dataclass(frozen=True)
class Verdict:
    """What a bid table is like.

    Attributes
    ----------
    counts : HandCounts
        What it was judged from.
    share : float
        Of the hands that bid; a cell below it is dead.
    own_values : str
        Where the values come from if they are not the rulebook's, or empty.
    table : pandas.DataFrame
        See `fairness.fair_table`; with the columns ``asked`` (whether the changes had to give the
        cell its share, and if not why), ``changed_value`` and ``changed_share`` (after them).
    bidding : Bidding
    neighbours : pandas.DataFrame
        See `fairness.neighbours`.
    changes : Changes
        Its columns are the cells of ``order``.
    order : int64 array
    """

    counts: HandCounts
    share: float
    own_values: str
    table: pd.DataFrame
    bidding: Bidding
    neighbours: pd.DataFrame
    changes: Changes
    order: Whole


def judge(
    counts: HandCounts, share: float, values: Values | None = None, own_values: str = ""
) -> Verdict:
    """Judge the rulebook's values, or others, on the same counts."""
    table = fair_table(counts, share, values)
    per_value, order = contest(counts)
    changes = smallest_changes(per_value, counts.values(values)[order], share)
    table.loc[order, "asked"] = _asked(changes, len(order))
    table.loc[order, "changed_value"] = changes.values
    table.loc[order, "changed_share"] = changes.counts / max(1, changes.counts.sum())
    table["changed_value"] = table["changed_value"].astype(int)
    parts = bidding(counts, values), neighbours(counts)
    return Verdict(counts, share, own_values, table, *parts, changes, order)


def _asked(changes: Changes, cells: int) -> list[str]:
    """Return for each column whether it had to have its share, or why not."""
    asked, wanted = ["yes"] * cells, changes.requirement
    for reason, columns in (
        ("no: never gains", wanted.hopeless),
        ("no: gains too seldom", wanted.scarce),
        ("no: another cell is in its way", [cell for cell, _ in wanted.rivals]),
    ):
        for column in columns:
            asked[column] = reason
    return asked
