"""Hands played many times: what the declarer sees stays, the rest is dealt anew (rulings 6)."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from helpers import KINDS, Kind, every_kind, naive_options, read_deal, told_deal
from naive.dealing import deal_again, deal_cards, forced_declarer, known_cards
from naive.hand import play_hand
from naive.policies import random_choices
from naive.rng import playout_key, subkey
from numba import types

from plateau_sim import simulate
from plateau_sim.cards import CARDS
from plateau_sim.jit import entry
from plateau_sim.kernels.deal import reshuffle
from plateau_sim.kernels.rng import subkey as fast_subkey
from plateau_sim.plateau.dealing import deal_hand, known_to, redeal
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.handrunner import HandRunner
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.runner import PolicyError, new_deal
from plateau_sim.plateau.state import DEAL_TYPE, GAME_TYPE

SHUFFLES = 60_000


@entry(types.void(GAME_TYPE, types.int64, types.int64, types.int64, types.int64[::1], DEAL_TYPE))
def _deal_again(game: Any, seed: Any, number: Any, seat: Any, playouts: Any, deal: Any) -> None:
    """Deal a hand and its playouts, in the order in which they are given."""
    deal_hand(game, seed, number, deal)
    known = known_to(game, deal, seat)
    work = np.zeros(CARDS, np.uint8)
    for playout in playouts:
        redeal(game, seed, known, playout, deal, work)


@entry(types.void(types.uint8[::1], types.UniTuple(types.uint64, 2), types.uint8[:, ::1]))
def _reshuffle_many(deck: Any, known: Any, out: Any) -> None:
    """Shuffle the unknown cards once for each row of the output, which holds the deck in order."""
    work = np.zeros(CARDS, np.uint8)
    for number in range(out.shape[0]):
        reshuffle(deck, deck.size, known, fast_subkey(np.uint64(3), number), out[number], work)


def dealt_again(kind: Kind, seed: int, number: int, seat: int, *playouts: int) -> np.record:
    """Return a deal as its last playout has it."""
    rules, deal = kind.rules(), new_deal()
    game = game_record(rules, standard_layout(rules))
    _deal_again(game, seed, number, seat, np.array(playouts, np.int64), deal)
    return deal


def hands(kind: Kind, playouts: int = 4, **options: Any) -> HandRunner:
    """Return a runner in which everybody decides at random."""
    chosen = {"declaring": "random", "defending": "random", **options}
    return HandRunner(Experiment(kind.rules(), **chosen), playouts)


@every_kind
def test_a_playout_is_dealt_as_by_the_naive_twin(kind: Kind) -> None:
    rng = random.Random(f"anew {kind}")
    for _ in range(100):
        seed, number = rng.randrange(2**63), rng.randrange(2**40)
        seat, playout = rng.randrange(kind.players), rng.randrange(10**5)
        deal = dealt_again(kind, seed, number, seat, playout)
        key = playout_key(seed, number, playout)
        twin = deal_again(
            deal_cards(kind.players, kind.full_deck, seed, number), seat, subkey(key, 0)
        )
        assert read_deal(kind.rules(), deal) == told_deal(twin)
        assert deal.play_key == subkey(key, 2)


@every_kind
def test_what_the_declarer_sees_never_moves(kind: Kind) -> None:
    for number in range(20):
        seat = number % kind.players
        first = dealt_again(kind, 5, number, seat)
        known = known_cards(deal_cards(kind.players, kind.full_deck, 5, number), seat)
        moved = set()
        for playout in range(20):
            deal = dealt_again(kind, 5, number, seat, playout)
            assert deal.plain[seat] == first.plain[seat]
            assert deal.trumps[seat] == first.trumps[seat]
            if kind.players == 2:
                face_up = [1, 3, 5, 6, 7, 8]
                assert (deal.tableau[:, face_up] == first.tableau[:, face_up]).all()
            moved |= {int(card) for card in first.shuffled[deal.shuffled != first.shuffled]}
            assert sorted(deal.shuffled) == sorted(first.shuffled)
        assert len(moved) == len(kind.rules().deck) - len(known)


def test_playouts_do_not_depend_on_those_before_them() -> None:
    alone = dealt_again(Kind(4), 1, 2, 3, 7)
    assert dealt_again(Kind(4), 1, 2, 3, 0, 9, 1, 7).tobytes() == alone.tobytes()
    assert dealt_again(Kind(4), 1, 2, 3, 8).tobytes() != alone.tobytes()


def test_playouts_depend_on_nothing_that_the_declarer_does_not_see() -> None:
    rules, deal = Kind(4).rules(), new_deal()
    game = game_record(rules, standard_layout(rules))
    again = np.array([5], np.int64)
    _deal_again(game, 1, 2, 0, np.array([9], np.int64), deal)
    hidden_differently = deal.shuffled.copy()
    _deal_again(game, 1, 2, 0, again, deal)
    assert (hidden_differently != deal.shuffled).any()
    assert (dealt_again(Kind(4), 1, 2, 0, 9, 5).shuffled == deal.shuffled).all()


def test_every_order_of_the_unknown_cards_is_as_likely() -> None:
    deck = np.array([2, 5, 9, 60, 70, 77], np.uint8)
    known = (np.uint64(1 << 5), np.uint64(1 << 14))  # cards 5 and 70
    out = np.tile(deck, (SHUFFLES, 1))
    _reshuffle_many(deck, known, out)
    assert (out[:, [1, 4]] == [5, 70]).all()
    orders = [tuple(int(card) for card in row) for row in out[:, [0, 2, 3, 5]]]
    counts = np.array([orders.count(order) for order in permutations((2, 9, 60, 77))])
    assert counts.sum() == SHUFFLES
    expected = SHUFFLES / 24
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - 23) < 4 * (2 * 23) ** 0.5


@pytest.mark.parametrize("known", [(2**56 - 1, 2**22 - 1), (2**56 - 1 - 4, 2**22 - 1)])
def test_with_no_or_one_unknown_card_nothing_moves(known: tuple[int, int]) -> None:
    deck = np.arange(CARDS, dtype=np.uint8)
    out = np.tile(deck, (3, 1))
    _reshuffle_many(deck, (np.uint64(known[0]), np.uint64(known[1])), out)
    assert (out == deck).all()


def naive_wins(runner: HandRunner, number: int) -> list[list[int]]:
    """Return how often a hand wins in each cell, by halves, as the naive twin plays it."""
    setup, rules = runner.experiment, runner.experiment.rules
    wins = [[0] * len(setup.cells) for _ in range(2)]
    first = deal_cards(rules.players, rules.full_deck, setup.seed, number)
    seat = setup.seat
    if seat is None:
        seat = forced_declarer(rules.players, setup.seed, number)
    for playout in range(runner.playouts):
        key = playout_key(setup.seed, number, playout)
        for column, cell in enumerate(setup.cells):
            hand = play_hand(
                naive_options(rules),
                setup.layout.tokens,
                setup.seed,
                number,
                cell=rules.cells.index(cell),
                declarer=seat,
                choose=random_choices(subkey(key, 2)),
                dealt=deal_again(first, seat, subkey(key, 0)),
            )
            wins[playout % 2][column] += hand.result == "won"
    return wins


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_hands_win_as_often_as_the_naive_twin_says(kind: Kind) -> None:
    cells = kind.rules().cells[:: len(kind.rules().cells) // 3]
    for seat in (None, kind.players - 1):
        runner = hands(kind, cells=cells, seed=11, seat=seat)
        assert runner(40, 3).tolist() == [naive_wins(runner, number) for number in (40, 41, 42)]


@pytest.mark.plain_python
def test_a_few_hands_win_as_often_as_the_naive_twin_says() -> None:
    for kind in (Kind(2), Kind(6)):
        runner = hands(kind, 2, cells=kind.rules().cells[:2], seed=12)
        assert runner(5, 1).tolist() == [naive_wins(runner, 5)]


def test_more_playouts_begin_with_the_fewer_ones() -> None:
    fewer, more = hands(Kind(3), 6)(0, 5), hands(Kind(3), 20)(0, 5)
    assert (fewer <= more).all() and (more - fewer <= 7).all()


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (1, 7), (2, 3), (2, 40)])
def test_hands_do_not_depend_on_chunks_and_threads(jobs: int, chunk: int) -> None:
    runner = hands(Kind(4))
    whole = runner(0, 30)
    assert (simulate.gather(runner, 30, jobs=jobs, chunk=chunk) == whole).all()
    assert whole.shape == (30, 2, 20)


def test_a_policys_fault_is_told_with_its_playout(tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from numba import njit\n"
        "from plateau_sim.plateau.state import DECIDE_SIGNATURE\n"
        "@njit(DECIDE_SIGNATURE)\n"
        "def decide(view, kind, legal, params, scratch, key):\n    return 77\n",
        "utf-8",
    )
    with pytest.raises(PolicyError, match=r"deal 3, seat .* \(dealt anew, playout \d\)"):
        hands(Kind(4), defending=f"{file}:decide")(3, 1)
