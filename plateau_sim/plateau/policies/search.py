"""Policy ``search``: plays its choices out in sampled worlds and takes the one that does best.

How it works, what it can't see and what was measured: docs/search.md. ``params[0]`` is the number
of worlds that a candidate gets on the average; what is saved on dropped ones goes to the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import entry, part
from plateau_sim.kernels.bits import NONE, ONE, nth_card, size
from plateau_sim.kernels.draws import DRAW, draw_at
from plateau_sim.kernels.rng import subkey
from plateau_sim.plateau.playout import apply
from plateau_sim.plateau.policies import greedy, tuned
from plateau_sim.plateau.policies.candidates import (
    CANDIDATES,
    candidates_at,
    list_candidates,
    put_ahead,
    put_ahead_by_rating,
    sort,
    total,
)
from plateau_sim.plateau.policies.tuned import RATING_PLACE, rating_at
from plateau_sim.plateau.rollout import roll_out
from plateau_sim.plateau.solver import declaring_wins, workspace_words
from plateau_sim.plateau.solverseen import WORDS, Workspace
from plateau_sim.plateau.state import DECIDE_SIGNATURE, DECLARING, HIDDEN, TABLE, WON, State
from plateau_sim.plateau.view import ABDICATE, BID, CARD, RAISE, TALON_PICK
from plateau_sim.plateau.worlds import imagine, survey
from plateau_sim.pointers import copy_record, record_at, rest_of, words_of

WORLDS = 20
_SURE = 2.0  # standard deviations
EXACT_CARDS = 8
"""Endings with so few cards in all hands are solved in place of being played out."""
_SEEN = 256  # positions that the solver remembers
TRUST = 0.6
"""How many wins the choice of `tuned` starts ahead, times the root of the worlds."""
_EXACT, _TRUST, _GREEDY = 1, 2, 3
_TUNED = _GREEDY + len(greedy.PARAMS)
PARAMS = [float(WORLDS), float(EXACT_CARDS), TRUST, *greedy.PARAMS, *tuned.PARAMS]
DEALS = 100
"""With one world a decision, deals that are played within about a second in every bid cell."""

table_at, hidden_at = record_at(TABLE), record_at(HIDDEN)
# Where they lie in the workspace, in words.
_WORLD = DRAW.itemsize // 8
_PLAYED = _WORLD + HIDDEN.itemsize // 8
_TABLE = _PLAYED + HIDDEN.itemsize // 8
_CANDIDATES = _TABLE + TABLE.itemsize // 8
_SOLVER = _CANDIDATES + CANDIDATES.itemsize // 8
_NOTES = _SOLVER + workspace_words(_SEEN)
SCRATCH = 8 * _NOTES + tuned.SCRATCH


@part
def _is_near_end(view: Any, params: Any) -> Any:
    """Tell whether worlds are solved in place of being played out."""
    game, table, _ = view
    if table.kind != CARD:
        return table.kind == TALON_PICK
    cards = (game.tricks - table.trick) * game.players - table.turn
    return np.float64(cards) <= params[_EXACT]


@part
def _forget(solver: Any) -> None:
    """Empty the solver's table of seen positions; what follows it is written before it is read."""
    for word in range(WORDS * solver.entries):
        solver.words[word] = NONE


@part
def _judge(
    view: Any, state: Any, solving: Any, solver: Any, world: Any, action: Any, weights: Any
) -> Any:
    """Return what an action is worth in a world."""
    copy_record(state.table, view.table)
    copy_record(state.hidden, world)
    apply(state, action)
    if solving:
        won = declaring_wins(state, solver)
        return np.float64(won == (view.table.side[view.own.seat] == DECLARING))
    roll_out(state, weights)
    return _value(view, state.table)


