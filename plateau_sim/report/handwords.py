"""A hand and what was heard, in words."""

from __future__ import annotations

from plateau_sim.cards import CARDS, NAMES, SUITS, suit_of
from plateau_sim.plateau.bids import OBJECTIVE_TITLES, BidCell
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.marks import FACE_DOWN, LOWER_ROW, NO_CARD
from plateau_sim.plateau.seats import seat_name
from plateau_sim.plateau.typed import TypedCards
from plateau_sim.report.words import joined

_TRUMPS = "T"
_MARKS = {FACE_DOWN: "_", NO_CARD: "."}


def bid_name(cell: BidCell) -> str:
    """Return a bid without its value: ``Exchange Y Duo``."""
    exchange = "Exchange" if cell.exchange else "No exchange"
    return f"{exchange} {OBJECTIVE_TITLES[cell.objective]} {cell.team.title()}"


def valued(question: HandQuestion, cell: BidCell) -> str:
    """Return a bid with its value: ``Exchange Y Duo (3)``."""
    return f"{bid_name(cell)} ({question.value(cell)})"


def hand_words(hand: TypedCards) -> str:
    """Return a hand by suits, highest first; wildcards at the end: ``T 21 19 · S R 9 · x 2``."""
    parts = []
    for number, letter in [(len(SUITS), _TRUMPS), *enumerate(SUITS)]:
        ranks = [
            "EX" if card == CARDS - 1 else NAMES[card][1:]
            for card in sorted(hand.cards, reverse=True)
            if suit_of(card) == number
        ]
        if ranks:
            parts.append(" ".join([letter, *ranks]))
    if hand.wilds:
        parts.append(f"{len(hand.wilds)} left open")
    return " · ".join(parts)


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
