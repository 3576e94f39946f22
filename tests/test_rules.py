"""Decks, deal sizes and variants: rulebook, Setup, Deal and Variants; against the naive twin."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from naive import cards as twin
from naive.scoring import counter_sabotage_in_force

from plateau_sim.cards import CARDS, NAMES
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.rules import GameRules

DECK_SIZES = {
    (2, False): 36,
    (3, False): 42,
    (4, False): 55,
    (5, False): 68,
    (6, False): 78,
    (3, True): 54,
    (4, True): 78,
    (5, True): 78,
}
GAMES = pytest.mark.parametrize(("players", "full_deck"), list(DECK_SIZES))


@GAMES
def test_the_deck_agrees_with_the_naive_twin(players: int, full_deck: bool) -> None:
    rules = GameRules.published(players, full_deck=full_deck)
    assert [NAMES[card] for card in rules.deck] == twin.deck(players, full_deck)
    assert len(rules.deck) == DECK_SIZES[players, full_deck]


@GAMES
def test_the_deal_sizes_agree_with_the_naive_twin(players: int, full_deck: bool) -> None:
    rules = GameRules.published(players, full_deck=full_deck)
    size = twin.deal_size(players, full_deck)
    assert (rules.hand_size, rules.talon_size, rules.tricks) == (size.hand, size.talon, size.tricks)


def test_the_removed_cards_are_those_of_the_setup() -> None:
    removed = {
        players: {NAMES[card] for card in range(CARDS)}
        - {NAMES[card] for card in GameRules.published(players).deck}
        for players in range(2, 7)
    }
    assert {"T9", "T14"} <= removed[2] and not {"T8", "T15", "EX"} & removed[2]
    assert removed[3] == {f"{suit}{number}" for suit in "SHDC" for number in range(1, 10)}
    assert "S6" not in removed[4] and {"S5", "H6", "D6", "C6"} <= removed[4]
    assert removed[5] == {
        "S1",
        "S2",
        "C1",
        "C2",
        *(f"{suit}{n}" for suit in "HD" for n in (1, 2, 3)),
    }
    assert removed[6] == set()


@GAMES
def test_every_hand_is_played_to_its_last_card(players: int, full_deck: bool) -> None:
    rules = GameRules.published(players, full_deck=full_deck)
    each = rules.hand_size + (9 if rules.tableau else 0) + (1 if rules.gifts else 0)
    assert each == rules.tricks


@pytest.mark.parametrize("players", [2, 6])
def test_only_three_to_five_players_have_a_larger_deck(players: int) -> None:
    with pytest.raises(PlateauError, match="full deck"):
        GameRules.published(players, full_deck=True)


@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_the_game_is_for_two_to_six_players(players: int) -> None:
    with pytest.raises(PlateauError, match=f"players {players}"):
        GameRules.published(players)


@GAMES
def test_the_excuse_variant_needs_all_78_cards(players: int, full_deck: bool) -> None:
    if DECK_SIZES[players, full_deck] == CARDS:
        assert GameRules.published(players, full_deck=full_deck, excuse_variant=True)
    else:
        with pytest.raises(PlateauError, match="excuse variant"):
            GameRules.published(players, full_deck=full_deck, excuse_variant=True)


@pytest.mark.parametrize("players", range(2, 7))
def test_counter_sabotage_is_for_five_and_always_in_force_with_standard_scoring(
    players: int,
) -> None:
    for positive in (False, True):
        rules = GameRules.published(players, positive_only=positive)
        assert rules.sabotage_in_force == counter_sabotage_in_force(players, positive, False)
    assert GameRules.published(players).sabotage_in_force == (players == 5)


def test_counter_sabotage_can_be_chosen_with_positive_only_scoring_and_five_players() -> None:
    chosen = GameRules.published(5, positive_only=True, counter_sabotage=True)
    assert chosen.sabotage_in_force
    for players, positive in ((5, False), (4, True)):
        with pytest.raises(PlateauError, match="counter-sabotage"):
            GameRules.published(players, positive_only=positive, counter_sabotage=True)


def test_names_of_variant_and_scoring() -> None:
    assert GameRules.published(4).variant == "standard"
    assert GameRules.published(6, excuse_variant=True).variant == "excuse"
    full = GameRules.published(4, full_deck=True, excuse_variant=True)
    assert full.variant == "full_deck+excuse"
    positive = {"positive_only": True}
    assert GameRules.published(5).scoring == "standard"
    assert GameRules.published(5, **positive).scoring == "positive"
    sabotage = GameRules.published(5, **positive, counter_sabotage=True)
    assert sabotage.scoring == "positive+sabotage"


def test_options_are_those_that_differ_from_the_plain_game() -> None:
    assert GameRules.published(5).options() == {}
    rules = GameRules.published(5, positive_only=True, strict_formations=True)
    assert rules.options() == {
        "positive_only": True,
        "strict_formations": True,
        "counter_sabotage": False,
    }


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"players": 7}, "players must be"),
        ({"deck": tuple(range(54))}, "the deck is not"),
        ({"deck": (*range(54), 53)}, "a card stands twice"),
        ({"deck": tuple(range(24, 79))}, "no such card"),
        ({"tableau": True, "hand_size": 4}, "a tableau needs 2 players"),
        ({"gifts": 2}, "gifts need 6 players"),
        ({"hand_size": 12, "talon_size": 7}, "the talon is too large"),
        ({"swap_size": 4}, "more is taken than"),
        ({"swap_size": -1}, "more is taken than"),
        ({"tricks": 14}, "more tricks than cards"),
        ({"tricks": 0}, "more tricks than cards"),
    ],
)
def test_a_game_that_does_not_fit_together_is_refused(changed: dict[str, Any], fault: str) -> None:
    with pytest.raises(PlateauError, match=fault):
        replace(GameRules.published(4), **changed)
