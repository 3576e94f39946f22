"""The shape of a hand: when it is decided, how the lead changes, what is built, who sits where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import norm

from plateau_sim.analysis.families import holm
from plateau_sim.analysis.intervals import score_interval, wilson
from plateau_sim.analysis.scopes import scopes
from plateau_sim.plateau.anatomycounts import (
    CHANGES,
    DECIDED,
    FORMATIONS,
    MOMENTS,
    MOST_CHANGES,
    SEATS,
    TALON,
)
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.experiment import Experiment

COLUMNS = ("statistic", "level", "deals", "estimate", "low", "high", "se", "p_adjusted")
_Z = float(norm.ppf(0.975))
Counts = npt.NDArray[np.float64]
Row = dict[str, Any]


def shape_table(
    experiment: Experiment,
    tallies: npt.NDArray[np.int64],
    shares: npt.NDArray[np.float64] | None = None,
) -> pd.DataFrame:
    """Return the statistics of the hands' shape, by cell, objective and in all.

    Parameters
    ----------
    experiment
        A forced one.
    tallies
        See `plateau.anatomycounts`.
    shares
        By cell, the share of spaces by which the lead was followed; None: it was not.

    Returns
    -------
    pandas.DataFrame
        One row per scope (see `scopes`), ``statistic`` and ``level``; ``deals`` are the
        observations (for cells taken together: of each cell), intervals at 95%.

        =============== ================== =====================================================
        statistic       level              estimate
        =============== ================== =====================================================
        win_rate                           share of deals won
        decided_after   trick or talon     share of deals; talon: open after the last trick
        won_after       trick or talon     share of deals decided then and won
        lost_after      trick or talon     share of deals decided then and lost
        mean_tricks     all, won, lost     mean tricks until the decision (the talon: all tricks)
        lead_changes    0, 1, ...          share of deals with so many changes of the lead
        mean_changes                       mean changes of the lead
        fill_share                         share by which the lead was followed (given, no estimate)
        formation       objective          share of deals in which the declaring side's final board
                                           makes it, or a better one
        seat_win_rate   declarer's seat    win rate, forehand = 0
        seat_effect     declarer's seat    that minus the mean over the seats, with its standard
                                           error; ``p_adjusted`` by Holm over the seats
        =============== ================== =====================================================
    """
    rules, rows = experiment.rules, list[Row]()
    given = [] if shares is None else list(shares)
    for index, scope in enumerate(scopes(experiment, tallies)):
        found = [
            *_decisions(scope.counts, rules.tricks),
            *_leads(scope.counts),
            *_formations(scope.counts),
            *(_seats(scope.counts, rules.players) if experiment.seat is None else ()),
        ]
        if index < len(given):  # the cells come first
            found.append(_row("fill_share", None, None, float(given[index])))
        rows += [{**scope.columns, **row} for row in found]
    table = pd.DataFrame(rows)
    return table.astype({"value": "Int64", "deals": "Int64"})


def _row(
    statistic: str,
    level: str | int | None,
    deals: float | None,
    estimate: float,
    bounds: tuple[Any, Any] = (None, None),
    se: float | None = None,
    p_adjusted: float | None = None,
) -> Row:
    low, high = (None if bound is None else float(bound) for bound in bounds)
    number = None if deals is None else round(deals)
    values = (statistic, None if level is None else str(level), number, estimate, low, high)
    return dict(zip(COLUMNS, (*values, se, p_adjusted), strict=True))


def _rates(statistic: str, counts: dict[Any, float], deals: float) -> Iterator[Row]:
    for level, count in counts.items():
        bounds = wilson(count, deals)
        yield _row(statistic, level, deals, count / max(deals, 1), bounds)


def _mean(
    statistic: str, level: str | None, values: Counts, counts: Counts, top: int
) -> Iterator[Row]:
    """Yield the mean of values, each found so often, that lie between 0 and ``top``."""
    number = float(counts.sum())
    if number > 0:
        mean = float(counts @ values) / number
        variance = float(counts @ (values - mean) ** 2) / number
        yield _row(statistic, level, number, mean, score_interval(mean, variance, number, 0, top))


def _decisions(counts: Counts, tricks: int) -> Iterator[Row]:
    lost, won = counts[DECIDED : DECIDED + 2 * MOMENTS].reshape(2, MOMENTS)
    moments: dict[int | str, int] = {trick + 1: trick for trick in range(tricks)}
    moments["talon"] = TALON
    deals = float(lost.sum() + won.sum())
    yield from _rates("win_rate", {None: float(won.sum())}, deals)
    results = {"all": won + lost, "won": won, "lost": lost}
    names = ("decided_after", "won_after", "lost_after")
    for name, result in zip(names, results.values(), strict=True):
        levels = {level: float(result[moment]) for level, moment in moments.items()}
        yield from _rates(name, levels, deals)
    played = np.array([min(moment + 1, tricks) for moment in range(MOMENTS)], np.float64)
    for level, result in results.items():
        yield from _mean("mean_tricks", level, played, result, tricks)


def _leads(counts: Counts) -> Iterator[Row]:
    changes = counts[CHANGES : CHANGES + MOST_CHANGES + 1]
    deals = float(changes.sum())
    if deals == 0:
        return
    most = int(np.flatnonzero(changes)[-1])
    levels = {n: float(changes[n]) for n in range(most + 1)}
    yield from _rates("lead_changes", levels, deals)
    numbers = np.arange(MOST_CHANGES + 1, dtype=np.float64)
    yield from _mean("mean_changes", None, numbers, changes, MOST_CHANGES)


def _formations(counts: Counts) -> Iterator[Row]:
    deals = float(counts[DECIDED : DECIDED + 2 * MOMENTS].sum())
    made = counts[FORMATIONS : FORMATIONS + len(OBJECTIVES)]
    yield from _rates("formation", dict(zip(OBJECTIVES, map(float, made), strict=True)), deals)


def _seats(counts: Counts, players: int) -> Iterator[Row]:
    deals, wins = counts[SEATS : SEATS + 2 * players].reshape(players, 2).T
    if not deals.all():
        return
    for seat in range(players):
        yield from _rates("seat_win_rate", {seat: float(wins[seat])}, float(deals[seat]))
    rates = wins / deals
    # With two more deals, one of them won, so that no error is 0 (Agresti and Caffo 2000).
    smoothed = (wins + 1) / (deals + 2)
    squares = smoothed * (1 - smoothed) / deals
    effects = rates - rates.mean()
    # The seats' deals differ, so their rates are independent: the own one weighs 1 - 1 / players.
    errors = np.sqrt(squares * (1 - 2 / players) + squares.sum() / players**2)
    adjusted = holm(2 * norm.sf(np.abs(effects) / errors))
    for seat in range(players):
        effect, error = float(effects[seat]), float(errors[seat])
        bounds = effect - _Z * error, effect + _Z * error
        yield _row(
            "seat_effect", seat, float(deals[seat]), effect, bounds, error, float(adjusted[seat])
        )


def decided_by(rows: pd.DataFrame) -> str:
    """Return the level by which half of the hands are decided, from rows ``decided_after``."""
    reached = rows["estimate"].cumsum() >= 0.5 - 1e-9
    return str(rows["level"][reached.to_numpy()].iloc[0])
