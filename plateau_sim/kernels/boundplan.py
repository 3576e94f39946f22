"""Cards dealt to places that hold a bounded number of some of them: the plan, and its ways.

Places with bounds are filled in turn, a *stage* each; the other places share what is left. Cards
that no bound still to come tells apart form a *group*, and a stage takes of its groups one by one,
a *step* each. How many ways there are to go on from a step depends on a few counts: how many cards
of each group are left, how many a bound over several groups has got, how much room there is. The
ways are counted once, backwards, for all counts that can be, in tables of float64 (exact but for
rounding); `bounded` draws by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from math import prod

from plateau_sim.kernels.boundstages import Bound, make_stages
from plateau_sim.kernels.boundsteps import MAX_GROUPS, SLOTS, Stage, count_ways
from plateau_sim.kernels.ways import CHOOSE

MAX_STAGES, MAX_VARIABLES = 8, 24
MAX_TABLE = 1_200_000
"""Numbers in the tables of a plan at most."""
_GOOD_TABLE, _ORDERS = 20_000, 60


class TooLarge(Exception):
    """The tables of ways would be too large."""


@dataclass
class Plan:
    """How cards are dealt to places with bounds.

    Attributes
    ----------
    pins : dict of int to int
        Cards that have only one place.
    cards : tuple of int
        The others.
    rooms : dict of int to int
        Room besides the pinned cards.
    stages : list of Stage
        In the order in which they are filled.
    ways : float
        Ways to fill the stages; 0: impossible.
    share : float
        How often a deal without bounds would fit.
    """

    pins: dict[int, int]
    cards: tuple[int, ...]
    rooms: dict[int, int]
    stages: list[Stage]
    ways: float
    share: float

    @property
    def size(self) -> int:
        """Numbers in all tables."""
        return sum(step.layer.size for stage in self.stages for step in stage.steps)


def plan_deal(
    cards: Sequence[int], rooms: dict[int, int], bounds: Sequence[Bound], orders: int = _ORDERS
) -> Plan:
    """Plan a deal and count its ways.

    Parameters
    ----------
    cards
        The cards to deal, as many as there is room for.
    rooms
        Room of each place.
    bounds
        What must hold; a card outside of ``cards`` is nowhere.
    orders
        Orders of the stages to look at, for the smallest tables.

    Raises
    ------
    TooLarge
        If the tables would be too large.
    """
    reduced = _reduce(cards, rooms, bounds)
    if reduced is None:
        return Plan({}, tuple(cards), dict(rooms), [], 0.0, 0.0)
    pins, left, spare, kept = reduced
    stages = _best_stages(left, spare, kept, orders)
    if stages is None:
        return Plan(pins, left, spare, [], 0.0, 0.0)
    ways = count_ways(stages)
    chosen, remaining = 1.0, len(left)
    for stage in stages:
        chosen *= CHOOSE[remaining, stage.room]
        remaining -= stage.room
    share = _pinned_share(len(cards), rooms, spare) * ways / chosen
    return Plan(pins, left, spare, stages, ways, share)


def _pinned_share(cards: int, rooms: dict[int, int], spare: dict[int, int]) -> float:
    """Return how often the pinned cards lie where they do."""
    ways = prod(prod(range(spare[place] + 1, room + 1)) for place, room in rooms.items())
    return ways / prod(range(sum(spare.values()) + 1, cards + 1))


_Reduced = tuple[dict[int, int], tuple[int, ...], dict[int, int], list[Bound]]


def _reduce(
    cards: Sequence[int], rooms: dict[int, int], bounds: Sequence[Bound]
) -> _Reduced | None:
    """Pin what has one place only; return pins, cards and room left, bounds that still say more.

    None if that shows already that it is impossible.
    """
    pins: dict[int, int] = {}
    while True:
        left = frozenset(cards).difference(pins)
        spare = {p: room - sum(at == p for at in pins.values()) for p, room in rooms.items()}
        if min(spare.values(), default=0) < 0:
            return None
        kept = _still_open(bounds, pins, left, spare)
        if kept is None:
            return None
        certain = [bound for bound in kept if bound.low == len(bound.cards)]
        if not certain:
            return pins, tuple(card for card in cards if card in left), spare, kept
        for bound in certain:
            if any(pins.setdefault(card, bound.place) != bound.place for card in bound.cards):
                return None


def _still_open(
    bounds: Sequence[Bound], pins: dict[int, int], left: frozenset[int], spare: dict[int, int]
) -> list[Bound] | None:
    merged: dict[tuple[int, frozenset[int]], tuple[int, int]] = {}
    for bound in bounds:
        cards = bound.cards & left
        pinned = sum(pins.get(card) == bound.place for card in bound.cards)
        least, most = merged.get((bound.place, cards), (0, min(len(cards), spare[bound.place])))
        low, high = max(least, bound.low - pinned), min(most, bound.high - pinned)
        if low > high:
            return None
        merged[bound.place, cards] = low, high
    return [
        Bound(place, cards, low, high)
        for (place, cards), (low, high) in merged.items()
        if low > max(0, spare[place] - len(left - cards)) or high < min(len(cards), spare[place])
    ]


def _best_stages(
    cards: tuple[int, ...], rooms: dict[int, int], bounds: list[Bound], orders: int
) -> list[Stage] | None:
    """Return the stages in the order with the smallest tables; None if it is impossible."""
    places = sorted({bound.place for bound in bounds}, key=lambda p: _fineness(p, bounds))
    best: list[Stage] | None = None
    smallest = MAX_TABLE + 1
    for order in islice(permutations(places), orders):
        stages = make_stages(cards, rooms, bounds, order)
        if stages is None:
            return None
        size = sum(step.layer.size for stage in stages for step in stage.steps)
        if size < smallest and _fits_record(stages):
            best, smallest = stages, size
        if smallest <= _GOOD_TABLE:
            break
    if best is None:
        raise TooLarge
    return best


def _fineness(place: int, bounds: list[Bound]) -> int:
    """Return how many bounds a place has, the most first: later stages tell less apart."""
    return -sum(bound.place == place for bound in bounds)


def _fits_record(stages: list[Stage]) -> bool:
    return (
        len(stages) <= MAX_STAGES
        and all(len(stage.groups) <= MAX_GROUPS for stage in stages)
        and all(
            len(step.layer.strides) <= MAX_VARIABLES and max(step.sums, default=0) < SLOTS
            for stage in stages
            for step in stage.steps
        )
    )
