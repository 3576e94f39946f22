"""The cards: their names, order and ids; against the naive twin."""

from __future__ import annotations

import pytest
from naive import cards as twin

from plateau_sim.cards import (
    CARDS,
    EXCUSE,
    IDS,
    NAMES,
    PLAIN_CARDS,
    TRUMP_SUIT,
    card_set,
    cards_in,
    parse_card,
    suit_of,
)
from plateau_sim.errors import PlateauError


def test_the_deck_has_four_suits_of_14_cards_21_trumps_and_the_excuse() -> None:
    assert CARDS == len(set(NAMES)) == 4 * 14 + 21 + 1
    assert NAMES == twin.ALL_CARDS
    assert [twin.card_id(name) for name in NAMES] == list(range(CARDS))


def test_cards_rank_from_1_to_the_king_in_each_suit() -> None:
    for suit in "SHDC":
        ranked = [suit + rank for rank in [*map(str, range(1, 11)), *"VCDR"]]
        assert [IDS[name] for name in ranked] == sorted(IDS[name] for name in ranked)


def test_the_excuse_is_the_highest_trump() -> None:
    assert NAMES[EXCUSE] == "EX"
    assert NAMES[PLAIN_CARDS:] == (*(f"T{number}" for number in range(1, 22)), "EX")


def test_suits() -> None:
    assert [suit_of(IDS[name]) for name in ("S1", "HR", "D10", "CV")] == [0, 1, 2, 3]
    assert {suit_of(IDS[name]) for name in ("T1", "T21", "EX")} == {TRUMP_SUIT}
    for card, name in enumerate(NAMES):
        assert (suit_of(card) == TRUMP_SUIT) != twin.is_suit_card(name)


@pytest.mark.parametrize("card", range(CARDS))
def test_every_name_is_read_in_any_case(card: int) -> None:
    assert parse_card(NAMES[card]) == parse_card(f" {NAMES[card].lower()} ") == card


@pytest.mark.parametrize(("english", "french"), [("J", "V"), ("Q", "D"), ("K", "R")])
def test_english_names_of_face_cards_are_read(english: str, french: str) -> None:
    for suit in "SHDC":
        assert parse_card(suit + english) == parse_card(suit + french)


def test_the_knight_has_one_name() -> None:
    assert NAMES[parse_card("HC")] == "HC"


@pytest.mark.parametrize("text", ["", "H", "H11", "H0", "T0", "T22", "X1", "EXC", "TK", "H 5", "é"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(PlateauError) as caught:
        parse_card(text)
    assert len(caught.value.lines) == 2
    assert repr(text) in caught.value.lines[0] and "HR" in caught.value.lines[1]


def test_a_set_of_cards_is_read_back_in_ascending_order() -> None:
    cards = [EXCUSE, 0, PLAIN_CARDS, 55, 13]
    assert cards_in(*card_set(cards)) == sorted(cards)
    assert card_set([]) == (0, 0)
    plain, trumps = card_set(range(CARDS))
    assert (plain.bit_count(), trumps.bit_count()) == (56, 22)
