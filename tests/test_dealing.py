"""The deal: rulebook 1, against the naive twin."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from helpers import KINDS, Kind, every_kind, random_runner, read_deal, told_deal
from naive.dealing import deal_cards, forced_declarer
from naive.rng import play_key
from numba import types

from plateau_sim.cards import CARDS
from plateau_sim.jit import entry
from plateau_sim.kernels.deal import shuffle
from plateau_sim.kernels.rng import subkey
from plateau_sim.plateau.dealing import deal_hand
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import find_layout, standard_layout
from plateau_sim.plateau.runner import new_deal
from plateau_sim.plateau.state import DEAL_TYPE, GAME_TYPE

DEALS = 1000  # of each of the eleven kinds
MAX_SEED = 2**63 - 1


@entry(types.void(GAME_TYPE, types.int64, types.int64, DEAL_TYPE))
def _deal(game: Any, seed: Any, number: Any, deal: Any) -> None:
    deal_hand(game, seed, number, deal)


@entry(types.void(types.uint8[::1], types.int64, types.int64[:, ::1]))
def _count_places(deck: Any, shuffles: Any, counts: Any) -> None:
    """Count which place of the deck each card comes to."""
    out = np.zeros(deck.size, np.uint8)
    for number in range(shuffles):
        shuffle(deck, deck.size, subkey(np.uint64(1), number), out)
        for place in range(deck.size):
            counts[out[place], place] += 1


def dealt(kind: Kind, seed: int, number: int) -> np.record:
    """Return one deal."""
    rules, deal = kind.rules(), new_deal()
    _deal(game_record(rules, standard_layout(rules)), seed, number, deal)
    return deal


@every_kind
def test_a_deal_is_the_deal_of_the_naive_twin(kind: Kind) -> None:
    rng, rules, deal = random.Random(f"deals {kind}"), kind.rules(), new_deal()
    game = game_record(rules, standard_layout(rules))
    for _ in range(DEALS):
        seed, number = rng.randrange(2**63), rng.randrange(2 ** rng.randrange(1, 50))
        _deal(game, seed, number, deal)
        assert read_deal(rules, deal) == told_deal(
            deal_cards(kind.players, kind.full_deck, seed, number)
        )
        assert deal.forced_declarer == forced_declarer(kind.players, seed, number)
        assert deal.play_key == play_key(seed, number)


@every_kind
def test_every_card_of_the_deck_is_dealt_once(kind: Kind) -> None:
    rules = kind.rules()
    deal = dealt(kind, 5, 6)
    assert sorted(deal.shuffled[: len(rules.deck)]) == list(rules.deck)
    parts = read_deal(rules, deal)
    rows = [*parts["hands"], *parts["lower"], *parts["upper"], parts["talon"]]
    cards = [card for row in rows for card in row]
    assert len(cards) == len(set(cards)) == len(rules.deck)


@pytest.mark.parametrize(
    ("kind", "hand", "talon"),
    [
        (Kind(2), 7, 4),
        (Kind(3), 13, 3),
        (Kind(4), 13, 3),
        (Kind(5), 13, 3),
        (Kind(6), 12, 6),
        (Kind(3, full_deck=True), 17, 3),
        (Kind(4, full_deck=True), 18, 6),
        (Kind(5, full_deck=True), 15, 3),
    ],
    ids=str,
)
def test_hands_and_talon_have_the_sizes_of_the_rulebook(kind: Kind, hand: int, talon: int) -> None:
    parts = read_deal(kind.rules(), dealt(kind, 1, 2))
    assert {len(cards) for cards in parts["hands"]} == {hand}
    assert len(parts["talon"]) == talon


def test_two_players_lay_five_cards_and_four_on_top_of_them() -> None:
    parts = read_deal(Kind(2).rules(), dealt(Kind(2), 1, 2))
    assert [len(row) for row in parts["lower"]] == [5, 5]
    assert [len(row) for row in parts["upper"]] == [4, 4]


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED])
def test_the_extreme_seeds_and_deal_numbers_are_dealt(seed: int) -> None:
    for number in (0, 2**40):
        twin = deal_cards(4, False, seed, number)
        assert read_deal(Kind(4).rules(), dealt(Kind(4), seed, number)) == told_deal(twin)


def test_a_deal_depends_on_seed_number_players_and_deck_alone() -> None:
    plain = random_runner(Kind(5, True).rules(), seed=9)
    excuse = Kind(5, True, True).rules(positive_only=True, strict_formations=True)
    other = random_runner(excuse, seed=9, layout=find_layout("random:3", excuse), auction=True)
    for number in range(50):
        first, _ = plain.play(number, 0)
        for again in (plain.play(number, 13)[0], other.play(number)[0]):
            assert again.tobytes() == first.tobytes()


def test_other_seeds_and_numbers_give_other_deals() -> None:
    deals = {dealt(Kind(4), s, n).shuffled.tobytes() for s in range(10) for n in range(100)}
    assert len(deals) == 1000


def shuffled_places(deck: list[int], shuffles: int) -> npt.NDArray[np.int64]:
    """Return how often each card comes to each place."""
    counts = np.zeros((CARDS, len(deck)), np.int64)
    _count_places(np.array(deck, np.uint8), shuffles, counts)
    return counts[deck]


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[4]], ids=str)
def test_each_card_comes_to_each_place_equally_often(kind: Kind) -> None:
    deck, shuffles = list(kind.rules().deck), 200_000
    expected = shuffles / len(deck)
    counts = shuffled_places(deck, shuffles)
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = (len(deck) - 1) ** 2
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5
    assert abs(counts - expected).max() < 6 * expected**0.5
