"""From any state to its end: the one loop that tables, traces, search and solver share."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plateau_sim.cards import CARDS
from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import contains
from plateau_sim.plateau.auction import apply_bid, legal_bids
from plateau_sim.plateau.claims import apply_talon_pick, legal_talon_picks
from plateau_sim.plateau.exchange import (
    apply_discard,
    apply_gift_card,
    apply_receiver,
    legal_from_hand,
    legal_receivers,
)
from plateau_sim.plateau.partner import apply_call, legal_calls
from plateau_sim.plateau.play import apply_card, legal_plays
from plateau_sim.plateau.raising import (
    apply_abdication,
    apply_raise,
    legal_abdications,
    legal_raises,
)
from plateau_sim.plateau.state import BIDDING, View
from plateau_sim.plateau.view import (
    ABDICATE,
    BID,
    CALL,
    CARD,
    DISCARD,
    GIFT_CARD,
    GIFT_RECEIVER,
    OVER,
    RAISE,
    decision_key,
)
from plateau_sim.pointers import one_of, row_of

FINISHED, NO_ACTION = -1, CARDS
"""`play_out` reached the end of the hand, or a policy chose what is no action of any kind; any
other value is an illegal action."""


@inline
def legal_actions(state: Any) -> Any:
    """Return the legal actions of the pending decision, as two words."""
    if state.table.kind == CARD:
        return legal_plays(state)
    return _legal_others(state)


@part
def _legal_others(state: Any) -> Any:
    kind = state.table.kind
    if kind == DISCARD or kind == GIFT_CARD:
        return legal_from_hand(state)
    if kind == CALL:
        return legal_calls(state)
    if kind == BID:
        return legal_bids(state)
    if kind == RAISE:
        return legal_raises(state.table)
    if kind == GIFT_RECEIVER:
        return legal_receivers(state)
    if kind == ABDICATE:
        return legal_abdications()
    return legal_talon_picks(state)


@inline
def apply(state: Any, action: Any) -> None:
    """Carry out a legal action and go on to the next decision, or to the end."""
    if state.table.kind == CARD:
        apply_card(state, action)
    else:
        _apply_others(state, action)


@part
def _apply_others(state: Any, action: Any) -> None:
    kind = state.table.kind
    if kind == DISCARD:
        apply_discard(state, action)
    elif kind == CALL:
        apply_call(state, action)
    elif kind == BID:
        apply_bid(state, action)
    elif kind == RAISE:
        apply_raise(state, action)
    elif kind == GIFT_CARD:
        apply_gift_card(state, action)
    elif kind == GIFT_RECEIVER:
        apply_receiver(state, action)
    elif kind == ABDICATE:
        apply_abdication(state, action)
    else:
        apply_talon_pick(state, action)


class Deciders(NamedTuple):
    """Who decides, in the form that kernels hand down."""

    functions: Any  # three of type `state.DECIDE_TYPE`, by role: defending, declaring, bidding
    params: Any  # `jit.rows_of` float64, a row for each role
    scratch: Any  # `jit.rows_of` uint8, a row for each seat: no other seat can read it
    width: Any  # bytes in a row of scratch


@inline
def decision_key_of(state: Any) -> Any:
    """Return the key of the pending decision."""
    table = state.table
    return decision_key(state.hidden.play_key, np.uint64(table.seat), table.kind, table.ordinal)


@inline
def ask(state: Any, deciders: Any, role: Any, legal: Any) -> Any:
    """Ask for the pending decision; return the action, or `NO_ACTION`."""
    table = state.table
    kind, seat = table.kind, table.seat
    view = View(state.game, table, state.hidden.seats[np.uint64(seat)])
    params, scratch = row_of(deciders.params, role), row_of(deciders.scratch, seat)
    decide = one_of(deciders.functions, role)
    action = decide(view, kind, legal, params, scratch, decision_key_of(state))
    return action if 0 <= action < CARDS else NO_ACTION


def loop_with(ask_card: Any, ask_other: Any, *, trusted: bool = False) -> Any:
    """Return a compiled ``run(state, deciders)`` that plays a state to its end.

    Parameters
    ----------
    ask_card, ask_other
        Inlined functions ``(state, deciders, role, legal) -> action``, for cards and for any other
        kind of decision; ``deciders`` is whatever they need.
    trusted
        Their actions are always legal, and not checked.
    """

    @part
    def run(state: Any, deciders: Any) -> Any:
        table = state.table
        while table.kind != OVER:
            # Cards have a loop of their own, so that it gets the registers to itself.
            while table.kind == CARD:
                legal = legal_plays(state)
                action = ask_card(state, deciders, table.side[np.uint64(table.seat)], legal)
                if not (trusted or contains(legal, action)):
                    return action
                apply_card(state, action)
            if table.kind != OVER:
                legal = _legal_others(state)
                role = BIDDING if table.kind == BID else table.side[table.seat]
                action = ask_other(state, deciders, role, legal)
                if not (trusted or contains(legal, action)):
                    return action
                _apply_others(state, action)
        return FINISHED

    return run


play_out = loop_with(ask, ask)
"""``play_out(state, deciders)``: play a state with a pending decision to its end by `Deciders`.

Returns `FINISHED`, or the illegal action that a policy chose in the state as it stands.
"""
