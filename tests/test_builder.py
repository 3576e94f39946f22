"""Policy `builder`: its paths against a naive search, and what it does with talon and discards."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from naive.board import SPACES as ALL
from naive.paths import lacking_three, lacking_two, within
from numba import types

from plateau_sim.cards import card_set, parse_card
from plateau_sim.jit import entry
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.board import SPACES, mask_of, spaces_of
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.groups import maker
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.policies.floods import LAYERS
from plateau_sim.plateau.policies.plans import PLANS, decide_plans
from plateau_sim.plateau.policies.potential import PATHS, WORDS, find_paths
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.state import (
    DECLARING,
    DEFENDING,
    GAME_TYPE,
    SEAT,
    SEAT_TYPE,
    TABLE,
    TABLE_TYPE,
    WON,
    View,
)
from plateau_sim.plateau.view import DISCARD
from plateau_sim.pointers import row_of, rows_of, words_of

BOARDS = 30
TALON_DEALS = 300
EDGE, CENTRE = 1, SPACES - 1
OPPOSITE = [(side, side + 3) for side in range(3)]
NEXT_BUT_ONE = [(side, (side + 2) % 6) for side in range(6)]


@entry(types.void(types.uint8[:, ::1], TABLE_TYPE, types.uint64))
def _find(scratch: Any, table: Any, free: Any) -> None:
    find_paths(words_of(row_of(rows_of(scratch), 0)), table, free)


def paths(objective: str, owned: dict[int, set[int]], fill: int = 0) -> dict[int, list[set[int]]]:
    """Return by side the spaces on paths that lack at most 1, 2, ... spaces."""
    table = np.zeros(1, TABLE)[0]
    table["objective"] = OBJECTIVES.index(objective)
    for side, spaces in owned.items():
        table["owned"][side] = mask_of(spaces)
    scratch = np.full((1, 8 * WORDS), fill, np.uint8)
    free = set(ALL) - owned[DECLARING] - owned[DEFENDING]
    _find(scratch, table, np.uint64(mask_of(free)))
    words = scratch.view(np.uint64)[0, PATHS:]
    return {
        side: [
            set(spaces_of(int(words[side * LAYERS + row]) & mask_of(free))) for row in range(LAYERS)
        ]
        for side in (DEFENDING, DECLARING)
    }


def some_board(rng: random.Random, most: int) -> dict[int, set[int]]:
    """Return spaces of both sides, no more than so many each."""
    spaces = rng.sample(sorted(ALL), 2 * most)
    return {
        DECLARING: set(spaces[: rng.randint(0, most)]),
        DEFENDING: set(spaces[most : most + rng.randint(0, most)]),
    }


def expected(objective: str, owned: dict[int, set[int]]) -> dict[int, dict[int, int]]:
    """Return by side what a connection through each free space lacks: see `potential`."""
    free = set(ALL) - owned[DECLARING] - owned[DEFENDING]
    three = DEFENDING if objective == "bridge" else DECLARING
    pairs = NEXT_BUT_ONE if objective == "six_sides" else OPPOSITE
    return {
        three: lacking_three(owned[three], free),
        1 - three: lacking_two(pairs, owned[1 - three], free),
    }


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_paths_are_those_of_a_naive_search(objective: str) -> None:
    """A flood follows own spaces only so far, but on boards with few it misses nothing."""
    rng = random.Random(objective)
    for _ in range(BOARDS):
        owned = some_board(rng, 3)
        found, right = paths(objective, owned), expected(objective, owned)
        for side in (DECLARING, DEFENDING):
            assert found[side] == [within(right[side], row + 1) for row in range(LAYERS)]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_no_path_lacks_more_than_it_is_said_to(objective: str) -> None:
    rng = random.Random(objective)
    for _ in range(BOARDS):
        owned = some_board(rng, 12)
        found, right = paths(objective, owned), expected(objective, owned)
        for side in (DECLARING, DEFENDING):
            for row in range(LAYERS):
                assert found[side][row] <= within(right[side], row + 1)


def test_paths_do_not_depend_on_what_the_workspace_held() -> None:
    rng = random.Random(5)
    for objective in OBJECTIVES:
        owned = some_board(rng, 8)
        assert paths(objective, owned) == paths(objective, owned, fill=255)


@entry(
    types.int64(
        GAME_TYPE,
        TABLE_TYPE,
        SEAT_TYPE,
        types.int64,
        types.uint64,
        types.uint64,
        types.float64[:, ::1],
    )
)
def _plan(game: Any, table: Any, own: Any, kind: Any, plain: Any, trumps: Any, params: Any) -> Any:
    return decide_plans(
        View(game, table, own), kind, (plain, trumps), row_of(rows_of(params), 0), 0
    )


@pytest.mark.parametrize(("edge", "middle"), [("SD", "HD"), ("HD", "SD")])
def test_of_two_like_cards_the_one_with_a_space_on_the_edge_is_discarded(
    edge: str, middle: str
) -> None:
    rules = GameRules.published(4)
    game = game_record(rules, standard_layout(rules))
    game["card_space"][parse_card(edge)] = mask_of([EDGE])
    game["card_space"][parse_card(middle)] = mask_of([CENTRE])
    own = np.zeros(1, SEAT)[0]
    own["plain"], own["trumps"] = card_set([parse_card(edge), parse_card(middle)])
    hand = (own["plain"], own["trumps"])
    table, params = np.zeros(1, TABLE)[0], np.array([PLANS])
    assert _plan(game, table, own, DISCARD, *hand, params) == parse_card(edge)


def test_the_last_talon_card_wins_the_hand_if_either_does() -> None:
    rules = GameRules.published(2)
    runner = Runner(Experiment(rules, declaring="builder", defending="builder"))
    space_of, picks = runner.game["card_space"], 0
    for number in range(TALON_DEALS):
        _, state = runner.play(number)
        table = state.table
        if table.turned < 4:
            continue
        picker = table.side[table.winner[rules.tricks - 1]]
        last = [space_of[card] for card in table.turned_card[2:4]]
        before = table.owned[DECLARING] & ~(last[0] | last[1])
        made = [
            bool(maker(spaces_of(int(before | space)), OBJECTIVES[table.objective]))
            for space in last
        ]
        wanted = picker == DECLARING
        assert (table.result == WON) == (wanted if wanted in made else not wanted)
        picks += made[0] != made[1]
    assert picks > 0
