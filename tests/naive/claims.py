"""Placing counters on the board: rulebook 6, Placing Counters, and Variants, The Excuse."""

from collections.abc import Sequence

from .cards import EXCUSE

DECLARING, DEFENDING = "declaring", "defending"

Claim = tuple[int, str]  # a space and the side that claims it


def other_side(side: str) -> str:
    """Return the opposing side."""
    return DEFENDING if side == DECLARING else DECLARING


def claims_of_trick(
    layout: Sequence[str],
    number: int,
    cards: Sequence[str],
    sides: Sequence[str],
    winning_place: int,
    excuse_variant: bool,
) -> list[Claim]:
    """Spaces claimed by a trick, in the order of the spaces.

    Parameters
    ----------
    number : number of the trick, from 1.
    cards, sides : cards in play order and the sides of those who played them.
    winning_place : place in the trick of the card that wins.
    """
    claims = []
    for space, token in enumerate(layout):
        if token == EXCUSE and token in cards and excuse_variant:
            claims.append((space, sides[cards.index(EXCUSE)]))
        elif token == f"trick{number}" or token in cards:
            claims.append((space, sides[winning_place]))
    return claims


def claims_of_talon(layout: Sequence[str], turned: Sequence[tuple[str, str]]) -> list[Claim]:
    """Spaces claimed by turned talon cards: rulebook 7, End of Hand."""
    return [(layout.index(card), side) for card, side in turned if card in layout]
