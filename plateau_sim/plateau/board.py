"""The board of 37 hexagons: spaces, rings, sides, neighbours, drawing coordinates.

Axial coordinates ``(q, r)`` with a corner on top; spaces in canonical order: outer ring 0..17,
middle ring 18..29, inner ring 30..35 (each clockwise from the top), centre 36. A set of spaces is
one 64-bit word, eight bits a row: space ``(q, r)`` is bit ``8 * (r + 3) + q + 3``, so that the six
neighbours of all spaces of a set are six shifts away.
"""

from __future__ import annotations

from collections.abc import Iterable

RADIUS = 3
_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
RING_NAMES = ("outer", "middle", "inner", "centre")


def _ring(radius: int) -> list[tuple[int, int]]:
    """Return the spaces at a distance from the centre, clockwise from the top."""
    q, r = 0, -radius
    spaces = []
    for dq, dr in _STEPS:
        for _ in range(radius):
            spaces.append((q, r))
            q, r = q + dq, r + dr
    return spaces


COORDINATES: tuple[tuple[int, int], ...] = (*_ring(3), *_ring(2), *_ring(1), (0, 0))
SPACES = len(COORDINATES)
SPACE_AT: dict[tuple[int, int], int] = {place: space for space, place in enumerate(COORDINATES)}
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(SPACE_AT[q + dq, r + dr] for dq, dr in _STEPS if (q + dq, r + dr) in SPACE_AT)
    for q, r in COORDINATES
)
OUTER = 6 * RADIUS
SIDES: tuple[tuple[int, ...], ...] = tuple(
    tuple((RADIUS * side + step) % OUTER for step in range(RADIUS + 1)) for side in range(6)
)
CORNERS: tuple[int, ...] = tuple(range(0, OUTER, RADIUS))

ROW_BITS = 8
BITS: tuple[int, ...] = tuple(ROW_BITS * (r + RADIUS) + q + RADIUS for q, r in COORDINATES)


def ring_of(space: int) -> str:
    """Return the name of the ring that a space lies in."""
    q, r = COORDINATES[space]
    return RING_NAMES[RADIUS - max(abs(q), abs(r), abs(q + r))]


def mask_of(spaces: Iterable[int]) -> int:
    """Return the word of a set of spaces."""
    word = 0
    for space in spaces:
        word |= 1 << BITS[space]
    return word


def spaces_of(word: int) -> list[int]:
    """Return the spaces of a word, in canonical order."""
    return [space for space in range(SPACES) if int(word) >> BITS[space] & 1]


BOARD = mask_of(range(SPACES))
SIDE_MASKS: tuple[int, ...] = tuple(mask_of(side) for side in SIDES)


def drawing_place(space: int) -> tuple[int, int]:
    """Return ``(line, column)`` of a space when drawn with a corner on top.

    Lines count from the top (0..12) and columns from the left (0..6); the centres of neighbours in
    a line are two columns apart.
    """
    q, r = COORDINATES[space]
    return 2 * r + q + 2 * RADIUS, q + RADIUS


def drawing_order() -> list[int]:
    """Return the spaces in reading order of the drawing: line by line, from the left."""
    return sorted(range(SPACES), key=drawing_place)


def rotated(space: int, sixths: int) -> int:
    """Return where a space comes to lie when the board is turned clockwise by sixths."""
    q, r = COORDINATES[space]
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return SPACE_AT[q, r]


def mirrored(space: int) -> int:
    """Return where a space comes to lie when the board is mirrored left to right."""
    q, r = COORDINATES[space]
    return SPACE_AT[-q, q + r]
