"""Formations: rulebook 2, Formations, and rulings 3."""

from collections.abc import Iterable

from .board import NEIGHBOURS, SIDES, SPACES

OBJECTIVES = ("bridge", "y", "fork", "five_sides", "six_sides")  # worst to best


def group_of(space: int, spaces: set[int]) -> set[int]:
    """Spaces connected with a space, by breadth-first search."""
    found = {space}
    queue = [space]
    while queue:
        for near in NEIGHBOURS[queue.pop(0)]:
            if near in spaces and near not in found:
                found.add(near)
                queue.append(near)
    return found


def groups(spaces: Iterable[int]) -> list[set[int]]:
    """Split a set of spaces into its connected groups."""
    left = set(spaces)
    result = []
    while left:
        group = group_of(min(left), left)
        result.append(group)
        left -= group
    return result


def sides_touched(group: set[int]) -> set[int]:
    """Sides of the board that a group touches; a corner touches two."""
    return {number for number in range(6) if not SIDES[number].isdisjoint(group)}


def formations_of_sides(touched: set[int]) -> set[str]:
    """Return the formations that one group makes by the sides it touches."""
    bridge = any({side, side + 3} <= touched for side in range(3))
    y = {0, 2, 4} <= touched or {1, 3, 5} <= touched
    there = {
        "bridge": bridge,
        "y": y,
        "fork": bridge and y,
        "five_sides": len(touched) >= 5,
        "six_sides": len(touched) == 6,
    }
    return {name for name in OBJECTIVES if there[name]}


def formations(spaces: Iterable[int]) -> set[str]:
    """Return every formation that stands on these spaces."""
    found: set[str] = set()
    for group in groups(spaces):
        found |= formations_of_sides(sides_touched(group))
    return found


def best_formation(spaces: Iterable[int]) -> str | None:
    """Best formation that stands on these spaces."""
    there = formations(spaces)
    return next((name for name in reversed(OBJECTIVES) if name in there), None)


def made(objective: str, spaces: Iterable[int], strict: bool = False) -> bool:
    """Tell whether the objective, or (unless strict) a better one, stands: rulings 3."""
    there = formations(spaces)
    if strict:
        return objective in there
    good_enough = OBJECTIVES[OBJECTIVES.index(objective) :]
    return any(name in there for name in good_enough)


def can_still_be_made(
    objective: str, own: Iterable[int], other: Iterable[int], strict: bool = False
) -> bool:
    """Tell whether the objective would be made with every space the other side does not own."""
    return made(objective, (SPACES - set(other)) | set(own), strict)
