"""The smallest changes of values: against brute force, and what no change can do."""

from __future__ import annotations

import math
import random
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from plateau_sim.analysis.changes import smallest_changes
from plateau_sim.analysis.contest import Contest

Whole = npt.NDArray[np.int64]


def naive_counts(per_value: Any, values: Any) -> list[int]:
    """Count the rows that each cell wins: most points above 0, the first of equal ones."""
    counts = [0] * len(values)
    for row in per_value:
        points = [value * each for value, each in zip(values, row, strict=True)]
        if max(points) > 0:
            counts[points.index(max(points))] += 1
    return counts


def naive_need(per_value: Any, share: float) -> int:
    return max(1, math.ceil(share * sum(max(row) > 0 for row in per_value) - 1e-9))


def brute_force(per_value: Any, values: Any, share: float, asked: Any, most: int) -> int | None:
    """Return the total of the smallest change of up to ``most`` that gives these their share."""
    need, best = naive_need(per_value, share), None
    for moved in product(range(-most, most + 1), repeat=len(values)):
        total = sum(map(abs, moved))
        after = [value + move for value, move in zip(values, moved, strict=True)]
        if total > most or (best is not None and total >= best) or min(after) < 1:
            continue
        counts = naive_counts(per_value, after)
        if all(counts[cell] >= need for cell in asked):
            best = total
    return best


def drawn(rng: random.Random, rows: int, cells: int) -> Whole:
    """Return points per value: easy cells first, with much in common in a row."""
    strength = [rng.gauss(0, 4) for _ in range(rows)]
    table = [[round(x + rng.gauss(2 - 2 * c, 2)) for c in range(cells)] for x in strength]
    return np.array(table, np.int64)


def planted() -> Whole:
    """Return a table with a dead cell: under values 1, 2, 3 the second is never best."""
    return np.array([[8, 3, -1]] * 10 + [[6, 5, 4]] * 10 + [[9, 6, 1]] * 4, np.int64)


def test_a_planted_dead_cell_is_found_and_revived_by_the_smallest_change() -> None:
    table, values = planted(), np.array([1, 1, 3])
    assert naive_counts(table, values) == [14, 0, 10]
    changes = smallest_changes(table, values, 0.15)
    assert changes.requirement.cells == (0, 1, 2)
    assert changes.reached and changes.smallest
    assert changes.total == brute_force(table, values, 0.15, (0, 1, 2), 4) == 1
    assert changes.values.tolist() == [1, 2, 3]
    assert changes.counts.tolist() == naive_counts(table, changes.values)


@pytest.mark.parametrize("seed", range(40))
def test_the_smallest_change_is_that_of_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    table = drawn(rng, 40, 3)
    values = np.array(sorted(rng.randrange(1, 6) for _ in range(3)))
    changes = smallest_changes(table, values, 0.1)
    total = brute_force(table, values, 0.1, changes.requirement.cells, 5)
    if total is not None:
        assert changes.smallest and changes.total == total
    elif changes.reached:
        assert changes.total > 5
    assert changes.counts.tolist() == naive_counts(table, changes.values)
    assert changes.total == np.abs(changes.values - values).sum()


@pytest.mark.parametrize("seed", range(40))
def test_the_beam_reaches_what_brute_force_reaches(seed: int) -> None:
    rng = random.Random(seed)
    table = drawn(rng, 40, 3)
    values = np.array(sorted(rng.randrange(1, 6) for _ in range(3)))
    changes = smallest_changes(table, values, 0.1, work=1)
    total = brute_force(table, values, 0.1, changes.requirement.cells, 5)
    assert changes.tried == 0 and not (changes.smallest and changes.total > 1)
    if total is not None:
        assert changes.reached and total <= changes.total <= total + 2
        counts = naive_counts(table, changes.values)
        assert min(counts[c] for c in changes.requirement.cells) >= naive_need(table, 0.1)


def test_nothing_is_changed_where_every_cell_has_its_share() -> None:
    table = np.array([[4, 1], [1, 4]] * 10)
    changes = smallest_changes(table, np.array([1, 1]), 0.3)
    assert changes.reached and changes.smallest and changes.total == 0


