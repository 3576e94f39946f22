"""When hands are decided, what is built, and who has the better seat."""

from __future__ import annotations

import pandas as pd

from plateau_sim.plateau.bids import OBJECTIVE_TITLES, OBJECTIVES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.anatomywords import objectives_of
from plateau_sim.report.figures.canvas import Picture
from plateau_sim.report.figures.curves import (
    Estimate,
    cumulative_lines,
    differences,
    ranked_shares,
)
from plateau_sim.report.page import Section
from plateau_sim.report.parts.part import Part, paragraphs, played
from plateau_sim.report.screen import Result
from plateau_sim.report.shapetext import answer, legend

_ADJUSTED = 0.05


def shape_part(result: Result) -> Part:
    """Return the part of a result whose table is of `analysis.shape`."""
    experiment, table = result.experiment, result.table
    caption = played(experiment, f"{result.deals:,} deals in every bid")
    by_objective = table[table["scope"] == "objective"]
    pictures = [_decided(by_objective, caption), _funnel(table, caption)]
    seats = table[(table["scope"] == "all") & (table["statistic"] == "seat_effect")]
    if len(seats):
        pictures.append(_seats(experiment, seats, caption))
    said = answer(experiment, table[table["scope"] == "all"])
    section = Section("When is a hand decided?", paragraphs(legend(table)), pictures)
    # Of single bids what the figures show; the command shape has the rest.
    shown = table[(table["scope"] != "cell") | (table["statistic"] == "formation")]
    return Part(said, [section], {"shape": shown})


def _decided(table: pd.DataFrame, caption: str) -> Picture:
    rows = table[table["statistic"] == "decided_after"]
    shares = {
        OBJECTIVE_TITLES[name]: rows[rows["objective"] == name]["estimate"].tolist()
        for name in objectives_of(rows)
    }
    steps = rows["level"].drop_duplicates().tolist()
    return cumulative_lines(
        shares,
        steps,
        "Trick",
        name="decided",
        title="Hands decided by each trick",
        caption=f"Share of hands that are won or lost by then, all bids of an objective. {caption}",
    )


def _funnel(table: pd.DataFrame, caption: str) -> Picture:
    rows = table[(table["scope"] == "cell") & (table["statistic"] == "formation")]
    # What stands on the final board is nearly the same whatever is bid: means over the objectives.
    shares = {}
    for (team, exchange), cells in rows.groupby(["team", "exchange"], sort=False):
        means = cells.groupby("level")["estimate"].mean()
        name = f"{str(team).title()} {'exchange' if exchange else 'no exchange'}"
        shares[name] = [float(means[objective]) for objective in OBJECTIVES]
    return ranked_shares(
        shares,
        [OBJECTIVE_TITLES[objective] for objective in OBJECTIVES],
        name="funnel",
        title="What the declaring side builds",
        caption="Share of final boards, played to the last card, that make each formation or a "
        f"better one. {caption}",
    )


def _seats(experiment: Experiment, rows: pd.DataFrame, caption: str) -> Picture:
    players = experiment.rules.players
    estimates = {
        seat_name(int(row["level"]), players): Estimate(
            100 * row["estimate"], 100 * row["low"], 100 * row["high"]
        )
        for _, row in rows.iterrows()
    }
    firm = [bool(row["p_adjusted"] < _ADJUSTED) for _, row in rows.iterrows()]
    return differences(
        estimates,
        "points of win rate, seat minus mean of all seats",
        firm,
        name="seats",
        title="Does the declarer's seat matter?",
        caption="The 1st seat leads to the first trick. Filled: differs from the mean of all "
        f"seats, also as one of several (Holm, 5%); lines are 95% intervals. {caption}",
    )
