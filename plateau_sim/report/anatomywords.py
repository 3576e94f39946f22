"""What the screens about spaces and about the shape of hands have in common."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from plateau_sim.plateau.bids import OBJECTIVE_TITLES, OBJECTIVES, BidCell, Objective
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.report.bidtable import assumption
from plateau_sim.report.screen import Result, footer
from plateau_sim.report.words import decimals, headline, weakness


def heading(experiment: Experiment) -> list[str]:
    """Return the lines that say what was simulated."""
    cells, whole = experiment.cells, len(experiment.rules.cells)
    lines = [headline(experiment), assumption(experiment)]
    if len(cells) == whole:
        lines[-1] += f" All {whole} bids together."
    elif len(cells) == 1:
        lines[-1] += f" Bid: {cells[0]}."
    else:
        lines.append(f"{len(cells)} bids together: {_bids(cells)}.")
    return [*lines, ""]


def _bids(cells: Sequence[BidCell]) -> str:
    """Return some bids in words: their objectives, their teams, with or without exchange."""
    objectives = dict.fromkeys(OBJECTIVE_TITLES[cell.objective] for cell in cells)
    teams = dict.fromkeys(cell.team.title() for cell in cells)
    exchange = {True: "exchange", False: "no exchange"}
    exchanges = dict.fromkeys(exchange[cell.exchange] for cell in cells)
    return " · ".join(", ".join(words) for words in (objectives, teams, exchanges))


def ending(result: Result) -> list[str]:
    """Return the closing lines."""
    weak = weakness(result.experiment)
    return [*([f"Play     {weak}"] if weak else []), *footer(result)]


def objectives_of(table: pd.DataFrame) -> list[Objective]:
    """Return the objectives of a table's cells."""
    found = set(table["objective"])
    return [objective for objective in OBJECTIVES if objective in found]


def plus_minus(low: pd.Series, high: pd.Series) -> tuple[float, int]:
    """Return the largest half-width of some rates, in points, and the decimals it supports."""
    half = 50 * float((high - low).max())
    return half, decimals(half)


def points(rate: float, digits: int, sign: str = "") -> str:
    """Return a rate, or a difference of rates, in points; a dash if it is missing."""
    if pd.isna(rate):
        return "–"
    text = f"{100 * rate:{sign}.{digits}f}"
    return text.lstrip("+-") if float(text) == 0 else text
