"""Compiled replays of deals with the hidden cards elsewhere, for the tests of views.

At each decision of a recorded deal the cards that its seat can't place are moved about, with all
public facts of rulings 6 kept; the recorded actions are replayed and the two views compared. What
may move is worked out from the rules alone. A card has an origin (where it was dealt), perhaps a
private action that passed it on (a discard or a gift), and a place at the time of the decision.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from plateau_sim.cards import CARDS, EXCUSE, PLAIN_CARDS, TRUMP_SUIT
from plateau_sim.jit import entry, part, row_of
from plateau_sim.kernels.bits import NONE, contains, nth_card, size, suit_mask, words
from plateau_sim.kernels.rng import below, deal_key, subkey
from plateau_sim.plateau.auction import start_auction, start_forced
from plateau_sim.plateau.dealing import begin, deal_hand
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.playout import apply, legal_actions
from plateau_sim.plateau.runner import AUCTION, new_deal
from plateau_sim.plateau.state import (
    DEAL_TYPE,
    DECIDE_TYPE,
    FACE_DOWN,
    FROM_TALON,
    GAME,
    HIDDEN,
    MAX_BIDS,
    MAX_CALLS,
    MAX_PLAYERS,
    MAX_TALON,
    NO_CARD,
    NONE_YET,
    SEAT,
    STATE_TYPE,
    TABLE,
    TABLEAU,
    State,
    View,
)
from plateau_sim.plateau.view import (
    BID,
    DISCARD,
    GIFT_CARD,
    OVER,
    PASS,
    TALON_PICK,
    decision_key,
)

TALON_AT, TABLEAU_AT = 10, 20
"""Origins: a seat's hand (0..5), then the places of the talon, then those of the tableaus."""
ANYWHERE, IN_TALON, NOBODY = -1, -2, -1
FIXED, ORIGIN_OPEN, PAST_OPEN, OPEN = 0, 1, 2, 3
"""What a seat can't tell of a card: nothing, whether it was in the talon, how it came, all."""
MAX_ACTIONS, TRIES = 256, 16

COUNTS = (
    "decisions",
    "decisions with other worlds",
    "worlds",
    "other worlds",
    "talon moved",
    "face-down cards moved",
    "discards or gifts moved",
    "illegal replays",
    "views differ",
    "legal actions differ",
    "choices differ",
)
(DECISIONS, OPEN_DECISIONS, WORLDS, OTHERS, TALONS, TABLEAUS, PASSED_ON) = range(7)
(ILLEGAL, VIEWS, LEGAL, CHOICES) = range(7, 11)

LEAKS = {
    "talon in the table": 1,
    "trumps of the next seat in the table": 2,
    "card of the next seat in the own record": 3,
    "discards in the table": 4,
    "gifts in the table": 5,
    "own face-down card turned early": 6,
    "void of the next seat in the legal actions": 7,
    "talon in the game": 8,
}


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


@part
def _start(state, deal, seat, cell):
    begin(state, deal)
    if cell == AUCTION:
        start_auction(state)
    else:
        start_forced(state, seat, cell)


@part
def _record(state, key, actions, kinds):
    """Play to the end at random and note what was done; return the number of actions."""
    count = 0
    while state.table.kind != OVER:
        legal, draw = legal_actions(state), subkey(key, count)
        action = nth_card(legal, below(draw, size(legal)))
        if state.table.kind == BID and below(subkey(draw, 1), 2) == 0:
            action = PASS
        actions[count], kinds[count] = action, state.table.kind
        apply(state, action)
        count += 1
    return count


@part
def _replay(state, actions, count):
    """Carry out recorded actions; tell whether each was legal."""
    for index in range(count):
        if not contains(legal_actions(state), actions[index]):
            return False
        apply(state, actions[index])
    return True


