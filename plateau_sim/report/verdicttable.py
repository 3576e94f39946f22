"""The table of a verdict: a line for each bid that is worth one."""

from __future__ import annotations

import math

import pandas as pd

from plateau_sim.analysis.handverdict import NO, SOUND, Verdict, option_table
from plateau_sim.plateau.bids import OBJECTIVE_TITLES
from plateau_sim.report.words import decimals, percent, signed

_SHOWN = 6
_WIDTHS = (33, 8, 5, 9, 7, 13, 14)  # the value ends the first column
_HEAD = (
    ("value", "you win", "win", "equals", "out-", "points", "against"),
    ("", "or lose", "%", "passing", "bid %", "a deal", "passing"),
)


def bid_lines(verdict: Verdict, all_bids: bool) -> list[str]:
    """Return a line for each bid that is worth one, one for passing, and the rest summed up."""
    table = option_table(verdict)
    bids, passing = table.iloc[:-1], table.iloc[-1]
    shown = len(bids) if all_bids or bids.empty else _worth_showing(bids)
    lines = [*map(_columns, _HEAD), *(_bid_line(row) for _, row in bids.iloc[:shown].iterrows())]
    lines.append("  pass" + _columns(("", "", "", "", "", _signed(passing, "points")))[6:])
    rest = len(bids) - shown
    if rest:
        many = f"{rest} other legal bids" if rest > 1 else "1 other legal bid"
        lines.append(f"  {many}: no. --all shows {'them' if rest > 1 else 'it'}.")
    return lines


def legend(verdict: Verdict, bids: pd.DataFrame) -> list[str]:
    """Return what the columns mean, as far as it is not plain."""
    lines: list[str] = []
    if bids.empty:
        return lines
    if (bids["outbid"] > 0).any():
        who = (
            f"as the {verdict.question.bidder} bidder would; then you pass, and the rest is played"
        )
        lines.append(f"out-bid  by others, {who}")
        lines.append("win      of the hands that you play; points, equals: outbid hands counted")
    if (bids["win_rate"] < bids["even"])[bids["verdict"] == SOUND].any():
        lines.append("equals   if you never raised; raises make up for what is missing")
    if verdict.question.rules.positive_only:
        lines.append("points   yours minus the mean of all seats'")
    return lines


def _worth_showing(bids: pd.DataFrame) -> int:
    """Return how many bids have lines: all that are not worse than passing, and some others."""
    hopeful = [place for place, said in enumerate(bids["verdict"], 1) if said != NO]
    return min(len(bids), max([_SHOWN, *hopeful]))


def _columns(cells: tuple[str, ...]) -> str:
    return "".join(f"{cell:>{width}}" for cell, width in zip(cells, _WIDTHS, strict=False))


def _bid_line(row: pd.Series) -> str:
    exchange = "exchange" if row["exchange"] else "no exchange"
    title = f"  {OBJECTIVE_TITLES[row['objective']]} {row['team'].title()}"
    win = "–"
    if row["played"]:
        win = percent(row["win_rate"], row["win_low"], row["win_high"]).rstrip("%")
    cells = (
        f"{title:<17} {exchange:<11}{row['value']:>4.0f}",
        _stake(row),
        win,
        _even(row["even"]),
        f"{100 * row['outbid']:.0f}",
        _signed(row, "points"),
        _signed(row, "against_pass"),
    )
    return f"{_columns(cells)}  {row['verdict']}"


def _stake(row: pd.Series) -> str:
    """Return what the seat wins or loses."""
    if row["if_won"] == -row["if_lost"]:
        return f"±{row['if_won']:.0f}"
    return f"{row['if_won']:+.0f}/{row['if_lost']:.0f}"


def _even(rate: float) -> str:
    if math.isnan(rate):
        return "–"
    if rate < 0:
        return "<0"
    return ">100" if rate > 1 else f"{100 * rate:.0f}"


def _signed(row: pd.Series, name: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    half = (high - low) / 2
    return f"{signed(row[name], low, high)} ±{half:.{decimals(half)}f}"
