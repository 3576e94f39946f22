"""What the advice rests on: how the bids heard were read, who plays, and whether it matters."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from plateau_sim.analysis.advice import SAME, UNSURE, Agreement, agreement
from plateau_sim.analysis.handverdict import Verdict
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.handwords import bid_name
from plateau_sim.report.words import WIDTH

MARGIN = 9
_ALL, _HARDLY = 0.995, 0.005


def reading_lines(verdict: Verdict, other: Verdict | None) -> list[str]:
    """Return which hands those who were heard are given, and what any hands would change."""
    question, reading = verdict.question, verdict.reading
    told = []
    if question.heard and question.ignore_bids:
        told.append("any hands for those who were heard, as asked")
    if reading.judged:
        told.append(f"{_seats(verdict, reading.judged)}: {_hands(verdict)}")
    if reading.left_out:
        verb = "are" if len(reading.left_out) > 1 else "is"
        told.append(f"{_seats(verdict, reading.left_out)} {verb} given any hands: too rare a bid")
    if other is not None:
        told.append(f"with any hands: {_change(agreement(verdict, other))}")
    lines = titled("Reading", "; ".join(told)) if told else []
    if verdict.share < 1:
        lines += titled("Facts", f"they fit {_rarity(verdict.share)} of the hidden cards")
    return lines


def play_lines(verdict: Verdict, others: Sequence[Verdict]) -> list[str]:
    """Return under which other policies the advice is the same."""
    found = [(_policy(other), agreement(verdict, other)) for other in others]
    same = [name for name, said in found if said.kind == SAME]
    told = []
    if same:
        count = f" ({len(same) + 1} of {len(found) + 1})" if len(found) > 1 else ""
        leads = "" if len(found) > 1 else f" ({found[0][1].lead:+.1f})"
        told.append(f"same advice under {' and '.join(same)}{count or leads}")
    told += [f"under {name}: {_change(said)}" for name, said in found if said.kind != SAME]
    return titled("Play", "; ".join(told)) if told else []


def titled(title: str, text: str) -> list[str]:
    """Return a text in lines behind its title."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=f"{title:<{MARGIN}}", subsequent_indent=" " * MARGIN
    )


def _hands(verdict: Verdict) -> str:
    """Return which hands fit what was heard, and how many do."""
    bidder, exact = verdict.question.bidder, verdict.counts.exact / verdict.deals
    fits = f"fits {_rarity(verdict.deals / verdict.counts.tries)}"
    if exact >= _ALL:
        return f"hands that the {bidder} bidder bids so with ({fits})"
    if exact < _HARDLY:
        fits += "; exactly that it never says"
        return f"hands that the {bidder} bidder bids nearly so with ({fits})"
    return f"hands that the {bidder} bidder bids so with, {100 * exact:.0f}% just so ({fits})"


def _rarity(share: float) -> str:
    """Return a share as one in so many, with two digits."""
    if share > 0.5:
        return f"{100 * share:.0f}%"
    number = 1 / share
    digits = len(str(int(number))) - 2
    return f"1 deal in {round(number, -max(digits, 0)):,.0f}"


def _seats(verdict: Verdict, seats: Sequence[int]) -> str:
    return ", ".join(seat_name(seat, verdict.question.rules.players) for seat in seats)


def _policy(verdict: Verdict) -> str:
    question = verdict.question
    if question.declaring == question.defending:
        return question.declaring
    return f"{question.declaring} against {question.defending}"


def _change(said: Agreement) -> str:
    """Return whether the advice is the same, and the lead over passing."""
    lead = f"({said.lead:+.1f})"
    if said.kind == SAME:
        return f"same advice {lead}"
    leads = "passing" if said.instead is None else bid_name(said.instead)
    if said.kind == UNSURE:
        return f"not sure, {leads} leads {lead}"
    return f"{leads} instead {lead}"
