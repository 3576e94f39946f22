"""The deal: rulebook 1, Deal."""

from dataclasses import dataclass

from .cards import card_id, deal_size, deck
from .rng import below, declarer_key, shuffle_key, shuffled

LOWER_ROW, UPPER_ROW = 5, 4


@dataclass(frozen=True)
class Deal:
    """Cards as dealt.

    Attributes
    ----------
    hands : for each seat its cards.
    lower, upper : for each seat the rows of its tableau; empty unless two play.
    talon : top card first.
    """

    hands: tuple[tuple[str, ...], ...]
    lower: tuple[tuple[str, ...], ...]
    upper: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]


def deal_cards(players: int, full_deck: bool, seed: int, deal: int) -> Deal:
    """Shuffle and deal: a function of seed, deal number, players and deck alone."""
    pack = shuffled(deck(players, full_deck), shuffle_key(seed, deal))
    size = deal_size(players, full_deck)
    hands, lower, upper = [], [], []
    for _ in range(players):
        hands.append(_take(pack, size.hand))
        if players == 2:
            lower.append(_take(pack, LOWER_ROW))
            upper.append(_take(pack, UPPER_ROW))
    talon = _take(pack, size.talon)
    if pack:
        raise AssertionError("the deal must use up the deck")
    return Deal(tuple(hands), tuple(lower), tuple(upper), talon)


def known_cards(dealt: Deal, seat: int) -> set[str]:
    """Cards that a seat sees before the auction: its hand, and face-up cards of the tableaus."""
    known = set(dealt.hands[seat])
    for row in dealt.upper:
        known.update(row)
    for row in dealt.lower:
        known.update({row[1], row[3]})
    return known


def deal_again(dealt: Deal, seat: int, key: int) -> Deal:
    """Shuffle the cards that a seat does not know among their places.

    Places are counted as cards are dealt; the cards to be shuffled start in ascending order.
    """
    known, players = known_cards(dealt, seat), len(dealt.hands)
    rows: list[tuple[str, ...]] = []
    for other in range(players):
        rows.append(dealt.hands[other])
        if dealt.lower:
            rows += [dealt.lower[other], dealt.upper[other]]
    rows.append(dealt.talon)
    unknown = [card for row in rows for card in row if card not in known]
    anew = shuffled(sorted(unknown, key=card_id), key)
    again = [tuple(card if card in known else anew.pop(0) for card in row) for row in rows]
    step = 3 if dealt.lower else 1
    hands = tuple(again[:-1:step])
    lower = tuple(again[1:-1:3]) if dealt.lower else ()
    upper = tuple(again[2:-1:3]) if dealt.lower else ()
    return Deal(hands, lower, upper, again[-1])


def _take(pack: list[str], count: int) -> tuple[str, ...]:
    taken = tuple(pack[:count])
    del pack[:count]
    return taken


def forced_declarer(players: int, seed: int, deal: int) -> int:
    """Seat of the declarer when there is no auction."""
    return below(declarer_key(seed, deal), players)
