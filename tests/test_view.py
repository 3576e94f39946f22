"""A seat's view holds what the seat sees and nothing else (rulings 6)."""

from random import Random

import numpy as np
import pytest
from helpers import QUICK_POLICIES
from numba import types
from view_tools import (
    FACTS_TYPE,
    LOOK_SIGNATURE,
    MOVE_SIGNATURE,
    WORLD_TYPE,
    look,
    move,
    new_facts,
    new_world,
)

from plateau_sim.cards import EXCUSE
from plateau_sim.jit import entry, part
from plateau_sim.kernels.bits import NONE, contains, nth_card, size, suit_mask, words
from plateau_sim.kernels.rng import below, deal_key, subkey
from plateau_sim.plateau.auction import start_auction, start_forced
from plateau_sim.plateau.choosers import BIDDERS, load_bidder, load_policy
from plateau_sim.plateau.dealing import begin, deal_hand
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.playing import AUCTION
from plateau_sim.plateau.playout import apply, legal_actions
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import new_deal
from plateau_sim.plateau.state import (
    DEAL_TYPE,
    DECIDE_SIGNATURE,
    DECIDE_TYPE,
    GAME,
    HIDDEN,
    MAX_BIDS,
    MAX_CALLS,
    MAX_TALON,
    NONE_YET,
    SEAT,
    STATE_TYPE,
    TABLE,
    State,
    View,
)
from plateau_sim.plateau.view import BID, OVER, PASS, decision_key
from plateau_sim.pointers import row_of, rows_of

GAMES = {
    "2": GameRules.published(2),
    "3": GameRules.published(3),
    "4": GameRules.published(4),
    "5": GameRules.published(5),
    "6": GameRules.published(6),
    "4 full deck": GameRules.published(4, full_deck=True),
    "6 excuse": GameRules.published(6, excuse_variant=True),
}
COUNTS = ("decisions", "open", "worlds", "others", "talon", "tableau", "passed_on")
FAULTS = ("illegal", "view", "legal", "choice", "paths")
LEAKS = {
    "talon on the table": (1, "4"),
    "trumps of the next seat on the table": (2, "4"),
    "card of the next seat in the own record": (3, "4"),
    "discards on the table": (4, "4"),
    "gift on the table": (5, "6"),
    "face-down card turned early": (6, "2"),
    "void of the next seat in the legal actions": (7, "4"),
    "talon in the game": (8, "4"),
    "card taken from the talon on the table": (9, "4"),
    "whether a gift was in the talon": (10, "6"),
}
_MAX_ACTIONS, _SEAT_WORDS = 256, SEAT.itemsize // 8
_PATHS = TABLE.fields["paths_for"][1] // 8  # where what is worked out from the rest begins
_WORDS = types.UniTuple(types.int64[::1], 3)
_PAIR = types.UniTuple
_TALON_BYTE = HIDDEN.fields["talon"][1]


@part
def _start(state, deal, declarer, cell):
    """Begin a deal with an auction, or with a forced declarer."""
    begin(state, deal)
    if cell == AUCTION:
        start_auction(state)
    else:
        start_forced(state, declarer, cell)


@part
def _draw(state, legal, key):
    """Return a random action; half of the bids are passes."""
    if state.table.kind == BID and below(subkey(key, 1), 2) == 0:
        return np.int64(PASS)
    return nth_card(legal, below(key, size(legal)))


@part
def _record(state, key, actions, kinds):
    """Play to the end at random and note what was done; return the number of actions."""
    count = 0
    while state.table.kind != OVER:
        actions[count] = _draw(state, legal_actions(state), subkey(key, count))
        kinds[count] = state.table.kind
        apply(state, actions[count])
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
def _plant(state, legal, seat, leak):
    """Let something hidden leak into a view where no rule looks; return the legal actions."""
    game, table, hidden = state.game, state.table, state.hidden
    after = hidden.seats[(seat + 1) % game.players]
    if leak == 1:
        table.bid_action[MAX_BIDS - 1] = hidden.talon[game.talon_size - 1]
    elif leak == 2:
        table.call_card[MAX_CALLS - 1] = size((NONE, after.trumps))
    elif leak == 3 and after.plain != NONE:
        hidden.seats[seat].discard[MAX_TALON - 1] = nth_card((after.plain, NONE), NONE)
    elif leak == 4 and table.declarer != NONE_YET:
        table.bid_action[MAX_BIDS - 1] = hidden.seats[table.declarer].discard[0]
    elif leak == 5 and table.gift_to[0] != NONE_YET:
        table.bid_action[MAX_BIDS - 1] = hidden.seats[table.gift_to[0]].got
    elif leak == 6:
        table.tableau[seat, 0] = hidden.tableau[seat, 0]
    elif leak == 7 and after.plain & suit_mask(0) == NONE:
        return legal[0], legal[1] ^ words(EXCUSE)[1]
    elif leak == 8:
        game.deck[game.deck_size] = hidden.talon[game.talon_size - 1]
    elif leak == 9 and table.declarer != NONE_YET:
        table.bid_action[MAX_BIDS - 1] = hidden.seats[table.declarer].taken[0]
    elif leak == 10 and table.gift_to[0] == seat:
        giver, got = hidden.seats[table.declarer], hidden.seats[seat].got
        dealt = contains((giver.dealt_plain, giver.dealt_trumps), got)
        table.bid_action[MAX_BIDS - 1] = np.int64(dealt)
    return legal


