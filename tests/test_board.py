"""The board: rulings 1; against the naive twin."""

from __future__ import annotations

from itertools import pairwise

from naive import board as twin

from plateau_sim.plateau.board import (
    BITS,
    BOARD,
    COORDINATES,
    CORNERS,
    NEIGHBOURS,
    SIDE_MASKS,
    SIDES,
    SPACES,
    drawing_order,
    drawing_place,
    mask_of,
    mirrored,
    ring_of,
    rotated,
    spaces_of,
)


def test_the_spaces_are_numbered_as_by_the_naive_twin() -> None:
    assert COORDINATES == twin.COORDINATES
    assert len(set(COORDINATES)) == SPACES == 37


def test_neighbours_and_sides_agree_with_the_naive_twin() -> None:
    for space in range(SPACES):
        assert sorted(NEIGHBOURS[space]) == sorted(twin.NEIGHBOURS[space])
    assert tuple(frozenset(side) for side in SIDES) == twin.SIDES


def test_the_corners_are_where_the_rulings_put_them() -> None:
    corners = ((0, -3), (3, -3), (3, 0), (0, 3), (-3, 3), (-3, 0))
    assert CORNERS == (0, 3, 6, 9, 12, 15)
    assert tuple(COORDINATES[corner] for corner in CORNERS) == corners


def test_the_rings_have_18_12_6_and_1_spaces() -> None:
    rings = [ring_of(space) for space in range(SPACES)]
    assert rings == ["outer"] * 18 + ["middle"] * 12 + ["inner"] * 6 + ["centre"]
    assert COORDINATES[18] == (0, -2) and COORDINATES[30] == (0, -1)


def test_each_ring_goes_round_in_steps_to_neighbours() -> None:
    for first, last in ((0, 17), (18, 29), (30, 35)):
        ring = [*range(first, last + 1), first]
        assert all(after in NEIGHBOURS[before] for before, after in pairwise(ring))


def test_a_side_has_four_spaces_and_a_corner_lies_on_two() -> None:
    for space in range(SPACES):
        on = sum(space in side for side in SIDES)
        assert on == (2 if space in CORNERS else 1 if ring_of(space) == "outer" else 0)
    assert [side[0] for side in SIDES] == list(CORNERS)


def test_opposite_sides_share_no_space_and_face_each_other() -> None:
    for side in range(3):
        turned = {rotated(space, 3) for space in SIDES[side]}
        assert turned == set(SIDES[side + 3])


def test_six_shifts_reach_the_neighbours_and_never_wrap() -> None:
    for space, bit in enumerate(BITS):
        word = 1 << bit
        shifted = word << 1 | word >> 1 | word << 8 | word >> 8 | word << 7 | word >> 7
        assert shifted & BOARD == mask_of(NEIGHBOURS[space])


def test_a_word_is_read_back_as_the_spaces() -> None:
    assert BOARD.bit_count() == SPACES and BOARD < 2**64
    assert spaces_of(BOARD) == list(range(SPACES))
    for side, mask in enumerate(SIDE_MASKS):
        assert spaces_of(mask) == sorted(SIDES[side])


def test_turning_and_mirroring_keep_neighbours_and_sides() -> None:
    for turn in (lambda space: rotated(space, 1), lambda space: rotated(space, 5), mirrored):
        assert sorted(turn(space) for space in range(SPACES)) == list(range(SPACES))
        for space in range(SPACES):
            assert {turn(near) for near in NEIGHBOURS[space]} == set(NEIGHBOURS[turn(space)])
        assert {frozenset(map(turn, side)) for side in SIDES} == set(map(frozenset, SIDES))


def test_turning_clockwise_takes_each_corner_to_the_next() -> None:
    assert [rotated(corner, 1) for corner in CORNERS] == [*CORNERS[1:], CORNERS[0]]
    assert rotated(36, 2) == 36 and rotated(5, 6) == 5
    assert mirrored(3) == 15 and mirrored(0) == 0


def test_the_drawing_has_a_corner_on_top_and_thirteen_lines() -> None:
    order = drawing_order()
    lines = [drawing_place(space)[0] for space in order]
    assert (order[0], order[-1]) == (0, 9)
    assert [lines.count(line) for line in range(13)] == [1, 2, 3, 4, 3, 4, 3, 4, 3, 4, 3, 2, 1]
    assert len({drawing_place(space) for space in order}) == SPACES


def test_neighbours_are_drawn_two_lines_or_one_column_away() -> None:
    for space in range(SPACES):
        line, column = drawing_place(space)
        steps = {
            (drawing_place(near)[0] - line, drawing_place(near)[1] - column)
            for near in NEIGHBOURS[space]
        }
        assert steps <= {(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)}
