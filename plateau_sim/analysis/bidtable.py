"""Tallies of an experiment to one tidy row per bid cell."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from plateau_sim.analysis.intervals import score_interval, wilson
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.scoring import bidder_points
from plateau_sim.plateau.tallies import AS_EASIER, BY_TALON, OUTCOMES, TRICKS, outcome
from plateau_sim.plateau.values import Values

Tally = npt.NDArray[np.int64]
PASSED = "passed"
AUCTION_COLUMNS = (
    *("players", "variant", "scoring", "strict", "layout", "declaring_policy", "defending_policy"),
    *("seat", "exchange", "objective", "team", "final_objective", "value", "deals", "wins"),
    *("win_rate", "win_low", "win_high", "ev", "ev_low", "ev_high", "mean_tricks"),
    *("decided_by_talon", "share"),
)


def forced_table(
    experiment: Experiment, tallies: Tally, *, by_seat: bool = False, values: Values | None = None
) -> pd.DataFrame:
    """Return win rate and EV of each chosen cell.

    Parameters
    ----------
    experiment
        A forced one.
    tallies
        int64, shape (cells, players, COLUMNS), see `plateau.tallies`.
    by_seat
        True: a row for each seat of the declarer, forehand first, in place of one for all.
    values
        Values of the bid cells in place of the rulebook's.

    Returns
    -------
    pandas.DataFrame
        One row per cell, in table order. EV in points per deal: the mean of the seat that bid minus
        the mean of all seats. Intervals at 95%. ``as_easier`` counts deals with the same result as
        under the next lower objective in the table (missing: there is none).
    """
    seat = "any" if experiment.seat is None else experiment.seat
    rows, easier_seen = [], set()
    for cell, by_declarer in zip(experiment.cells, tallies, strict=True):
        has_easier = (cell.exchange, cell.team) in easier_seen
        easier_seen.add((cell.exchange, cell.team))
        seats = enumerate(by_declarer) if by_seat else [(seat, by_declarer.sum(axis=0))]
        for number, tally in seats:
            row = estimates(experiment, cell, tally, values)
            row["as_easier"] = int(tally[AS_EASIER]) if has_easier else None
            names = cell_columns(experiment, cell, values)
            rows.append({**setup_columns(experiment), "seat": number, **names, **row})
    return pd.DataFrame(rows).astype({"as_easier": "Int64"})


def auction_table(experiment: Experiment, tallies: Tally) -> pd.DataFrame:
    """Return one row per winning cell and final objective that came up, and the row ``passed``.

    Columns as in `forced_table`, and ``final_objective`` and ``share`` of all deals; ``value`` is
    that of the final objective. Hands that all pass score 0.
    """
    by_row = tallies.sum(axis=1)
    deals = int(by_row[:, :OUTCOMES].sum())
    rows = []
    pairs = ((cell, objective) for cell in experiment.cells for objective in OBJECTIVES)
    for (cell, objective), tally in zip(pairs, by_row[:-1], strict=True):
        if tally.any():
            raised = BidCell(cell.exchange, objective, cell.team)
            names = {**cell_columns(experiment, cell), "final_objective": objective}
            names["value"] = experiment.value(raised)
            found = estimates(experiment, raised, tally)
            rows.append({**setup_columns(experiment), "seat": "any", **names, **found})
    nobody = {"seat": "any", "objective": PASSED, "deals": int(by_row[-1, 0]), "ev": 0.0}
    rows.append({**setup_columns(experiment), **nobody})
    table = pd.DataFrame(rows, columns=list(AUCTION_COLUMNS))
    table["share"] = table["deals"] / deals
    return table


def setup_columns(experiment: Experiment) -> dict[str, Any]:
    """Return the first columns of every table: what was simulated."""
    rules = experiment.rules
    return {
        "players": rules.players,
        "variant": rules.variant,
        "scoring": rules.scoring,
        "strict": rules.strict_formations,
        "layout": experiment.layout.name,
        "declaring_policy": experiment.declaring,
        "defending_policy": experiment.defending,
    }


def value_in(experiment: Experiment, cell: BidCell, values: Values | None) -> int:
    """Return the value of a cell: the user's own, or the rulebook's."""
    return experiment.value(cell) if values is None else values[cell]


def cell_columns(
    experiment: Experiment, cell: BidCell, values: Values | None = None
) -> dict[str, Any]:
    """Return the columns that name a bid cell."""
    return {
        "exchange": cell.exchange,
        "objective": cell.objective,
        "team": cell.team,
        "value": value_in(experiment, cell, values),
    }


def estimates(
    experiment: Experiment, cell: BidCell, tally: Tally, values: Values | None = None
) -> dict[str, Any]:
    """Return the estimates of one cell, by the names of the columns of `forced_table`.

    Parameters
    ----------
    experiment, cell, values
        What points follow from.
    tally
        int64, shape (COLUMNS,), see `plateau.tallies`.
    """
    counts = tally[:OUTCOMES]
    deals, wins = int(counts.sum()), int(counts[1::2].sum())
    win_low, win_high = wilson(wins, deals)
    worth = np.array(points_by_outcome(experiment, cell, values), np.float64)
    mean = float(counts @ worth) / max(deals, 1)
    variance = float(counts @ (worth - mean) ** 2) / max(deals, 1)
    possible = worth[possible_outcomes(cell, counts > 0)]
    ev_low, ev_high = score_interval(mean, variance, deals, possible.min(), possible.max())
    return {
        "deals": deals,
        "wins": wins,
        "win_rate": wins / max(deals, 1),
        "win_low": float(win_low),
        "win_high": float(win_high),
        "ev": mean,
        "ev_low": float(ev_low),
        "ev_high": float(ev_high),
        "mean_tricks": float(tally[TRICKS]) / max(deals, 1),
        "decided_by_talon": int(tally[BY_TALON]),
    }


def points_by_outcome(
    experiment: Experiment, cell: BidCell, values: Values | None = None
) -> list[Fraction]:
    """Return the bidder's points, less the mean of all seats, for each outcome column."""
    worth = [Fraction(0)] * OUTCOMES
    for index, objective in enumerate(OBJECTIVES):
        value = value_in(experiment, BidCell(cell.exchange, objective, cell.team), values)
        for abdicated in (0, 1):
            for won in (0, 1):
                worth[outcome(index, abdicated, won)] = bidder_points(
                    experiment.rules, PARTNERS[cell.team], bool(won), value, bool(abdicated)
                )
    return worth


def possible_outcomes(cell: BidCell, seen: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return which outcomes bound the points: those of the bid itself and all that came up."""
    possible = seen.copy()
    bid = OBJECTIVES.index(cell.objective)
    possible[outcome(bid, 0, 0)] = possible[outcome(bid, 0, 1)] = True
    return possible
