"""Other worlds: the hidden cards elsewhere, with all that a seat knows kept (rulings 6).

A card has an origin (where it was dealt), perhaps a private action that passed it on (a discard or
a gift), and a place at the time of the decision. What may move is worked out from the rules alone.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from plateau_sim.cards import CARDS, EXCUSE, PLAIN_CARDS, RANKS_PER_SUIT, TRUMP_SUIT
from plateau_sim.jit import entry, part
from plateau_sim.kernels.bits import NONE, contains, suit_mask, words
from plateau_sim.kernels.rng import below, subkey
from plateau_sim.plateau.marks import FACE_DOWN, NO_CARD, TABLEAU
from plateau_sim.plateau.state import (
    DEAL_TYPE,
    FROM_TALON,
    MAX_PLAYERS,
    MAX_TALON,
    NONE_YET,
    STATE_TYPE,
)
from plateau_sim.plateau.view import DISCARD, GIFT_CARD, TALON_PICK

TALON_AT, TABLEAU_AT = 10, 20
"""Origins: a seat's hand (0..5), then the places of the talon, then those of the tableaus."""
ANYWHERE, IN_TALON, NOBODY = -1, -2, -1
FIXED, ORIGIN_OPEN, PAST_OPEN, OPEN = 0, 1, 2, 3
"""What a seat can't tell of a card: nothing, where it was dealt, how it came, where it is."""
TRIES = 16


class World(NamedTuple):
    """Who holds what: int64 by card, and the recorded actions."""

    origin: np.ndarray
    passed_on: np.ndarray  # by which action, NOBODY: none
    keeper: np.ndarray  # seat that held it after gifts, before discards
    place: np.ndarray  # seat whose hand it is in, NOBODY: none
    actions: np.ndarray


class Facts(NamedTuple):
    """What a seat knows at a decision."""

    open_to: np.ndarray  # by card: FIXED .. OPEN
    dealt: np.ndarray  # by card, from the calls: a seat, IN_TALON or ANYWHERE
    lacks: np.ndarray  # uint64 by seat and word: cards that an unplayed hand can't hold


WORLD_TYPE = types.NamedUniTuple(types.int64[::1], len(World._fields), World)
FACTS_TYPE = types.NamedTuple((types.int64[::1], types.int64[::1], types.uint64[:, ::1]), Facts)
LOOK_SIGNATURE = types.void(
    STATE_TYPE, DEAL_TYPE, types.int64[::1], types.int64, WORLD_TYPE, WORLD_TYPE, FACTS_TYPE
)
MOVE_SIGNATURE = types.int64(
    STATE_TYPE, WORLD_TYPE, WORLD_TYPE, FACTS_TYPE, types.uint64, DEAL_TYPE
)


def new_world(actions):
    """Return an empty world with room for actions."""
    return World(*(np.zeros(CARDS, np.int64) for _ in range(4)), np.zeros(actions, np.int64))


def new_facts():
    """Return facts to be filled in."""
    lacks = np.zeros((MAX_PLAYERS, 2), np.uint64)
    return Facts(np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64), lacks)


@part
def _find_true_world(state, deal, kinds, count, world):
    """Fill in what really happened up to a decision, the one after ``count`` actions."""
    game, table = state.game, state.table
    world.origin[:] = NOBODY
    world.passed_on[:] = NOBODY
    world.place[:] = NOBODY
    for place in range(game.talon_size):
        world.origin[deal.talon[place]] = TALON_AT + place
    for seat in range(game.players):
        own = state.hidden.seats[seat]
        for index in range(game.deck_size):
            card = np.int64(game.deck[index])
            if contains((deal.plain[seat], deal.trumps[seat]), card):
                world.origin[card] = seat
            if contains((own.plain, own.trumps), card):
                world.place[card] = seat
        if game.tableau:
            for spot in range(TABLEAU):
                world.origin[deal.tableau[seat, spot]] = TABLEAU_AT + TABLEAU * seat + spot
    for index in range(count):
        if kinds[index] == DISCARD or kinds[index] == GIFT_CARD:
            world.passed_on[world.actions[index]] = index
    taken = table.declarer != NONE_YET and state.hidden.seats[table.declarer].taken[0] != NO_CARD
    for card in range(CARDS):
        origin = world.origin[card]
        world.keeper[card] = origin if origin < TALON_AT else NOBODY
        if taken and TALON_AT <= origin < TALON_AT + game.swap_size:
            world.keeper[card] = table.declarer
    for seat in range(game.players):
        if state.hidden.seats[seat].got != NO_CARD:
            world.keeper[state.hidden.seats[seat].got] = seat


