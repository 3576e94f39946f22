"""Formations: rulebook 2, Formations, and rulings 3; against the naive twin."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import naive.formations as twin
import numpy as np
import numpy.typing as npt
import pytest
from naive.board import NEIGHBOURS, SIDES
from numba import types

from plateau_sim.jit import entry
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.board import BITS, BOARD, SPACE_AT, SPACES, mask_of, rotated, spaces_of
from plateau_sim.plateau.formations import (
    LEAST_TO_MAKE,
    LEAST_TO_STOP,
    can_be_made,
    group_of,
    is_made,
    made_table,
    makes,
)
from plateau_sim.plateau.groups import formations_of

CASES = 20_000
COLOURINGS = 20_000
MAKES, IS_MADE, CAN_BE_MADE = range(3)
_STRICT = pytest.mark.parametrize("strict", [False, True], ids=["or-better", "strict"])


@entry(types.void(types.uint64[::1], types.uint8[::1], types.boolean[:, :, ::1]))
def _judge(boards: Any, made: Any, out: Any) -> None:
    """Apply the three questions to every board and objective."""
    for i in range(boards.size):
        for objective in range(out.shape[1]):
            out[i, objective, MAKES] = makes(boards[i], objective, made)
            out[i, objective, IS_MADE] = is_made(boards[i], objective, made)
            out[i, objective, CAN_BE_MADE] = can_be_made(boards[i], objective, made)


@entry(types.uint64(types.uint64, types.uint64))
def _group(seed: Any, own: Any) -> Any:
    return group_of(seed, own)


@entry(types.int64(types.uint64[::1], types.int64, types.uint8[::1], types.int64, types.uint64))
def _count_stopped(spaces: Any, size: Any, made: Any, objective: Any, board: Any) -> Any:
    """Count the sets of so many spaces without which a board does not make an objective."""
    chosen, count = np.arange(size), 0
    while True:
        taken = np.uint64(0)
        for index in chosen:
            taken |= spaces[index]
        count += not makes(board & ~taken, objective, made)
        place = size - 1
        while place >= 0 and chosen[place] == spaces.size - size + place:
            place -= 1
        if place < 0:
            return count
        chosen[place] += 1
        for later in range(place + 1, size):
            chosen[later] = chosen[later - 1] + 1


def judge(boards: Iterable[int], strict: bool = False) -> npt.NDArray[np.bool_]:
    """Return the answers by board, objective and question."""
    words = np.array(list(boards), np.uint64)
    out = np.zeros((words.size, len(OBJECTIVES), 3), np.bool_)
    _judge(words, made_table(strict), out)
    return out


def made_by(spaces: Iterable[int], strict: bool = True) -> set[str]:
    """Return the objectives that these spaces make."""
    answers = judge([mask_of(spaces)], strict)[0, :, IS_MADE]
    return {name for name, made in zip(OBJECTIVES, answers, strict=True) if made}


def draw_spaces(rng: random.Random) -> set[int]:
    """Return a random set of spaces, of any density."""
    density = rng.uniform(0.2, 0.95)
    return {space for space in range(SPACES) if rng.random() < density}


@_STRICT
def test_made_formations_agree_with_the_naive_twin(strict: bool) -> None:
    rng, seen = random.Random(f"made {strict}"), Counter[tuple[str, bool]]()
    boards = [draw_spaces(rng) for _ in range(CASES)]
    answers = judge(map(mask_of, boards), strict)
    assert (answers[..., MAKES] == answers[..., IS_MADE]).all()
    for spaces, answer in zip(boards, answers, strict=True):
        objective = rng.randrange(len(OBJECTIVES))
        expected = twin.made(OBJECTIVES[objective], spaces, strict)
        assert answer[objective, IS_MADE] == expected
        seen[OBJECTIVES[objective], expected] += 1
    assert len(seen) == 2 * len(OBJECTIVES) and min(seen.values()) > CASES // 50


@_STRICT
def test_what_can_still_be_made_agrees_with_the_naive_twin(strict: bool) -> None:
    rng, seen = random.Random(f"can {strict}"), Counter[tuple[str, bool]]()
    others = [draw_spaces(rng) for _ in range(CASES)]
    answers = judge((BOARD & ~mask_of(other) for other in others), strict)
    for other, answer in zip(others, answers, strict=True):
        objective = rng.randrange(len(OBJECTIVES))
        own = {space for space in range(SPACES) if space not in other and rng.random() < 0.5}
        expected = twin.can_still_be_made(OBJECTIVES[objective], own, other, strict)
        assert answer[objective, CAN_BE_MADE] == expected
        seen[OBJECTIVES[objective], expected] += 1
    assert len(seen) == 2 * len(OBJECTIVES) and min(seen.values()) > CASES // 50


@_STRICT
def test_all_64_sets_of_sides_agree_with_the_naive_twin(strict: bool) -> None:
    for sides, made in enumerate(made_table(strict)):
        touched = {side for side in range(6) if sides >> side & 1}
        exactly = twin.formations_of_sides(touched)
        assert formations_of(touched) == exactly
        for index, objective in enumerate(OBJECTIVES):
            good = {objective} if strict else set(OBJECTIVES[index:])
            assert bool(made >> index & 1) == bool(exactly & good)


def least_spaces() -> list[int]:
    """Return for each set of sides the size of the smallest group that touches them.

    Dreyfus and Wagner: such a group is grown by a space, or joined from two groups that share one.
    """
    best = [[99] * SPACES for _ in range(64)]
    for space in range(SPACES):
        touched = sum(1 << side for side in range(6) if space in SIDES[side])
        for sides in range(64):
            if sides & ~touched == 0:
                best[sides][space] = 1
    for sides in range(64):
        least = best[sides]
        for space in range(SPACES):
            parts = (part for part in range(1, sides) if part & ~sides == 0)
            joined = (best[part][space] + best[sides ^ part][space] - 1 for part in parts)
            least[space] = min(least[space], *joined, 99)
        for _ in range(SPACES):
            for space in range(SPACES):
                least[space] = min(least[space], *(least[near] + 1 for near in NEIGHBOURS[space]))
    return [min(row) for row in best]


@_STRICT
def test_no_fewer_spaces_make_an_objective(strict: bool) -> None:
    least, made = least_spaces(), made_table(strict)
    for index in range(len(OBJECTIVES)):
        sizes = [least[sides] for sides in range(64) if made[sides] >> index & 1]
        assert min(sizes) == LEAST_TO_MAKE[index]


@_STRICT
def test_no_fewer_opposing_spaces_stop_an_objective(strict: bool) -> None:
    spaces = np.array([1 << bit for bit in BITS], np.uint64)
    for index, least in enumerate(LEAST_TO_STOP):
        assert _count_stopped(spaces, least - 1, made_table(strict), index, np.uint64(BOARD)) == 0


def test_a_straight_row_of_seven_stops_all_objectives_and_a_whole_side_the_last() -> None:
    row = {SPACE_AT[q, 0] for q in range(-3, 4)}
    assert made_by(set(range(SPACES)) - row) == set()
    everything_but_six_sides = set(OBJECTIVES[:4])
    for side in SIDES:
        assert made_by(set(range(SPACES)) - side) == everything_but_six_sides


def test_a_full_board_always_gives_some_team_a_bridge_or_a_y() -> None:
    rng = random.Random("full boards")
    own = [mask_of(draw_spaces(rng)) for _ in range(COLOURINGS)]
    bridge_or_y = judge(own)[:, 0, IS_MADE]
    of_the_other = judge(BOARD & ~word for word in own)[:, 0, IS_MADE]
    assert (bridge_or_y | of_the_other).all()
    assert bridge_or_y.any() and not bridge_or_y.all()


def test_both_teams_may_have_a_bridge_on_a_quarter_of_full_boards() -> None:
    rng = random.Random("half boards")
    own = [mask_of(s for s in range(SPACES) if rng.random() < 0.5) for _ in range(COLOURINGS)]
    both = judge(own, True)[:, 0, IS_MADE] & judge((BOARD & ~w for w in own), True)[:, 0, IS_MADE]
    assert 0.2 < both.mean() < 0.3


LEFT_HALF = {SPACE_AT[q, r] for q, r in SPACE_AT if 2 * q + r < 0}


def test_two_bridges_stand_side_by_side() -> None:
    assert "bridge" in made_by(LEFT_HALF)
    assert "bridge" in made_by(set(range(SPACES)) - LEFT_HALF)


# From the centre to the middle of three sides.
STAR = {SPACE_AT[0, 0]} | {
    rotated(SPACE_AT[place], turns) for place in ((0, -1), (1, -2), (1, -3)) for turns in (0, 2, 4)
}


def test_a_y_makes_no_bridge() -> None:
    assert len(STAR) == 10
    assert made_by(STAR) == {"y"}


def test_a_y_is_better_than_a_bridge_and_wins_one_unless_strict() -> None:
    assert made_by(STAR, strict=False) == {"bridge", "y"}
    assert made_by(STAR, strict=True) == {"y"}


def test_a_bridge_makes_no_y() -> None:
    column = {SPACE_AT[place] for place in ((1, -3), (1, -2), (0, -1), (0, 0), (0, 1), (-1, 2))}
    column.add(SPACE_AT[-1, 3])
    assert made_by(column) == {"bridge"}
    assert made_by(column, strict=False) == {"bridge"}


def test_a_corner_belongs_to_both_of_its_sides() -> None:
    row = {SPACE_AT[q, 0] for q in range(-3, 4)}  # from corner to corner: four sides
    assert made_by(row) == {"bridge"}
    ring = set(range(18))
    assert made_by(ring - {1, 2}) == set(OBJECTIVES)


def test_a_fork_is_one_group_that_is_a_y_and_a_bridge() -> None:
    arm = {rotated(SPACE_AT[place], 3) for place in ((0, -1), (1, -2), (1, -3))}
    assert made_by(STAR | arm) == {"bridge", "y", "fork"}


def test_formations_of_separate_groups_do_not_add_up() -> None:
    assert made_by(SIDES[0] | SIDES[3]) == set()


def test_five_sides_and_six_sides() -> None:
    ring = list(range(18))
    assert made_by(ring[1:12]) == {"bridge"}  # four sides, from inside the first
    assert "five_sides" in made_by(ring[1:14]) and "six_sides" not in made_by(ring[1:14])
    assert made_by(ring[1:17]) == set(OBJECTIVES)


def test_an_opposing_bridge_does_not_lose_a_bridge_bid() -> None:
    assert "bridge" in made_by(LEFT_HALF)
    assert judge([BOARD & ~mask_of(LEFT_HALF)])[0, 0, CAN_BE_MADE]


def test_a_group_grows_to_neighbours_and_never_over_an_edge_of_the_board() -> None:
    for one, other in combinations(range(SPACES), 2):
        group = _group(np.uint64(1 << BITS[one]), np.uint64(mask_of([one, other])))
        near = other in NEIGHBOURS[one]
        assert spaces_of(group) == sorted([one, other] if near else [one])


def test_the_group_of_a_space_agrees_with_the_naive_twin() -> None:
    rng = random.Random("groups")
    for _ in range(2000):
        spaces = draw_spaces(rng)
        if spaces:
            seed = rng.choice(sorted(spaces))
            group = _group(np.uint64(1 << BITS[seed]), np.uint64(mask_of(spaces)))
            assert set(spaces_of(group)) == twin.group_of(seed, spaces)
