"""How much a bid table depends on who plays."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from plateau_sim.analysis.sensitivity import range_table
from plateau_sim.plateau.bids import BidCell
from plateau_sim.report.figures.ranges import share_ranges
from plateau_sim.report.page import Section, Table
from plateau_sim.report.parts.part import Part
from plateau_sim.report.screen import Result
from plateau_sim.report.words import percent


def policies_part(results: Sequence[Result]) -> Part:
    """Return the part about the same bids under several policies, the page's own one first.

    Parameters
    ----------
    results
        Of forced experiments that differ in nothing but the policies and the number of deals.
    """
    tables = [result.table for result in results]
    table = range_table(tables)
    bids = [_bid(row) for _, row in table.iterrows()]
    names = [result.experiment.declaring for result in results]
    caption = (
        "How often each bid is won with the policy on both sides. "
        f"{_sizes(results)}, seed {results[0].experiment.seed}."
    )
    shares = {
        name: [float(rate) for rate in each["win_rate"]]
        for name, each in zip(names, tables, strict=True)
    }
    picture = share_ranges(
        shares, bids, name="policies", title="The bids under other policies", caption=caption
    )
    answer = _answer(table, names)
    section = Section(
        "How much depends on who plays?",
        [answer],
        [picture],
        [_numbers(bids, names, tables, table)],
    )
    data = pd.concat(tables, ignore_index=True).drop(columns="as_easier")
    return Part([answer], [section], {"policies": data})


def _sizes(results: Sequence[Result]) -> str:
    by_size: dict[int, list[str]] = {}
    for result in results:
        by_size.setdefault(result.deals, []).append(result.experiment.declaring)
    return "; ".join(f"{', '.join(names)}: {deals:,} deals" for deals, names in by_size.items())


def _answer(table: pd.DataFrame, names: Sequence[str]) -> str:
    some = table[(table["gains"] > 0) & (table["gains"] < len(names))]
    policies = f"{', '.join(names[:-1])} and {names[-1]}"
    if some.empty:
        return f"Whether a bid gains on an average hand is the same under {policies}."
    bids = "one bid gains" if len(some) == 1 else f"{len(some)} of {len(table)} bids gain"
    return f"Whether {bids} on an average hand depends on who plays: {policies}."


def _numbers(
    bids: Sequence[str],
    names: Sequence[str],
    tables: Sequence[pd.DataFrame],
    table: pd.DataFrame,
) -> Table:
    columns = [
        [percent(row["win_rate"], row["win_low"], row["win_high"]) for _, row in each.iterrows()]
        for each in tables
    ]
    gains = [f"{count} of {len(names)}" for count in table["gains"]]
    rows = [list(row) for row in zip(bids, *columns, gains, strict=True)]
    text = "Won under each policy, and under how many the bid gains on an average hand."
    return Table(text, ("Bid", *names, "Gains"), rows)


def _bid(row: pd.Series) -> str:
    return str(BidCell(row["exchange"], row["objective"], row["team"]))