def test_a_cell_below_0_in_every_hand_is_named_and_not_asked_for() -> None:
    table = np.array([[4, 1, -1], [1, 4, 0]] * 10)
    changes = smallest_changes(table, np.array([1, 1, 1]), 0.1)
    assert changes.requirement.hopeless == (2,) and changes.requirement.cells == (0, 1)
    assert changes.reached and changes.total == 0


def test_a_cell_that_gains_in_too_few_hands_is_named_and_not_asked_for() -> None:
    table = np.array([[4, 1, -1], [1, 4, 0]] * 10 + [[1, 1, 9]])
    changes = smallest_changes(table, np.array([1, 1, 1]), 0.1)
    assert changes.requirement.scarce == (2,) and changes.requirement.cells == (0, 1)


def test_of_two_equal_cells_only_one_can_be_asked_for() -> None:
    table = np.array([[4, 1, 1], [1, 4, 4], [2, 3, 3]] * 10)
    changes = smallest_changes(table, np.array([1, 1, 2]), 0.1)
    assert changes.requirement.rivals == ((1, 2),)
    assert changes.requirement.cells == (0, 2)


@pytest.mark.parametrize("seed", range(30))
def test_rivals_are_those_that_no_ratio_of_values_lets_both_win(seed: int) -> None:
    rng = random.Random(seed)
    table = drawn(rng, 12, 2)
    contest = Contest(table)
    for need in range(1, min(rows.size for rows in contest.gaining) + 1):
        both = any(
            min(naive_counts(table, (a, b))) >= need for a in range(1, 40) for b in range(1, 40)
        )
        assert contest.can_both_win(0, 1, need) == contest.can_both_win(1, 0, need) == both


def test_what_can_not_be_reached_is_told_with_how_far_it_got() -> None:
    # Each two of the cells can win a hand each, all three can't.
    table, start = np.array([[1, 1, 1], [3, 2, 3], [3, 5, 2], [5, 1, 5]]), np.array([1, 1, 1])
    for values in product(range(1, 25), repeat=3):
        assert min(naive_counts(table, values)) == 0
    changes = smallest_changes(table, start, 0.25, work=20_000)
    assert changes.requirement.cells == (0, 1, 2) and changes.requirement.rivals == ()
    assert not changes.reached and not changes.smallest
    assert changes.short == (2,) and changes.total == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_cell_never_wins_fewer_hands_when_its_own_value_grows(seed: int) -> None:
    rng = random.Random(seed)
    table = drawn(rng, 60, 4)
    values = [rng.randrange(1, 8) for _ in range(4)]
    contest = Contest(table)
    for cell in range(4):
        wins = []
        for value in (*range(1, 20), 10_000):
            tried = [*values[:cell], value, *values[cell + 1 :]]
            wins.append(int(contest.look(np.array(tried)).counts[cell]))
            assert wins[-1] == naive_counts(table, tried)[cell]
        assert wins == sorted(wins)
        assert wins[-1] == contest.gaining[cell].size


@pytest.mark.parametrize("seed", range(20))
def test_one_changed_value_is_counted_as_if_all_were_counted_anew(seed: int) -> None:
    rng = random.Random(seed)
    table = drawn(rng, 50, 4)
    contest = Contest(table)
    look = contest.look(np.array([rng.randrange(1, 8) for _ in range(4)]))
    for cell in range(4):
        for value in range(1, 12):
            values = look.values.copy()
            values[cell] = value
            assert contest.counts_after(look, cell, value).tolist() == naive_counts(table, values)


@pytest.mark.parametrize("seed", range(20))
def test_the_value_that_a_cell_needs_is_the_least_that_does(seed: int) -> None:
    rng = random.Random(seed)
    contest = Contest(drawn(rng, 50, 4))
    look = contest.look(np.array([rng.randrange(1, 8) for _ in range(4)]))
    for cell in range(4):
        for need in range(1, contest.gaining[cell].size + 1, 3):
            value = contest.value_for(look, cell, need)
            assert contest.counts_after(look, cell, value)[cell] >= need
            assert value == 1 or contest.counts_after(look, cell, value - 1)[cell] < need


def test_hands_in_which_nothing_gains_are_left_out() -> None:
    table = np.array([[-1, 0], [0, 0]])
    changes = smallest_changes(table, np.array([1, 2]), 0.1)
    assert changes.requirement.hopeless == (0, 1) and changes.requirement.cells == ()
    assert changes.reached and changes.total == 0
