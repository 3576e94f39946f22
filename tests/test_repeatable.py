"""Results repeat to the bit: whatever the threads, chunks, processes and the number of deals."""

import hashlib
import itertools
import json
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from helpers import QUICK_POLICIES
from numba import types
from scipy.stats import chi2_contingency, chisquare, hypergeom

from plateau_sim import simulate
from plateau_sim.cards import PLAIN_CARDS
from plateau_sim.jit import entry
from plateau_sim.kernels.bits import nth_card, size
from plateau_sim.kernels.rng import below
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.choosers import BIDDERS
from plateau_sim.plateau.dealing import deal_hand
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.layouts import find_layout
from plateau_sim.plateau.marks import LOWER_ROW, TABLEAU
from plateau_sim.plateau.playing import Choosers
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.state import (
    DEAL,
    DEAL_TYPE,
    DECIDE_SIGNATURE,
    GAME_TYPE,
    MAX_PLAYERS,
    MAX_TRICKS,
    ROLES,
)
from plateau_sim.plateau.transcript import play_transcript
from plateau_sim.plateau.view import CARD

PLAYERS = range(2, 7)
DEALS = 20_000
_KEY_BYTES, _KINDS = 8, 9
_LOG = (max(PLAYERS), _KINDS, MAX_TRICKS, _KEY_BYTES)
_PER_SEAT, _PER_KIND = _KINDS * MAX_TRICKS * _KEY_BYTES, MAX_TRICKS * _KEY_BYTES


def experiment(players, **options):
    """Return an experiment under the policy ``random``."""
    rules = options.pop("rules", GameRules.published(players))
    options = {"declaring": "random", "defending": "random", "bidder": "random"} | options
    return Experiment(rules, **options)


SETUPS = {
    **{f"{players} players": experiment(players) for players in PLAYERS},
    **{f"{players} players, auction": experiment(players, auction=True) for players in PLAYERS},
    "raises": experiment(5, raises=True),
    "full deck": experiment(4, rules=GameRules.published(4, full_deck=True)),
    "excuse": experiment(6, rules=GameRules.published(6, excuse_variant=True)),
}


@pytest.mark.parametrize("name", SETUPS)
def test_tallies_do_not_depend_on_threads_and_chunks(name):
    runner = Runner(SETUPS[name])
    whole = runner(0, 1000)
    for jobs, chunk in ((1, 500), (2, 500), (2, 37), (1, 1000)):
        split = simulate.run(runner, 1000, jobs=jobs, chunk=chunk)
        assert split.tobytes() == whole.tobytes()


@pytest.mark.parametrize("name", [name for name in SETUPS if not SETUPS[name].auction])
def test_random_built_into_the_loop_plays_as_the_policy_does(name, monkeypatch):
    built_in = Runner(SETUPS[name])(0, 1000)
    monkeypatch.setattr(Runner, "_is_random", lambda runner: False)
    assert (Runner(SETUPS[name])(0, 1000) == built_in).all()


def test_only_random_on_both_sides_is_played_as_random():
    for sides in itertools.product(("random", "greedy"), repeat=2):
        runner = Runner(experiment(4, declaring=sides[0], defending=sides[1]))
        assert runner._is_random() == (sides == ("random", "random"))
    runner = Runner(experiment(4))
    runner.choosers = runner.choosers._replace(functions=(_log_and_draw,) * ROLES)
    assert not runner._is_random()


@pytest.mark.parametrize("policy", QUICK_POLICIES)
def test_tallies_of_each_policy_do_not_depend_on_threads_and_chunks(policy):
    runner = Runner(experiment(4, declaring=policy, defending=policy))
    deals = 600 if runner.chunk > 100 else 40
    whole = runner(0, deals)
    for jobs, chunk in ((1, 500), (2, 37)):
        assert simulate.run(runner, deals, jobs=jobs, chunk=chunk).tobytes() == whole.tobytes()


@pytest.mark.parametrize("bidder", BIDDERS)
def test_tallies_of_each_bidder_do_not_depend_on_threads_and_chunks(bidder):
    for players in PLAYERS:
        runner = Runner(experiment(players, auction=True, bidder=bidder))
        whole = runner(0, 600)
        for jobs, chunk in ((1, 500), (2, 37)):
            assert simulate.run(runner, 600, jobs=jobs, chunk=chunk).tobytes() == whole.tobytes()


_SECOND_PROCESS = """
import hashlib, json, sys
from plateau_sim import Experiment, Runner
digest = hashlib.sha256()
for data in json.load(sys.stdin):
    digest.update(Runner(Experiment.from_json(data))(0, 500).tobytes())
print(digest.hexdigest())
"""


