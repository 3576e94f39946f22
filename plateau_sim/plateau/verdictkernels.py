"""The loops over the deals of a verdict: what `verdictrunner` calls."""

from __future__ import annotations

from typing import Any

from numba import types

from plateau_sim.jit import kernel
from plateau_sim.kernels.bounded import ASKED_TYPE
from plateau_sim.plateau.dealing import begin
from plateau_sim.plateau.factdeals import deal_facts
from plateau_sim.plateau.heard import hear
from plateau_sim.plateau.playout import FINISHED, Deciders
from plateau_sim.plateau.runner import PARAMS_TYPE, POLICIES_TYPE, SCRATCH_TYPE
from plateau_sim.plateau.state import DEAL_TYPE, STATE_TYPE
from plateau_sim.plateau.verdictfacts import FIRST_BID, ROW_DEAL, ROW_PASS
from plateau_sim.plateau.verdictplay import (
    QUESTION_TYPE,
    draw_deal,
    exchange_places,
    note_deal,
    play_bid,
    play_pass,
)
from plateau_sim.pointers import rows_of


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        STATE_TYPE,
        ASKED_TYPE,
        QUESTION_TYPE,
        types.int64[::1],
        types.int64,
        types.int64,
        types.int64,
        POLICIES_TYPE,
        PARAMS_TYPE,
        SCRATCH_TYPE,
        types.int64[:, :, ::1],
    )
)
def play_options(
    state: Any,
    deal: Any,
    plain: Any,
    asked: Any,
    question: Any,
    cells: Any,
    seed: Any,
    first: Any,
    count: Any,
    policies: Any,
    params: Any,
    scratch: Any,
    facts: Any,
) -> Any:
    """Play each deal's options and note their facts; return `FINISHED` or an illegal action."""
    deciders = Deciders(policies, rows_of(params), rows_of(scratch), scratch.shape[1])
    for place in range(count):
        tries = draw_deal(state, asked, question, seed, first + place, deal, deciders)
        note_deal(state.game, question, tries, facts[place, ROW_DEAL])
        fault = play_pass(state, deal, question, deciders, facts[place, ROW_PASS])
        if fault != FINISHED:
            return fault
        for row in range(cells.size):
            noted = facts[place, FIRST_BID + row]
            fault = play_bid(state, plain, deal, question, cells[row], deciders, noted)
            if fault != FINISHED:
                return fault
    return FINISHED


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        ASKED_TYPE,
        QUESTION_TYPE,
        types.int64,
        types.int64,
        POLICIES_TYPE,
        PARAMS_TYPE,
        SCRATCH_TYPE,
        types.float64[:, ::1],
    )
)
def hear_each(
    state: Any,
    deal: Any,
    asked: Any,
    question: Any,
    seed: Any,
    count: Any,
    policies: Any,
    params: Any,
    scratch: Any,
    likelihood: Any,
) -> Any:
    """Note for each candidate how likely each seat's calls are with it."""
    deciders = Deciders(policies, rows_of(params), rows_of(scratch), scratch.shape[1])
    for number in range(count):
        deal_facts(state.game, asked, seed, number, deal)
        begin(state, deal)
        hear(state, question, deciders)
        for seat in range(state.game.players):
            likelihood[number, seat] = question.likelihood[seat]
    return FINISHED


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        STATE_TYPE,
        ASKED_TYPE,
        QUESTION_TYPE,
        types.int64,
        types.int64[:, :, ::1],
        types.int64,
        types.int64,
        types.int64,
        POLICIES_TYPE,
        PARAMS_TYPE,
        SCRATCH_TYPE,
        types.int64[:, :, ::1],
    )
)
def play_replaced(
    state: Any,
    deal: Any,
    plain: Any,
    asked: Any,
    question: Any,
    cell: Any,
    pairs: Any,
    seed: Any,
    first: Any,
    count: Any,
    policies: Any,
    params: Any,
    scratch: Any,
    facts: Any,
) -> Any:
    """Play a bid on each deal again and again, with some cards in each other's places."""
    deciders = Deciders(policies, rows_of(params), rows_of(scratch), scratch.shape[1])
    for place in range(count):
        draw_deal(state, asked, question, seed, first + place, deal, deciders)
        for row in range(len(pairs)):
            for pair in pairs[row]:
                if pair[0] != pair[1]:
                    exchange_places(state.game, deal, pair[0], pair[1])
            fault = play_bid(state, plain, deal, question, cell, deciders, facts[place, row])
            if fault != FINISHED:
                return fault
            # The pairs of a row have no card in common: to do it again is to undo it.
            for pair in pairs[row]:
                if pair[0] != pair[1]:
                    exchange_places(state.game, deal, pair[0], pair[1])
    return FINISHED
