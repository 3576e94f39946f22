"""Picking a partner: rulebook 3 and rulings 4."""

from collections.abc import Iterable, Sequence

from .cards import is_suit_card, rank_of
from .decisions import Choose, Kind, ask_card

Call = tuple[str, int | None]  # the card called and the seat that holds it (None: the talon)


def cards_to_call(deck: Iterable[str], hand: Iterable[str], called: Iterable[str]) -> list[str]:
    """Suit cards of the highest rank that are neither held nor called already."""
    out = {*hand, *called}
    candidates = [card for card in deck if is_suit_card(card) and card not in out]
    best = max((rank_of(card) for card in candidates), default=-1)
    return [card for card in candidates if rank_of(card) == best]


def holder_of(card: str, hands: Sequence[Sequence[str]]) -> int | None:
    """Seat that holds a card; None if it is in the talon."""
    for seat, hand in enumerate(hands):
        if card in hand:
            return seat
    return None


def call_partners(
    declarer: int,
    wanted: int,
    deck: Sequence[str],
    hands: Sequence[Sequence[str]],
    choose: Choose,
) -> tuple[list[Call], list[int]]:
    """Call cards until as many partners as wanted are found.

    Returns
    -------
    The calls, and the partners in the order in which they were found.
    """
    calls: list[Call] = []
    partners: list[int] = []
    while len(partners) < wanted:
        options = cards_to_call(deck, hands[declarer], [card for card, _ in calls])
        card = ask_card(choose, declarer, Kind.CALL, len(calls), options)
        holder = holder_of(card, hands)
        calls.append((card, holder))
        if holder is not None and holder not in partners:
            partners.append(holder)
    return calls, partners
