"""How hard each bid is: the bid table."""

from __future__ import annotations

import pandas as pd

from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.report.bidtable import assumption, forced_legend
from plateau_sim.report.figures.bids import bid_heatmap
from plateau_sim.report.page import Section, Table
from plateau_sim.report.parts.part import Part, paragraphs, played
from plateau_sim.report.screen import Result
from plateau_sim.report.words import percent, signed


def bids_part(result: Result) -> Part:
    """Return the part of a forced experiment's table; see `analysis.bidtable`."""
    experiment, table = result.experiment, result.table
    size = f"{result.deals:,} deals, the same in every bid"
    caption = (
        "In each cell: the bid's value, how often it is won, the declarer's mean points a deal. "
        + played(experiment, size)
    )
    section = Section(
        "How hard is each bid?",
        [assumption(experiment), *_notes(experiment, table)],
        [bid_heatmap(table, caption)],
        [_numbers(table)],
    )
    return Part(_answers(table), [section], {"bids": table.drop(columns="as_easier")})


def _notes(experiment: Experiment, table: pd.DataFrame) -> list[str]:
    """Return the table's errors, and what strikes the eye."""
    lines = paragraphs(forced_legend(experiment, table))
    return [line for line in lines if line.startswith(("±95%", "Look"))]


def _answers(table: pd.DataFrame) -> list[str]:
    gaining = table[table["ev_low"] > 0].sort_values("ev", ascending=False)
    losing = table[table["ev_high"] < 0]
    best = (
        f"; most with {_bid(gaining.iloc[0])}, {_points(gaining.iloc[0])}" if len(gaining) else ""
    )
    return [
        f"On an average hand {len(gaining)} of {len(table)} bids gain points{best}; "
        f"{len(losing)} lose."
    ]


def _numbers(table: pd.DataFrame) -> Table:
    rows = [
        [
            _bid(row),
            str(row["value"]),
            f"{row['deals']:,}",
            percent(row["win_rate"], row["win_low"], row["win_high"]),
            _points(row),
            f"{row['mean_tricks']:.1f}",
        ]
        for _, row in table.iterrows()
    ]
    header = ("Bid", "Value", "Deals", "Won", "Points a deal", "Tricks")
    return Table("Every bid; the files hold the intervals.", header, rows)


def _bid(row: pd.Series) -> str:
    return str(BidCell(row["exchange"], row["objective"], row["team"]))


def _points(row: pd.Series) -> str:
    return signed(row["ev"], row["ev_low"], row["ev_high"])
