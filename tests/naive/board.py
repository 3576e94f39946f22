"""The board: 37 hexagons in axial coordinates, rulings 1."""

# Corners of the ring of radius 1, clockwise from the top.
UNIT_CORNERS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def _ring(radius: int) -> list[tuple[int, int]]:
    """Coordinates of one ring, clockwise from its top corner."""
    spaces = []
    for corner in range(6):
        q1, r1 = UNIT_CORNERS[corner]
        q2, r2 = UNIT_CORNERS[(corner + 1) % 6]
        for step in range(radius):
            rest = radius - step
            spaces.append((rest * q1 + step * q2, rest * r1 + step * r2))
    return spaces


COORDINATES: tuple[tuple[int, int], ...] = (*_ring(3), *_ring(2), *_ring(1), (0, 0))
SPACES = frozenset(range(37))


def distance(one: int, other: int) -> int:
    """Count the steps between two spaces."""
    dq = COORDINATES[one][0] - COORDINATES[other][0]
    dr = COORDINATES[one][1] - COORDINATES[other][1]
    return max(abs(dq), abs(dr), abs(dq + dr))


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(other for other in range(37) if distance(space, other) == 1) for space in range(37)
)


def _side(number: int) -> frozenset[int]:
    """Spaces on the straight edge from one corner of the board to the next, both included."""
    return frozenset((3 * number + step) % 18 for step in range(4))


SIDES: tuple[frozenset[int], ...] = tuple(_side(number) for number in range(6))
