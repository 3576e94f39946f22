"""What made up played hands, against the naive reading of their transcripts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers import Kind, every_kind
from naive import anatomy as naive
from naive.formations import OBJECTIVES as FORMATION_NAMES
from naive.formations import made

from plateau_sim import simulate
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.anatomy import SHARE_BITS, Anatomist, fill, pivotal
from plateau_sim.plateau.anatomycounts import (
    CHANGES,
    COLUMNS,
    DECIDED,
    FILLINGS,
    FORMATIONS,
    MOMENTS,
    MOST_CHANGES,
    OWNED,
    OWNED_AND_WON,
    PIVOTAL,
    SEATS,
    SPACE,
    SPACE_COUNTS,
    TALON,
)
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.board import BITS, BOARD, SPACES, mask_of, mirrored, rotated
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.formations import made_table
from plateau_sim.plateau.layouts import Layout, standard_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.tallies import BY_TALON, OUTCOMES, TRICKS
from plateau_sim.plateau.transcript import play_transcript
from plateau_sim.studies.anatomy import PILOT, dissect, expected_shares

PLAYERS = range(2, 7)
SHARE = 100  # of 256
every_count = pytest.mark.parametrize("players", PLAYERS)


def experiment(rules: GameRules | int, **options: Any) -> Experiment:
    if isinstance(rules, int):
        rules = GameRules.published(rules)
    return Experiment(rules, **{"declaring": "random", "defending": "random", **options})


def by_space(tallies: np.ndarray) -> np.ndarray:
    """Return counts of shape (cells, spaces, SPACE_COUNTS)."""
    return tallies[:, SPACE:].reshape(len(tallies), SPACES, SPACE_COUNTS)


def naive_tally(hand: dict[str, Any], seed: int, deal: int, lead: bool) -> np.ndarray:
    """Return the tally of a hand's transcript."""
    tally = np.zeros(COLUMNS, np.int64)
    owners, won = naive.boards(hand)[-1], hand["result"] == "won"
    assert owners == hand["owners"]
    moment = naive.decided_after(hand)
    tally[DECIDED + won * MOMENTS + (TALON if moment is None else moment - 1)] += 1
    if lead:
        falls = naive.fillings(seed, deal, SHARE)
        tally[CHANGES + naive.lead_changes(hand, falls)] += 1
    own = naive.spaces(owners, naive.OWN)
    for number, name in enumerate(FORMATION_NAMES):
        tally[FORMATIONS + number] += made(name, own)
    seat = (hand["forced_bid"]["seat"] - hand["dealer"] - 1) % hand["players"]
    tally[SEATS + 2 * seat : SEATS + 2 * seat + 2] += [1, won]
    spaces = tally[SPACE:].reshape(SPACES, SPACE_COUNTS)
    spaces[own, OWNED] += 1
    spaces[own, OWNED_AND_WON] += won
    spaces[naive.pivotal_spaces(hand), PIVOTAL] += 1
    return tally


def assert_equals_naive(setup: Experiment, deals: int, rows: list[int], lead: bool) -> None:
    """Compare the tallies of some cells with those of the transcripts of the same hands."""
    setup = replace(setup, cells=tuple(setup.cells[row] for row in rows))
    anatomist = Anatomist(setup, [SHARE * lead] * len(rows))
    whole = Runner(replace(setup, play_on=True))
    for deal in range(deals):
        expected = [
            naive_tally(play_transcript(whole, deal, row), setup.seed, deal, lead)
            for row in range(len(rows))
        ]
        assert (anatomist(deal, 1) == expected).all(), deal


