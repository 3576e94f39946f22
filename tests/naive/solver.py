"""Endings with open cards by brute force: rulebook 6 and 7, Trick Play to End of Hand.

Every line of play is followed to the last card and the last card of the talon, whatever is already
decided: the result is what stands on the board in the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .claims import DECLARING, DEFENDING, claims_of_talon, claims_of_trick, other_side
from .formations import made
from .tableau import Tableau
from .tricks import legal_cards, trick_winner

Owned = frozenset[tuple[int, str]]


@dataclass(frozen=True)
class Ending:
    """All that is left of a hand, every card open.

    Attributes
    ----------
    layout : 37 tokens in the order of the spaces.
    objective, strict, excuse_variant : what has to be made, and by which rules.
    sides : side of each seat.
    hands : for each seat the cards in its hand, without those on the table.
    rows : for each seat its lower and its upper row, None where a card is gone; empty if none.
    talon : what is turned at the end, top first.
    owned : spaces and their owners.
    number : of the trick that is being played, from 1.
    tricks : of a whole hand.
    leader : who led, or leads, to it.
    table : the cards played to it, in order.
    picking : whether all tricks are played and the leader picks one of the last two talon cards.
    """

    layout: tuple[str, ...]
    objective: str
    strict: bool
    excuse_variant: bool
    sides: tuple[str, ...]
    hands: tuple[frozenset[str], ...]
    rows: tuple[tuple[tuple[str | None, ...], tuple[str | None, ...]], ...]
    talon: tuple[str, ...]
    owned: Owned
    number: int
    tricks: int
    leader: int
    table: tuple[str, ...] = ()
    picking: bool = False


def options(ending: Ending) -> tuple[int, list[str]]:
    """Return the seat to move and the cards that it may choose."""
    if ending.picking:
        return ending.leader, list(ending.talon[2:])
    seat = (ending.leader + len(ending.table)) % len(ending.hands)
    playable = list(ending.hands[seat])
    if ending.rows:
        # A card stays where it is until the trick is over: what it covered is not yet playable.
        playable += [
            card for card in Tableau(*ending.rows[seat]).playable() if card not in ending.table
        ]
    return seat, legal_cards(playable, ending.table, ending.excuse_variant)


def after(ending: Ending, card: str) -> Ending | bool:
    """Return what is left after a card, or at the end whether the declaring side has won."""
    if ending.picking:
        side = ending.sides[ending.leader]
        (left,) = set(ending.talon[2:]) - {card}
        turned = [(card, side), (left, other_side(side))]
        return _won(ending, _place(ending, claims_of_talon(ending.layout, turned)))
    seat, _ = options(ending)
    hands = [hand - {card} if place == seat else hand for place, hand in enumerate(ending.hands)]
    left_over = replace(ending, hands=tuple(hands), table=(*ending.table, card))
    return left_over if len(left_over.table) < len(hands) else _next_trick(left_over)


def _next_trick(ending: Ending) -> Ending | bool:
    players = len(ending.hands)
    seats = [(ending.leader + turn) % players for turn in range(players)]
    place = trick_winner(ending.table, ending.excuse_variant)
    claims = claims_of_trick(
        ending.layout,
        ending.number,
        ending.table,
        [ending.sides[seat] for seat in seats],
        place,
        ending.excuse_variant,
    )
    following = replace(
        ending,
        rows=tuple(_without(rows, ending.table) for rows in ending.rows),
        owned=_place(ending, claims),
        number=ending.number + 1,
        leader=seats[place],
        table=(),
    )
    return following if ending.number < ending.tricks else _turn_talon(following)


def _without(
    rows: tuple[tuple[str | None, ...], tuple[str | None, ...]], played: Sequence[str]
) -> tuple[tuple[str | None, ...], tuple[str | None, ...]]:
    lower, upper = (tuple(None if card in played else card for card in row) for row in rows)
    return lower, upper


def _turn_talon(ending: Ending) -> Ending | bool:
    """Rulebook 7: the opponents get the talon; of two players' four cards the first two."""
    turned = ending.talon[:2] if ending.rows else ending.talon
    claims = claims_of_talon(ending.layout, [(card, DEFENDING) for card in turned])
    following = replace(ending, owned=_place(ending, claims))
    if ending.rows:
        return replace(following, picking=True)
    return _won(following, following.owned)


def _place(ending: Ending, claims: Sequence[tuple[int, str]]) -> Owned:
    return ending.owned | frozenset(claims)


def _won(ending: Ending, owned: Owned) -> bool:
    spaces = [space for space, side in owned if side == DECLARING]
    return made(ending.objective, spaces, ending.strict)


class BruteForce:
    """Minimax; what has been worked out once is looked up by the whole ending."""

    def __init__(self) -> None:
        self._known: dict[Ending, bool] = {}

    def declaring_wins(self, ending: Ending | bool) -> bool:
        """Tell whether the declaring side wins if nobody makes a mistake."""
        if isinstance(ending, bool):
            return ending
        if ending not in self._known:
            seat, cards = options(ending)
            results = (self.declaring_wins(after(ending, card)) for card in cards)
            declaring = ending.sides[seat] == DECLARING
            self._known[ending] = any(results) if declaring else all(results)
        return self._known[ending]

    def best_cards(self, ending: Ending) -> set[str]:
        """Return the cards after which the side to move still wins."""
        seat, cards = options(ending)
        declaring = ending.sides[seat] == DECLARING
        return {card for card in cards if self.declaring_wins(after(ending, card)) == declaring}
