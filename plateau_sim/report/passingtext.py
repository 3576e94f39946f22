"""What a pass leads to, in a line or two."""

from __future__ import annotations

from plateau_sim.analysis.handverdict import Verdict
from plateau_sim.analysis.intervals import wilson
from plateau_sim.analysis.optioncounts import Bulk
from plateau_sim.plateau.bids import OBJECTIVE_TITLES
from plateau_sim.plateau.seats import seat_name
from plateau_sim.plateau.verdictfacts import ALL_PASS, CALLED, DEFENDS
from plateau_sim.report.readingtext import titled
from plateau_sim.report.words import decimals, percent

_MOST_DIGITS = 2


def passing_lines(verdict: Verdict) -> list[str]:
    """Return who declares then, how often you are called or defend, and what that brings."""
    counts, question = verdict.counts, verdict.question
    standing = question.auction.winning
    stands, others = Bulk(), Bulk()
    roles = {CALLED: Bulk(), DEFENDS: Bulk()}
    for ending, bulk in counts.endings.items():
        if ending.role == ALL_PASS:
            continue
        kept = standing is None or (
            ending.declarer == standing[0] and question.rules.cells[ending.cell] == standing[1]
        )
        if kept:
            stands += bulk
            roles[ending.role] += bulk
        else:
            others += bulk
    parts = []
    if standing is None:
        parts.append(f"all pass {_share(verdict, counts.passing(ALL_PASS))} (0)")
        start = "another declares"
    else:
        start = f"{seat_name(standing[0], question.rules.players)} plays his "
        start += OBJECTIVE_TITLES[standing[1].objective]
    told = [
        f"{name} {_share(verdict, bulk)} ({_points(verdict, bulk)})"
        for name, bulk in (("you are called", roles[CALLED]), ("you defend", roles[DEFENDS]))
        if bulk.deals
    ]
    if stands.deals or standing is not None:
        parts.append(f"{start} {_share(verdict, stands)}: {', '.join(told) or 'never'}")
    if others.deals:
        parts.append(f"outbid {_share(verdict, others)} ({_points(verdict, others)})")
    return titled("Passing", "; ".join(parts))


def _share(verdict: Verdict, bulk: Bulk) -> str:
    if bulk.deals in (0, verdict.deals):
        return (
            f"{100 * bulk.deals // verdict.deals}%"  # no digits that none of the deals speaks for
        )
    low, high = wilson(bulk.deals, verdict.deals)
    return percent(bulk.deals / verdict.deals, float(low), float(high))


def _points(verdict: Verdict, bulk: Bulk) -> str:
    players = verdict.question.rules.players
    mean = bulk.points / bulk.deals
    spread = (bulk.squares / bulk.deals - mean**2) / bulk.deals
    half = 2 * spread**0.5 / players or 1.0
    text = f"{mean / players:+.{min(decimals(half), _MOST_DIGITS)}f}"
    return text if float(text) else "0"