@part
def _race(view: Any, legal: Any, params: Any, scratch: Any, found: Any, key: Any) -> None:
    """Play the candidates out in the same worlds, halving their number; the best comes first."""
    draw, world = draw_at(scratch, 0), hidden_at(scratch, _WORLD)
    state = State(view.game, table_at(scratch, _TABLE), hidden_at(scratch, _PLAYED))
    solver = Workspace(rest_of(words_of(scratch), _SOLVER), _SEEN)
    solving, weights = _is_near_end(view, params), rest_of(params, _GREEDY)
    if solving:
        _forget(solver)
    survey(view, draw)
    kind, rounds = view.table.kind, 1
    while 1 << rounds < found.count:
        rounds += 1
    budget = np.int64(params[0]) * found.count
    number = 0
    for left in range(rounds, 0, -1):
        worlds = max(budget // (left * found.count), 1)
        for world_number in range(worlds):
            if left == 1 and _is_settled(kind, found, worlds - world_number):
                break
            place = subkey(key, number)
            imagine(view, legal, draw, subkey(place, 0), world)
            number += 1
            for candidate in range(found.count):
                action = np.int64(found.action[candidate])
                found.worth[candidate] += _judge(
                    view, state, solving, solver, world, action, weights
                )
        budget -= worlds * found.count
        sort(found)
        if _is_all_the_same(found, number):
            break
        found.count = (found.count + 1) // 2


@part
def _is_settled(kind: Any, found: Any, rollouts: Any) -> Any:
    """Tell whether so many more rollouts would hardly change which of two candidates leads.

    The difference of the wins still to come has a standard deviation of at most sqrt(rollouts / 2)
    if the two are equally good; the one that leads is more likely to be better.
    """
    if kind == RAISE or kind == ABDICATE:
        return False
    lead = abs(total(found, 0) - total(found, 1))
    return lead > _SURE * np.sqrt(0.5 * np.float64(rollouts))


@part
def _is_all_the_same(found: Any, rollouts: Any) -> Any:
    """Tell whether every candidate won every rollout, or none did."""
    lost, won = True, True
    for candidate in range(found.count):
        lost &= found.worth[candidate] == 0.0
        won &= found.worth[candidate] == np.float64(rollouts)
    return lost or won


@part
def _value(view: Any, table: Any) -> Any:
    """Return what the end of a hand is worth to the seat: won or not, or points where they vary."""
    won = table.result == WON
    kind, seat = view.table.kind, view.own.seat
    if kind == RAISE or kind == ABDICATE:
        role = np.int64((seat != table.declarer) != (table.abdicated != 0))
        return view.game.stake[table.partners, np.int64(won), role] * _cell_value(view.game, table)
    return 1.0 if won == (table.side[seat] == DECLARING) else 0.0


@part
def _cell_value(game: Any, table: Any) -> Any:
    """Return the value of the bid with its objective as raised."""
    bid = table.cell
    for cell in range(game.cells):
        if (
            game.cell_exchange[cell] == game.cell_exchange[bid]
            and game.cell_partners[cell] == game.cell_partners[bid]
            and game.cell_objective[cell] == table.objective
        ):
            return np.float64(game.cell_value[cell])
    return 0.0


@part
def _prefer(
    view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any, found: Any
) -> None:
    """Start the actions ahead by what `tuned` thinks of them; points it knows nothing of."""
    notes = rest_of(scratch, 8 * _NOTES)
    usual = tuned.decide(view, kind, legal, rest_of(params, _TUNED), notes, key)
    most = params[_TRUST] * np.sqrt(params[0])
    if kind == CARD:
        put_ahead_by_rating(found, legal, usual, most, rating_at(notes, RATING_PLACE))
    else:
        put_ahead(found, legal, usual, 0.0 if kind == RAISE or kind == ABDICATE else most)


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Choose the candidate with the best mean; ties go to the lowest action."""
    found = candidates_at(scratch, _CANDIDATES)
    if kind == BID or size(legal) == ONE:
        return nth_card(legal, NONE)
    _prefer(view, kind, legal, params, scratch, key, found)
    list_candidates(view, kind, legal, found)
    if found.count > 1:
        _race(view, legal, params, scratch, found, key)
    return np.int64(found.action[0])
