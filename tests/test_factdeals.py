"""Deals that fit what somebody knows: each equally likely, and how rare they are."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from facts_tools import Case, differ
from naive.facts import SETS, every_row, ids, shuffles
from scipy.stats import chisquare
from test_worlds import small

from plateau_sim.errors import PlateauError
from plateau_sim.plateau.rules import GameRules

UNLIKELY, DRAWS = 1e-3, 100_000
_DECK = "S9 S10 SR HD HR DR T1 T2 T21"
THREE, FOUR = small(3, 2, 3, _DECK), small(4, 2, 1, _DECK)
ENUMERATED = [
    Case(THREE, "S9 T1", ""),
    Case(THREE, "S9 T1", "2nd: T>=1; dealer: void H"),
    Case(THREE, "S9 T1", "2nd: T21; talon: no HR, kings>=1", seat=2),
    Case(THREE, "S9 T1", "1st: H=1, T<=1; dealer: T=1, no SR; talon: T<=0", seat=1),
    Case(THREE, "x T1", "talon: SR; 2nd: no HR"),
    Case(THREE, "Tx x", "dealer: kings>=1, S=1; talon: T>=1, no HD"),
    Case(THREE, "Tx Sx", "2nd: T>=1, kings<=1"),
    Case(THREE, "Tx Tx", ""),
    Case(FOUR, "S9 x", "2nd: kings=1; 3rd: kings=1; dealer: void T"),
    Case(FOUR, "S9 T1", "1st: T>=1, faces>=1; 2nd: faces<=1; dealer: S<=1, H<=1", seat=2),
]
HANDS = {
    "2 players": "T21 T20 SR HR CV T1 x",
    "3 players": "T21 T19 T16 T12 T8 T5 T2 SR S10 HD DV CR C10",
    "4 players": "T21 T19 T16 T12 T8 T5 Tx SR S9 HD H8 CR x",
    "5 players": "T21 T19 T16 T12 T8 T5 T2 SR S9 HD H8 CR C7",
    "6 players": "T21 T20 T19 T3 SR S5 HD H4 DV D4 Cx x",
    "3 players, full deck": "T21 T19 T16 T12 T8 T5 T2 SR S10 HD DV CR C10 H7 D7 C7 S7",
    "4 players, full deck": "T21 T19 T16 T12 T8 T5 T2 SR S10 HD DV CR C10 H7 D7 C7 S7 S1",
    "5 players, full deck": "T21 T19 T16 T12 T8 T5 T2 SR S10 HD DV CR C10 Hx x",
}
GAMES = {
    **{f"{players} players": GameRules.published(players) for players in range(2, 7)},
    **{f"{p} players, full deck": GameRules.published(p, full_deck=True) for p in (3, 4, 5)},
}
KNOWN = [
    ("2 players", "dealer: T>=2, void H; talon: no T8, kings<=1", 0),
    ("2 players", "1st: T2, faces>=1; talon: T7", 1),
    ("3 players", "2nd: void C; dealer: kings>=1", 0),
    ("3 players", "1st: T18, no T20, board>=2; talon: T=1", 2),
    ("4 players", "dealer: T20, no T17; 2nd: T<=3; talon: H=1", 0),
    ("4 players", "1st: void D; 2nd: S>=2, kings>=1", 2),
    ("5 players", "2nd: T>=5; 3rd: T>=3; 4th: S<=1; dealer: kings=1", 0),
    ("6 players", "2nd: T>=4; 3rd: HR, faces>=2; 5th: no T18; talon: T>=1", 0),
    ("6 players", "1st: T>=3, S>=2; 2nd: T>=3, H<=3; 4th: T=2; dealer: board>=3", 2),
    ("3 players, full deck", "dealer: T>=5; 2nd: C<=2, board>=4", 0),
    ("4 players, full deck", "1st: T>=5, EX; dealer: H>=3; talon: T<=1", 1),
    ("5 players, full deck", "1st: D<=3; 3rd: T<=4, kings>=1; dealer: T18", 1),
]
FULL = [Case(GAMES[game], HANDS[game], knows, seat) for game, knows, seat in KNOWN]


def _name(case):
    return f"{case.rules.players}: {case.hand} | {case.knows}"


def canonical(rows, case):
    """Return rows with the cards of each hand in order: only the talon's order matters."""
    rows = rows.copy()
    for name, spots in case.spots.items():
        if name != "talon" and spots:
            rows[:, spots] = np.sort(rows[:, spots], axis=1)
    return rows


@pytest.mark.parametrize("case", ENUMERATED, ids=_name)
def test_every_deal_that_fits_is_equally_likely(case):
    every = every_row(case.known, case.unseen)
    fits = case.fitting(every)
    deals = np.unique(canonical(every[fits], case), axis=0)
    dealer = case.dealer()
    assert DRAWS / len(deals) > 15
    seen, counts = np.unique(canonical(dealer.rows(1, 0, DRAWS), case), axis=0, return_counts=True)
    assert (seen == deals).all(), "all that fit come up, and no others"
    assert chisquare(counts).pvalue > UNLIKELY
    assert dealer.share == pytest.approx(fits.sum() / case.wilds_fit(every).sum())


