"""How many free spaces a connection through a space lacks, by relaxing all spaces until none moves.

A cost counts the free spaces of a path, its ends included; own spaces cost nothing.
"""

from collections.abc import Iterable

from .board import NEIGHBOURS, SIDES

NEVER = 10**6


def spread(start: dict[int, int], own: set[int], free: set[int]) -> dict[int, int]:
    """Return the least cost to each space, given what those cost that are reached already."""
    cost = {space: start.get(space, NEVER) for space in own | free}
    moved = True
    while moved:
        moved = False
        for space, so_far in cost.items():
            nearest = min(cost.get(near, NEVER) for near in NEIGHBOURS[space])
            through = nearest + (space in free)
            if through < so_far:
                cost[space], moved = through, True
    return cost


def from_side(side: int, own: set[int], free: set[int]) -> dict[int, int]:
    """Return the least cost of each space from a side of the board."""
    start = {space: int(space in free) for space in SIDES[side] if space in own | free}
    return spread(start, own, free)


def _both(one: dict[int, int], other: dict[int, int], free: set[int]) -> dict[int, int]:
    return {space: one[space] + other[space] - (space in free) for space in one}


def lacking_two(pairs: Iterable[tuple[int, int]], own: set[int], free: set[int]) -> dict[int, int]:
    """Return for each free space the least cost of a path through it between two sides."""
    found = dict.fromkeys(free, NEVER)
    for one, other in pairs:
        joined = _both(from_side(one, own, free), from_side(other, own, free), free)
        found = {space: min(found[space], joined[space]) for space in free}
    return found


def lacking_three(own: set[int], free: set[int]) -> dict[int, int]:
    """Return for each free space the least cost of a connection of three alternating sides.

    The space lies on the way from one of them to a tree between the other two.
    """
    found = dict.fromkeys(free, NEVER)
    for side in range(6):
        one, other = (from_side((side + step) % 6, own, free) for step in (2, 4))
        tree = spread(_both(one, other, free), own, free)
        joined = _both(from_side(side, own, free), tree, free)
        found = {space: min(found[space], joined[space]) for space in free}
    return found


def within(lacking: dict[int, int], spaces: int) -> set[int]:
    """Return the spaces whose connection lacks no more than so many."""
    return {space for space in lacking if lacking[space] <= spaces}
