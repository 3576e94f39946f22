"""Why a bid is worth what it is: its parts taken away one by one, on the same deals."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from plateau_sim import simulate
from plateau_sim.analysis.handverdict import Verdict
from plateau_sim.analysis.handworth import HandWorth, hand_worth
from plateau_sim.cards import suit_of
from plateau_sim.plateau.bids import TEAMS, BidCell
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.verdictrunner import NO_CHANGE, VerdictRunner
from plateau_sim.studies.verdict import is_slow

DEALS = 4_000
"""Deals, if the verdict has as many."""
_SLOW_DEALS = 100
Pairs = list[tuple[int, int]]


def explain(verdict: Verdict, *, jobs: int = 0) -> HandWorth | None:
    """Return what the parts of the best bid are worth, None if no bid is legal.

    Parameters
    ----------
    verdict
        Of its deals the first `DEALS` are used.
    jobs
        Threads, 0 for all cores; results do not depend on it.
    """
    if not verdict.in_order:
        return None
    question, cell = verdict.question, verdict.options[verdict.in_order[0]]
    assert cell is not None, "bids come after passing"
    runner = VerdictRunner(question, verdict.reading.judged)
    pairs = small_cards(question)
    rows = [[], *([pair] for pair in pairs), all_small(question)]
    deals = min(verdict.deals, _SLOW_DEALS if is_slow(question) else DEALS)

    def over_deals(task: simulate.Task) -> npt.NDArray[np.int64]:
        return simulate.gather(task, deals, jobs=jobs, chunk=runner.chunk)

    changes = _padded(rows)
    replaced = over_deals(partial(runner.replaced, cell=cell, changes=changes))
    siblings = {}
    for name, bid in _siblings(question, cell).items():
        task = partial(runner.replaced, cell=bid, changes=NO_CHANGE)
        siblings[name] = over_deals(task)[:, 0]
    return hand_worth(cell, question.rules.players, replaced, pairs, siblings)


def small_cards(question: HandQuestion) -> Pairs:
    """Return each named card with the smallest one of its suit that lies elsewhere unseen.

    Cards for which none is smaller are left out.
    """
    pairs = []
    for card in question.hand.cards:
        smaller = [small for small in _elsewhere(question, card) if small < card]
        if smaller:
            pairs.append((card, smaller[0]))
    return pairs


def all_small(question: HandQuestion) -> Pairs:
    """Return pairs of cards that make a hand of as many of each suit, but the smallest ones."""
    pairs = []
    for suit in sorted({suit_of(card) for card in question.hand.cards}):
        own = sorted(card for card in question.hand.cards if suit_of(card) == suit)
        smallest = sorted([*own, *_elsewhere(question, own[0])])[: len(own)]
        come = [card for card in smallest if card not in own]
        go = [card for card in reversed(own) if card not in smallest]
        pairs += list(zip(go, come, strict=True))
    return pairs


def _elsewhere(question: HandQuestion, card: int) -> list[int]:
    """Return the cards of a card's suit that are not seen by the hand's holder, ascending."""
    shown = question.tableaus.cards if question.tableaus else ()
    seen = {*question.hand.cards, *shown}
    return [
        other
        for other in question.rules.deck
        if suit_of(other) == suit_of(card) and other not in seen
    ]


def _padded(rows: list[Pairs]) -> npt.NDArray[np.int64]:
    """Return rows of pairs as an array, filled up with pairs that change nothing."""
    longest = max(1, *(len(row) for row in rows))
    filled = np.zeros((len(rows), longest, 2), np.int64)
    for number, row in enumerate(rows):
        if row:
            filled[number, : len(row)] = row
    return filled


def _siblings(question: HandQuestion, cell: BidCell) -> dict[str, BidCell]:
    """Return the bid with the other exchange, and that with one partner less."""
    found = {"exchange": replace(cell, exchange=not cell.exchange)}
    teams = TEAMS[question.rules.players]
    place = teams.index(cell.team)
    if place + 1 < len(teams):
        found["partner"] = replace(cell, team=teams[place + 1])
    return found
