"""The kinds of decision and how they are asked."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum

from .cards import card_id, card_name

# choose(seat, kind, ordinal, options) returns one of the options, which are ascending.
Choose = Callable[[int, int, int, Sequence[int]], int]


class Kind(IntEnum):
    """Kinds of decision."""

    BID = 0
    CALL = 1
    DISCARD = 2
    GIFT_CARD = 3
    GIFT_RECEIVER = 4
    RAISE = 5
    ABDICATE = 6
    CARD = 7
    TALON_PICK = 8


def ask(choose: Choose, seat: int, kind: Kind, ordinal: int, options: Iterable[int]) -> int:
    """Ask for a decision; an answer that is no option is an error."""
    ascending = tuple(sorted(options))
    answer = choose(seat, int(kind), ordinal, ascending)
    if answer not in ascending:
        raise ValueError(f"seat {seat}: {answer} is not one of {ascending} ({kind.name})")
    return answer


def ask_card(choose: Choose, seat: int, kind: Kind, ordinal: int, cards: Iterable[str]) -> str:
    """Ask for one of these cards."""
    return card_name(ask(choose, seat, kind, ordinal, [card_id(card) for card in cards]))
