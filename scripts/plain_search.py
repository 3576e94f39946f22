"""The plainest search, for ``measure_search.py`` to measure `search` against.

Every legal action is played out once in each sampled world, at random, and the one that wins most
often is chosen. A policy file: ``plain_search.py:worlds_20`` and so on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import CARDS
from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import NONE, ONE, nth_card, size
from plateau_sim.kernels.draws import DRAW, draw_at
from plateau_sim.kernels.rng import any_of, subkey
from plateau_sim.plateau.playout import apply, decision_key_of, loop_with
from plateau_sim.plateau.state import DECLARING, HIDDEN, TABLE, WON, State
from plateau_sim.plateau.worlds import imagine, survey
from plateau_sim.pointers import copy_record, record_at, rest_of, words_of

table_at, hidden_at = record_at(TABLE), record_at(HIDDEN)
# Where they lie in the workspace, in words.
_WORLD = DRAW.itemsize // 8
_PLAYED = _WORLD + HIDDEN.itemsize // 8
_TABLE = _PLAYED + HIDDEN.itemsize // 8
_WINS = _TABLE + TABLE.itemsize // 8
SCRATCH = 8 * (_WINS + CARDS)


@inline
def _ask(state: Any, nothing: Any, role: Any, legal: Any) -> Any:
    return any_of(legal, decision_key_of(state))


_roll_out = loop_with(_ask, _ask, trusted=True)


@part
def _count_wins(view: Any, legal: Any, scratch: Any, key: Any, worlds: Any) -> None:
    """Write how often each action wins."""
    draw, world = draw_at(scratch, 0), hidden_at(scratch, _WORLD)
    state = State(view.game, table_at(scratch, _TABLE), hidden_at(scratch, _PLAYED))
    wins = rest_of(words_of(scratch), _WINS)
    for place in range(np.int64(size(legal))):
        wins[place] = NONE
    survey(view, draw)
    for number in range(worlds):
        imagine(view, legal, draw, subkey(subkey(key, number), 0), world)
        world.play_key = subkey(subkey(key, number), 1)
        for place in range(np.int64(size(legal))):
            copy_record(state.table, view.table)
            copy_record(state.hidden, world)
            apply(state, np.int64(nth_card(legal, np.uint64(place))))
            _roll_out(state, 0)
            won = state.table.result == WON
            if won == (view.table.side[view.own.seat] == DECLARING):
                wins[place] += ONE


@part
def _choose(view: Any, legal: Any, scratch: Any, key: Any, worlds: Any) -> Any:
    if size(legal) == ONE:
        return nth_card(legal, NONE)
    _count_wins(view, legal, scratch, key, worlds)
    wins, best = rest_of(words_of(scratch), _WINS), 0
    for place in range(np.int64(size(legal))):
        if wins[place] > wins[best]:
            best = place
    return np.int64(nth_card(legal, np.uint64(best)))


def worlds_20(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Search with as many worlds as `search:20`."""
    return _choose(view, legal, scratch, key, 20)


def worlds_28(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Take about the time of `search:20`."""
    return _choose(view, legal, scratch, key, 28)


def worlds_80(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Search with as many worlds as `search:80`."""
    return _choose(view, legal, scratch, key, 80)


def worlds_112(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Take about the time of `search:80`."""
    return _choose(view, legal, scratch, key, 112)
