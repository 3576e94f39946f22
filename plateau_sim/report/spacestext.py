"""The numbers of a layout as text: which spaces decide, on the board and in groups."""

from __future__ import annotations

import pandas as pd

from plateau_sim.plateau.bids import OBJECTIVE_TITLES
from plateau_sim.plateau.board import SPACES
from plateau_sim.plateau.layouts import Layout
from plateau_sim.report.anatomywords import ending, heading, objectives_of, plus_minus, points
from plateau_sim.report.boardtext import board_lines, label
from plateau_sim.report.screen import Result

_SHOWN = 3  # spaces that matter most, and least
_PANEL, _LABEL, _COLUMN = 61, 13, 9
_TITLES = {
    "outer": "outer ring",
    "middle": "middle ring",
    "inner": "inner ring",
    "centre": "centre",
    "trick": "tricks",
    "face": "faces",
    "number": "numbers",
    "trump": "trumps",
    "excuse": "excuse",
}
_SHORT = {name: title.removesuffix(" ring") for name, title in _TITLES.items()}
_LEGEND = (
    "causal   win rate with the space alone given to the declaring side minus that with it given",
    "         to the defenders, at the end of the same deals, all else as played; in points (%)",
    "owned    share of deals in which the declaring side owns the space at the end",
    "win if   its win rate in the deals in which it owns the space, and in the others",
    "differ   the one minus the other: a correlation, no effect, as good hands own and win more",
)


def spaces_screen(result: Result) -> str:
    """Return the screen of a result whose table is of `analysis.spaces`."""
    table = result.table
    whole = table[table["scope"] == "all"]
    spaces = whole[whole["group"] == "space"]
    groups = whole[whole["group"] != "space"]
    half, digits = plus_minus(spaces["causal_low"], spaces["causal_high"])
    lines = [*heading(result.experiment), *answer(spaces), "", *_numbers(spaces, digits), ""]
    lines += [*_board(result.experiment.layout, spaces, groups, digits), ""]
    lines += _by_objective(table, digits)
    lines += _LEGEND
    lines.append(_errors(table, spaces, half, digits))
    return "\n".join([*lines, *ending(result)]) + "\n"


def _errors(table: pd.DataFrame, spaces: pd.DataFrame, half: float, digits: int) -> str:
    """Return the line with the largest errors of what is shown."""
    groups = table[(table["scope"] == "objective") & (table["group"] != "space")]
    by_objective, _ = plus_minus(groups["causal_low"], groups["causal_high"])
    wins = max(
        plus_minus(spaces[f"win_{name}_low"], spaces[f"win_{name}_high"])[0]
        for name in ("owned", "other")
    )
    return (
        f"±95%     causal {half:.{digits}f} of a space, {by_objective:.{digits}f} by objective · "
        f"win if {wins:.1f}, all at most"
    )


def group_title(name: str) -> str:
    """Return what a ring or a kind of token is called."""
    return _TITLES[name]


def _extremes(spaces: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the spaces that matter most, and least."""
    ordered = spaces.sort_values("causal", ascending=False, kind="stable")
    shown = min(_SHOWN, len(ordered) // 2)
    return ordered.head(shown), ordered.tail(shown)


def answer(spaces: pd.DataFrame) -> list[str]:
    """Return which spaces matter most and hardly, from the rows of single spaces."""
    half, digits = plus_minus(spaces["causal_low"], spaces["causal_high"])

    def named(rows: pd.DataFrame) -> str:
        return ", ".join(
            f"{label(row['token'])} ({points(row['causal'], digits)})" for _, row in rows.iterrows()
        )

    most, least = _extremes(spaces)
    return [
        f"What matters most: {named(most)}. What hardly does: {named(least)}.",
        f"In brackets: points of win rate that the space alone decides, ±{half:.{digits}f};"
        " gaps of this size may be chance.",
    ]


def _numbers(spaces: pd.DataFrame, digits: int) -> list[str]:
    """Return the numbers of the spaces that matter most and least."""
    most, least = _extremes(spaces)
    lines = [
        f"{'':<{_LABEL + 12}}{'owned':>8}{'win if owned':>15}{'if not':>9}{'differ':>9}"
        f"{'causal':>10}",
    ]
    for place, (_, row) in enumerate([*most.iterrows(), *least.iterrows()]):
        title = ("matter most" if place == 0 else "hardly") if place in (0, len(most)) else ""
        lines.append(
            f"{title:<{_LABEL}}{label(row['token']):<5}{row['ring']:<7}"
            f"{points(row['owned'], 0):>7}%{points(row['win_owned'], 0):>14}%"
            f"{points(row['win_other'], 0):>8}%{points(row['correlation'], 0, '+'):>9}"
            f"{points(row['causal'], digits):>10}"
        )
    return lines


def _board(layout: Layout, spaces: pd.DataFrame, groups: pd.DataFrame, digits: int) -> list[str]:
    """Return the hexagon with the causal values, rings and kinds of token beside it."""
    labels = [label(token) for token in layout.tokens]
    for _, row in spaces.iterrows():
        labels[row["space"]] += f" {points(row['causal'], digits)}"
    assert len(labels) == SPACES
    left = board_lines(layout, width=_PANEL, labels=labels)
    right = ["", f"{'mean of a space':<15}{'owned':>7}{'causal':>9}"]
    for group in ("ring", "kind"):
        right.append("")
        for _, row in groups[groups["group"] == group].iterrows():
            right.append(
                f"{_TITLES[row[group]]:<15}{points(row['owned'], 0):>6}%"
                f"{points(row['causal'], digits):>9}"
            )
    right += [""] * (len(left) - len(right))
    return [(a + b).rstrip() for a, b in zip(left, right, strict=True)]


def _by_objective(table: pd.DataFrame, digits: int) -> list[str]:
    """Return the causal values of rings and kinds by objective, if there are several."""
    objectives = objectives_of(table[table["scope"] == "objective"])
    if len(objectives) < 2:
        return []
    by_objective = table[(table["scope"] == "objective") & (table["group"] != "space")]
    first = by_objective[by_objective["objective"] == objectives[0]]
    names = [row[row["group"]] for _, row in first.iterrows()]
    lines = [
        f"{'causal':<{_LABEL}}" + "".join(f"{_SHORT[name]:>{_COLUMN}}" for name in names),
    ]
    for objective in objectives:
        rows = by_objective[by_objective["objective"] == objective]
        cells = "".join(f"{points(value, digits):>{_COLUMN}}" for value in rows["causal"])
        lines.append(f"{OBJECTIVE_TITLES[objective]:<{_LABEL}}{cells}")
    return [*lines, ""]
