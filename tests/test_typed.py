"""What people type about a hand: cards, seats, bids, biddings, tableaus; faults are underlined."""

from __future__ import annotations

from random import Random

import pytest
from naive.auction import run_auction
from naive.bids import legal_bids

from plateau_sim.cards import IDS, NAMES
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bidding import Auction
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.marks import FACE_DOWN, NO_CARD
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.typed import (
    TypedCards,
    TypedError,
    parse_bid,
    parse_bidding,
    parse_cards,
    parse_facts,
    parse_seat,
    parse_tableaus,
)

pytestmark = pytest.mark.plain_python
TWO, THREE, FOUR, FIVE, SIX = (GameRules.published(players) for players in range(2, 7))
EXCUSE_APART = GameRules.published(6, excuse_variant=True)
MINE, THEIRS = "SV T5 H10 CD / _ CR _ T18 _", "S10 T6 HV DD / _ DR _ T17 _"


def names(cards: TypedCards) -> str:
    """Return the named cards."""
    return " ".join(NAMES[card] for card in cards.cards)


def assert_underlined(error: TypedError, part: str, said: str) -> None:
    """Check that a complaint has three lines of which the last underlines a part of the text."""
    assert said in error.lines[0]
    assert len(error.lines) == 3 and str(error) == "\n".join(error.lines)
    assert "(valid: " in error.lines[0] + error.lines[2]
    assert all(len(line) <= 100 for line in error.lines)
    start = error.lines[2].index("^")
    width = error.lines[2].count("^")
    assert error.lines[1][start : start + width] == part


@pytest.mark.parametrize(
    "text",
    [
        "T21,19 SR,9 HD EX",
        "T21 T19 SR S9 HD EX",
        "t21, t19, sk, s9, hq, ex",
        "T21,19,SR,9,HD,EX",
        "T 21 19 · S R 9 · H D · EX",
        "T21,19\nSR,9\n\nHD EX\n",
        "T21,\t19  SR , 9 HD ; EX",
    ],
)
def test_cards_are_typed_in_groups_or_loose_or_as_shown(text):
    assert names(parse_cards(text, FOUR)) == "T21 T19 SR S9 HD EX"


def test_a_letter_after_a_comma_is_a_rank():
    assert names(parse_cards("HD,C SC,D CR,D,V", FOUR)) == "HD HC SC SD CR CD CV"


@pytest.mark.parametrize(
    ("text", "count", "example"),
    [("Tx", 22, "EX"), ("Dx", 4, "D7"), ("x", 55, "SR"), ("T21,x", 21, "T20"), ("T21 x", 54, "HR")],
)
def test_wildcards_stand_for_any_card_of_their_kind(text, count, example):
    cards = parse_cards(text, FOUR)
    assert len(cards.wilds[-1]) == count and IDS[example] in cards.wilds[-1]
    assert not cards.wilds[-1] & set(cards.cards)


def test_the_excuse_is_no_trump_where_it_is_played_as_in_french_tarot():
    assert IDS["EX"] in parse_cards("Tx", SIX).wilds[0]
    assert IDS["EX"] not in parse_cards("Tx", EXCUSE_APART).wilds[0]


@pytest.mark.parametrize(
    ("text", "part", "said"),
    [
        ("T21 SR T21", "T21", "T21 stands twice"),
        ("SR,D,Q", "Q", "SD stands twice"),
        ("T21,22", "22", "no such card"),
        ("T21 foo", "foo", "no such card: foo"),
        ("SR S5", "S5", "S5 is not in this deck (valid: S6 to SR)"),
        ("T21 19", "19", "19 has no suit"),
        ("Fx", "Fx", "no such card"),
        ("DV,C,D,R,7,8,9,10 Dx", "Dx", "no card is left that Dx could be"),
        ("D7,8,9 Dx Dx", "Dx", "no card is left"),
    ],
)
def test_a_card_at_fault_is_underlined(text, part, said):
    with pytest.raises(TypedError) as refused:
        parse_cards(text, FOUR, name="hand")
    assert refused.value.lines[0].startswith("hand: ")
    assert_underlined(refused.value, part, said)


def test_the_number_of_cards_is_checked():
    with pytest.raises(TypedError) as few:
        parse_cards("T21,20 SR", FOUR, count=13)
    assert_underlined(few.value, "", "3 cards, but it must be 13")
    with pytest.raises(TypedError) as many:
        parse_cards("T21,20 SR HR x", FOUR, count=3)
    assert_underlined(many.value, "HR x", "5 cards, but it must be 3")


def test_a_long_text_is_cut_around_the_fault():
    with pytest.raises(TypedError) as refused:
        parse_cards(" ".join(NAMES[card] for card in FOUR.deck) + " T22 T1", FOUR)
    assert_underlined(refused.value, "T22", "no such card")


@pytest.mark.parametrize(
    ("text", "players", "seat"),
    [("1st", 4, 0), ("Dealer", 4, 3), ("4th", 4, 3), ("2nd", 2, 1), (" 6th ", 6, 5)],
)
def test_seats_are_said_from_forehand_to_dealer(text, players, seat):
    assert parse_seat(text, players) == seat


