"""How much a table's answers depend on who plays: the range over several policies."""

from __future__ import annotations

import pandas as pd

from plateau_sim.analysis.sensitivity import range_table
from plateau_sim.plateau.bids import OBJECTIVE_TITLES, OBJECTIVES, Team
from plateau_sim.report.screen import Result
from plateau_sim.report.words import joined, setup_parts

_LABEL, _CELL, _GAP = 12, 20, "  "
_TEAMS_A_LINE = 2


def range_screens(results: list[Result]) -> list[str]:
    """Return a screen for each setup that several policies have played, none for others."""
    return [_screen(some) for some in _by_setup(results) if len(some) > 1]


def _by_setup(results: list[Result]) -> list[list[Result]]:
    """Return results together that differ in nothing but the policies."""
    found: dict[tuple[object, ...], list[Result]] = {}
    for result in results:
        experiment = result.experiment
        if not (experiment.auction or result.by_seat or result.partial):
            key = (experiment.rules, experiment.layout, experiment.cells)
            found.setdefault(key, []).append(result)
    return list(found.values())


def _screen(results: list[Result]) -> str:
    experiment = results[0].experiment
    table = range_table([result.table for result in results])
    policies = len(results)
    parts = ["Win rates over the policies: lowest to highest", *setup_parts(experiment)[:-1]]
    names = [result.experiment.declaring for result in results]
    lines = [*joined(parts), *joined([f"{policies} policies: {names[0]}", *names[1:]]), ""]
    teams = [team for team in experiment.rules.teams if team in set(table["team"])]
    for first in range(0, len(teams), _TEAMS_A_LINE):
        lines += [*_block(table, teams[first : first + _TEAMS_A_LINE], policies), ""]
    return "\n".join([*lines, *_legend(table, policies)]) + "\n"


def _block(table: pd.DataFrame, teams: list[Team], policies: int) -> list[str]:
    """Return the rows of some teams side by side."""
    margin, width = " " * _LABEL, 2 * _CELL + len(_GAP)
    columns = [text.ljust(_CELL) for _ in teams for text in ("exchange", "no exchange")]
    head = [f" {'win':>10}  gains".ljust(_CELL)] * len(columns)
    lines = [
        margin + _GAP.join(team.upper().ljust(width) for team in teams),
        margin + _GAP.join(columns),
        margin + _GAP.join(head),
    ]
    for objective in OBJECTIVES:
        rows = table[table["objective"] == objective]
        if len(rows):
            cells = [_cell_text(rows, team, ex, policies) for team in teams for ex in (True, False)]
            lines.append(OBJECTIVE_TITLES[objective].ljust(_LABEL) + _GAP.join(cells))
    return [line.rstrip() for line in lines]


def _cell_text(rows: pd.DataFrame, team: str, exchange: bool, policies: int) -> str:
    found = rows[(rows["team"] == team) & (rows["exchange"] == exchange)]
    if found.empty:
        return f" {'·':>10}".ljust(_CELL)
    row = found.iloc[0]
    rates = f"{_rate(row['win_lowest'])}-{_rate(row['win_highest'])}%"
    return f" {rates:>10}  {row['gains']} of {policies}".ljust(_CELL)


def _rate(rate: float) -> str:
    return f"{100 * rate:.{0 if rate >= 0.1 else 1}f}"


def _legend(table: pd.DataFrame, policies: int) -> list[str]:
    """Return what the numbers mean, and the bids whose verdict depends on the policy."""
    some = table[(table["gains"] > 0) & (table["gains"] < policies)]
    lines = ["gains   number of policies under which the bid gains on an average hand (the *)"]
    if len(some):
        lines.append(
            f"Look    whether {_bids(len(some))} gain{'s' * (len(some) == 1)} depends on who plays"
        )
    else:
        lines.append("Look    no bid's verdict depends on which of these policies plays")
    return lines


def _bids(number: int) -> str:
    return f"{number} bid{'s' * (number != 1)}"
