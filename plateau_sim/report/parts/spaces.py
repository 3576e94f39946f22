"""Which spaces of the board matter."""

from __future__ import annotations

import pandas as pd

from plateau_sim.report.anatomywords import plus_minus, points
from plateau_sim.report.boardtext import label
from plateau_sim.report.figures.canvas import AMOUNT, SIDES, Picture
from plateau_sim.report.figures.hexagons import board_figure
from plateau_sim.report.page import Section, Table
from plateau_sim.report.parts.part import Part, played
from plateau_sim.report.screen import Result
from plateau_sim.report.spacestext import answer, group_title

_LEAST_SPAN = 0.1  # of the colours to each side of one half


def spaces_part(result: Result) -> Part:
    """Return the part of a result whose table is of `analysis.spaces`."""
    whole = result.table[result.table["scope"] == "all"]
    spaces = whole[whole["group"] == "space"].sort_values("space")
    size = f"all bids together, {result.deals:,} deals in each"
    caption = played(result.experiment, size)
    said = answer(spaces)
    section = Section(
        "Which spaces matter?",
        [
            "Ownership goes with good cards, so a win rate that is higher with a space proves "
            "nothing about the space: a correlation. The deciding share does: the win rate with "
            "the space alone given to the declaring side minus that with it given to the "
            "defenders, at the end of the same deals, all else as played.",
        ],
        [_owned(result, spaces, caption), _causal(result, spaces, caption)],
        [_groups(whole), _tokens(spaces)],
    )
    # Single bids fill most of the table and no figure; the command board has them.
    shown = result.table[result.table["scope"] != "cell"]
    return Part(said, [section], {"spaces": shown})


def _owned(result: Result, spaces: pd.DataFrame, caption: str) -> Picture:
    furthest = max(float((spaces["owned"] - 0.5).abs().max()), _LEAST_SPAN)
    return board_figure(
        result.experiment.layout,
        spaces["owned"].tolist(),
        SIDES,
        (0.5 - furthest, 0.5 + furthest),
        lambda value: f"{100 * value:.0f}%",
        name="owned",
        title="How often the declaring side owns a space",
        caption=f"At the end of the hand: blue more often than not. {caption}",
    )


def _causal(result: Result, spaces: pd.DataFrame, caption: str) -> Picture:
    half, digits = plus_minus(spaces["causal_low"], spaces["causal_high"])
    return board_figure(
        result.experiment.layout,
        spaces["causal"].tolist(),
        AMOUNT,
        (0.0, float(spaces["causal"].max())),
        lambda value: points(value, digits),
        name="causal",
        title="How often a space alone decides",
        caption=f"In points of win rate, ±{half:.{digits}f}. {caption}",
    )


def _groups(whole: pd.DataFrame) -> Table:
    rows = whole[whole["group"] != "space"]
    names = [
        group_title(row["ring"] if row["group"] == "ring" else row["kind"])
        for _, row in rows.iterrows()
    ]
    return _table("Rings and kinds of token, means of a space", "Spaces", rows, names)


def _tokens(spaces: pd.DataFrame) -> Table:
    ordered = spaces.sort_values("causal", ascending=False, kind="stable")
    names = [f"{label(row['token'])} ({row['ring']})" for _, row in ordered.iterrows()]
    return _table("Every space, those that matter most first", "Space", ordered, names)


def _table(caption: str, first: str, rows: pd.DataFrame, names: list[str]) -> Table:
    _, digits = plus_minus(rows["causal_low"], rows["causal_high"])
    cells = [
        [
            name,
            f"{points(row['owned'], 0)}%",
            f"{points(row['win_owned'], 0)}%",
            f"{points(row['win_other'], 0)}%",
            points(row["correlation"], 0, "+"),
            points(row["causal"], digits),
        ]
        for name, (_, row) in zip(names, rows.iterrows(), strict=True)
    ]
    header = (first, "Owned", "Won if owned", "if not", "differ", "Decides")
    return Table(caption, header, cells)