@part
def _true_world(state, deal, kinds, count, world):
    """Fill in what really happened up to the decision."""
    game, table = state.game, state.table
    world.origin[:] = NOBODY
    world.passed_on[:] = NOBODY
    world.place[:] = NOBODY
    for place in range(game.talon_size):
        world.origin[deal.talon[place]] = TALON_AT + place
    for seat in range(game.players):
        for index in range(game.deck_size):
            card = np.int64(game.deck[index])
            if contains((deal.plain[seat], deal.trumps[seat]), card):
                world.origin[card] = seat
            own = state.hidden.seats[seat]
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
def _facts(state, world, seat, facts):
    """Work out what the seat knows: all that rulings 6 lists."""
    game, table, own = state.game, state.table, state.hidden.seats[seat]
    facts.open_to[:] = OPEN
    for trick in range(game.tricks):
        for turn in range(game.players):
            if table.played[trick, turn] != NO_CARD:
                facts.open_to[table.played[trick, turn]] = PAST_OPEN
    exchanged = table.cell != NONE_YET and game.cell_exchange[table.cell]
    for place in range(game.talon_size if table.kind == TALON_PICK else 0):
        on_top = place < game.swap_size and exchanged
        facts.open_to[state.hidden.talon[place]] = PAST_OPEN if on_top else FIXED
    for card in range(CARDS):
        origin = world.origin[card]
        if origin in (NOBODY, seat):
            facts.open_to[card] = FIXED
        elif origin >= TABLEAU_AT:
            owner, spot = divmod(origin - TABLEAU_AT, TABLEAU)
            if table.tableau[owner, spot] != FACE_DOWN:
                facts.open_to[card] = FIXED
    if own.got != NO_CARD:
        facts.open_to[own.got] = FIXED if own.got_from == FROM_TALON else ORIGIN_OPEN
    for place in range(MAX_TALON):
        if own.taken[place] != NO_CARD:
            facts.open_to[own.taken[place]] = FIXED
    _facts_of_calls(game, table, facts.dealt)
    _facts_of_play(game, table, facts.lacks)


@part
def _facts_of_calls(game, table, dealt):
    dealt[:] = ANYWHERE
    for index in range(table.calls):
        called, holder = np.int64(table.call_card[index]), np.int64(table.call_holder[index])
        for place in range(game.deck_size):
            card = np.int64(game.deck[place])
            if card < PLAIN_CARDS and card % 14 > called % 14 and dealt[card] == ANYWHERE:
                dealt[card] = table.declarer
        dealt[called] = IN_TALON if holder == NONE_YET else holder


