"""Decisions of random hands, and worlds sampled at them, in the words of the naive twin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from helpers import names, names_in, read_calls
from naive.worlds import Known, World
from numba import types

from plateau_sim.cards import NAMES
from plateau_sim.jit import entry
from plateau_sim.kernels.bits import nth_card, size
from plateau_sim.kernels.draws import DRAW, DRAW_TYPE
from plateau_sim.kernels.rng import below, subkey
from plateau_sim.kernels.ways import count_ways
from plateau_sim.plateau.auction import start_auction, start_forced
from plateau_sim.plateau.board import SPACES
from plateau_sim.plateau.dealing import begin, deal_hand
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import Layout, standard_layout
from plateau_sim.plateau.marks import FACE_DOWN, LOWER_ROW, NO_CARD, TABLEAU
from plateau_sim.plateau.playing import AUCTION
from plateau_sim.plateau.playout import apply, legal_actions
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import new_deal
from plateau_sim.plateau.state import (
    DEAL_TYPE,
    FROM_NOBODY,
    HIDDEN,
    HIDDEN_TYPE,
    STATE_TYPE,
    View,
    new_state,
)
from plateau_sim.plateau.view import ABDICATE, BID, CALL, CARD, OVER, RAISE, TALON_PICK
from plateau_sim.plateau.worlds import imagine, survey

BLANK = Layout("blank", ("",) * SPACES)


def littered(dtype: Any, count: int = 1) -> Any:
    """Return records full of rubbish."""
    return np.full(count * dtype.itemsize, 0xA5, np.uint8).view(dtype)


@entry(types.UniTuple(types.uint64, 2)(STATE_TYPE))
def pending(state):
    """Return the legal actions."""
    return legal_actions(state)


@entry(types.void(STATE_TYPE, DEAL_TYPE, types.int64, types.int64, types.int64, types.int64))
def start(state, deal, seed, number, declarer, cell):
    """Begin a hand."""
    deal_hand(state.game, seed, number, deal)
    begin(state, deal)
    if cell == AUCTION:
        start_auction(state)
    else:
        start_forced(state, declarer, cell)


@entry(types.int64(STATE_TYPE, types.uint64, types.uint64[::1]))
def step(state, key, legal):
    """Take a random action, seldom a high bid; note what was legal."""
    cards = legal_actions(state)
    legal[0], legal[1] = cards
    action = nth_card(cards, below(key, size(cards)))
    if state.table.kind == BID and below(subkey(key, 1), 3) != np.uint64(0):
        action = np.int64(0)
    apply(state, action)
    return action


@entry(
    types.void(
        STATE_TYPE,
        DRAW_TYPE,
        types.uint64,
        types.int64,
        types.Array(HIDDEN_TYPE, 1, "C"),
    )
)
def sample(state, draw, key, counted, worlds):
    """Sample worlds at the pending decision; ``counted``: by counted ways from the first on."""
    view = View(state.game, state.table, state.hidden.seats[state.table.seat])
    legal = legal_actions(state)
    survey(view, draw)
    if counted:
        count_ways(draw)
    for number in range(worlds.size):
        imagine(view, legal, draw, subkey(key, number), worlds[number])


class Table:
    """A hand of random decisions that stops where it is asked to."""

    def __init__(self, rules: GameRules, layout: Layout | None = None) -> None:
        self.rules = rules
        layout = layout or (standard_layout(rules) if len(rules.deck) > 24 else BLANK)
        self.state = new_state(game_record(rules, layout, raises=True, play_on=True))
        self.deal, self.draw = new_deal(), littered(DRAW)[0]

    def decisions(self, number: int, declarer: int, cell: int) -> Iterator[int]:
        """Play a deal; stop at each decision after the auction that is a choice."""
        state, legal = self.state, np.zeros(2, np.uint64)
        start(state, self.deal, 5, number, declarer, cell)
        for count in range(400):
            if state.table.kind == OVER:
                return
            if state.table.kind != BID:
                yield int(state.table.kind)
            key = np.uint64(subkey(np.uint64(1000 * number + count), 0))
            step(state, key, legal)

    def worlds(self, count: int, key: int = 1, counted: bool = False) -> list[World]:
        """Sample worlds at the decision."""
        found = littered(HIDDEN, count)
        sample(self.state, self.draw, np.uint64(key), int(counted), found)
        return [self._read(hidden) for hidden in found]

    def _read(self, hidden: Any) -> World:
        rules = self.rules
        hands = tuple(
            frozenset(names_in(int(hidden.seats[seat].plain), int(hidden.seats[seat].trumps)))
            for seat in range(rules.players)
        )
        tableaus = []
        for seat in range(2 if rules.tableau else 0):
            row = [
                int(hidden.tableau[seat, place])
                if self.state.table.tableau[seat, place] == FACE_DOWN
                else int(self.deal.tableau[seat, place])
                for place in range(TABLEAU)
            ]
            tableaus.append((tuple(names(row[:LOWER_ROW])), tuple(names(row[LOWER_ROW:]))))
        talon = tuple(
            NAMES[card] if card < NO_CARD else "" for card in hidden.talon[: rules.talon_size]
        )
        return World(hands, talon, tuple(tableaus))

    def known(self) -> Known:
        """Return what the seat in turn knows."""
        rules, table = self.rules, self.state.table
        seat, kind = int(table.seat), int(table.kind)
        own = self.state.hidden.seats[seat]
        settled = kind in (CARD, RAISE, ABDICATE, TALON_PICK)
        exchange = "none"
        if rules.cells[table.cell].exchange and kind != CALL:
            exchange = "over" if settled else "under way"
        gifts, gift_to = names(own.gift), [int(to) for to in table.gift_to if to >= 0]
        given = list(zip(gifts, [*gift_to, None][: len(gifts)], strict=True))
        face_up = [
            {
                place: NAMES[self.deal.tableau[side, place]]
                for place in range(TABLEAU)
                if table.tableau[side, place] != FACE_DOWN
            }
            for side in range(2 if rules.tableau else 0)
        ]
        tricks, leader = [], 0
        for trick in range(table.trick + (kind == CARD)):
            tricks.append((leader, tuple(names(table.played[trick, : rules.players]))))
            leader = int(table.winner[trick])
        picks = names_in(*map(int, pending(self.state))) if kind == TALON_PICK else ()
        return Known(
            rules.players,
            rules.hand_size,
            rules.talon_size,
            rules.swap_size,
            rules.excuse_variant,
            tuple(NAMES[card] for card in rules.deck),
            seat,
            frozenset(names_in(int(own.plain), int(own.trumps))),
            int(table.declarer),
            exchange,
            tuple(names(own.discard)),
            tuple(gift_to),
            tuple(given),
            bool(rules.gifts) and settled,
            NAMES[own.got] if own.got_from != FROM_NOBODY and own.got < NO_CARD else None,
            tuple(read_calls(table)),
            tuple(tricks),
            tuple(face_up),
            tuple(picks),
        )
