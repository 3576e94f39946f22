"""A hand and what was heard, in words."""

from __future__ import annotations

from collections.abc import Iterable

from plateau_sim.cards import EXCUSE, NAMES, TRUMP_SUIT, suit_of
from plateau_sim.plateau.bids import OBJECTIVE_TITLES, BidCell
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.marks import FACE_DOWN, LOWER_ROW, NO_CARD
from plateau_sim.plateau.seats import seat_name
from plateau_sim.plateau.typed import TypedCards
from plateau_sim.report.words import joined

_MARKS = {FACE_DOWN: "_", NO_CARD: "."}


def bid_name(cell: BidCell) -> str:
    """Return a bid without its value: ``Exchange Y Duo``."""
    exchange = "Exchange" if cell.exchange else "No exchange"
    return f"{exchange} {OBJECTIVE_TITLES[cell.objective]} {cell.team.title()}"


def valued(question: HandQuestion, cell: BidCell) -> str:
    """Return a bid with its value: ``Exchange Y Duo (3)``."""
    return f"{bid_name(cell)} ({question.value(cell)})"


def card_words(cards: Iterable[int]) -> str:
    """Return cards as screens show them: ``T 21 16 · S R 9 · EX``, trumps first, high to low."""
    held = sorted(cards, reverse=True)
    parts = []
    for suit in (TRUMP_SUIT, *range(TRUMP_SUIT)):
        names = [NAMES[card] for card in held if suit_of(card) == suit and card != EXCUSE]
        if names:
            parts.append(" ".join([names[0][0], *(name[1:] for name in names)]))
    parts += [NAMES[EXCUSE]] * (EXCUSE in held)
    return " · ".join(parts)


def hand_words(hand: TypedCards) -> str:
    """Return a hand by suits, highest first, and how many cards are left open."""
    left_open = [f"{len(hand.wilds)} left open"] if hand.wilds else []
    return " · ".join([words for words in (card_words(hand.cards), *left_open) if words])


def tableau_words(question: HandQuestion) -> list[str]:
    """Return both tableaus, upper row / lower row, as they are typed; nothing without them."""
    if question.tableaus is None:
        return []
    rows = [("yours", question.tableaus.mine), ("theirs", question.tableaus.theirs)]
    return joined([f"{name} {_two_rows(cards)}" for name, cards in rows])


def _two_rows(cards: tuple[int, ...]) -> str:
    names = [_MARKS.get(card) or NAMES[card] for card in cards]
    return f"{' '.join(names[LOWER_ROW:])} / {' '.join(names[:LOWER_ROW])}"


def heard_words(question: HandQuestion) -> list[str]:
    """Return who said what, and who is still to speak."""
    players, told = question.rules.players, []
    for seat, cell in question.bidding.calls:
        who = "you" if seat == question.seat else seat_name(seat, players)
        told.append(f"{who} passed" if cell is None else f"{who} bid {valued(question, cell)}")
    silent = [seat for seat in question.speak_after if seat not in question.heard]
    if silent:
        names = [seat_name(seat, players) for seat in silent]
        told.append(f"{', '.join(names)} still to speak")
    return joined(told)
