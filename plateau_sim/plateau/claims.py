"""Claiming spaces, and the end of a hand (rulebook 6 and 7, rulings 3 and 4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import NONE, words
from plateau_sim.kernels.trick import FREE
from plateau_sim.plateau.formations import can_be_made, is_made
from plateau_sim.plateau.state import DECLARING, DEFENDING, LOST, NONE_YET, OPEN, WON
from plateau_sim.plateau.tableau import uncover
from plateau_sim.plateau.view import OVER, TALON_PICK

_TOP = 2  # cards of the two-player talon that are turned first


@inline
def decides(game: Any, table: Any, side: Any, owned: Any) -> Any:
    """Tell whether the hand is decided for a side if it owns these spaces.

    For defenders: the bid would not be made with every space that they don't own.
    """
    if side == DECLARING:
        return is_made(owned, table.objective, game.made)
    return not can_be_made(game.claimable & ~owned, table.objective, game.made)


@inline
def verdict(game: Any, table: Any, gained: Any, lost: Any) -> Any:
    """Return `OPEN`, `WON` or `LOST` after the declaring side and the defenders claimed spaces."""
    if gained and decides(game, table, DECLARING, table.owned[DECLARING]):
        return WON
    if lost and decides(game, table, DEFENDING, table.owned[DEFENDING]):
        return LOST
    return OPEN


@inline
def start_trick(table: Any, leader: Any) -> None:
    """Let a seat lead to the trick ``table.trick``."""
    table.turn = 0
    table.leader = leader
    table.seat = leader
    table.ordinal = table.trick
    table.led = FREE
    table.best_card = NONE_YET
    table.claim = NONE


@part
def end_trick(state: Any) -> None:
    """Give the trick's spaces to its winner's side; end the hand or start the next trick.

    The space of an excuse that its variant sets apart goes to the side of its player.
    """
    game, table = state.game, state.table
    winner, trick = table.best_seat, np.uint64(table.trick)
    side = table.side[np.uint64(winner)]
    table.winner[trick] = winner
    claimed = table.claim | game.trick_space[trick]
    table.owned[np.uint64(side)] |= claimed
    gained, lost = side == DECLARING and claimed != NONE, side == DEFENDING and claimed != NONE
    if game.excuse_apart:
        for star_side in range(2):
            table.owned[star_side] |= table.star_claim[star_side]
        gained |= table.star_claim[DECLARING] != NONE
        lost |= table.star_claim[DEFENDING] != NONE
        table.star_claim[DEFENDING] = NONE
        table.star_claim[DECLARING] = NONE
    if not game.play_on:
        table.result = verdict(game, table, gained, lost)
    table.trick += 1
    if table.result != OPEN:
        table.kind = OVER
    elif table.trick == game.tricks:
        end_play(state)
    else:
        if game.tableau:
            uncover(state)
        start_trick(table, winner)


@part
def end_play(state: Any) -> None:
    """After the last trick: turn the talon if the hand is still open."""
    game, table = state.game, state.table
    table.by_talon = np.int64(verdict(game, table, True, True) == OPEN)
    if game.tableau:
        _turn(state, 0, DEFENDING)
        _turn(state, 1, DEFENDING)
        if game.play_on or verdict(game, table, False, True) == OPEN:
            table.kind = TALON_PICK
            table.seat = table.winner[game.tricks - 1]
            table.ordinal = 0
            return
    elif not game.gifts:
        for place in range(game.talon_size):
            _turn(state, place, DEFENDING)
    settle(state)


@part
def settle(state: Any) -> None:
    """End a hand in which everything has been claimed."""
    table = state.table
    won = decides(state.game, table, DECLARING, table.owned[DECLARING])
    table.result = WON if won else LOST
    table.kind = OVER


@part
def legal_talon_picks(state: Any) -> Any:
    """Two players: the winner of the last trick may pick either of the last two talon cards."""
    one, other = words(state.hidden.talon[_TOP]), words(state.hidden.talon[_TOP + 1])
    return one[0] | other[0], one[1] | other[1]


@part
def apply_talon_pick(state: Any, card: Any) -> None:
    """Give the picked card's space to its picker, the other one's to the other player."""
    side = state.table.side[state.table.seat]
    picked = _TOP if state.hidden.talon[_TOP] == card else _TOP + 1
    _turn(state, picked, side)
    _turn(state, 2 * _TOP + 1 - picked, 1 - side)
    settle(state)


@part
def _turn(state: Any, place: Any, side: Any) -> None:
    """Turn a talon card; a side claims its space, if it has one."""
    table, card = state.table, state.hidden.talon[place]
    table.turned_card[table.turned] = card
    table.turned_side[table.turned] = side
    table.turned += 1
    table.owned[side] |= state.game.card_space[card]