def test_me_is_a_seat_where_it_is_known():
    assert parse_seat("me", 4, 2) == 2
    with pytest.raises(TypedError) as refused:
        parse_seat("me", 4)
    assert_underlined(refused.value, "me", "no such seat with 4 players")


@pytest.mark.parametrize(
    ("text", "rules", "cell"),
    [
        ("y duo ex", FOUR, BidCell(True, "y", "duo")),
        ("noex bridge solo", FOUR, BidCell(False, "bridge", "solo")),
        ("No Exchange, Six Sides Solo".replace(",", ""), FOUR, BidCell(False, "six_sides", "solo")),
        ("Exchange Y Duo (3)", FOUR, BidCell(True, "y", "duo")),
        ("five_sides trio noex", SIX, BidCell(False, "five_sides", "trio")),
        ("fork ex", TWO, BidCell(True, "fork", "solo")),
        ("fork 6", FOUR, BidCell(False, "fork", "duo")),
    ],
)
def test_a_bid_is_words_in_any_order(text, rules, cell):
    assert parse_bid(text, rules) == cell


@pytest.mark.parametrize(
    ("text", "part", "said"),
    [
        ("y trio ex", "trio", "there is no trio with 4 players"),
        ("y duo foo", "foo", "foo is no word of a bid"),
        ("y duo", "y duo", "not said: exchange or not"),
        ("duo ex", "duo ex", "which formation?"),
        ("7", "7", "which formation?"),
        ("duo solo y ex", "solo", "solo contradicts"),
        ("bridge 3", "bridge 3", "there is no such bid"),
        ("", "", "no bid here"),
    ],
)
def test_a_bid_at_fault_is_underlined(text, part, said):
    with pytest.raises(TypedError) as refused:
        parse_bid(text, FOUR)
    assert_underlined(refused.value, part, said)


def test_every_bid_is_read_from_its_own_words():
    for rules in (TWO, THREE, FOUR, FIVE, SIX):
        for cell in rules.cells:
            assert parse_bid(str(cell), rules) == cell


Y_DUO, FORK_DUO = BidCell(True, "y", "duo"), BidCell(True, "fork", "duo")


@pytest.mark.parametrize(
    ("text", "calls", "me", "speaker"),
    [
        ("me", (), 0, 0),
        ("pass, y duo ex, me", ((0, None), (1, Y_DUO)), 2, 2),
        ("1st: pass, 2nd y duo ex, me", ((0, None), (1, Y_DUO)), 2, 2),
        ("passed, pass, pass, me", ((0, None), (1, None), (2, None)), 3, 3),
        ("me y duo ex, pass, pass, pass", ((0, Y_DUO), (1, None), (2, None), (3, None)), 0, None),
        (
            "pass, y duo ex, pass, fork duo ex, me",
            ((0, None), (1, Y_DUO), (2, None), (3, FORK_DUO)),
            1,
            1,
        ),
    ],
)
def test_who_speaks_follows_from_the_bidding(text, calls, me, speaker):
    bidding = parse_bidding(text, FOUR)
    assert (bidding.calls, bidding.me, bidding.speaker) == (calls, me, speaker)


def test_what_is_left_out_of_a_bid_may_follow_from_those_before_it():
    bidding = parse_bidding("six solo ex, six solo, me", FOUR)
    assert bidding.calls[1] == (1, BidCell(False, "six_sides", "solo"))


@pytest.mark.parametrize(
    ("text", "part", "said"),
    [
        ("pass, y duo ex, bridge duo ex, me", "bridge duo ex", "worth 1, but the last bid was wo"),
        ("pass, y duo ex, y duo ex, me", "y duo ex", "bids must rise"),
        ("pass, pass, pass, pass, me", "me", "the auction is over"),
        ("y duo ex, pass, pass, pass, me", "me", "the auction is over"),
        ("pass, 3rd pass, me", "3rd pass", "it is not 3rd's turn but 2nd's"),
        ("pass, me, pass", "me", "me alone comes last"),
        ("me pass, pass, me", "me", "it is 3rd's turn, you are 1st"),
        ("pass, , me", ",", "nothing stands here"),
        ("pass, hello, me", "hello", "hello is no word of a bid"),
        ("pass, y duo ex", "", "who asks?"),
        ("six solo noex, six solo, me", "six solo", "no such bid is high enough"),
    ],
)
def test_an_illegal_bidding_is_underlined(text, part, said):
    with pytest.raises(TypedError) as refused:
        parse_bidding(text, FOUR)
    assert_underlined(refused.value, part, said)


@pytest.mark.parametrize("rules", [TWO, THREE, FOUR, FIVE, SIX], ids=lambda rules: rules.players)
def test_typed_auctions_follow_the_rules(rules):
    random = Random(rules.players)
    for _ in range(60):
        calls = run_auction(
            rules.players,
            lambda seat, kind, ordinal, legal: random.choice([0, legal[-1], *legal[:4]]),
        )
        auction = Auction(rules)
        for seat, cell in calls:
            assert auction.speaker == seat
            legal = [rules.cells.index(each) + 1 for each in auction.legal]
            assert [0, *sorted(legal)] == sorted(legal_bids(rules.players, auction.value))
            auction = auction.after(None if cell is None else rules.cells[cell])
        assert auction.speaker is None