def thrown_back(case, count, seed=5):
    """Return of many shuffles those that fit, and how many fit the wildcards."""
    kept, wild = [], 0
    for part in range(count // DRAWS):
        rows = shuffles(case.known, case.unseen, DRAWS, seed + part)
        wilds = case.wilds_fit(rows)
        kept.append(rows[wilds & case.fitting(rows)])
        wild += int(wilds.sum())
    return np.concatenate(kept), wild


def assert_alike(rows, others, case):
    """Check that two samples of deals don't differ in what the places hold."""
    ps = []
    for spots in filter(None, case.spots.values()):
        for cards in (*SETS.values(), set(case.board)):
            marked = np.isin(np.arange(78), ids(sorted(cards)))
            ps.append(differ(marked[rows[:, spots]].sum(1), marked[others[:, spots]].sum(1)))
    for spot in range(rows.shape[1]):
        ps.append(differ(rows[:, spot] * 1, others[:, spot] * 1) if spot in case.ordered else 1.0)
    for card in case.unseen:
        where = [
            sum(number * (each[:, spots] == card).any(1) for number, spots in enumerate(places, 1))
            for each, places in ((rows, case.spots.values()), (others, case.spots.values()))
        ]
        ps.append(differ(*where))
    assert min(ps) * len(ps) > UNLIKELY


@pytest.mark.slow
@pytest.mark.parametrize("case", FULL, ids=_name)
def test_deals_are_like_shuffles_that_fit(case):
    dealer = case.dealer()
    count = int(min(20, max(1, np.ceil(12_000 / DRAWS / dealer.share)))) * DRAWS
    kept, wild = thrown_back(case, count)
    assert len(kept) > 2_000
    error = np.sqrt(dealer.share * (1 - dealer.share) / wild)
    assert abs(len(kept) / wild - dealer.share) < 4 * error
    rows = dealer.rows(1, 0, 3 * len(kept))
    assert case.fitting(rows).all()
    assert (np.sort(rows, axis=1) == np.array(case.rules.deck)).all()
    assert_alike(rows, kept, case)


@pytest.mark.slow
def test_facts_too_many_to_count_are_checked_and_give_the_same_deals():
    seats = ("2nd", "3rd", "4th", "5th", "dealer")
    knows = "; ".join(f"{seat}: T>=1, board>=1, faces>=1, S>=1, H>=1" for seat in seats)
    case = Case(GAMES["6 players"], "T21 T20 T19 T3 SR S5 HD H4 DV D4 C3 C2", knows)
    dealer = case.dealer()
    assert dealer.is_estimate
    kept, wild = thrown_back(case, DRAWS)
    assert abs(len(kept) / wild - dealer.share) < 4 * 0.5 * np.sqrt(1 / wild + 1 / 20_000)
    assert_alike(dealer.rows(1, 0, len(kept)), kept, case)


def test_without_facts_every_unseen_card_is_anywhere():
    case = Case(GAMES["4 players"], "T21 T19 T16 T12 T8 T5 T2 SR S9 HD H8 CR C7", "")
    dealer = case.dealer()
    rows = dealer.rows(1, 0, 20_000)
    assert dealer.share == 1.0 and not dealer.is_estimate
    for spot in range(13, rows.shape[1]):
        counts = np.bincount(rows[:, spot], minlength=78)[case.unseen]
        assert chisquare(counts).pvalue > UNLIKELY / rows.shape[1]


def test_the_share_of_one_count_is_hypergeometric():
    case = Case(GAMES["4 players"], "T21 T19 T16 T12 T8 T5 T2 SR S9 HD H8 CR C7", "dealer: T>=6")
    ways = sum(comb(15, trumps) * comb(27, 13 - trumps) for trumps in range(6, 14))
    assert len(case.unseen) == 42
    assert case.dealer().share == pytest.approx(ways / comb(42, 13))


@pytest.mark.plain_python
def test_wildcards_alone_are_no_facts():
    case = Case(GAMES["4 players"], "Tx Tx T16 T12 T8 T5 x SR S9 Hx H8 CR x", "")
    rows = case.dealer().rows(1, 0, 1_000)
    assert case.dealer().share == 1.0
    assert case.wilds_fit(rows).all()


@pytest.mark.plain_python
def test_a_deal_depends_on_the_question_seed_and_number_alone():
    case = FULL[4]
    rows = case.dealer().rows(3, 0, 50)
    dealer = case.dealer()
    dealer.rows(9, 100, 20)
    assert (dealer.rows(3, 20, 30) == rows[20:]).all()
    assert (dealer.rows(4, 0, 50) != rows).any()


@pytest.mark.slow
def test_facts_too_many_to_count_and_too_rare_to_try_are_refused():
    seats = ("2nd", "3rd", "4th", "5th", "dealer")
    knows = "; ".join(
        f"{seat}: T>=2, board>=2, faces>=2, S>=2, H>=2, D>=1, kings<=1" for seat in seats
    )
    case = Case(GAMES["6 players"], "T21 T20 T19 T3 SR S5 HD H4 DV D4 C3 C2", knows)
    with pytest.raises(PlateauError, match="too many at once"):
        case.dealer()
