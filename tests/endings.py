"""Endings of played deals: as the naive solver has them, played on, with other names of suits."""

from __future__ import annotations

from typing import Any

import numpy as np
from helpers import SIDES, names, names_in, owners
from naive.solver import Ending
from numba import types

from plateau_sim.cards import NAMES, PLAIN_CARDS, RANKS_PER_SUIT, card_set, cards_in
from plateau_sim.jit import entry
from plateau_sim.kernels.bits import nth_card, size
from plateau_sim.kernels.rng import below, subkey
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.marks import LOWER_ROW, NO_CARD
from plateau_sim.plateau.perfect import Endings, Positions
from plateau_sim.plateau.playout import apply, legal_actions
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.state import STATE_TYPE, State
from plateau_sim.plateau.view import OVER, TALON_PICK


def random_endings(
    rules: GameRules, last: int, first: int, deals: int, **options: Any
) -> tuple[Endings, Positions]:
    """Return a runner of random play, and the decisions of the last tricks of some deals."""
    chosen = {"declaring": "random", "defending": "random", **options}
    endings = Endings(Experiment(rules, **chosen), last)
    return endings, endings.positions(first, deals)


def copied(state: State) -> State:
    """Return a state that can be played on without harm to this one."""
    table, hidden = state.table.copy(), state.hidden.copy()
    return State(state.game, table, hidden)


@entry(types.int64(STATE_TYPE, types.int64, types.uint64))
def play_some(state: Any, count: Any, key: Any) -> Any:
    """Play cards at random, but not the one that ends the hand; return how many were left out."""
    for step in range(count):
        legal = legal_actions(state)
        action = nth_card(legal, below(subkey(key, step), size(legal)))
        apply(state, action)
        if state.table.kind == OVER:
            return count - step
    return 0


def told_ending(endings: Endings, state: State) -> Ending:
    """Return a state in the words of the naive solver."""
    rules, table, hidden = endings.experiment.rules, state.table, state.hidden
    seats = range(rules.players)
    rows: Any = ()
    if rules.tableau:
        rows = tuple(_rows(table.tableau[seat], hidden.tableau[seat]) for seat in seats)
    laid = {card for pair in rows for row in pair for card in row}
    hands = [names_in(hidden.seats[seat].plain, hidden.seats[seat].trumps) for seat in seats]
    picking = bool(table.kind == TALON_PICK)
    return Ending(
        layout=endings.experiment.layout.tokens,
        objective=OBJECTIVES[table.objective],
        strict=rules.strict_formations,
        excuse_variant=rules.excuse_variant,
        sides=tuple(SIDES[table.side[seat]] for seat in seats),
        hands=tuple(frozenset(hand) - laid for hand in hands),
        rows=rows,
        talon=() if rules.gifts else tuple(names(hidden.talon[: rules.talon_size])),
        owned=frozenset(
            (space, owner) for space, owner in enumerate(owners(table)) if owner is not None
        ),
        number=int(table.trick) + 1,
        tricks=rules.tricks,
        leader=int(table.seat if picking else table.leader),
        table=() if picking else tuple(names(table.played[table.trick, : table.turn])),
        picking=picking,
    )


def _rows(shown: Any, cards: Any) -> Any:
    row = [
        None if seen == NO_CARD else NAMES[card] for seen, card in zip(shown, cards, strict=True)
    ]
    return tuple(row[:LOWER_ROW]), tuple(row[LOWER_ROW:])


def exchanged_card(card: int, a: int, b: int) -> int:
    """Return a card with two suits exchanged; what is no plain card stays."""
    suit, rank = divmod(card, RANKS_PER_SUIT)
    if card >= PLAIN_CARDS or suit not in (a, b):
        return card
    return (b if suit == a else a) * RANKS_PER_SUIT + rank


def exchanged_state(state: State, game: np.record, a: int, b: int) -> State:
    """Return a state of a game whose tokens have two suits exchanged, with the cards so, too."""
    table, hidden = state.table.copy(), state.hidden.copy()

    def swap(row: Any) -> None:
        for index, card in np.ndenumerate(row):
            row[index] = exchanged_card(int(card), a, b)

    def plain(word: Any) -> int:
        cards = [exchanged_card(card, a, b) for card in cards_in(int(word), 0)]
        return card_set(cards)[0]

    for row in (table["played"], table["tableau"], hidden["talon"], hidden["tableau"]):
        swap(row)
    table["gone_plain"] = plain(table["gone_plain"])
    for own in hidden["seats"]:
        own["plain"] = plain(own["plain"])
    if table["best_card"] >= 0:
        table["best_card"] = exchanged_card(int(table["best_card"]), a, b)
    if table["led"] in (a, b):
        table["led"] = b if table["led"] == a else a
    return State(game, table, hidden)
