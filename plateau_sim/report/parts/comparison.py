"""What another layout or variant changes."""

from __future__ import annotations

import pandas as pd

from plateau_sim.analysis.paired import ALPHA
from plateau_sim.plateau.bids import BidCell
from plateau_sim.report.comparetext import Compared, answer, letters
from plateau_sim.report.figures.canvas import Picture
from plateau_sim.report.figures.curves import Estimate, differences
from plateau_sim.report.page import Section, Table
from plateau_sim.report.parts.part import Part, played
from plateau_sim.report.words import percent, signed


def comparison_part(compared: Compared) -> Part:
    """Return the part of a comparison: a section for each setup against the first."""
    base, *others = compared.setups
    sections, answers = [], []
    for letter, other in zip(letters()[1:], others, strict=False):
        table = compared.table[compared.table["other"] == other.name]
        said = answer(compared, table, letter)
        pair = f"{letter} ({other.name}) minus A ({base.name})"
        caption = played(base.experiment, f"{compared.deals:,} deals, the same in both")
        pictures = [
            _picture(
                table,
                "diff",
                100,
                f"win-{letter}",
                f"Win rate, {pair}",
                "points of win rate",
                caption,
            ),
            _picture(
                table, "ev_diff", 1, f"points-{letter}", f"Points, {pair}", "points a deal", caption
            ),
        ]
        sections.append(
            Section(f"What changes from A to {letter}?", (), pictures, [_numbers(table, letter)])
        )
        answers += said
    data = {"differences": compared.table, "seats": compared.seats}
    return Part(answers, sections, data)


def _picture(
    table: pd.DataFrame, column: str, scale: float, name: str, title: str, axis: str, caption: str
) -> Picture:
    names = ("", "_low", "_high")
    estimates = {
        _bid(row): Estimate(*(scale * float(row[f"{column}{end}"]) for end in names))
        for _, row in table.iterrows()
    }
    if column == "diff":
        firm = (table["p_holm"] < ALPHA).tolist()
        marks = "Filled: holds also as one of all comparisons (McNemar, Holm, 5%)"
    else:
        firm = ((table[f"{column}_low"] > 0) | (table[f"{column}_high"] < 0)).tolist()
        marks = "Filled: the interval leaves out 0, each bid looked at alone"
    return differences(
        estimates,
        axis,
        firm,
        name=name,
        title=title,
        caption=f"{marks}; lines are 95% intervals. {caption}",
    )


def _numbers(table: pd.DataFrame, letter: str) -> Table:
    rows = [
        [
            _bid(row),
            percent(row["win_base"], row["win_base_low"], row["win_base_high"]),
            percent(row["win_other"], row["win_other_low"], row["win_other_high"]),
            signed(100 * row["diff"], 100 * row["diff_low"], 100 * row["diff_high"]),
            f"{row['only_base']:,}",
            f"{row['only_other']:,}",
            signed(row["ev_diff"], row["ev_diff_low"], row["ev_diff_high"]),
            signed(row["tricks_diff"], row["tricks_diff_low"], row["tricks_diff_high"]),
            f"{row['p_holm']:.2g}",
        ]
        for _, row in table.iterrows()
    ]
    header = (
        *("Bid", "A wins", f"{letter} wins", f"{letter} - A", "only A wins", f"only {letter}"),
        *("points", "tricks", "p (Holm)"),
    )
    caption = f"Every bid; differences are {letter} minus A on the same deals."
    return Table(caption, header, rows)


def _bid(row: pd.Series) -> str:
    return str(BidCell(row["exchange"], row["objective"], row["team"]))
