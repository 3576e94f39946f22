"""Increasing the objective, and the counter-sabotage rule: rulebook 5 and rulings 4."""

from collections.abc import Sequence
from dataclasses import dataclass

from .decisions import Choose, Kind, ask
from .formations import OBJECTIVES

Chance = tuple[int, str | None]  # a seat and the objective it raised to (None: not taken)


@dataclass(frozen=True)
class Raising:
    """What became of the chances to raise."""

    chances: tuple[Chance, ...]
    abdicated: bool
    objective: str


def order_of_partners(declarer: int, partners: Sequence[int], players: int) -> list[int]:
    """Partners from the declarer's left on."""
    seats = [(declarer + step) % players for step in range(1, players)]
    return [seat for seat in seats if seat in partners]


def ask_raise(seat: int, objective: str, choose: Choose) -> str | None:
    """Offer one seat its chance; with six sides there is nothing to choose."""
    current = OBJECTIVES.index(objective)
    higher = range(current + 1, len(OBJECTIVES))
    if not higher:
        return None
    action = ask(choose, seat, Kind.RAISE, 0, [0, *higher])
    return OBJECTIVES[action] if action else None


def raise_objective(
    declarer: int,
    partners: Sequence[int],
    players: int,
    objective: str,
    may_abdicate: bool,
    choose: Choose,
) -> Raising:
    """Offer each partner, then the declarer, the chance to raise.

    Parameters
    ----------
    may_abdicate : the counter-sabotage rule is in force; it needs a partner who raised.
    """
    chances: list[Chance] = []
    for seat in order_of_partners(declarer, partners, players):
        raised = ask_raise(seat, objective, choose)
        chances.append((seat, raised))
        objective = raised or objective
    partner_raised = any(raised for _, raised in chances)
    if may_abdicate and partner_raised and ask(choose, declarer, Kind.ABDICATE, 0, (0, 1)):
        return Raising((*chances, (declarer, None)), True, objective)
    raised = ask_raise(declarer, objective, choose)
    return Raising((*chances, (declarer, raised)), False, raised or objective)


def no_raise(declarer: int, partners: Sequence[int], players: int, objective: str) -> Raising:
    """Every chance recorded as not taken, nobody asked."""
    seats = [*order_of_partners(declarer, partners, players), declarer]
    return Raising(tuple((seat, None) for seat in seats), False, objective)
