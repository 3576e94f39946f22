"""What can be chosen at a decision: sequences of actions, of choices that do the same only one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from plateau_sim.analysis.ranking import Choice
from plateau_sim.plateau.stepper import Decision
from plateau_sim.plateau.view import ABDICATE, DISCARD, GIFT_CARD, NO_RAISE

_NO, _YES = 0, 1
Groups = Sequence[tuple[int, ...]]


def choices_of(decision: Decision) -> list[Choice]:
    """Return all that can be chosen at a decision, in the order of the actions.

    Cards that do the same (`Decision.alike`) count once: the lowest ones stand for the others.
    """
    if decision.kind == DISCARD:
        count = decision.rules.swap_size
        return [Choice(cards) for cards in _sets(decision.alike, count)]
    if decision.kind == GIFT_CARD:
        return _gifts(decision)
    if decision.kind == ABDICATE:
        higher = range(int(decision.table.objective) + 1, 5)
        stays = [Choice((_NO, to)) for to in (NO_RAISE, *higher)] if higher else [Choice((_NO,))]
        return [*stays, Choice((_YES,))]
    return [Choice(group[:1], group[1:]) for group in decision.alike]


def _sets(groups: Groups, count: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of so many cards, of each group the lowest ones."""
    if count == 0:
        yield ()
        return
    for place, group in enumerate(groups):
        for taken in range(1, min(count, len(group)) + 1):
            for others in _sets(groups[place + 1 :], count - taken):
                yield (*group[:taken], *others)


def _gifts(decision: Decision) -> list[Choice]:
    """Return who may get which cards: the first receiver's stands first."""
    seats = [seat for seat in range(decision.rules.players) if seat != decision.seat]
    group = {card: alike for alike in decision.alike for card in alike}
    pairs = sorted(
        order
        for cards in _sets(decision.alike, 2)
        for order in permutations(cards)
        if order == cards or group[order[0]] != group[order[1]]
    )
    return [
        Choice((first, one, second, other))
        for one, other in permutations(seats, 2)
        if one < other
        for first, second in pairs
    ]


def standing_for(decision: Decision, actions: Sequence[int]) -> tuple[int, ...]:
    """Return the choice of `choices_of` that stands for some actions: it does the same."""
    if decision.kind == DISCARD:
        return _lowest(decision.alike, actions)
    if decision.kind == GIFT_CARD:
        gifts = sorted(zip(actions[1::2], actions[::2], strict=True))
        one, other = (seat for seat, _ in gifts)
        groups = [next(group for group in decision.alike if card in group) for _, card in gifts]
        first, second = groups[0][0], groups[1][int(groups[0] == groups[1])]
        return (first, one, second, other)
    group = next((group for group in decision.alike if actions[0] in group), None)
    return (group[0], *actions[1:]) if group else tuple(actions)


def _lowest(groups: Groups, cards: Sequence[int]) -> tuple[int, ...]:
    """Return as many cards of each group as some cards have, the lowest ones."""
    counts = [(group, sum(card in group for card in cards)) for group in groups]
    return tuple(card for group, count in counts for card in group[:count])
