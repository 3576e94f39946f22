"""The steps in which cards are dealt to places with bounds, and the ways to go on from each."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from plateau_sim.kernels.ways import CHOOSE

MAX_GROUPS, MAX_SUMS = 16, 12
ROOM, COUNT, AFTER, SUM = 0, 1, 1 + MAX_GROUPS, 1 + 2 * MAX_GROUPS
"""Slots of the counts: room left, cards left of each group, of each group of the next stage, what
bounds have got so far."""
SLOTS = SUM + MAX_SUMS


@dataclass
class Layer:
    """The counts on which the ways from a step on depend, and their table.

    Attributes
    ----------
    ranges : dict of int to (int, int)
        Least and greatest value of each count, by slot.
    total : int
        Sum of the cards left, less the room left: one count follows from the others.
    implied : int
        The slot of that count, which is no dimension of the table.
    strides : dict of int to int
        Of each dimension.
    ways : float64 array
        Filled by `count_ways`.
    """

    ranges: dict[int, tuple[int, int]]
    total: int
    implied: int = -1
    strides: dict[int, int] = field(default_factory=dict)
    size: int = 1
    ways: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        spans = {slot: high - low + 1 for slot, (low, high) in self.ranges.items()}
        related = [slot for slot in spans if slot < SUM]
        self.implied = max(related, key=spans.__getitem__, default=-1)
        for slot, span in spans.items():
            if slot != self.implied and span > 1:
                self.strides[slot] = self.size
                self.size *= max(span, 0)

    @property
    def start(self) -> int:
        """Place of the counts that are all 0."""
        return -sum(self.ranges[slot][0] * stride for slot, stride in self.strides.items())

    def values(self) -> dict[int, npt.NDArray[np.int64]]:
        """Return the counts of every place of the table, by slot."""
        places = np.arange(self.size)
        values: dict[int, npt.NDArray[np.int64]] = {}
        for slot, (low, high) in self.ranges.items():
            if slot == self.implied:
                continue
            stride = self.strides.get(slot)
            span = high - low + 1
            values[slot] = places // stride % span + low if stride else np.full(self.size, low)
        if self.implied >= 0:
            rest = np.full(self.size, self.total)
            for slot, value in values.items():
                if slot < SUM:
                    rest += value if slot == ROOM else -value
            values[self.implied] = -rest if self.implied == ROOM else rest
        return values


@dataclass
class Step:
    """What a stage takes of one group.

    Attributes
    ----------
    group, after : int
        Group of this stage, and of the next one that gets what is left.
    low, high : int
        Bounds of what is taken.
    sums : dict of int to (int, int)
        Slots of the bounds that this group counts for, and their range afterwards.
    opened : tuple of int
        Those of them that begin here.
    layer : Layer
        The counts before this step.
    """

    group: int
    after: int
    low: int
    high: int
    sums: dict[int, tuple[int, int]]
    opened: tuple[int, ...]
    layer: Layer


@dataclass
class Stage:
    """A place with bounds, and the groups it takes from.

    Attributes
    ----------
    place, room : int
        The place and the cards it still needs.
    groups : list of frozenset of int
        The cards that are told apart from here on.
    steps : list of Step
        One a group; the last one takes what room is left.
    """

    place: int
    room: int
    groups: list[frozenset[int]]
    steps: list[Step]


def count_ways(stages: list[Stage]) -> float:
    """Fill the tables, the last one first; return the ways to fill all stages."""
    following: Layer | None = None
    for stage in reversed(stages):
        for number in range(len(stage.steps) - 1, -1, -1):
            step = stage.steps[number]
            last = number == len(stage.steps) - 1
            step.layer.ways = _ways_before(step, following, last)
            following = step.layer
    return float(following.ways[0]) if following is not None else 1.0


def _ways_before(step: Step, following: Layer | None, last: bool) -> npt.NDArray[np.float64]:
    """Return the ways from a step on, for all counts, from those from the next step on."""
    layer = step.layer
    values = layer.values()
    possible = np.ones(layer.size, bool)
    for slot, (low, high) in layer.ranges.items():
        possible &= (low <= values[slot]) & (values[slot] <= high)
    for slot in step.opened:
        values[slot] = np.zeros(layer.size, np.int64)
    ways = np.zeros(layer.size)
    for take in (values[ROOM],) if last else range(step.low, step.high + 1):
        left, room = values[COUNT + step.group] - take, values[ROOM] - take
        fits = possible & (left >= 0) & (room >= 0) & (step.low <= take) & (take <= step.high)
        after = {**values, ROOM: room, AFTER + step.after: values.get(AFTER + step.after, 0) + left}
        for slot, (low, high) in step.sums.items():
            after[slot] = values[slot] + take
            fits &= (low <= after[slot]) & (after[slot] <= high)
        if last:
            after = {COUNT + slot - AFTER: v for slot, v in after.items() if AFTER <= slot < SUM}
        found = np.flatnonzero(fits)
        if following is None:
            more: npt.NDArray[np.float64] = np.ones(found.size)
        else:
            more = _look_up(following, after, found, last)
        taken = np.broadcast_to(take, ways.shape)[found]
        ways[found] += CHOOSE[values[COUNT + step.group][found], taken] * more
    return ways


def _look_up(
    layer: Layer, values: dict[int, npt.NDArray[np.int64]], found: npt.NDArray[np.int64], new: bool
) -> npt.NDArray[np.float64]:
    """Return what a table says for counts, 0 for counts that it does not know."""
    place = np.full(found.size, layer.start)
    known = np.ones(found.size, bool)
    for slot, (low, high) in layer.ranges.items():
        if new and slot == ROOM:
            continue
        value = values[slot][found]
        known &= (low <= value) & (value <= high)
        place += value * layer.strides.get(slot, 0)
    return np.where(known, layer.ways[np.where(known, place, 0)], 0.0)
