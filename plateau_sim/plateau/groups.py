"""Connected groups of spaces, what they make and what stops it, in plain Python (rulings 3).

For telling and drawing single hands. Playouts use the compiled `formations`, which reports may not
import; a test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

from plateau_sim.plateau.bids import OBJECTIVES, Objective
from plateau_sim.plateau.board import NEIGHBOURS, SIDES, SPACES

Group = frozenset[int]
_OPPOSITE = ({0, 3}, {1, 4}, {2, 5})
_ALTERNATING = ({0, 2, 4}, {1, 3, 5})


def groups(own: Iterable[int]) -> list[Group]:
    """Return the connected groups of a set of spaces, in the order of their first spaces."""
    left, found = sorted(own, reverse=True), list[Group]()
    while left:
        group, border = set[int](), [left[-1]]
        while border:
            space = border.pop()
            if space not in group:
                group.add(space)
                border += [near for near in NEIGHBOURS[space] if near in left]
        left = [space for space in left if space not in group]
        found.append(frozenset(group))
    return found


def sides_of(group: Collection[int]) -> tuple[int, ...]:
    """Return the sides of the board, 0 to 5, that a group touches."""
    return tuple(side for side, spaces in enumerate(SIDES) if not set(spaces).isdisjoint(group))


def formations_of(sides: Iterable[int]) -> frozenset[Objective]:
    """Return exactly the formations made by one group that touches these sides."""
    touched, made = set(sides), set[Objective]()
    if any(pair <= touched for pair in _OPPOSITE):
        made.add("bridge")
    if any(triple <= touched for triple in _ALTERNATING):
        made.add("y")
    if len(made) == 2:
        made.add("fork")
    if len(touched) >= 5:
        made.add("five_sides")
    if len(touched) == 6:
        made.add("six_sides")
    return frozenset(made)


def best_formation(own: Iterable[int]) -> Objective | None:
    """Return the best formation of a set of spaces, None if it makes none."""
    made = {name for group in groups(own) for name in formations_of(sides_of(group))}
    return max(made, key=OBJECTIVES.index, default=None)


def maker(own: Iterable[int], objective: Objective, strict: bool = False) -> Group | None:
    """Return a group that makes an objective, None if there is none.

    Parameters
    ----------
    own
        The spaces of one side.
    objective
        What is to be made, "or a better one".
    strict
        True where the formation itself must be there.
    """
    good = {objective} if strict else set(OBJECTIVES[OBJECTIVES.index(objective) :])
    for group in groups(own):
        if formations_of(sides_of(group)) & good:
            return group
    return None


def stoppers(
    theirs: Iterable[int], objective: Objective, strict: bool = False
) -> tuple[Group, ...] | None:
    """Return the fewest groups that alone keep an objective from being made, None if none do.

    Parameters
    ----------
    theirs
        The spaces that are lost to the side with the objective.
    objective, strict
        See `maker`.
    """
    board, candidates = set(range(SPACES)), groups(theirs)
    if maker(board.difference(*candidates), objective, strict):
        return None
    for count in range(1, len(candidates) + 1):
        stopping = [
            some
            for some in combinations(candidates, count)
            if maker(board.difference(*some), objective, strict) is None
        ]
        if stopping:
            return min(stopping, key=lambda some: sum(map(len, some)))
    return ()