@part
def _same(a, b, first, count):
    same = True
    for place in range(first, first + count):
        same &= a[place] == b[place]
    return same


@part
def _same_views(a, b, seat):
    """Compare the bytes of the two records that everybody sees and of the seat's own."""
    everybody = _same(a[0], b[0], 0, a[0].size) and _same(a[1], b[1], 0, _PATHS)
    return everybody and _same(a[2], b[2], seat * _SEAT_WORDS, _SEAT_WORDS)


@part
def _same_paths(table, other):
    """Compare the paths that policies keep on the table, if both say they are of the same board."""
    same = True
    for place in range(table.paths_for.size):
        if table.paths_for[place] != other.paths_for[place]:
            return True
    for place in range(table.paths.size):
        same &= table.paths[place] == other.paths[place]
    return same


@part
def _choose(state, legal, choosers, params, scratch):
    table = state.table
    view = View(state.game, table, state.hidden.seats[table.seat])
    key = decision_key(state.hidden.play_key, table.seat, table.kind, table.ordinal)
    which = np.int64(table.kind == BID)
    weights, notes = row_of(rows_of(params), which), row_of(rows_of(scratch), which)
    return choosers[which](view, table.kind, legal, weights, notes, key)


@entry(
    types.void(
        _PAIR(STATE_TYPE, 2),
        _PAIR(DEAL_TYPE, 2),
        _PAIR(_WORDS, 2),
        _PAIR(WORLD_TYPE, 2),
        FACTS_TYPE,
        types.FunctionType(LOOK_SIGNATURE),
        types.FunctionType(MOVE_SIGNATURE),
        _PAIR(DECIDE_TYPE, 2),
        types.float64[:, ::1],
        types.uint8[:, :, ::1],
        types.UniTuple(types.int64, 7),
        types.int64[::1],
    )
)
def _compare(
    states, deals, memory, pair, facts, look, move, choosers, params, scratch, setup, report
):
    """Record a random deal; at its decisions compare views and choices with those elsewhere.

    ``setup``: seed, deal, declarer, cell or `AUCTION`, other worlds for each decision, leak, and
    whether they are played on a state that an earlier hand was played on. The ``report`` gets the
    sums of `COUNTS` and `FAULTS`.
    """
    seed, number, declarer, cell, worlds, leak, used = setup
    (state, other), (true, world) = states, pair
    deal_hand(state.game, seed, number, deals[0])
    deals[1].play_key = deals[0].play_key
    kinds = np.zeros(_MAX_ACTIONS, np.int64)
    if used:
        _start(other, deals[0], declarer, used)
        _record(other, deal_key(seed + 3, number), world.actions, kinds)
    memory[0][1][:] = 0
    _start(state, deals[0], declarer, cell)
    total = _record(state, deal_key(seed + 1, number), true.actions, kinds)
    memory[0][1][:] = 0
    _start(state, deals[0], declarer, cell)
    for count in range(total):
        seat, moved = state.table.seat, 0
        legal = _plant(state, legal_actions(state), seat, leak)
        choice = _choose(state, legal, choosers, params, scratch[0])
        look(state, deals[0], kinds, count, true, world, facts)
        key = subkey(deal_key(seed + 2, number), count)
        for index in range(worlds):
            moves = move(state, true, world, facts, subkey(key, index), deals[1])
            moved |= moves
            for bit in range(4):
                report[3 + bit] += (moves >> bit) & 1
            if not used:
                memory[1][1][:] = 0
            _start(other, deals[1], declarer, cell)
            if not _replay(other, world.actions, count):
                report[7] += 1
                continue
            seen = _plant(other, legal_actions(other), seat, leak)
            report[8] += not _same_views(memory[0], memory[1], seat)
            report[9] += seen[0] != legal[0] or seen[1] != legal[1]
            report[10] += _choose(other, seen, choosers, params, scratch[1]) != choice
            report[11] += not _same_paths(state.table, other.table)
        report[0] += 1
        report[1] += moved & 1
        report[2] += worlds
        apply(state, true.actions[count])


@entry(DECIDE_SIGNATURE)
def _spying(view, kind, legal, params, scratch, key):
    """Choose by the top of the talon: its workspace lies on the hidden record."""
    return nth_card(legal, np.uint64(scratch[_TALON_BYTE]) % size(legal))


