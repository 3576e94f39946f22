"""Exact play of endings with open cards: whether the declaring side makes its objective.

Every card is known, also the talon and face-down tableau cards, and both sides play as well as
can be. The rules are the game's own: states are copied and played on by `playout.apply`. What is
added cuts the search short: a position is given up as soon as the spaces that the declaring side
can still get do not make the objective, equivalent cards are tried once (`solvermoves`), and
positions at the start of a trick are looked up (`solverseen`).

Open-card play is a yardstick: no player who does not see the other hands can reach it always.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from plateau_sim.cards import CARDS, cards_in
from plateau_sim.errors import PlateauError
from plateau_sim.jit import inline, kernel, part
from plateau_sim.kernels.bits import NONE, words
from plateau_sim.plateau.claims import verdict
from plateau_sim.plateau.formations import can_be_made
from plateau_sim.plateau.marks import FACE_DOWN, TABLEAU
from plateau_sim.plateau.playout import apply, legal_actions
from plateau_sim.plateau.solvermoves import distinct, in_order
from plateau_sim.plateau.solverseen import WORDS, Workspace, key_of, look_up, remember
from plateau_sim.plateau.state import (
    DECLARING,
    DEFENDING,
    HIDDEN,
    LOST,
    MAX_PLAYERS,
    MAX_TRICKS,
    OPEN,
    STATE_TYPE,
    TABLE,
    WON,
    State,
)
from plateau_sim.plateau.view import CARD, OVER, TALON_PICK
from plateau_sim.pointers import copy_record, record_at, row_of, rows_of

_PLIES = MAX_TRICKS * MAX_PLAYERS + 1  # the talon pick comes last
_ROOT, _START = _PLIES, _PLIES + 1
_MOST = 40  # cards to choose from, with some to spare: also games of the user's own
ENTRIES = 1 << 16
"""Entries of the table of seen positions unless told; 2 MB."""

NOTES = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("live_plain", "u8"),  # cards that were still to be played at the root
                ("live_trumps", "u8"),
                ("token_plain", "u8"),  # cards with a space
                ("token_trumps", "u8"),
                ("beyond", "u8"),  # open spaces that the declaring side can't get: the talon's
                ("age", "u8"),  # number of the ending, for the table of seen positions
                ("positions", "i8"),  # looked into, in all
                ("killer", "i8", (_PLIES,)),  # by ply, the card that last decided
                ("scores", "i8", (_PLIES, _MOST)),
                ("table", TABLE, (_PLIES + 2,)),  # by ply; the root's; the one played on
                ("hidden", HIDDEN, (_PLIES + 2,)),
                # Last: numpy aligns no nested records.
                ("cards", "u1", (_PLIES, _MOST)),
            ],
            align=True,
        ),
    )
)


_notes_at = record_at(NOTES)


def workspace_words(entries: int) -> int:
    """Return how many words a workspace takes, with so many entries (a power of 2)."""
    return WORDS * entries + NOTES.itemsize // 8


@inline
def _notes(work: Workspace) -> Any:
    """Return the notes, which lie behind the table of seen positions."""
    return _notes_at(work.words, WORDS * work.entries)


@part
def declaring_wins(state: Any, work: Workspace) -> Any:
    """Tell whether the declaring side makes its objective, all cards open, both sides perfect.

    Parameters
    ----------
    state
        `state.State` before a card or a talon pick, or at its end; left as it is.
    work
        `Workspace` of `workspace_words` words, all zero at first; used again for any states.
    """
    notes = _notes(work)
    root = State(state.game, notes.table[_START], notes.hidden[_START])
    _begin(root, state, notes)
    return _wins(root, work)


@part
def best_cards(state: Any, work: Workspace) -> Any:
    """Return the actions after which the side to move still wins, as two words; none if it lost.

    Parameters are those of `declaring_wins`.
    """
    notes, side = _notes(work), state.table.side[state.table.seat]
    root = State(state.game, notes.table[_START], notes.hidden[_START])
    _begin(root, state, notes)
    legal = legal_actions(root)
    copy_record(notes.table[_ROOT], root.table)
    copy_record(notes.hidden[_ROOT], root.hidden)
    tried = distinct(root, notes, legal)
    plain, trumps, kept = NONE, NONE, False
    # Ascending: what is not tried is equivalent to the last card tried before it in its suit.
    for card in range(CARDS):
        one = words(card)
        if (one[0] & legal[0]) | (one[1] & legal[1]) == NONE:
            continue
        if (one[0] & tried[0]) | (one[1] & tried[1]) != NONE:
            apply(root, card)
            kept = _wins(root, work) == (side == DECLARING)
            copy_record(root.table, notes.table[_ROOT])
            copy_record(root.hidden, notes.hidden[_ROOT])
        if kept:
            plain |= one[0]
            trumps |= one[1]
    return plain, trumps


@part
def _begin(root: Any, state: Any, notes: Any) -> None:
    """Copy a state to play on, and note what stays true to its end."""
    game = state.game
    copy_record(root.table, state.table)
    copy_record(root.hidden, state.hidden)
    notes.age += np.uint64(1)
    notes.live_plain = NONE
    notes.live_trumps = NONE
    for seat in range(game.players):
        notes.live_plain |= state.hidden.seats[seat].plain
        notes.live_trumps |= state.hidden.seats[seat].trumps
    notes.token_plain = NONE
    notes.token_trumps = NONE
    for card in range(CARDS):
        if game.card_space[card] != NONE:
            notes.token_plain |= words(card)[0]
            notes.token_trumps |= words(card)[1]
    if game.tableau:
        _note_covered(state, notes)
    notes.beyond = NONE
    if state.table.kind == CARD and not game.gifts:
        turned = 2 if game.tableau else game.talon_size
        for place in range(turned):
            notes.beyond |= game.card_space[state.hidden.talon[place]]


@part
def _note_covered(state: Any, notes: Any) -> None:
    """Count the cards that are still covered among those to be played."""
    for seat in range(2):
        for place in range(TABLEAU):
            if state.table.tableau[seat, place] <= FACE_DOWN:
                card = words(state.hidden.tableau[seat, place])
                notes.live_plain |= card[0]
                notes.live_trumps |= card[1]


@inline
def _known(state: Any, notes: Any, work: Workspace, key: Any) -> Any:
    """Return the result at the start of a trick, as far as it is known."""
    game, table = state.game, state.table
    if game.play_on and verdict(game, table, True, False) == WON:
        return WON
    reachable = game.claimable & ~(table.owned[DEFENDING] | notes.beyond)
    if not can_be_made(reachable, table.objective, game.made):
        return LOST
    return look_up(work, key, table.owned[DECLARING])


@part
def _wins(state: Any, work: Workspace) -> Any:
    """Tell whether the declaring side wins; the state is played on and not put back."""
    game, table, notes = state.game, state.table, _notes(work)
    notes.positions += 1
    if table.kind == OVER:
        return table.result == WON
    starts = table.kind == CARD and table.turn == 0
    key = key_of(table, notes.age)
    own = table.owned[DECLARING]
    if starts:
        known = _known(state, notes, work, key)
        if known != OPEN:
            return known == WON
    ply = table.trick * game.players + table.turn
    if table.kind == TALON_PICK:
        ply = game.tricks * game.players
    tried = distinct(state, notes, legal_actions(state))
    count = in_order(state, notes, tried, ply)
    declaring = table.side[table.seat] == DECLARING
    if count > 1:
        copy_record(notes.table[ply], table)
        copy_record(notes.hidden[ply], state.hidden)
    won = not declaring
    for place in range(count):
        if place > 0:
            copy_record(table, notes.table[ply])
            copy_record(state.hidden, notes.hidden[ply])
        card = np.int64(notes.cards[ply, place])
        apply(state, card)
        if _wins(state, work) == declaring:
            notes.killer[ply] = card
            won = declaring
            break
    if starts:
        remember(work, key, own, won)
    return won


@kernel(types.int64(STATE_TYPE, types.uint64[:, ::1], types.int64, types.uint64[::1]))
def _solve(state: Any, block: Any, entries: Any, found: Any) -> Any:
    """Write the best cards and the positions looked into; tell whether the declaring side wins."""
    work = Workspace(row_of(rows_of(block), 0), entries)
    before = _notes(work).positions
    cards = best_cards(state, work)
    found[0] = cards[0]
    found[1] = cards[1]
    found[2] = np.uint64(_notes(work).positions - before)
    mine = cards[0] | cards[1] != NONE
    return mine == (state.table.side[state.table.seat] == DECLARING)


@kernel(types.int64(STATE_TYPE, types.uint64[:, ::1], types.int64))
def _decide_winner(state: Any, block: Any, entries: Any) -> Any:
    return declaring_wins(state, Workspace(row_of(rows_of(block), 0), entries))


class Solution(NamedTuple):
    """What perfect open-card play makes of a position.

    Attributes
    ----------
    won : bool
        Whether the declaring side makes its objective.
    cards : tuple of int
        After which cards the side to move still wins; none if it has lost.
    positions : int
        How many positions were looked into.
    """

    won: bool
    cards: tuple[int, ...]
    positions: int


class Solver:
    """Solves endings, one after the other; each thread needs its own.

    Parameters
    ----------
    entries
        Size of the table of seen positions, a power of 2, at `WORDS` words each.
    """

    def __init__(self, entries: int = ENTRIES) -> None:
        if entries < 1 or entries & (entries - 1):
            fault = "the table of seen positions must have a power of 2 entries"
            raise PlateauError(f"entries {entries}", fault, str(ENTRIES))
        self._block = np.zeros((1, workspace_words(entries)), np.uint64)
        self._entries = entries

    def solve(self, state: State) -> Solution:
        """Solve a state before a card or a talon pick."""
        found = np.zeros(3, np.uint64)
        won = _solve(_checked(state), self._block, self._entries, found)
        return Solution(bool(won), tuple(cards_in(int(found[0]), int(found[1]))), int(found[2]))

    def declaring_wins(self, state: State) -> bool:
        """Tell only whether the declaring side makes its objective, which is sooner known."""
        return bool(_decide_winner(_checked(state), self._block, self._entries))


def _checked(state: State) -> State:
    if state.table.kind not in (CARD, TALON_PICK):
        fault = f"the pending decision is kind {int(state.table.kind)}"
        raise PlateauError("ending", fault, "a state before a card or a talon pick")
    return state
