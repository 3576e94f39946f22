"""The deal: rulebook 1, Deal."""

from dataclasses import dataclass

from .cards import deal_size, deck
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


def _take(pack: list[str], count: int) -> tuple[str, ...]:
    taken = tuple(pack[:count])
    del pack[:count]
    return taken


def forced_declarer(players: int, seed: int, deal: int) -> int:
    """Seat of the declarer when there is no auction."""
    return below(declarer_key(seed, deal), players)
