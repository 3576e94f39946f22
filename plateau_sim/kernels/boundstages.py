"""The stages of a deal with bounds: which groups of cards each tells apart, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plateau_sim.kernels.boundsteps import AFTER, COUNT, ROOM, SUM, Layer, Stage, Step


@dataclass(frozen=True)
class Bound:
    """That a place holds from ``low`` to ``high`` of some cards."""

    place: int
    cards: frozenset[int]
    low: int
    high: int


def _groups(cards: Sequence[int], bounds: Sequence[Bound]) -> list[frozenset[int]]:
    """Return the cards that bounds don't tell apart, together."""
    found: dict[tuple[int, ...], list[int]] = {}
    for card in cards:
        marks = tuple(index for index, bound in enumerate(bounds) if card in bound.cards)
        found.setdefault(marks, []).append(card)
    return [frozenset(group) for group in found.values()]


def make_stages(
    cards: tuple[int, ...], rooms: dict[int, int], bounds: list[Bound], order: Sequence[int]
) -> list[Stage] | None:
    """Return the stages for places in this order, their tables not filled; None: impossible.

    Parameters
    ----------
    cards
        The cards to deal.
    rooms
        Room of each place.
    bounds
        What must hold, of these cards.
    order
        All places with bounds.
    """
    by_place = [[bound for bound in bounds if bound.place == place] for place in order]
    told_apart = [
        _in_order(_groups(cards, [b for each in by_place[number:] for b in each]), here)
        for number, here in enumerate(by_place)
    ]
    told_apart.append([frozenset(cards)])
    stages: list[Stage] = []
    ranges = {group: (len(group), len(group)) for group in told_apart[0]}
    total = len(cards)
    for number, (place, here) in enumerate(zip(order, by_place, strict=True)):
        room, groups = rooms[place], told_apart[number]
        total -= room
        made = _Stager(groups, ranges, here, room, total, told_apart[number + 1]).steps()
        if made is None:
            return None
        steps, ranges = made
        stages.append(Stage(place, room, groups, steps))
    return stages


def _in_order(groups: list[frozenset[int]], bounds: list[Bound]) -> list[frozenset[int]]:
    """Put groups with the same bounds over several groups together, the largest free one last."""

    def rank(group: frozenset[int]) -> tuple[list[int], int]:
        marks = [index for index, bound in enumerate(bounds) if group < bound.cards]
        return marks or [len(bounds)], len(group)

    return sorted(groups, key=rank)


@dataclass
class _Stager:
    """Lays out the steps of a stage."""

    groups: list[frozenset[int]]
    ranges: dict[frozenset[int], tuple[int, int]]
    bounds: list[Bound]
    room: int
    total: int
    following: list[frozenset[int]]

    def steps(self) -> tuple[list[Step], dict[frozenset[int], tuple[int, int]]] | None:
        """Return the steps, and how many of each following group may be left; None: impossible."""
        self.members = [
            [index for index, group in enumerate(self.groups) if group <= bound.cards]
            for bound in self.bounds
        ]
        if not self._bound_takes():
            return None
        self.after = [
            next(number for number, later in enumerate(self.following) if group <= later)
            for group in self.groups
        ]
        steps = [self._step(index) for index in range(len(self.groups))]
        if any(step.layer.size == 0 for step in steps):
            return None
        left = {later: self._left(i, len(self.groups)) for i, later in enumerate(self.following)}
        return steps, left

    def _bound_takes(self) -> bool:
        """Find the least and the most that may be taken of each group."""
        self.least = [0 for _ in self.groups]
        self.most = [min(self.ranges[group][1], self.room) for group in self.groups]
        all_groups = list(range(len(self.groups)))
        limits = [(all_groups, self.room, self.room)]
        limits += [(m, b.low, b.high) for m, b in zip(self.members, self.bounds, strict=True)]
        for _ in range(len(limits) + 1):
            for members, low, high in limits:
                least = sum(self.least[index] for index in members)
                most = sum(self.most[index] for index in members)
                if least > high or most < low:
                    return False
                for index in members:
                    others_least, others_most = least - self.least[index], most - self.most[index]
                    self.least[index] = max(self.least[index], low - others_most)
                    self.most[index] = min(self.most[index], high - others_least)
                    if self.least[index] > self.most[index]:
                        return False
                    least, most = (
                        others_least + self.least[index],
                        others_most + self.most[index],
                    )
        return True

    def _left(self, later: int, done: int) -> tuple[int, int]:
        """Return how many of a following group may be left by the first steps."""
        low = high = 0
        for index in range(done):
            if self.after[index] == later:
                least, most = self.ranges[self.groups[index]]
                low += max(least - self.most[index], 0)
                high += most - self.least[index]
        return low, high

    def _sum(self, number: int, done: int) -> tuple[int, int]:
        """Return what a bound may have got after the first steps."""
        bound, members = self.bounds[number], self.members[number]
        before = [index for index in members if index < done]
        to_come = [index for index in members if index >= done]
        low = max(self._least(before), bound.low - self._most(to_come))
        return low, min(self._most(before), bound.high - self._least(to_come))

    def _least(self, indices: Sequence[int]) -> int:
        return sum(self.least[index] for index in indices)

    def _most(self, indices: Sequence[int]) -> int:
        return sum(self.most[index] for index in indices)

    def _room(self, done: int) -> tuple[int, int]:
        before, to_come = range(done), range(done, len(self.groups))
        low = max(self.room - self._most(before), self._least(to_come))
        return low, min(self.room - self._least(before), self._most(to_come))

    def _layer(self, done: int) -> Layer:
        """Return the counts after the first steps."""
        ranges = {ROOM: self._room(done)}
        for index in range(done, len(self.groups)):
            ranges[COUNT + index] = self.ranges[self.groups[index]]
        for later in range(len(self.following)):
            if any(self.after[index] == later for index in range(done)):
                ranges[AFTER + later] = self._left(later, done)
        for number, members in enumerate(self.members):
            if len(members) > 1 and members[0] < done <= members[-1]:
                ranges[SUM + number] = self._sum(number, done)
        return Layer(ranges, self.total)

    def _step(self, index: int) -> Step:
        wide = [n for n, members in enumerate(self.members) if len(members) > 1]
        counted = [number for number in wide if index in self.members[number]]
        return Step(
            group=index,
            after=self.after[index],
            low=self.least[index],
            high=self.most[index],
            sums={SUM + number: self._sum(number, index + 1) for number in counted},
            opened=tuple(SUM + n for n in counted if self.members[n][0] == index),
            layer=self._layer(index),
        )
