"""Facts that can't be are refused with the reason, underlined where they were typed."""

from __future__ import annotations

import pytest
from facts_tools import TABLEAUS
from test_factdeals import GAMES

from plateau_sim.cards import IDS
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.factdeals import FactDealer
from plateau_sim.plateau.facts import Facts, held, lacking
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import find_layout
from plateau_sim.plateau.typed import (
    TypedCards,
    TypedError,
    parse_cards,
    parse_facts,
    parse_tableaus,
)

pytestmark = pytest.mark.plain_python
FOUR, TWO, SIX = (GAMES[f"{players} players"] for players in (4, 2, 6))
HAND = "T21,19,16,12,8,5,2 SR,9 HD,8 CR,7"
TRUMPS = "T21,20,19,18,17,16,15,14,13,12,11 SR,9"


def dealer(rules, hand, facts, seat=0):
    """Return the dealer for what was typed, or for facts made otherwise."""
    cards = parse_cards(hand, rules) if isinstance(hand, str) else hand
    known = parse_facts(facts, rules, seat) if isinstance(facts, str) else facts
    tableaus = parse_tableaus(*TABLEAUS, rules, cards) if rules.tableau else None
    game = game_record(rules, find_layout("standard", rules))
    return FactDealer(rules, game, seat, cards, known, tableaus)


@pytest.mark.parametrize(
    ("rules", "hand", "knows", "reason", "underlined"),
    [
        (FOUR, HAND, "dealer: void H, HR", "dealer: void H, but holds HR", "HR"),
        (FOUR, HAND, "dealer: HR, void H", "dealer: holds HR, but void H", "void H"),
        (FOUR, HAND, "dealer: T>=5, T<=3", "dealer: T>=5, but T<=3", "T<=3"),
        (FOUR, HAND, "2nd: T18; dealer: T18", "dealer: T18, but 2nd holds T18", "T18"),
        (FOUR, HAND, "2nd: T>=23", "this deck has only 22", "T>=23"),
        (FOUR, HAND, "2nd: T>=14", "it has only 13 cards", "T>=14"),
        (FOUR, HAND, "2nd: T>4, T<3", "T>4, but T<3", "T<3"),
        (FOUR, HAND, "2nd: T<0", "no number is that", "T<0"),
        (FOUR, HAND, "talon: HR,10,7,V", "talon: HR, H10, H7, HV, but it has only 3 cards", "V"),
        (FOUR, HAND, "dealer: T21", "T21 is in your hand", "T21"),
        (TWO, "T21,20 SR,HR Cx CV x", "dealer: T17", "T17 lies face up", "T17"),
        (FOUR, TRUMPS, "dealer: T>=12", "T>=12: only 11 trumps are unseen", "T>=12"),
        (FOUR, HAND, "1st: T18", "your own cards", "1st"),
        (FOUR, HAND, "dealer: T>=8; 2nd: T>=8", "T>=8, but 2nd: T>=8 (15 trumps", "T>=8"),
        (FOUR, HAND, "dealer: kings>=2; 2nd: HR", "but 2nd: HR (2 kings are unseen)", "HR"),
        (FOUR, HAND, "dealer: T=0, S=0, H=0, D<=2", "can't all be", "D<=2"),
        (FOUR, HAND, "2nd: T>=1; 2nd: void T; 3rd: SD", "2nd: T>=1, but void T", "void T"),
        (FOUR, HAND, "2nd: kings=1, SD; 3rd: HR; dealer: DR", "can't all be", "DR"),
        (
            FOUR,
            "Tx,Tx,Tx,Tx,Tx,Tx,Tx,Tx,Tx SR,9 HD,8",
            "dealer: T>=10; 2nd: T>=4",
            "your hand: 9 Tx; dealer: T>=10",
            "T>=4",
        ),
        (FOUR, "Dx " + HAND[:-2], "2nd: D7,8,9; 3rd: D10", "your hand: Dx", "D10"),
    ],
)
def test_the_reason_names_what_contradicts(rules, hand, knows, reason, underlined):
    with pytest.raises(TypedError) as refused:
        dealer(rules, hand, knows)
    error = refused.value
    assert reason in error.lines[0]
    assert len(error.lines) == 3 and all(len(line) <= 100 for line in error.lines)
    start = error.lines[2].index("^")
    assert error.lines[2].count("^") == len(underlined)
    assert error.lines[1][start : start + len(underlined)] == underlined
    assert knows.rindex(underlined) == error.start


def test_only_what_contradicts_is_named():
    with pytest.raises(PlateauError) as refused:
        dealer(FOUR, HAND, "2nd: S=2; dealer: T>=8; 3rd: kings<=2; 2nd: T>=8; talon: no HR")
    assert "kings" not in str(refused.value.lines[0]) and "HR" not in refused.value.lines[0]


def test_facts_made_without_typing_are_refused_in_words():
    facts = Facts((held(3, IDS["HR"]), lacking(3, [IDS["HR"], IDS["DR"]])))
    with pytest.raises(PlateauError, match="dealer: no HR DR: dealer: holds HR, but no HR DR"):
        dealer(FOUR, HAND, facts)


def test_a_wildcard_that_the_tableaus_leave_no_card_for_is_underlined():
    with pytest.raises(TypedError) as refused:
        dealer(TWO, "T21,20 SR,HR Sx CV x", "")
    error = refused.value
    assert "no card is left" in error.lines[0]
    assert error.lines[1][error.lines[2].index("^") :].startswith("Sx")


@pytest.mark.parametrize(
    ("rules", "hand", "fault"),
    [
        (FOUR, "T21 T20", "2 cards, but 13 are dealt to each"),
        (FOUR, HAND + ",8", "14 cards, but 13"),
        (SIX, HAND, "13 cards, but 12"),
    ],
)
def test_a_hand_has_as_many_cards_as_are_dealt(rules, hand, fault):
    with pytest.raises(PlateauError, match=fault):
        dealer(rules, hand, "")


def test_tableaus_are_needed_with_two_players_and_only_then():
    game = game_record(TWO, find_layout("standard", TWO))
    hand = TypedCards(tuple(TWO.deck[:7]))
    with pytest.raises(PlateauError, match="tableaus: both are needed"):
        FactDealer(TWO, game, 0, hand, Facts())
    touched = parse_tableaus(". T5 H10 CD / _ CR _ T18 _", TABLEAUS[1], TWO)
    with pytest.raises(PlateauError, match="before the first card"):
        FactDealer(TWO, game, 0, hand, Facts(), touched)
    with pytest.raises(PlateauError, match="none with 4 players"):
        FactDealer(FOUR, game, 0, TypedCards(FOUR.deck[:13]), Facts(), touched)
