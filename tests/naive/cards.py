"""Card names, ids, and the deck and deal sizes of each game."""

from dataclasses import dataclass

SUITS = "SHDC"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "C", "D", "R")
EXCUSE = "EX"
ALL_CARDS: tuple[str, ...] = (
    *(suit + rank for suit in SUITS for rank in RANKS),
    *(f"T{number}" for number in range(1, 22)),
    EXCUSE,
)


def card_id(card: str) -> int:
    """Return the number of a card, 0..77: suits S, H, D, C, then trumps, then the excuse."""
    return ALL_CARDS.index(card)


def card_name(number: int) -> str:
    """Name of the card with this number."""
    return ALL_CARDS[number]


def is_suit_card(card: str) -> bool:
    """Tell whether the card is neither a trump nor the excuse."""
    return card[0] in SUITS


def rank_of(card: str) -> int:
    """Rank of a suit card within its suit, 0 (the 1) to 13 (the king): rulebook, Card Ranks."""
    return RANKS.index(card[1:])


# Rulebook, Setup: in each suit (S, H, D, C) the cards from 1 up to this number are removed.
_REMOVED_UP_TO = {
    2: (9, 9, 9, 9),
    3: (9, 9, 9, 9),
    4: (5, 6, 6, 6),
    5: (2, 3, 3, 2),
    6: (0, 0, 0, 0),
}
# Rulebook, Full Deck Le Plateau.
_REMOVED_UP_TO_FULL = {3: (6, 6, 6, 6), 4: (0, 0, 0, 0), 5: (0, 0, 0, 0)}
_TRUMPS_REMOVED_WITH_TWO = ("T9", "T10", "T11", "T12", "T13", "T14")


def deck(players: int, full_deck: bool = False) -> list[str]:
    """Cards in play in ascending order of their ids: rulebook, Setup and Full Deck."""
    table = _REMOVED_UP_TO_FULL if full_deck else _REMOVED_UP_TO
    removed = {
        f"{suit}{number}"
        for suit, last in zip(SUITS, table[players], strict=True)
        for number in range(1, last + 1)
    }
    if players == 2:
        removed.update(_TRUMPS_REMOVED_WITH_TWO)
    return [card for card in ALL_CARDS if card not in removed]


@dataclass(frozen=True)
class DealSize:
    """Cards in each hand, cards in the talon, tricks of a hand played to its end."""

    hand: int
    talon: int
    tricks: int


_SIZES = {
    2: DealSize(hand=7, talon=4, tricks=16),  # nine more cards in each tableau
    3: DealSize(hand=13, talon=3, tricks=13),
    4: DealSize(hand=13, talon=3, tricks=13),
    5: DealSize(hand=13, talon=3, tricks=13),
    6: DealSize(hand=12, talon=6, tricks=13),  # the thirteenth card comes from the talon
}
_SIZES_FULL = {
    3: DealSize(hand=17, talon=3, tricks=17),
    4: DealSize(hand=18, talon=6, tricks=18),
    5: DealSize(hand=15, talon=3, tricks=15),
}


def deal_size(players: int, full_deck: bool = False) -> DealSize:
    """Deal sizes: rulebook 1, Deal, and Full Deck Le Plateau."""
    return (_SIZES_FULL if full_deck else _SIZES)[players]
