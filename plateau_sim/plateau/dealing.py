"""Dealing a hand (rulebook 1): a pure function of seed, deal number, players and deck."""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import part
from plateau_sim.kernels.bits import NONE, words
from plateau_sim.kernels.deal import reshuffle, shuffle
from plateau_sim.kernels.rng import below, deal_key, subkey
from plateau_sim.kernels.trick import FREE
from plateau_sim.plateau.marks import NO_CARD, TABLEAU
from plateau_sim.plateau.state import (
    FROM_NOBODY,
    MAX_BIDS,
    MAX_CALLS,
    MAX_CHANCES,
    MAX_PLAYERS,
    MAX_TALON,
    MAX_TRICKS,
    NONE_YET,
    OPEN,
)
from plateau_sim.plateau.tableau import show, starts_face_down

_SHUFFLE, _DECLARER, _PLAY, _PLAYOUTS = 0, 1, 2, 3


@part
def deal_hand(game: Any, seed: Any, number: Any, deal: Any) -> None:
    """Fill a deal: hands seat by seat from forehand on, each with its tableau, then the talon.

    Parameters
    ----------
    game
        Record `state.GAME`.
    seed, number
        Non-negative integers: the experiment's seed and the number of the deal.
    deal
        Record `state.DEAL` to fill.
    """
    key = begin_deal(game, seed, number, deal)
    shuffle(game.deck, game.deck_size, key, deal.shuffled)
    hand_out(game, deal)


@part
def begin_deal(game: Any, seed: Any, number: Any, deal: Any) -> Any:
    """Note a deal's number, draw its declarer and the key for its play; return that for its cards.

    Parameters
    ----------
    game, seed, number, deal
        As in `deal_hand`.
    """
    key = deal_key(seed, number)
    deal.number = number
    deal.play_key = subkey(key, _PLAY)
    deal.forced_declarer = np.int64(below(subkey(key, _DECLARER), game.players))
    return subkey(key, _SHUFFLE)


@part
def known_to(game: Any, deal: Any, seat: Any) -> Any:
    """Return the cards that a seat sees before the auction (rulings 6), as two words.

    Its hand, and of two tableaus the cards that are dealt face up.
    """
    plain, trumps = deal.plain[seat], deal.trumps[seat]
    if game.tableau:
        for other in range(game.players):
            for spot in range(TABLEAU):
                if not starts_face_down(spot):
                    card = words(deal.tableau[other, spot])
                    plain |= card[0]
                    trumps |= card[1]
    return plain, trumps


@part
def redeal(game: Any, seed: Any, known: Any, playout: Any, deal: Any, work: Any) -> None:
    """Deal the cards that are not known anew, and draw a new key for the play.

    A pure function of the known cards and their places, the seed, the number of the deal and that
    of the playout; playouts may be dealt in any order.

    Parameters
    ----------
    game
        Record `state.GAME`.
    seed
        The experiment's seed.
    known
        See `known_to`; these cards keep their places.
    playout
        Number of the playout, from 0.
    deal
        Record `state.DEAL` of the hand, by `deal_hand`; changed in place.
    work
        uint8, as long as the deck.
    """
    key = subkey(subkey(deal_key(seed, deal.number), _PLAYOUTS), playout)
    deal.play_key = subkey(key, _PLAY)
    reshuffle(game.deck, game.deck_size, known, subkey(key, _SHUFFLE), deal.shuffled, work)
    hand_out(game, deal)


@part
def hand_out(game: Any, deal: Any) -> None:
    """Give the shuffled cards to the seats, in turn, each with its tableau, and to the talon."""
    place = 0
    for seat in range(game.players):
        plain, trumps = NONE, NONE
        for _ in range(game.hand_size):
            card = words(deal.shuffled[place])
            plain |= card[0]
            trumps |= card[1]
            place += 1
        deal.plain[seat] = plain
        deal.trumps[seat] = trumps
        if game.tableau:
            for spot in range(TABLEAU):
                deal.tableau[seat, spot] = deal.shuffled[place]
                place += 1
    for spot in range(game.talon_size):
        deal.talon[spot] = deal.shuffled[place]
        place += 1


@part
def begin(state: Any, deal: Any) -> None:
    """Set a state to the start of a deal, before any bid."""
    _clear(state.table)
    state.hidden.play_key = deal.play_key
    for place in range(MAX_TALON):
        state.hidden.talon[place] = deal.talon[place]
    for seat in range(state.game.players):
        _hand_over(state.hidden.seats[seat], seat, deal)
    if state.game.tableau:
        for seat in range(2):
            for place in range(TABLEAU):
                state.hidden.tableau[seat, place] = deal.tableau[seat, place]
        show(state)


@part
def _hand_over(own: Any, seat: Any, deal: Any) -> None:
    own.seat = seat
    own.plain = deal.plain[seat]
    own.trumps = deal.trumps[seat]
    own.dealt_plain = own.plain
    own.dealt_trumps = own.trumps
    own.got = NO_CARD
    own.got_from = FROM_NOBODY
    for place in range(MAX_TALON):
        own.taken[place] = NO_CARD
        own.discard[place] = NO_CARD
    for place in range(2):
        own.gift[place] = NO_CARD


@part
def _clear(table: Any) -> None:
    """Forget the last hand: nothing of it may show in a view of this one."""
    table.bids = 0
    for bid in range(MAX_BIDS):
        table.bid_seat[bid] = NO_CARD
        table.bid_action[bid] = NO_CARD
    table.passed = 0
    table.declarer = NONE_YET
    table.cell = NONE_YET
    table.objective = NONE_YET
    table.partners = 0
    table.calls = 0
    table.called = NONE
    table.chance = 0
    table.chances = 0
    table.partner_raised = 0
    table.abdicated = 0
    table.trick = 0
    table.turn = 0
    table.leader = 0
    table.led = FREE
    table.best_card = NONE_YET
    table.best_seat = NONE_YET
    table.claim = NONE
    table.gone_plain = NONE
    table.gone_trumps = NONE
    table.turned = 0
    table.by_talon = 0
    table.result = OPEN
    for place in range(3):
        table.paths_for[place] = NONE
    for place in range(12):
        table.paths[place] = NONE
    for side in range(2):
        table.owned[side] = NONE
        table.star_claim[side] = NONE
        table.partner[side] = NONE_YET
        table.gift_to[side] = NONE_YET
    for seat in range(MAX_PLAYERS):
        table.side[seat] = 0
    for trick in range(MAX_TRICKS):
        table.winner[trick] = NO_CARD
        for turn in range(MAX_PLAYERS):
            table.played[trick, turn] = NO_CARD
    for call in range(MAX_CALLS):
        table.call_card[call] = NO_CARD
        table.call_holder[call] = NONE_YET
    for chance in range(MAX_CHANCES):
        table.chance_seat[chance] = NONE_YET
        table.raise_to[chance] = 0
    for place in range(MAX_TALON):
        table.turned_card[place] = NO_CARD
        table.turned_side[place] = NONE_YET