def test_a_second_process_counts_the_same():
    digest = hashlib.sha256()
    for setup in SETUPS.values():
        digest.update(Runner(setup)(0, 500).tobytes())
    outputs = [
        subprocess.run(
            [sys.executable, "-c", _SECOND_PROCESS],
            input=json.dumps([setup.to_json() for setup in SETUPS.values()]),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "7"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
    ]
    assert outputs == [digest.hexdigest()]


@pytest.mark.parametrize("auction", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_longer_run_begins_with_the_shorter_one(players, auction):
    cells = () if auction else GameRules.published(players).cells[:2]
    runner = Runner(experiment(players, cells=cells, auction=auction))
    first = simulate.run(runner, 10_000)
    second = simulate.run(runner, 10_000, first=10_000)
    longer = simulate.run(runner, 20_000)
    assert (first == runner(0, 10_000)).all()
    assert (longer == first + second).all()
    assert not (first == second).all()


def dealt(setup, numbers, row=0):
    """Return the bytes of the deals that an experiment plays."""
    runner = Runner(setup)
    return [runner.play(number, row)[0].tobytes() for number in numbers]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_is_the_same_in_all_cells_layouts_policies_and_modes(players):
    numbers = range(20)
    rules = GameRules.published(players)
    expected = dealt(experiment(players), numbers)
    assert len(set(expected)) == len(numbers)
    for row in range(len(rules.cells)):
        assert dealt(experiment(players), numbers, row) == expected
    others = [
        {"layout": find_layout("random:5", rules)},
        {"auction": True},
        {"raises": True},
        {"play_on": True},
        {"seat": 1},
        *({"declaring": name, "defending": name} for name in QUICK_POLICIES),
        {"rules": replace(rules, strict_formations=True)},
        {"rules": replace(rules, positive_only=True)},
    ]
    for options in others:
        assert dealt(experiment(players, **options), numbers) == expected
    assert dealt(experiment(players, seed=2), numbers) != expected


@pytest.mark.parametrize(("players", "full_deck"), [(6, False), (4, True), (5, True)])
def test_a_deal_is_the_same_in_the_excuse_variant(players, full_deck):
    plain = GameRules.published(players, full_deck=full_deck)
    variant = GameRules.published(players, full_deck=full_deck, excuse_variant=True)
    numbers = range(20)
    expected = dealt(experiment(players, rules=plain), numbers)
    assert dealt(experiment(players, rules=variant), numbers) == expected


@pytest.mark.parametrize("players", PLAYERS)
def test_the_forced_declarer_is_the_same_in_all_cells_and_layouts(players):
    rules = GameRules.published(players)
    layout = find_layout("random:5", rules)
    for setup in (experiment(players), experiment(players, layout=layout)):
        tallies = Runner(setup)(0, 300)
        by_seat = tallies[:, :, :-3].sum(axis=2)
        assert (by_seat == by_seat[0]).all()
        assert by_seat[0].sum() == 300


@pytest.mark.parametrize("players", PLAYERS)
def test_the_dealer_is_the_deal_number_modulo_the_players(players):
    runner = Runner(experiment(players))
    for number in [*range(2 * players), 1234]:
        hand = play_transcript(runner, number)
        assert hand["dealer"] == number % players
        leader = hand["tricks"][0]["leader"]
        assert leader == (number + 1) % players


@entry(types.void(GAME_TYPE, types.int64, types.Array(DEAL_TYPE, 1, "C")))
def _deal_many(game, seed, deals):
    for number in range(deals.size):
        deal_hand(game, seed, number, deals[number])


@pytest.fixture(scope="module", params=PLAYERS)
def rules_and_deals(request):
    """Return rules and many deals of a player count."""
    setup = experiment(request.param)
    runner, deals = Runner(setup), np.zeros(DEALS, DEAL)
    _deal_many(runner.game, setup.seed, deals)
    assert all(runner.play(number)[0] == deals[number] for number in range(5))
    return setup.rules, deals


def held(deals, card):
    """Return which hands a card was dealt to: bool, shape (deals, seats)."""
    if card < PLAIN_CARDS:
        return deals["plain"] >> np.uint64(card) & 1 == 1
    return deals["trumps"] >> np.uint64(card - PLAIN_CARDS) & 1 == 1


def test_every_card_is_dealt_to_every_place_alike(rules_and_deals):
    rules, deals = rules_and_deals
    seats, rows = range(rules.players), np.split(np.arange(TABLEAU), [LOWER_ROW])
    sizes = [rules.hand_size] * rules.players + [rules.talon_size]
    sizes += [row.size for _ in seats for row in rows] if rules.tableau else []
    chances = []
    for card in rules.deck:
        in_hand = held(deals, card)[:, : rules.players]
        counts = [*in_hand.sum(axis=0), (deals["talon"][:, : rules.talon_size] == card).sum()]
        if rules.tableau:
            tableau = deals["tableau"] == card
            counts += [tableau[:, seat, row].sum() for seat in seats for row in rows]
        assert sum(counts) == DEALS
        expected = DEALS * np.array(sizes) / len(rules.deck)
        chances.append(chisquare(counts, expected).pvalue)
    assert min(chances) > 0.01 / len(chances)
    # Nor may they be too even, or bunched: the chances themselves are uniform.
    assert chisquare(np.histogram(chances, 4, (0, 1))[0]).pvalue > 1e-3


def test_the_trumps_of_a_hand_are_as_many_as_chance_says(rules_and_deals):
    rules, deals = rules_and_deals
    trumps = sum(card >= PLAIN_CARDS for card in rules.deck)
    numbers = np.arange(rules.hand_size + 1)
    expected = DEALS * hypergeom(len(rules.deck), trumps, rules.hand_size).pmf(numbers)
    common = expected >= 5
    for seat in range(rules.players):
        found = np.bitwise_count(deals["trumps"][:, seat])
        counts = np.bincount(found, minlength=numbers.size)
        counts = np.append(counts[common], counts[~common].sum() + 1)
        chance = chisquare(counts, np.append(expected[common], expected[~common].sum() + 1)).pvalue
        assert chance > 1e-3


def test_the_forced_declarer_is_uniform_and_independent_of_the_dealer(rules_and_deals):
    rules, deals = rules_and_deals
    table = np.zeros((rules.players, rules.players))
    np.add.at(table, (deals["forced_declarer"], deals["number"] % rules.players), 1)
    assert chisquare(table.sum(axis=1)).pvalue > 1e-3
    assert chi2_contingency(table).pvalue > 1e-3


def test_the_forced_declarer_is_independent_of_the_cards(rules_and_deals):
    rules, deals = rules_and_deals
    by_holder = np.zeros((rules.players, rules.players))
    holders = held(deals, rules.deck[-1])[:, : rules.players]
    for seat in range(rules.players):
        by_holder[seat] = holders[deals["forced_declarer"] == seat].sum(axis=0)
    assert chi2_contingency(by_holder).pvalue > 1e-3


@entry(DECIDE_SIGNATURE)
def _log_and_draw(view, kind, legal, params, scratch, key):
    """Note the key of the decision; choose at random by it."""
    if view.table.ordinal < MAX_TRICKS:
        place = view.own.seat * _PER_SEAT + kind * _PER_KIND + view.table.ordinal * _KEY_BYTES
        for byte in range(_KEY_BYTES):
            scratch[place + byte] = (key >> np.uint64(8 * byte)) & np.uint64(255)
    return nth_card(legal, below(key, size(legal)))


@entry(DECIDE_SIGNATURE)
def _log_and_play_low(view, kind, legal, params, scratch, key):
    """Note the key of the decision; choose the first action."""
    _log_and_draw(view, kind, legal, params, scratch, key)
    return nth_card(legal, np.uint64(0))


def keys_of(setup, number, row, functions):
    """Return the keys of all decisions of a deal, by seat, kind and ordinal; 0: there was none."""
    runner = Runner(setup)
    scratch = np.zeros((MAX_PLAYERS, int(np.prod(_LOG))), np.uint8)
    runner.choosers = Choosers(functions, np.zeros((ROLES, 1)), scratch)
    runner.play(number, row)
    keys = scratch.view(np.uint64).reshape(MAX_PLAYERS, *_LOG[:-1])
    assert (np.count_nonzero(keys, axis=0) <= 1).all()
    return keys.sum(axis=0)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_draws_of_a_seat_are_never_shifted_by_others(players):
    draw, low = _log_and_draw, _log_and_play_low
    for number in range(20):
        setup = experiment(players, raises=True, play_on=True)
        rows = len(setup.cells)
        seen = [
            keys_of(setup, number, row, functions)
            for row in (0, rows // 2, rows - 1)
            for functions in ((draw, draw, draw), (low, draw, draw), (draw, low, low))
        ]
        seen.append(keys_of(experiment(players, auction=True), number, 0, (draw, draw, draw)))
        for keys in seen[1:]:
            both = (keys != 0) & (seen[0] != 0)
            assert both[:players, CARD, 0].all()
            assert (keys[both] == seen[0][both]).all()
        merged = np.max(seen, axis=0)
        assert np.unique(merged[merged != 0]).size == np.count_nonzero(merged)


def test_keys_of_different_deals_and_seeds_differ():
    functions = (_log_and_draw,) * ROLES
    cell = (BidCell(False, "bridge", "duo"),)
    keys = [
        keys_of(experiment(4, cells=cell, seed=seed), number, 0, functions)
        for seed in (1, 2, 3)
        for number in range(20)
    ]
    found = np.concatenate([key[key != 0] for key in keys])
    assert np.unique(found).size == found.size
