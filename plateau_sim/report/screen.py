"""What was measured, as the text of a terminal's screen."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from plateau_sim.plateau.experiment import Experiment


@dataclass(frozen=True)
class Result:
    """One measured experiment, ready to be shown.

    Attributes
    ----------
    experiment : Experiment
    table : pandas.DataFrame
        See `analysis.bidtable`.
    deals : int
    precision : float or None
        Half-width of the win rates that was asked for.
    own_values : str
        File of the user's own bid values, or empty.
    spent : str
        Time as text, or empty.
    partial : bool
        Whether the run was interrupted.
    """

    experiment: Experiment
    table: pd.DataFrame
    deals: int
    precision: float | None = None
    own_values: str = ""
    spent: str = ""
    partial: bool = False

    @property
    def by_seat(self) -> bool:
        """Whether the table has a row for each seat of the declarer."""
        return self.experiment.seat is None and bool((self.table["seat"] != "any").any())


def footer(result: Result) -> list[str]:
    """Return the closing lines: what was interrupted or asked for, deals, seed, what else."""
    lines = []
    if result.partial:
        lines.append("PARTIAL interrupted: these are the first deals only")
    if result.precision is not None and not result.partial:
        table = result.table
        reached = float((table["win_high"] - table["win_low"]).max()) / 2
        met = "reached" if reached < result.precision else "not reached"
        asked = f"±{100 * result.precision:g} points of win rate"
        lines.append(f"Asked   {asked} in every cell: {met}, ±{100 * reached:.2g}")
    if result.own_values:
        lines.append(f"Values  your own, from {result.own_values}")
    same = "" if result.experiment.auction else ", the same in every cell"
    spent = f" · {result.spent}" if result.spent else ""
    seed, more = f"seed {result.experiment.seed}", "more: --format csv, --out FILE"
    lines.append(f"{result.deals:,} deals{same}{spent} · {seed} · {more}")
    return lines


def screens(results: list[Result]) -> str:
    """Return the screens of all results, one below the other, then the range over policies."""
    from plateau_sim.report.policyrange import range_screens

    return "\n".join([*map(_screen, results), *range_screens(results)])


def _screen(result: Result) -> str:
    from plateau_sim.report import auctiontable, bidtable, seattable

    if result.experiment.auction:
        lines = auctiontable.auction_lines(result.experiment, result.table)
    elif result.by_seat:
        lines = seattable.seat_lines(result.experiment, result.table)
    else:
        lines = bidtable.forced_lines(result.experiment, result.table)
    return "\n".join([*lines, *footer(result)]) + "\n"
