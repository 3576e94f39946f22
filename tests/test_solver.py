"""The exact solver: against brute force, and against itself where nothing may change."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from endings import copied, exchanged_card, exchanged_state, play_some, random_endings, told_ending
from helpers import KINDS, Kind, every_kind
from naive.solver import BruteForce
from numba import types
from numba.core.runtime import _nrt_python, rtsys
from test_symmetry import equally_long_suits, moves, with_suits_exchanged

from plateau_sim.cards import NAMES, SUITS
from plateau_sim.errors import PlateauError
from plateau_sim.jit import COMPILED, kernel
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import find_layout, standard_layout
from plateau_sim.plateau.perfect import Endings
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.solver import Solver, best_cards, declaring_wins, workspace_words
from plateau_sim.plateau.solverseen import Workspace
from plateau_sim.plateau.state import STATE_TYPE, State, new_state
from plateau_sim.plateau.view import CARD, OVER, TALON_PICK
from plateau_sim.pointers import row_of, rows_of, words_of

ENDINGS = 2000
"""Compared with brute force, over all kinds of game."""
LAST = 4


def some_endings(rules: GameRules, last: int, count: int, seed: int, layout: str) -> Any:
    """Yield a runner and states of the last tricks of random play, of all lengths, in any turn."""
    rng = np.random.default_rng(seed)
    endings, positions = random_endings(
        rules, last, 0, 3 + count // 20, seed=seed, layout=find_layout(layout, rules)
    )
    chosen = rng.choice(positions.deals.size, min(count, positions.deals.size), replace=False)
    for index in chosen:
        state = copied(positions.state(endings.game, int(index)))
        steps = int(rng.integers(0, last * rules.players + 3))
        while steps and (left := play_some(trial := copied(state), steps, np.uint64(seed))):
            steps -= left
        yield endings, (trial if steps else state)


def agree(endings: Endings, state: State, solver: Solver) -> bool:
    """Check a state against brute force; return whether the declaring side wins."""
    ending, naive = told_ending(endings, state), BruteForce()
    solution = solver.solve(state)
    assert {NAMES[card] for card in solution.cards} == naive.best_cards(ending), ending
    assert solution.won == naive.declaring_wins(ending) == solver.declaring_wins(state), ending
    return solution.won


@every_kind
def test_endings_are_solved_as_by_brute_force(kind: Kind) -> None:
    solver = Solver(1 << 10)
    won = [agree(*each, solver) for each in some_endings(kind.rules(), 3, 12, 1, "standard")]
    assert len(won) == 12


@pytest.mark.slow
@every_kind
def test_2000_endings_are_solved_as_by_brute_force(kind: Kind) -> None:
    solver = Solver(1 << 10)
    won, left, kinds = [], set(), set()
    for number, (strict, layout) in enumerate(product((False, True), ("standard", "random:5"))):
        rules, count = kind.rules(strict_formations=strict), -(-ENDINGS // (4 * len(KINDS)))
        for endings, state in some_endings(rules, LAST, count, 2 + number, layout):
            won.append(agree(endings, state, solver))
            left.add(int(rules.tricks - state.table.trick))
            kinds.add(int(state.table.kind))
    assert len(won) * len(KINDS) >= ENDINGS and 0.05 < np.mean(won) < 0.95
    assert left >= set(range(1, LAST + 1))
    assert kinds == ({CARD, TALON_PICK} if kind.players == 2 else {CARD})


@every_kind
def test_turning_or_mirroring_the_board_changes_no_solution(kind: Kind) -> None:
    rules = kind.rules()
    layout = standard_layout(rules)
    _, expected = random_endings(rules, 5, 0, 4)
    assert expected.won.any() and not expected.won.all()
    for name, to in moves():
        _, found = random_endings(rules, 5, 0, 4, layout=layout.moved(name, to))
        assert (found.best == expected.best).all(), name


@every_kind
def test_suits_renamed_with_their_tokens_change_no_solution(kind: Kind) -> None:
    rules, solver = kind.rules(), Solver(1 << 12)
    names = equally_long_suits(rules)
    a, b = (SUITS.index(name) for name in names)
    endings, positions = random_endings(rules, 5, 0, 3)
    game = game_record(rules, with_suits_exchanged(endings.experiment.layout, *names))
    for index in range(0, positions.deals.size, 1 + positions.deals.size // 60):
        state = positions.state(endings.game, index)
        one, other = solver.solve(state), solver.solve(exchanged_state(state, game, a, b))
        assert one.won == other.won
        assert {exchanged_card(card, a, b) for card in one.cards} == set(other.cards)


@every_kind
def test_neither_a_small_table_nor_playing_on_changes_a_solution(kind: Kind) -> None:
    endings, positions = random_endings(kind.rules(), 4, 0, 3)
    large, small = Solver(), Solver(1)
    playing_on = game_record(kind.rules(), endings.experiment.layout, play_on=True)
    for index in range(0, positions.deals.size, 1 + positions.deals.size // 60):
        state = positions.state(endings.game, index)
        expected = large.solve(state)
        for found in (small.solve(state), large.solve(state._replace(game=playing_on))):
            assert (found.won, found.cards) == (expected.won, expected.cards)


def test_a_solved_state_is_left_as_it_was() -> None:
    endings, positions = random_endings(GameRules.published(2), 6, 0, 2)
    before = positions.tables.tobytes(), positions.hidden.tobytes()
    for index in range(0, positions.deals.size, 10):
        Solver(1 << 8).solve(positions.state(endings.game, index))
    assert (positions.tables.tobytes(), positions.hidden.tobytes()) == before


def test_an_objective_that_stands_already_needs_no_search() -> None:
    """A decided hand that is played on."""
    rules, solver = GameRules.published(4), Solver()
    endings, positions = random_endings(rules, 4, 0, 2)
    state = copied(positions.state(endings.game, 0))
    game = game_record(rules, endings.experiment.layout, play_on=True)
    state.table["owned"] = 0, game["claimable"]
    solution = solver.solve(state._replace(game=game))
    assert solution.won and solution.positions < 100


_ENTRIES = 64


@kernel(types.int64(STATE_TYPE, types.uint8[:, ::1], types.uint64[::1]))
def solve_in_scratch(state: Any, scratch: Any, cards: Any) -> Any:
    """Solve as a policy can: in its workspace of bytes."""
    work = Workspace(words_of(row_of(rows_of(scratch), 1)), _ENTRIES)
    found = best_cards(state, work)
    cards[0] = found[0]
    cards[1] = found[1]
    return declaring_wins(state, work)


def test_a_policys_workspace_serves_too_and_nothing_beyond_it_is_written() -> None:
    endings, positions = random_endings(GameRules.published(5), 4, 0, 2)
    scratch, solver = np.zeros((3, 8 * workspace_words(_ENTRIES)), np.uint8), Solver()
    cards = np.zeros(2, np.uint64)
    for index in range(positions.deals.size):
        state = positions.state(endings.game, index)
        won = solve_in_scratch(state, scratch, cards)
        assert bool(won) == solver.declaring_wins(state)
        assert (cards == positions.best[index]).all()
    assert scratch[1].any() and not scratch[0].any() and not scratch[2].any()


@pytest.mark.skipif(not COMPILED, reason="about compiled code")
def test_nothing_is_allocated() -> None:
    endings, positions = random_endings(GameRules.published(4), 4, 0, 1)
    scratch, cards = np.zeros((2, 8 * workspace_words(_ENTRIES)), np.uint8), np.zeros(2, np.uint64)
    states = [positions.state(endings.game, index) for index in range(positions.deals.size)]
    solve_in_scratch(states[0], scratch, cards)
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for state in states:
        solve_in_scratch(state, scratch, cards)
    after = rtsys.get_allocation_stats()
    # Only what wraps the two arrays that Python hands over in each call.
    assert after.alloc - before.alloc == 2 * len(states)


def test_what_is_no_ending_is_refused() -> None:
    state = new_state(game_record(GameRules.published(4), standard_layout(GameRules.published(4))))
    state.table["kind"] = OVER
    with pytest.raises(PlateauError, match="pending decision"):
        Solver(4).solve(state)
    for entries in (0, 3, -4):
        with pytest.raises(PlateauError, match="power of 2"):
            Solver(entries)


def test_strict_formations_are_the_solvers_too() -> None:
    rules = GameRules.published(3)
    strict = replace(rules, strict_formations=True)
    endings, positions = random_endings(rules, 4, 0, 3)
    game, solver = game_record(strict, endings.experiment.layout), Solver()
    for index in range(0, positions.deals.size, 5):
        state = positions.state(endings.game, index)
        assert solver.solve(state._replace(game=game)).won <= solver.solve(state).won