def test_tableaus_are_an_upper_and_a_lower_row():
    tableaus = parse_tableaus(MINE, THEIRS, TWO)
    down, card = FACE_DOWN, IDS.__getitem__
    lower = (down, card("CR"), down, card("T18"), down)
    assert tableaus.mine == (*lower, *map(card, ("SV", "T5", "H10", "CD")))
    assert tableaus.untouched and len(tableaus.cards) == 12


def test_cards_gone_from_a_tableau_are_dots():
    tableaus = parse_tableaus(". . H10 CD / T7 . _ T18 _", THEIRS, TWO)
    assert tableaus.mine[:3] == (IDS["T7"], NO_CARD, FACE_DOWN) and not tableaus.untouched


@pytest.mark.parametrize(
    ("mine", "part", "said"),
    [
        ("SV T5 H10 CD _ CR _ T18 _", None, "two rows with one /"),
        ("SV T5 H10 CD / _ CR _ T18", "_ CR _ T18", "the lower row has 5 places, not 4"),
        ("SV T5 H10 _ / _ CR _ T18 _", "_", "the upper row lies face up"),
        ("SV T5 H10 CD / _ _ _ T18 _", "_", "the 2nd and 4th cards"),
        ("SV T5 H10 CD / . CR _ T18 _", ".", "a card still lies on it"),
        ("SV T5 H10 CD / T7 CR _ T18 _", "T7", "so it is face down"),
        ("SV T5 HR CD / _ CR _ T18 _", "HR", "HR is in your hand already"),
        ("SV T5 H9 CD / _ CR _ T18 _", "H9", "H9 is not in this deck"),
        ("SV T5 SV CD / _ CR _ T18 _", "SV", "SV is in --mine already"),
    ],
)
def test_a_tableau_at_fault_is_underlined(mine, part, said):
    with pytest.raises(TypedError) as refused:
        parse_tableaus(mine, THEIRS, TWO, parse_cards("HR T21", TWO))
    assert_underlined(refused.value, mine if part is None else part, said)


def test_only_two_players_have_tableaus():
    with pytest.raises(PlateauError, match="there are no tableaus with 4 players"):
        parse_tableaus(MINE, THEIRS, FOUR)


@pytest.mark.parametrize(
    ("fact", "bounds"),
    [
        ("T21", [("T21", 1, 1)]),
        ("T21,19 SR,D", [("T21", 1, 1), ("T19", 1, 1), ("SR", 1, 1), ("SD", 1, 1)]),
        ("no HR", [("HR", 0, 0)]),
        ("void in hearts", [("H7 H8 H9 H10 HV HC HD HR", 0, 0)]),
        ("no kings", [("SR HR DR CR", 0, 0)]),
        ("kings >= 2", [("SR HR DR CR", 2, 4)]),
        ("H≤2", [("H7 H8 H9 H10 HV HC HD HR", 0, 2)]),
        ("D=0", [("D7 D8 D9 D10 DV DC DD DR", 0, 0)]),
        ("D 2-3", [("D7 D8 D9 D10 DV DC DD DR", 2, 3)]),
        ("queens=1..2", [("SD HD DD CD", 1, 2)]),
        ("jacks>1", [("SV HV DV CV", 2, 4)]),
        ("board<2", [("SR T20", 0, 1)]),
    ],
)
def test_facts_count_cards_of_a_place(fact, bounds):
    facts = parse_facts(f"dealer: {fact}", FOUR, 0, board=[IDS["SR"], IDS["T20"]]).facts
    found = [(set(map(NAMES.__getitem__, each.cards)), each.low, each.high) for each in facts]
    assert found == [(set(cards.split()), low, high) for cards, low, high in bounds]


def test_facts_are_known_by_place():
    facts = parse_facts("dealer: T20, void H; talon: no SR; dealer: T>=5", FOUR, 0)
    assert facts.places == (3, 6)
    assert facts.holds(3) == {IDS["T20"]} and facts.lacks(6) == {IDS["SR"]}
    assert len(facts.lacks(3)) == 8 and [fact.words for fact in facts.counts(3)] == ["T>=5"]


@pytest.mark.parametrize(
    ("text", "part", "said"),
    [
        ("7th: T21", "7th", "no such seat"),
        ("T21", "T21", "of whose cards?"),
        ("dealer: T22", "T22", "no such card"),
        ("dealer: S5", "S5", "not in this deck"),
        ("dealer: H", "H", "what of H?"),
        ("dealer: Tx", "Tx", "must be named"),
        ("dealer: foo>=2", "foo>=2", "foo can't be counted"),
        ("dealer: T21,, SR", ",", "no fact stands here"),
        ("me: T21", "me", "your own cards"),
    ],
)
def test_facts_at_fault_are_underlined(text, part, said):
    with pytest.raises(TypedError) as refused:
        parse_facts(text, FOUR, 1)
    assert_underlined(refused.value, part, said)
