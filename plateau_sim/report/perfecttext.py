"""How far policies are from perfect open-card play, as text."""

from __future__ import annotations

import math

import pandas as pd

from plateau_sim.analysis.paired import ALPHA as _ALPHA
from plateau_sim.analysis.perfect import ALL
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.report.anatomywords import ending, heading
from plateau_sim.report.screen import Result
from plateau_sim.report.words import decimals, joined, percent, signed

_NAME, _CELL, _WIDE = 20, 11, 22
_ROLES = (("both", "all"), ("declaring", "declarers"), ("defending", "defenders"))
_MAIN, _OF_WON = "thrown_of_critical", "thrown_of_won"


def perfect_screen(result: Result) -> str:
    """Return the screen of a result whose table is of `analysis.perfect`."""
    table = result.table
    lines = [*_heading(result.experiment, int(table["last"].iloc[0])), *_answer(table), ""]
    lines += [*_policies(table), "", *_by_tricks(table), "", *_legend(table), *ending(result)]
    return "\n".join(lines) + "\n"


def _heading(experiment: Experiment, last: int) -> list[str]:
    lines = heading(experiment)
    return [*lines[:-1], f"Each choice of a card in the last {last} tricks of this play.", ""]


def _pick(table: pd.DataFrame, role: str = "both", left: str = ALL) -> pd.DataFrame:
    return table[(table["role"] == role) & (table["tricks_left"] == left)]


def _rate(row: pd.Series, name: str) -> str:
    if pd.isna(row[name]):
        return "–"
    return percent(row[name], row[f"{name}_low"], row[f"{name}_high"])


def _short(name: str) -> str:
    return name if len(name) < _NAME else "…" + name[-(_NAME - 2) :]


def _answer(table: pd.DataFrame) -> list[str]:
    rows = _pick(table)
    if rows[_MAIN].isna().all():
        return ["No ending was found that a card loses: more deals are needed."]
    rows = rows.sort_values(_MAIN, kind="stable")
    said = [f"{_short(row['policy'])} {_rate(row, _MAIN)}" for _, row in rows.iterrows()]
    whole = rows.iloc[0]
    share = 100 * whole["critical"] / whole["won"]
    return [
        f"In {share:.0f}% of won endings the choice matters. There they are thrown away by:",
        *joined(said),
    ]


def _line(label: str, *cells: str) -> str:
    return (f"{label:<{_NAME}}" + "".join(cells)).rstrip()


def _policies(table: pd.DataFrame) -> list[str]:
    """Return a line for each policy: its rates by role, and its difference from the first."""
    names = list(dict.fromkeys(table["policy"]))
    several = len(names) > 1
    titles = ["thrown away".rjust(3 * _CELL), "of all won".rjust(_WIDE), "minus".rjust(_WIDE)]
    heads = [name.rjust(_CELL) for _, name in _ROLES]
    heads += ["endings".rjust(_WIDE), _short(names[0]).rjust(_WIDE)]
    lines = [_line("", *titles[: 2 + several]), _line("", *heads[: 4 + several])]
    for name in names:
        own = table[table["policy"] == name]
        cells = [_rate(_pick(own, role).iloc[0], _MAIN).rjust(_CELL) for role, _ in _ROLES]
        whole = _pick(own).iloc[0]
        cells.append(_rate(whole, _OF_WON).rjust(_WIDE))
        if not pd.isna(whole["difference"]):
            cells.append(_difference(whole).rjust(_WIDE))
        lines.append(_line(_short(name), *cells))
    return lines


def _difference(row: pd.Series) -> str:
    low, high = 100 * row["difference_low"], 100 * row["difference_high"]
    half = (high - low) / 2
    star = "*" if row["p_adjusted"] < _ALPHA else " "
    return f"{signed(100 * row['difference'], low, high)} ±{half:.{decimals(half)}f}{star}"


def _by_tricks(table: pd.DataFrame) -> list[str]:
    """Return the rates by tricks left."""
    levels = [str(left) for left in range(int(table["last"].iloc[0]), 1, -1)]
    lines = [_line("tricks left", *(level.rjust(_CELL) for level in levels))]
    for name in dict.fromkeys(table["policy"]):
        own = table[table["policy"] == name]
        rates = [_rate(_pick(own, left=level).iloc[0], _MAIN) for level in levels]
        lines.append(_line(_short(name), *(rate.rjust(_CELL) for rate in rates)))
    rows = [_pick(table, left=level).iloc[0] for level in levels]
    return [*lines, _line("such choices", *(f"{row['critical']:>{_CELL},}" for row in rows))]


def _legend(table: pd.DataFrame) -> list[str]:
    rows = _pick(table)
    whole = rows.iloc[0]
    lines = [
        "won      the side to move can win: all cards open, both sides perfect from then on",
        "thrown   away: a card after which it can't; a declarer misses a win, a defender lets one",
        "         through. In % of won endings in which some card does that",
        "perfect  sees all cards: a yardstick that nobody who doesn't see them can reach in full",
        f"choices  {whole['decisions']:,} with two or more cards, {whole['won']:,} of them in won"
        f" endings, {whole['critical']:,} where a card loses",
    ]
    if table["policy"].nunique() > 1:
        lines.append(
            "minus    points: row minus first policy; * differs, also as one of several (Holm, 5%)"
        )
    half = 50 * float((rows[f"{_MAIN}_high"] - rows[f"{_MAIN}_low"]).max())
    return lines if math.isnan(half) else [*lines, f"±95%     {half:.{decimals(half)}f} points"]
