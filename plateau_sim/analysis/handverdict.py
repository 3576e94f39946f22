"""The verdict for a hand as numbers: which bids are sound, by how much, what a pass leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd

from plateau_sim.analysis.intervals import CONFIDENCE, adjusted_interval, wilson
from plateau_sim.analysis.optioncounts import Bulk, OptionCounts
from plateau_sim.analysis.standing import Standing, shown_confidence
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.scoring import break_even, points
from plateau_sim.plateau.verdictfacts import ALL_PASS, CALLED, DEFENDS

PASSING = 0
"""Number of the option of passing; the bids follow, in table order."""
TOLERANCE = 0.1
"""Points a deal: bids that surely differ by less are a tie."""
SOUND, TOO_CLOSE, NO = "sound", "too close", "no"
ROLE_NAMES = {DEFENDS: "defends", CALLED: "called", ALL_PASS: "all pass"}

End = Literal["known", "tie", "budget", "deals", "interrupted"]


class Limits(NamedTuple):
    """When a verdict ends: the best is known with this confidence, or seconds or deals are spent.

    With ``deals`` in place of seconds it repeats to the bit.
    """

    confidence: float = CONFIDENCE
    seconds: float | None = 10.0
    deals: int | None = None


class Reading(NamedTuple):
    """How the bids heard are used.

    Attributes
    ----------
    judged, left_out : tuple of int
        Seats whose calls weight the deals, and seats whose calls are too rare for that.
    acceptance : float
        About how many of the deals drawn fit.
    """

    judged: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    acceptance: float = 1.0


@dataclass(frozen=True)
class Verdict:
    """What to bid with a hand.

    Attributes
    ----------
    question : HandQuestion
    reading : Reading
    limits : Limits
    options : tuple of BidCell or None
        None is passing; then the legal bids, in table order.
    standing : analysis.race.Standing
        Points of all options and how they differ.
    live : tuple of int
        Options that were still played at the end.
    counts : OptionCounts
    end : str
        Why it ended: the best is ``known``; ``tie``: all that are left differ by less than
        `TOLERANCE`; the ``budget`` or the ``deals`` are spent; ``interrupted``.
    share : float
        How often deals fit the facts.
    """

    question: HandQuestion
    reading: Reading
    limits: Limits
    options: tuple[BidCell | None, ...]
    standing: Standing
    live: tuple[int, ...]
    counts: OptionCounts
    end: End
    share: float = 1.0

    @property
    def deals(self) -> int:
        """Deals played."""
        return self.counts.deals

    @property
    def best(self) -> BidCell | None:
        """The option that leads, None for passing."""
        return self.options[self.standing.best]

    @property
    def in_order(self) -> tuple[int, ...]:
        """Numbers of the bids, the best first."""
        standing = self.standing
        ahead = standing.points.mean
        bids = [option for option in range(len(self.options)) if option != PASSING]
        return tuple(
            sorted(bids, key=lambda bid: (bid != standing.best, standing.out[bid], -ahead[bid]))
        )

    def label(self, option: int) -> str:
        """Return whether a bid is sound: better than passing, but for the error."""
        against = self.standing.to_baseline
        if against.low[option] > 0:
            return SOUND
        return NO if against.high[option] < 0 else TOO_CLOSE


def option_table(verdict: Verdict) -> pd.DataFrame:
    """Return a row for each bid, the best first, and one for passing at the end.

    Points are the seat's minus the mean of all seats, also where somebody bids more; ``plain_``
    without raises of the own bid. Intervals of differences hold at every look of the race
    (`analysis.race`). Win rates, without raises, are of the deals in which the seat plays the bid;
    ``even`` is the one at which the call would equal passing, all else unchanged.
    """
    passing = float(verdict.standing.points.mean[PASSING])
    rows = [_bid_row(verdict, option, passing) for option in verdict.in_order]
    return pd.DataFrame([*rows, {"option": "pass", **_standing_part(verdict, PASSING)}])


def _bid_row(verdict: Verdict, option: int, passing: float) -> dict[str, Any]:
    question, cell, counts = verdict.question, verdict.options[option], verdict.counts
    assert cell is not None
    rules, value, partners = question.rules, question.value(cell), PARTNERS[cell.team]
    return {
        "option": str(cell),
        "exchange": cell.exchange,
        "objective": cell.objective,
        "team": cell.team,
        "value": value,
        "if_won": points(rules, partners, True, value)[0],
        "if_lost": points(rules, partners, False, value)[0],
        **_winning(verdict, cell),
        "even": _even(verdict, cell, passing),
        **_standing_part(verdict, option),
        **_interval("plain_points", counts.plain[cell] + counts.outbid[cell], rules.players),
        **_interval("points_outbid", counts.outbid[cell], rules.players),
        "verdict": verdict.label(option),
        "live": option in verdict.live,
    }


def _winning(verdict: Verdict, cell: BidCell) -> dict[str, Any]:
    """Return how often the bid is played, and how often it is won then."""
    counts = verdict.counts
    plain, raised, outbid = counts.plain[cell], counts.raised[cell], counts.outbid[cell]
    confidence = shown_confidence(verdict.limits.confidence)
    low, high = wilson(plain.won, plain.deals, confidence=confidence)
    at_first = counts.objectives[cell][OBJECTIVES.index(cell.objective)]
    return {
        "played": plain.deals,
        "outbid": outbid.deals / (plain.deals + outbid.deals),
        "wins": plain.won,
        "win_rate": plain.won / plain.deals if plain.deals else np.nan,
        "win_low": float(low),
        "win_high": float(high),
        "win_rate_raised": raised.won / raised.deals if raised.deals else np.nan,
        "raised_share": 1 - at_first / plain.deals if plain.deals else np.nan,
    }


def _even(verdict: Verdict, cell: BidCell, passing: float) -> float:
    """Return the win rate at which a call equals passing; NaN if the bid is never played."""
    question, counts = verdict.question, verdict.counts
    plain, outbid = counts.plain[cell], counts.outbid[cell]
    if not plain.deals:
        return float("nan")
    # What the deals in which it is played must bring for the mean of all to be that of passing.
    needed = passing * (plain.deals + outbid.deals) - outbid.points / question.rules.players
    partners, value = PARTNERS[cell.team], question.value(cell)
    return break_even(question.rules, partners, value, needed / plain.deals).rate


def _interval(name: str, bulk: Bulk, players: int) -> dict[str, Any]:
    """Return mean points of some deals with their interval; missing if there are none."""
    found = _mean(bulk, players) if bulk.deals else (np.nan, np.nan, np.nan)
    return dict(zip((name, f"{name}_low", f"{name}_high"), found, strict=True))


def _standing_part(verdict: Verdict, option: int) -> dict[str, Any]:
    """Return deals, points, and the differences from passing and from the best option."""
    standing = verdict.standing
    part: dict[str, Any] = {"deals": int(standing.counts[option])}
    for name, found in (
        ("points", standing.points),
        ("against_pass", standing.to_baseline),
        ("against_best", standing.to_best),
    ):
        part[name] = float(found.mean[option])
        part[f"{name}_low"] = float(found.low[option])
        part[f"{name}_high"] = float(found.high[option])
    return {**part, "out": bool(standing.out[option])}


def _mean(bulk: Bulk, players: int) -> tuple[float, float, float]:
    """Return the mean points of some deals with their interval."""
    mean = bulk.points / bulk.deals
    variance = bulk.squares / bulk.deals - mean**2
    # One more deal at each bound: taken as far as the largest that the sums allow.
    reach = float(np.sqrt(bulk.squares / bulk.deals)) or 1.0
    low, high = adjusted_interval(mean, variance, bulk.deals, mean - reach, mean + reach)
    return mean / players, float(low) / players, float(high) / players


def passing_table(verdict: Verdict) -> pd.DataFrame:
    """Return a row for each way in which a pass ends: the seat's role, who declares what.

    The most frequent first, with its share of the deals and the seat's points.
    """
    rules, counts = verdict.question.rules, verdict.counts
    rows = []
    for ending, bulk in counts.endings.items():
        low, high = wilson(bulk.deals, counts.deals)
        cell = rules.cells[ending.cell] if ending.role != ALL_PASS else None
        mean = _mean(bulk, rules.players)
        rows.append(
            {
                "role": ROLE_NAMES[ending.role],
                "declarer": ending.declarer if cell else None,
                "bid": str(cell) if cell else None,
                "objective": OBJECTIVES[ending.objective] if cell else None,
                "deals": bulk.deals,
                "share": bulk.deals / counts.deals,
                "share_low": float(low),
                "share_high": float(high),
                "declarer_won": bulk.won,
                "points": mean[0],
                "points_low": mean[1],
                "points_high": mean[2],
            }
        )
    return pd.DataFrame(rows).sort_values("deals", ascending=False, kind="stable")