@part
def _find_facts(state, world, seat, facts):
    """Work out what a seat knows: all that rulings 6 lists."""
    game, table, own = state.game, state.table, state.hidden.seats[seat]
    facts.open_to[:] = OPEN
    for trick in range(game.tricks):
        for turn in range(game.players):
            if table.played[trick, turn] != NO_CARD:
                facts.open_to[table.played[trick, turn]] = PAST_OPEN
    exchanged = table.cell != NONE_YET and game.cell_exchange[table.cell] != 0
    for place in range(game.talon_size if table.kind == TALON_PICK else 0):
        discard = exchanged and place < game.swap_size
        facts.open_to[state.hidden.talon[place]] = PAST_OPEN if discard else FIXED
    for card in range(CARDS):
        origin = world.origin[card]
        if (origin == NOBODY) | (origin == seat):
            facts.open_to[card] = FIXED
        elif origin >= TABLEAU_AT:
            spot = origin - TABLEAU_AT
            if table.tableau[spot // TABLEAU, spot % TABLEAU] != FACE_DOWN:
                facts.open_to[card] = FIXED
    if own.got != NO_CARD:
        facts.open_to[own.got] = FIXED if own.got_from == FROM_TALON else ORIGIN_OPEN
    for place in range(MAX_TALON):
        if own.taken[place] != NO_CARD:
            facts.open_to[own.taken[place]] = FIXED
    _note_calls(game, table, facts.dealt)
    _note_play(game, table, facts.lacks)


@part
def _note_calls(game, table, dealt):
    """A call: its holder or the talon; the declarer has all higher cards not called before."""
    dealt[:] = ANYWHERE
    for index in range(table.calls):
        called, holder = np.int64(table.call_card[index]), np.int64(table.call_holder[index])
        for place in range(game.deck_size):
            card = np.int64(game.deck[place])
            higher = card < PLAIN_CARDS and card % RANKS_PER_SUIT > called % RANKS_PER_SUIT
            if higher and dealt[card] == ANYWHERE:
                dealt[card] = table.declarer
        dealt[called] = IN_TALON if holder == NONE_YET else holder


@part
def _note_play(game, table, lacks):
    """Who did not follow had no card of that suit; who did not trump then, no trump."""
    lacks[:] = NONE
    all_trumps = game.deck_trumps
    if game.excuse_apart:
        all_trumps &= ~words(EXCUSE)[1]
    leader = 0
    for trick in range(game.tricks):
        led = -1
        for turn in range(game.players):
            card, seat = np.int64(table.played[trick, turn]), (leader + turn) % game.players
            if card == NO_CARD:
                return
            if game.excuse_apart and card == EXCUSE:
                continue
            suit = min(card // RANKS_PER_SUIT, TRUMP_SUIT)
            if led == -1:
                led = suit
            elif suit != led:
                if led < TRUMP_SUIT:
                    lacks[seat, 0] |= suit_mask(led)
                if suit < TRUMP_SUIT:
                    lacks[seat, 1] |= all_trumps
        leader = np.int64(table.winner[trick])


@part
def _in_talon(origin):
    return origin >= TALON_AT and origin < TABLEAU_AT


@part
def _may_be_dealt(facts, card, origin):
    needed = facts.dealt[card]
    fits = (needed == ANYWHERE) | (needed == origin)
    return fits or (needed == IN_TALON and _in_talon(origin))


@part
def _may_lie(facts, card, place):
    return place == NOBODY or not contains((facts.lacks[place, 0], facts.lacks[place, 1]), card)


@part
def _from_declarer(game, table, origin):
    """Tell whether the declarer had it before he discarded or gave cards away."""
    return origin == table.declarer or (origin >= TALON_AT and origin < TALON_AT + game.swap_size)


@part
def _swap(values, a, b):
    kept = values[a]
    values[a] = values[b]
    values[b] = kept


@part
def _swap_passed_on(world, a, b):
    _swap(world.passed_on, a, b)
    if world.passed_on[a] != NOBODY:
        world.actions[world.passed_on[a]] = a
    if world.passed_on[b] != NOBODY:
        world.actions[world.passed_on[b]] = b


@part
def _try_swap(state, world, facts, exchanged, a, b):
    """Let two cards change places, or only their pasts, if nothing known stands against it."""
    game, of_a, of_b = state.game, world.origin[a], world.origin[b]
    if not (_may_be_dealt(facts, a, of_b) and _may_be_dealt(facts, b, of_a)):
        return
    freedom = min(facts.open_to[a], facts.open_to[b])
    may_lie = _may_lie(facts, a, world.place[b]) and _may_lie(facts, b, world.place[a])
    if freedom == OPEN and may_lie:
        _swap(world.origin, a, b)
        _swap_passed_on(world, a, b)
        _swap(world.keeper, a, b)
        _swap(world.place, a, b)
        return
    at_declarer = _from_declarer(game, state.table, of_a) and _from_declarer(
        game, state.table, of_b
    )
    if freedom >= ORIGIN_OPEN and exchanged and at_declarer:
        _swap(world.origin, a, b)
        return
    same_keeper = world.keeper[a] == world.keeper[b] and world.keeper[a] != NOBODY
    if freedom >= PAST_OPEN and game.gifts != 0 and same_keeper:
        _swap(world.origin, a, b)
        _swap_passed_on(world, a, b)


@part
def _shuffle_world(state, world, facts, key):
    """Go on to another world that the seat can't tell from the true one."""
    game, table, cards = state.game, state.table, np.zeros(CARDS, np.int64)
    exchanged = table.cell != NONE_YET and game.cell_exchange[table.cell] != 0
    for least in (OPEN, ORIGIN_OPEN):
        count = 0
        for card in range(CARDS):
            if facts.open_to[card] >= least:
                cards[count] = card
                count += 1
        for index in range(TRIES if count > 1 else 0):
            draw = subkey(key, index + TRIES * least)
            first = np.int64(below(draw, count))
            second = np.int64(below(subkey(draw, 1), count - 1))
            second += np.int64(second >= first)
            _try_swap(state, world, facts, exchanged, cards[first], cards[second])


@part
def _deal_world(world, deal):
    """Write a world's origins into a deal."""
    deal.plain[:] = NONE
    deal.trumps[:] = NONE
    for card in range(CARDS):
        origin = world.origin[card]
        if origin >= TABLEAU_AT:
            spot = origin - TABLEAU_AT
            deal.tableau[spot // TABLEAU, spot % TABLEAU] = card
        elif origin >= TALON_AT:
            deal.talon[origin - TALON_AT] = card
        elif origin >= 0:
            plain, trumps = words(card)
            deal.plain[origin] |= plain
            deal.trumps[origin] |= trumps


@part
def _moves(world, true):
    moved = 0
    for card in range(CARDS):
        origin = true.origin[card]
        if world.origin[card] != origin:
            moved |= 1 | _in_talon(origin) << 1 | (origin >= TABLEAU_AT) << 2
        if world.passed_on[card] != true.passed_on[card]:
            moved |= 1 | 1 << 3
    return moved


@entry(LOOK_SIGNATURE)
def look(state, deal, kinds, count, true, world, facts):
    """Find out what happened before a decision, the one after ``count`` actions, and what is known.

    ``true.actions`` holds the recorded actions and ``kinds`` their kinds; ``true``, ``world`` (a
    copy of it) and ``facts`` are filled in for the seat in turn.
    """
    _find_true_world(state, deal, kinds, count, true)
    _find_facts(state, true, state.table.seat, facts)
    world.origin[:] = true.origin
    world.passed_on[:] = true.passed_on
    world.keeper[:] = true.keeper
    world.place[:] = true.place
    world.actions[:] = true.actions


@entry(MOVE_SIGNATURE)
def move(state, true, world, facts, key, deal):
    """Go on to another world that the seat in turn can't tell from the true one, and deal it.

    Return what differs: bits for anything, the talon, face-down cards, discards or gifts.
    """
    _shuffle_world(state, world, facts, key)
    _deal_world(world, deal)
    return _moves(world, true)
