"""The 78 cards of the French Tarot deck: ids, names, parsing, masks.

A card's id orders it within its suit: plain cards are ``14 * suit + rank`` (0..55), trumps 1 to 21
are 56..76 and the excuse, as the highest trump, is 77. A set of cards is a pair of words
``(plain, trumps)``: bit ``id`` of the first, bit ``id - 56`` of the second.
"""

from __future__ import annotations

from collections.abc import Iterable

from plateau_sim.errors import PlateauError

SUITS = "SHDC"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "C", "D", "R")
RANKS_PER_SUIT = len(RANKS)
PLAIN_CARDS = len(SUITS) * RANKS_PER_SUIT
TRUMP_NUMBERS = range(1, 22)
EXCUSE = PLAIN_CARDS + len(TRUMP_NUMBERS)
CARDS = EXCUSE + 1
TRUMP_SUIT = len(SUITS)
FACE_RANKS = RANKS[-4:]

NAMES: tuple[str, ...] = (
    *(suit + rank for suit in SUITS for rank in RANKS),
    *(f"T{number}" for number in TRUMP_NUMBERS),
    "EX",
)
IDS: dict[str, int] = {name: card for card, name in enumerate(NAMES)}
_ENGLISH_RANKS = {"J": "V", "Q": "D", "K": "R"}


def parse_card(text: str) -> int:
    """Return the id of a card.

    Parameters
    ----------
    text
        A name such as ``HR``, ``C10``, ``T21`` or ``EX``; J, Q, K stand for V, D, R; any case.

    Raises
    ------
    PlateauError
        If there is no such card.
    """
    name = text.strip().upper()
    if name[:1] in SUITS and name[1:] in _ENGLISH_RANKS:
        name = name[0] + _ENGLISH_RANKS[name[1:]]
    if name not in IDS:
        raise PlateauError(f"card {text!r}", "no such card", "HR, SV, C10, T21 or EX")
    return IDS[name]


def suit_of(card: int) -> int:
    """Return 0..3 for spades, hearts, diamonds, clubs and 4 for trumps and the excuse."""
    return min(card // RANKS_PER_SUIT, TRUMP_SUIT)


def card_set(cards: Iterable[int]) -> tuple[int, int]:
    """Return the words ``(plain, trumps)`` of a set of card ids."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits & ((1 << PLAIN_CARDS) - 1), bits >> PLAIN_CARDS


def cards_in(plain: int, trumps: int) -> list[int]:
    """Return the card ids of a set, ascending."""
    bits = int(plain) | int(trumps) << PLAIN_CARDS
    return [card for card in range(CARDS) if bits >> card & 1]
