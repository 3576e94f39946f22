"""Trick play: rulebook 6, and Variants, The Excuse; against the naive twin."""

from __future__ import annotations

import random

import numpy as np
import pytest
from helpers import Kind, ids, names, names_in, play_trick, words_of
from naive.tricks import legal_cards, trick_winner

from plateau_sim.cards import IDS, NAMES
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.state import MAX_PLAYERS, State, new_state

TRICKS = 2000  # of each of the six kinds below
GAMES = (Kind(3), Kind(4), Kind(5), Kind(6), Kind(4, True, True), Kind(6, False, True))
_ANY = -1


def state_of(kind: Kind) -> State:
    """Return a state for tricks of a game."""
    rules = kind.rules()
    return new_state(game_record(rules, standard_layout(rules), play_on=True))


def play(
    state: State, hands: list[list[str]], cards: list[int], key: int = 0
) -> tuple[list[list[str]], int]:
    """Play one trick; return the cards that each seat might have played, and the winner."""
    words = np.zeros((MAX_PLAYERS, 2), np.uint64)
    words[: len(hands)] = [words_of(hand) for hand in hands]
    legal, chosen = np.zeros((MAX_PLAYERS, 2), np.uint64), np.array(cards, np.int64)
    winner = play_trick(state, 0, words, chosen, key, legal)
    cards[:] = chosen
    return [names_in(*row) for row in legal[: len(hands)]], winner


def draw_hands(kind: Kind, rng: random.Random) -> list[list[str]]:
    """Return hands of one size, often small ones and such without a suit."""
    deck = [NAMES[card] for card in kind.rules().deck]
    missing = set(rng.sample("SHDCT", rng.randrange(3)))
    deck = [card for card in deck if card[0] not in missing or card == "EX"]
    each = rng.randint(1, min(13, len(deck) // kind.players))
    drawn = rng.sample(deck, each * kind.players)
    return [drawn[each * seat : each * (seat + 1)] for seat in range(kind.players)]


@pytest.mark.parametrize("kind", GAMES, ids=str)
def test_legal_cards_and_winner_agree_with_the_naive_twin(kind: Kind) -> None:
    rng, state = random.Random(f"tricks {kind}"), state_of(kind)
    for _ in range(TRICKS):
        hands, cards = draw_hands(kind, rng), [_ANY] * kind.players
        legal, winner = play(state, hands, cards, rng.getrandbits(64))
        table = names(cards)
        for turn, hand in enumerate(hands):
            assert legal[turn] == legal_cards(hand, table[:turn], kind.excuse_variant)
        assert winner == trick_winner(table, kind.excuse_variant)


def legal_after(table: str, hand: str, variant: bool = False) -> list[str]:
    """Return what the next player may play from a hand when these cards are on the table."""
    kind = Kind(6, excuse_variant=variant)
    cards, hands = ids(table), [[card] for card in table.split()]
    hands += [hand.split()] * (kind.players - len(cards))
    legal, _ = play(state_of(kind), hands, cards + [_ANY] * (kind.players - len(cards)))
    return legal[len(cards)]


def winner_of(cards: str, variant: bool = False) -> str:
    """Return the winning card of six."""
    kind = Kind(6, excuse_variant=variant)
    return cards.split()[play(state_of(kind), [[c] for c in cards.split()], ids(cards))[1]]


def as_played(cards: str) -> list[str]:
    """Return cards in ascending order."""
    return sorted(cards.split(), key=IDS.__getitem__)


def test_whoever_leads_may_play_any_card() -> None:
    assert legal_after("", "H3 S9 T4 EX") == as_played("H3 S9 T4 EX")


def test_a_player_must_follow_suit() -> None:
    assert legal_after("H5", "H3 HR S9 T4 EX") == as_played("H3 HR")


def test_a_player_who_cannot_follow_must_trump() -> None:
    assert legal_after("H5", "S9 C2 T4 T20") == as_played("T4 T20")


def test_the_excuse_is_a_trump_and_must_be_played_by_who_has_no_other() -> None:
    assert legal_after("H5", "S9 C2 EX") == ["EX"]


def test_a_player_without_the_suit_and_trumps_may_play_any_card() -> None:
    assert legal_after("H5", "S9 C2 CR") == as_played("S9 C2 CR")


def test_nobody_must_overtrump() -> None:
    assert legal_after("H5 T10", "S9 T4 T20") == as_played("T4 T20")


def test_nobody_must_beat_the_highest_card_of_the_suit() -> None:
    assert legal_after("H5 HC", "H2 HR") == as_played("H2 HR")


def test_led_trumps_must_be_followed_with_the_excuse_too() -> None:
    assert legal_after("T5", "S9 EX") == ["EX"]
    assert legal_after("EX", "S9 T2") == ["T2"]


def test_the_suit_led_is_followed_even_after_a_trump() -> None:
    assert legal_after("H5 T10", "H2 T11") == ["H2"]


def test_the_excuse_may_always_be_played_in_its_variant() -> None:
    assert legal_after("H5", "H3 S9 T4 EX", variant=True) == as_played("H3 EX")
    assert legal_after("H5", "S9 T4 EX", variant=True) == as_played("T4 EX")
    assert legal_after("H5", "S9 C2 EX", variant=True) == as_played("S9 C2 EX")
    assert legal_after("T5", "S9 T4 EX", variant=True) == as_played("T4 EX")


def test_the_excuse_is_no_trump_for_any_duty_in_its_variant() -> None:
    assert legal_after("T5", "S9 C3 EX", variant=True) == as_played("S9 C3 EX")


def test_after_a_led_excuse_the_next_card_sets_the_suit_in_its_variant() -> None:
    assert legal_after("EX", "H3 S9 T4", variant=True) == as_played("H3 S9 T4")
    assert legal_after("EX H7", "H3 S9 T4", variant=True) == ["H3"]
    assert winner_of("EX H7 SR H8 DR H1", variant=True) == "H8"


def test_the_highest_trump_wins() -> None:
    assert winner_of("HR T3 H5 T19 T2 SR") == "T19"
    assert winner_of("T3 T21 SR DR EX CR") == "EX"


def test_without_trumps_the_highest_card_of_the_suit_led_wins() -> None:
    assert winner_of("H5 SR H10 DR HV CR") == "HV"
    assert winner_of("H1 SR S2 DR C9 CR") == "H1"


def test_face_cards_rank_king_queen_knight_jack() -> None:
    assert winner_of("HV HC HD HR H10 H9") == "HR"
    assert winner_of("HV HC HD H8 H10 H9") == "HD"
    assert winner_of("HV HC H7 H8 H10 H9") == "HC"


def test_the_excuse_never_wins_in_its_variant() -> None:
    assert winner_of("H5 EX H3 D2 C2 S2", variant=True) == "H5"
    assert winner_of("EX D2 H3 C2 S2 H9", variant=True) == "D2"
    assert winner_of("T1 EX H3 D2 C2 S2", variant=True) == "T1"