@every_kind
def test_counts_equal_the_naive_reading_of_the_transcripts(kind: Kind) -> None:
    cells = len(kind.rules().cells)
    rows = [0, cells // 2, cells - 1]
    assert_equals_naive(experiment(kind.rules()), 12, rows, lead=False)
    strict = experiment(kind.rules(strict_formations=True), raises=True, seed=3)
    assert_equals_naive(strict, 6, rows, lead=False)


@every_kind
def test_lead_changes_equal_the_naive_reading_of_the_transcripts(kind: Kind) -> None:
    cells = len(kind.rules().cells)
    assert_equals_naive(experiment(kind.rules(), seed=2), 3, [0, cells // 2], lead=True)


@pytest.mark.long
@every_count
def test_causal_values_of_2000_deals_equal_brute_force(players: int) -> None:
    setup = experiment(players, declaring="greedy", defending="greedy")
    assert_equals_naive(setup, 2000, [len(setup.cells) // 2], lead=False)


@pytest.mark.long
@every_count
def test_lead_changes_of_more_deals_equal_the_naive_reading(players: int) -> None:
    assert_equals_naive(experiment(players), 60, [0], lead=True)


@every_kind
def test_decisions_agree_with_hands_that_end_early(kind: Kind) -> None:
    for options in ({}, {"raises": True}, {"seat": 1}):
        setup = experiment(kind.rules(), **options)
        tallies, early = Anatomist(setup)(0, 300), Runner(setup)(0, 300).sum(axis=1)
        by_moment = tallies[:, DECIDED : DECIDED + 2 * MOMENTS].reshape(-1, 2, MOMENTS).sum(axis=1)
        assert (by_moment.sum(axis=1) == 300).all()
        tricks = np.minimum(np.arange(MOMENTS) + 1, kind.rules().tricks)
        assert (by_moment @ tricks == early[:, TRICKS]).all()
        assert (by_moment[:, TALON] == early[:, BY_TALON]).all()
        assert (by_moment[:, kind.rules().tricks : TALON] == 0).all()


@every_count
def test_wins_are_those_of_the_table_by_seat(players: int) -> None:
    setup = experiment(players)
    tallies, table = Anatomist(setup)(0, 400), Runner(setup)(0, 400)
    seats = tallies[:, SEATS:SPACE].reshape(len(setup.cells), -1, 2)
    assert (seats[:, :players, 0] == table[:, :, :OUTCOMES].sum(axis=2)).all()
    assert (seats[:, :players, 1] == table[:, :, 1:OUTCOMES:2].sum(axis=2)).all()
    assert (seats[:, players:] == 0).all()
    won = tallies[:, DECIDED + MOMENTS : DECIDED + 2 * MOMENTS].sum(axis=1)
    assert (won == seats[:, :, 1].sum(axis=1)).all()


@every_count
def test_deals_of_which_the_objective_is_made_are_the_deals_won(players: int) -> None:
    setup = experiment(players)
    tallies = Anatomist(setup)(0, 300)
    for cell, tally in zip(setup.cells, tallies, strict=True):
        won = tally[DECIDED + MOMENTS : DECIDED + 2 * MOMENTS].sum()
        assert tally[FORMATIONS + OBJECTIVES.index(cell.objective)] == won


def test_counts_are_the_same_on_any_split() -> None:
    setup = experiment(4)
    anatomist = Anatomist(setup, [SHARE] * len(setup.cells))
    whole = anatomist(0, 300)
    assert whole[:, CHANGES : CHANGES + MOST_CHANGES + 1].sum() == 300 * len(setup.cells)
    for chunk, jobs in ((1, 1), (7, 3), (64, 2), (300, 1)):
        assert (simulate.run(anatomist, 300, chunk=chunk, jobs=jobs) == whole).all()


def test_measuring_does_not_depend_on_threads_and_goes_on_where_a_shorter_one_ends() -> None:
    setup = experiment(3)
    one, other = (dissect(setup, 700, leads=True, jobs=jobs) for jobs in (1, 3))
    assert (one.tallies == other.tallies).all() and (one.shares == other.shares).all()
    whole = 2**SHARE_BITS
    rest = Anatomist(setup, (one.shares * whole).astype(int))(500, 200)
    assert (dissect(setup, 500, leads=True).tallies + rest == one.tallies).all()


def test_following_the_lead_shifts_no_other_count() -> None:
    setup = experiment(5, declaring="greedy")
    plain, followed = Anatomist(setup)(0, 200), Anatomist(setup, [SHARE] * 20)(0, 200)
    lead = range(CHANGES, CHANGES + MOST_CHANGES + 1)
    assert (plain[:, lead] == 0).all() and (followed[:, lead].sum(axis=1) == 200).all()
    assert (np.delete(plain, lead, axis=1) == np.delete(followed, lead, axis=1)).all()


def test_the_share_is_that_of_the_spaces_of_the_first_deals() -> None:
    setup = experiment(2)
    shares = expected_shares(setup)
    owned = by_space(Anatomist(setup)(0, PILOT))[:, :, OWNED].sum(axis=1) / (PILOT * SPACES)
    assert np.abs(shares / 2**SHARE_BITS - owned).max() <= 0.5 / 2**SHARE_BITS


@pytest.mark.parametrize("players", [2, 4])
def test_turned_or_mirrored_the_numbers_of_the_spaces_move_along(players: int) -> None:
    setup = experiment(players)
    expected = Anatomist(setup)(0, 200)
    for sixths in range(6):
        for flip in (False, True):

            def to(space: int, sixths: int = sixths, flip: bool = flip) -> int:
                return rotated(mirrored(space) if flip else space, sixths)

            moved = Anatomist(replace(setup, layout=setup.layout.moved("moved", to)))(0, 200)
            assert (moved[:, :SPACE] == expected[:, :SPACE]).all()
            places = [to(space) for space in range(SPACES)]
            assert (by_space(moved)[:, places] == by_space(expected)).all()


def test_no_space_decides_where_no_objective_can_be_made() -> None:
    # Six tokens; no formation takes fewer than seven spaces.
    rules = replace(GameRules.published(4), tricks=12)
    tokens = [token if space < 6 else "" for space, token in
              enumerate(standard_layout(GameRules.published(4)).tokens)]  # fmt: skip
    tallies = Anatomist(experiment(rules, layout=Layout("six", tuple(tokens))))(0, 100)
    assert (by_space(tallies)[:, :, PIVOTAL] == 0).all()
    assert (by_space(tallies)[:, :6, OWNED].sum(axis=1) > 0).all()
    assert (tallies[:, DECIDED] == 100).all()  # lost after the first trick


def test_in_deals_without_a_pivotal_space_no_space_decides() -> None:
    setup = experiment(4, cells=GameRules.published(4).cells[:1])
    anatomist, runner = Anatomist(setup), Runner(replace(setup, play_on=True))
    without = [n for n in range(40) if not naive.pivotal_spaces(play_transcript(runner, n))]
    assert 0 < len(without) < 40
    for deal in without:
        assert by_space(anatomist(deal, 1))[0, :, PIVOTAL].sum() == 0


@pytest.mark.parametrize("objective", range(5))
def test_a_space_of_a_full_or_empty_board_decides_nothing(objective: int) -> None:
    table, none, full = made_table(False), np.uint64(0), np.uint64(BOARD)
    for bit in BITS:
        space = np.uint64(1 << bit)
        assert not pivotal(none, space, np.int64(objective), table)
        assert not pivotal(full, space, np.int64(objective), table)


def test_each_space_of_a_lone_bridge_decides_and_no_other() -> None:
    # The middle row, from corner to corner: seven spaces, the fewest that make a Bridge.
    row = [space for space in range(SPACES) if BITS[space] // 8 == 3]
    own, table = np.uint64(mask_of(row)), made_table(False)
    for space, bit in enumerate(BITS):
        assert pivotal(own, np.uint64(1 << bit), np.int64(0), table) == (space in row)


@pytest.mark.parametrize("share", [1, 50, 128, 200, 255])
def test_fillings_have_the_share_and_are_drawn_apart(share: int) -> None:
    fillings, deals = np.zeros(FILLINGS, np.uint64), 40
    bits = []
    for key in range(deals):
        fill(np.uint64(key), np.int64(share), fillings)
        bits += [int(word).bit_count() for word in fillings]
    rate, number = share / 256, 64 * FILLINGS * deals
    assert abs(sum(bits) / number - rate) < 5 * (rate * (1 - rate) / number) ** 0.5
    # Binomial, so the bits of a word are independent.
    assert np.var(bits) == pytest.approx(64 * rate * (1 - rate), rel=0.15)


def test_an_auction_is_refused() -> None:
    with pytest.raises(PlateauError, match="forced mode"):
        dissect(experiment(4, auction=True), 10)


def test_interrupted_it_holds_the_first_deals() -> None:
    def stop(done: int, goal: int) -> None:
        if done >= 1000:
            raise KeyboardInterrupt

    found = dissect(experiment(3), 100_000, jobs=1, progress=stop)
    assert found.partial and found.deals == 1000
    assert (found.tallies == Anatomist(experiment(3))(0, 1000)).all()