@part
def _facts_of_play(game, table, lacks):
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
            suit = min(card // 14, TRUMP_SUIT)
            if led == -1:
                led = suit
            elif suit != led:
                if led < TRUMP_SUIT:
                    lacks[seat, 0] |= suit_mask(led)
                if suit < TRUMP_SUIT:
                    lacks[seat, 1] |= all_trumps
        leader = np.int64(table.winner[trick])


@part
def _may_be_dealt(facts, card, origin):
    needed = facts.dealt[card]
    in_talon = TALON_AT <= origin < TABLEAU_AT
    return needed in (ANYWHERE, origin) or (needed == IN_TALON and in_talon)


@part
def _may_lie(facts, card, place):
    return place == NOBODY or not contains((facts.lacks[place, 0], facts.lacks[place, 1]), card)


@part
def _swap(values, a, b):
    kept = values[a]
    values[a] = values[b]
    values[b] = kept


@part
def _swap_passed_on(world, a, b):
    _swap(world.passed_on, a, b)
    for card in (a, b):
        if world.passed_on[card] != NOBODY:
            world.actions[world.passed_on[card]] = card


@part
def _from_declarer(game, table, origin):
    """Tell whether the declarer had it before he discarded or gave cards away."""
    return origin == table.declarer or TALON_AT <= origin < TALON_AT + game.swap_size


@part
def _try_swap(state, world, facts, exchanged, a, b):
    """Let two cards change places, or only their pasts, if nothing known stands against it."""
    origins = world.origin[a], world.origin[b]
    if not (_may_be_dealt(facts, a, origins[1]) and _may_be_dealt(facts, b, origins[0])):
        return
    freedom = min(facts.open_to[a], facts.open_to[b])
    at_declarer = exchanged and (
        _from_declarer(state.game, state.table, origins[0])
        and _from_declarer(state.game, state.table, origins[1])
    )
    may_lie = _may_lie(facts, a, world.place[b]) and _may_lie(facts, b, world.place[a])
    if freedom == OPEN and may_lie:
        _swap(world.origin, a, b)
        _swap_passed_on(world, a, b)
        _swap(world.keeper, a, b)
        _swap(world.place, a, b)
    elif freedom >= ORIGIN_OPEN and at_declarer:
        _swap(world.origin, a, b)
    elif freedom >= PAST_OPEN and state.game.gifts and world.keeper[a] == world.keeper[b] >= 0:
        _swap(world.origin, a, b)
        _swap_passed_on(world, a, b)


@part
def _shuffle(state, world, facts, key):
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
            second += second >= first
            _try_swap(state, world, facts, exchanged, cards[first], cards[second])


@part
def _deal_world(game, world, deal):
    """Write a world's origins into a deal."""
    deal.plain[:] = NONE
    deal.trumps[:] = NONE
    for card in range(CARDS):
        origin = world.origin[card]
        if origin >= TABLEAU_AT:
            owner, spot = divmod(origin - TABLEAU_AT, TABLEAU)
            deal.tableau[owner, spot] = card
        elif origin >= TALON_AT:
            deal.talon[origin - TALON_AT] = card
        elif origin >= 0:
            plain, trumps = words(card)
            deal.plain[origin] |= plain
            deal.trumps[origin] |= trumps


@part
def _count_moves(world, true, report):
    talon, tableau, passed_on, moved = False, False, False, False
    for card in range(CARDS):
        origin = true.origin[card]
        if world.origin[card] != origin:
            moved = True
            talon |= TALON_AT <= origin < TABLEAU_AT
            tableau |= origin >= TABLEAU_AT
        passed_on |= world.passed_on[card] != true.passed_on[card]
    report[OTHERS] += moved or passed_on
    report[TALONS] += talon
    report[TABLEAUS] += tableau
    report[PASSED_ON] += passed_on
    return moved or passed_on


@part
def _plant(state, legal, seat, leak):
    """Let something hidden leak into a view, where no rule looks at it; return the legal actions."""
    game, table, hidden = state.game, state.table, state.hidden
    after, other = hidden.seats[(seat + 1) % game.players], (seat + 1) % game.players
    if leak == 1:
        table.bid_action[MAX_BIDS - 1] = hidden.talon[game.talon_size - 1]
    elif leak == 2:
        table.call_card[MAX_CALLS - 1] = size((NONE, after.trumps))
    elif leak == 3 and size((after.plain, after.trumps)) > 0:
        hidden.seats[seat].taken[MAX_TALON - 1] = nth_card((after.plain, after.trumps), NONE)
    elif leak == 4 and table.declarer >= 0 and game.cell_exchange[table.cell]:
        table.bid_action[MAX_BIDS - 1] = hidden.talon[0]
    elif leak == 5 and table.gift_to[0] not in (NONE_YET, seat):
        table.bid_action[MAX_BIDS - 1] = hidden.seats[table.gift_to[0]].got
    elif leak == 6:
        table.tableau[seat, 0] = hidden.tableau[seat, 0]
    elif leak == 7 and after.plain & suit_mask(0) == NONE:
        return legal[0], legal[1] ^ words(EXCUSE)[1]
    elif leak == 8:
        game.cell_value[game.cells - 1] = hidden.talon[other % game.talon_size]
    return legal


@part
def _same(a, b, first, count):
    for place in range(first, first + count):
        if a[place] != b[place]:
            return False
    return True


_SEAT_WORDS = SEAT.itemsize // 8


@part
def _same_views(words_a, words_b, seat):
    """Compare the bytes of the two records that all see and of the seat's own."""
    return (
        _same(words_a[0], words_b[0], 0, words_a[0].size)
        and _same(words_a[1], words_b[1], 0, words_a[1].size)
        and _same(words_a[2], words_b[2], seat * _SEAT_WORDS, _SEAT_WORDS)
    )


@part
def _choose(state, legal, choosers, params, scratch):
    table = state.table
    view = View(state.game, table, state.hidden.seats[table.seat])
    key = decision_key(state.hidden.play_key, table.seat, table.kind, table.ordinal)
    role = np.int64(table.kind == BID)
    work = row_of(scratch, role)
    if role:
        return choosers[1](view, table.kind, legal, row_of(params, role), work, key)
    return choosers[0](view, table.kind, legal, row_of(params, role), work, key)


_WORDS = types.UniTuple(types.int64[::1], 3)
_PAIR = types.UniTuple


@entry(
    types.void(
        _PAIR(STATE_TYPE, 2),
        _PAIR(DEAL_TYPE, 2),
        _PAIR(_WORDS, 2),
        types.UniTuple(types.int64, 6),
        _PAIR(DECIDE_TYPE, 2),
        types.float64[:, ::1],
        _PAIR(types.uint8[:, ::1], 2),
        types.int64[::1],
    )
)
def compare_views(states, deals, memory, setup, choosers, params, scratches, report):
    """Play one deal at random and compare the views at its decisions with those of other worlds.

    ``setup``: seed, deal number, cell or `AUCTION`, other worlds a decision, leak, seat of the
    declarer; ``report`` gets the `COUNTS`.
    """
    seed, number, cell, worlds, leak, declarer = setup
    state, other = states
    game = state.game
    deal_hand(game, seed, number, deals[0])
    deals[1].play_key = deals[0].play_key
    key = deal_key(seed, number)
    actions, kinds = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS, np.int64)
    memory[0][1][:] = 0
    _start(state, deals[0], declarer, cell)
    total = _record(state, subkey(key, 10), actions, kinds)
    true, world = _new_world(actions), _new_world(actions)
    facts = Facts(
        np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64), np.zeros((MAX_PLAYERS, 2), np.uint64)
    )
    memory[0][1][:] = 0
    _start(state, deals[0], declarer, cell)
    for count in range(total):
        seat = state.table.seat
        legal = _plant(state, legal_actions(state), seat, leak)
        choice = _choose(state, legal, choosers, params, scratches[0])
        _true_world(state, deals[0], kinds, count, true)
        _facts(state, true, seat, facts)
        for index in range(len(true)):
            world[index][:] = true[index]
        found = False
        for index in range(worlds):
            _shuffle(state, world, facts, subkey(subkey(key, 1000 + count), index))
            found |= _count_moves(world, true, report)
            _deal_world(game, world, deals[1])
            memory[1][1][:] = 0
            _start(other, deals[1], declarer, cell)
            if not _replay(other, world.actions, count):
                report[ILLEGAL] += 1
                continue
            seen = _plant(other, legal_actions(other), seat, leak)
            report[VIEWS] += not _same_views(memory[0], memory[1], seat)
            report[LEGAL] += seen[0] != legal[0] or seen[1] != legal[1]
            report[CHOICES] += _choose(other, seen, choosers, params, scratches[1]) != choice
        report[DECISIONS] += 1
        report[OPEN_DECISIONS] += found
        report[WORLDS] += worlds
        apply(state, actions[count])


@part
def _new_world(actions):
    return World(
        np.zeros(CARDS, np.int64),
        np.zeros(CARDS, np.int64),
        np.zeros(CARDS, np.int64),
        np.zeros(CARDS, np.int64),
        actions.copy(),
    )
