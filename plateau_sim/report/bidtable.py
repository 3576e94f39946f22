"""The bid table as text: how often each cell is won, and what it brings."""

from __future__ import annotations

import pandas as pd

from plateau_sim.plateau.bids import OBJECTIVE_TITLES, OBJECTIVES, PARTNERS, Team
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.scoring import shares
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.words import decimals, headline, percent, signed, weakness

_LABEL, _EXCHANGES = 12, (True, False)
_CELL = 20
_GAP = "  "
_TEAMS_A_LINE = 2
_HARDLY = 0.01  # differing results per win, up to which two bids count as hardly different


def forced_lines(experiment: Experiment, table: pd.DataFrame) -> list[str]:
    """Return the screen of a forced experiment but for its closing lines.

    Parameters
    ----------
    experiment
        What was simulated.
    table
        See `analysis.bidtable.forced_table`.
    """
    lines = [headline(experiment), assumption(experiment), ""]
    teams = [team for team in experiment.rules.teams if team in set(table["team"])]
    for first in range(0, len(teams), _TEAMS_A_LINE):
        lines += [*_block(experiment, table, teams[first : first + _TEAMS_A_LINE]), ""]
    return [*lines, *forced_legend(experiment, table)]


def assumption(experiment: Experiment) -> str:
    """Return who declares what in a forced experiment, in a sentence."""
    if experiment.seat is None:
        who = "A random seat"
    else:
        who = f"The {seat_name(experiment.seat, experiment.rules.players)} seat"
    who = who.replace("The dealer seat", "The dealer")
    raises = "with raises" if experiment.raises else "without raises"
    return f"{who} declares an average hand, {raises}."


def _stake(experiment: Experiment, team: Team) -> str:
    share = shares(experiment.rules, PARTNERS[team])
    if experiment.rules.positive_only:
        return f"win {share.declarer} x value, else opponents {share.opponent} x"
    return f"you win or lose {share.declarer} x value"


def _block(experiment: Experiment, table: pd.DataFrame, teams: list[Team]) -> list[str]:
    """Return the rows of some teams side by side."""
    width = 2 * _CELL + len(_GAP)
    titles = [f"{team.upper()}  {_stake(experiment, team)}" for team in teams]
    columns = [
        ("exchange" if exchange else "no exchange").ljust(_CELL)
        for _ in teams
        for exchange in _EXCHANGES
    ]
    head = [f" {'v':>2} {'win':>6} {'points':>8}".ljust(_CELL)] * len(columns)
    margin = " " * _LABEL
    lines = [
        margin + _GAP.join(title.ljust(width) for title in titles),
        margin + _GAP.join(columns),
        margin + _GAP.join(head),
    ]
    for objective in OBJECTIVES:
        rows = table[table["objective"] == objective]
        if len(rows):
            cells = [_cell_text(rows, team, ex) for team in teams for ex in _EXCHANGES]
            lines.append(OBJECTIVE_TITLES[objective].ljust(_LABEL) + _GAP.join(cells))
    return [line.rstrip() for line in lines]


def _cell_text(rows: pd.DataFrame, team: Team, exchange: bool) -> str:
    found = rows[(rows["team"] == team) & (rows["exchange"] == exchange)]
    if found.empty:
        return f" {'·':>2}".ljust(_CELL)
    row = found.iloc[0]
    win = percent(row["win_rate"], row["win_low"], row["win_high"])
    points = signed(row["ev"], row["ev_low"], row["ev_high"])
    star = "*" if row["ev_low"] > 0 else " "
    return f" {row['value']:>2} {win:>6} {points:>8}{star}".ljust(_CELL)


def forced_legend(experiment: Experiment, table: pd.DataFrame) -> list[str]:
    """Return what the table's columns mean, their errors, and what strikes the eye."""
    baseline = " above the table's mean" if experiment.rules.positive_only else ""
    lines = [
        f"points  declarer's mean per deal{baseline}, * gains on an average hand",
        "±95%    " + _errors(experiment, table),
    ]
    lines += _look(table)
    weak = weakness(experiment)
    return [*lines, f"Play    {weak}"] if weak else lines


def _errors(experiment: Experiment, table: pd.DataFrame) -> str:
    """Return the largest error of the win rates, and per value that of the points of each team."""
    win = 50 * (table["win_high"] - table["win_low"]).max()
    per_value = (table["ev_high"] - table["ev_low"]) / 2 / table["value"]
    points = per_value.groupby(table["team"], sort=False).max()
    by_team = ", ".join(
        f"{points[team]:.{decimals(points[team])}f} x v {team.title()}"
        for team in experiment.rules.teams
        if team in points.index
    )
    return f"win {win:.{decimals(win)}f} · points {by_team}"


def _look(table: pd.DataFrame) -> list[str]:
    """Return the two neighbouring objectives that differ least in results, if hardly at all."""
    seen = table.dropna(subset=["as_easier"])
    seen = seen[seen["wins"] > 0]
    differing = (seen["deals"] - seen["as_easier"]) / seen["wins"]
    if differing.empty or differing.min() > _HARDLY:
        return []
    row = seen.iloc[int(differing.astype(float).argmin())]
    alike = table[(table["exchange"] == row["exchange"]) & (table["team"] == row["team"])]
    easier = alike[alike["value"] < row["value"]].iloc[-1]
    here, there = OBJECTIVE_TITLES[row["objective"]], OBJECTIVE_TITLES[easier["objective"]]
    exchange = "exchange" if row["exchange"] else "no exchange"
    return [
        f"Look    {there} and {here} ({row['team'].title()}, {exchange}) had the same result in "
        f"{row['as_easier']:,} of {row['deals']:,} deals,",
        f"        yet {here} pays {row['value'] - easier['value']} more.",
    ]