@entry(DECIDE_SIGNATURE)
def _telling(view, kind, legal, params, scratch, key):
    """Choose by what the seat before has written into the workspace about its hand."""
    told = np.uint64(scratch[0])
    scratch[0] = size((view.own.plain, NONE))
    return nth_card(legal, told % size(legal))


class Comparison:
    """Two states of a game, side by side."""

    def __init__(self, name):
        self.rules = GAMES[name]
        layout = standard_layout(self.rules)
        self.games, self.tables = np.zeros((2, 1), GAME), np.zeros((2, 1), TABLE)
        self.hidden = np.zeros((2, 2), HIDDEN)  # the second of each only fills a workspace
        self.games[:] = game_record(self.rules, layout, raises=True)
        self.deals = (new_deal(), new_deal())
        self.states = tuple(
            State(self.games[side, 0], self.tables[side, 0], self.hidden[side, 0])
            for side in range(2)
        )
        self.memory = tuple(
            tuple(array[side].view(np.int64) for array in (self.games, self.tables, self.hidden))
            for side in range(2)
        )

    def setup(self, number):
        """Return declarer and cell for a deal, or an auction; forced hands go to the last card."""
        random = Random(number)
        self.games["play_on"] = number % 2 == 0
        cells = len(self.rules.cells)
        cell = AUCTION if number % 2 else random.randrange(cells)
        return random.randrange(self.rules.players), cell

    def spied(self):
        """Return workspaces that lie on the hidden records."""
        return self.hidden.view(np.uint8).reshape(2, 2, -1)

    def run(self, deals, worlds, *, choosers=("random", "random"), leak=0, scratch=None, used=0):
        """Return counts and faults over the first deals; the second workspace starts as litter."""
        policy, bidder = load_policy("random"), load_bidder(choosers[1])
        decide = choosers[0]
        if isinstance(decide, str):
            policy = load_policy(decide)
            decide = policy.decide
        params = np.zeros((2, max(policy.params.size, bidder.params.size)))
        params[0, : policy.params.size] = policy.params
        params[1, : bidder.params.size] = bidder.params
        if scratch is None:
            scratch = np.zeros((2, 2, max(8, policy.scratch, bidder.scratch)), np.uint8)
            scratch[1] = 0xA5
        report = np.zeros(len(COUNTS) + len(FAULTS), np.int64)
        pair = new_world(_MAX_ACTIONS), new_world(_MAX_ACTIONS)
        sides = (self.states, self.deals, self.memory, pair, new_facts(), look, move)
        for number in range(deals):
            setup = (11, number, *self.setup(number), worlds, leak, used)
            _compare(*sides, (decide, bidder.decide), params, scratch, setup, report)
        return dict(zip(COUNTS + FAULTS, report.tolist(), strict=True))


def faults(counts):
    """Return the faults that were found."""
    return {fault: counts[fault] for fault in FAULTS if counts[fault]}


def check_views(name, deals, worlds):
    """Compare views, and see that the hidden cards really were elsewhere."""
    counts = Comparison(name).run(deals, worlds)
    assert not faults(counts), counts
    assert counts["open"] > 0.8 * counts["decisions"], counts
    assert counts["others"] > 0.8 * counts["worlds"], counts
    assert counts["talon"] > 0.4 * counts["worlds"], counts
    assert counts["passed_on"] > 0.05 * counts["worlds"], counts
    assert (counts["tableau"] > 0.4 * counts["worlds"]) == (name == "2"), counts


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_the_same_whatever_the_hidden_cards(name):
    check_views(name, 20, 100)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_the_same_whatever_the_hidden_cards_of_200_deals(name):
    check_views(name, 200, 100)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("policy", QUICK_POLICIES)
def test_a_policy_chooses_the_same_whatever_the_hidden_cards(policy, name):
    counts = Comparison(name).run(8, 20, choosers=(policy, "random"))
    assert not faults(counts), counts


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bidder", BIDDERS)
def test_a_bidder_chooses_the_same_whatever_the_hidden_cards(bidder, name):
    counts = Comparison(name).run(16, 20, choosers=("random", bidder))
    assert not faults(counts), counts


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(leak):
    number, name = LEAKS[leak]
    found = faults(Comparison(name).run(10, 20, leak=number))
    assert set(found) - {"choice"} == {"legal" if "legal" in leak else "view"}


def test_a_policy_that_reads_hidden_memory_is_caught():
    comparison = Comparison("4")
    found = faults(comparison.run(4, 20, choosers=(_spying, "random"), scratch=comparison.spied()))
    assert set(found) == {"choice"}


def test_a_policy_that_tells_its_cards_to_the_next_seat_is_caught():
    found = faults(Comparison("4").run(4, 20, choosers=(_telling, "random")))
    assert set(found) == {"choice"}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("earlier", [AUCTION, 1, 6])
def test_nothing_of_an_earlier_hand_shows_in_a_view(earlier, name):
    counts = Comparison(name).run(20, 2, used=earlier)
    assert not faults(counts), counts
