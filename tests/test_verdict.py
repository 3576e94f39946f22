"""The verdict for a hand: races, passing, what was heard, what the parts are worth."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from verdict_tools import AVERAGE, KINGS, ask, deals

from plateau_sim.analysis.advice import SAME, agreement
from plateau_sim.analysis.handverdict import (
    PASSING,
    SOUND,
    Verdict,
    option_table,
    passing_table,
)
from plateau_sim.cards import NAMES
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell
from plateau_sim.plateau.board import SPACES, mirrored
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.groups import best_formation
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.scoring import bidder_points
from plateau_sim.plateau.typed import parse_cards
from plateau_sim.plateau.verdictfacts import (
    ALL_PASS,
    CALLED,
    CELL,
    DECLARER,
    DECLARES,
    DEFENDS,
    FIRST_BID,
    OBJECTIVE,
    PLAIN_POINTS,
    PLAIN_WON,
    POINTS,
    RAISER,
    ROLE,
    ROW_PASS,
    WON,
)
from plateau_sim.plateau.verdictrunner import NO_CHANGE, VerdictRunner
from plateau_sim.studies.verdict import judge, judge_again, listen

HIGHEST = "EX T21,20,19,18,17,16,15,14,13,12,11,10"
TABLEAUS = ("SV T1 HV CD / _ CR _ T18 _", "SD T3 HD CV / _ DR _ T19 _")
TWO = "T21,20,16,8,5 SR,10"


def names_of(cards: str) -> list[str]:
    return [NAMES[card] for card in parse_cards(cards, GameRules.published(4)).cards]


def test_the_highest_hand_makes_six_sides_whatever_lies_in_the_talon() -> None:
    rules = GameRules.published(4)
    tokens = standard_layout(rules).tokens
    # Who leads the 13 highest trumps takes all tricks: the others get what is in the talon only.
    elsewhere = {NAMES[card] for card in rules.deck} - set(names_of(HIGHEST))
    spaces = [space for space, token in enumerate(tokens) if token in elsewhere]
    assert len(spaces) > 20
    for count in range(rules.talon_size + 1):
        for lost in combinations(spaces, count):
            assert best_formation(set(range(SPACES)) - set(lost)) == "six_sides"


def test_a_hand_that_takes_every_trick_wins_surely_and_the_race_stops_at_once() -> None:
    verdict = judge(ask(HIGHEST), deals(20_000))
    table = option_table(verdict)
    assert verdict.end == "known" and verdict.deals <= 1_000
    assert str(verdict.best) == "Six sides Solo no exchange"
    best = table.iloc[0]
    assert best["win_rate"] == 1 == best["win_high"]
    assert 0.98 < best["win_low"] < 1
    assert best["points"] == 3 * 15 == best["if_won"]


def test_deals_and_results_do_not_depend_on_threads_or_on_where_a_run_begins() -> None:
    question = ask(AVERAGE, bidding="pass, y duo ex, me")
    one, two = (judge(question, deals(300), jobs=jobs) for jobs in (1, 2))
    assert option_table(one).equals(option_table(two))
    assert passing_table(one).equals(passing_table(two))
    runner = VerdictRunner(question, (0, 1))
    cells = question.options[4:6]
    whole = runner.options(0, 8, cells)
    assert np.array_equal(runner.options(5, 3, cells), whole[5:])
    assert np.array_equal(runner.options(0, 8, cells[1:])[:, FIRST_BID], whole[:, FIRST_BID + 1])


def test_only_legal_bids_are_options_and_the_best_comes_first() -> None:
    verdict = judge(ask(AVERAGE, bidding="pass, fork duo ex, me"), deals(200))
    table = option_table(verdict)
    assert table["option"].iloc[-1] == "pass"
    assert (table["value"].iloc[:-1] > 5).all()
    assert len(table) == 1 + len(verdict.question.options)
    assert table["option"].iloc[0] == (str(verdict.best) if verdict.best else table["option"][0])


@pytest.mark.plain_python
@pytest.mark.parametrize(
    ("cards", "bidding", "role"),
    [
        (AVERAGE, "pass, pass, pass, me", ALL_PASS),
        (AVERAGE, "bridge solo ex, pass, pass, me", DEFENDS),
        (KINGS, "bridge duo ex, pass, pass, me", CALLED),
    ],
)
def test_after_a_pass_all_pass_or_one_defends_or_is_called(
    cards: str, bidding: str, role: int
) -> None:
    question = ask(cards, bidding=bidding)
    passed = VerdictRunner(question).options(0, 100, ())[:, ROW_PASS]
    assert (passed[:, ROLE] == role).all()
    if role == ALL_PASS:
        assert not passed[:, POINTS].any()
        return
    assert (passed[:, DECLARER] == 0).all()
    assert (passed[:, CELL] == 4 * 0 + (2 if role == DEFENDS else 0)).all()
    # With 4 players the partner, or a defender, wins or loses the value: Duo 1 to 9, Solo 6 to 14.
    sign = np.where(passed[:, WON] == 1, 1, -1) * (1 if role == CALLED else -1)
    cells = [
        question.value(BidCell(True, OBJECTIVES[number], "duo" if role == CALLED else "solo"))
        for number in passed[:, OBJECTIVE]
    ]
    assert np.array_equal(passed[:, POINTS], 4 * sign * cells)


def test_after_a_pass_a_strong_hand_behind_outbids_the_bid_that_stands() -> None:
    knows = "dealer: EX, T21,20,17,18,15,14,13,11,10"
    question = ask(AVERAGE, bidding="bridge duo ex, pass, me", knows=knows)
    verdict = judge(question, deals(100))
    table = passing_table(verdict)
    assert set(table["declarer"]) == {3}
    assert "Bridge Duo exchange" not in set(table["bid"])
    assert table["share"].sum() == pytest.approx(1)


def test_a_seat_that_passed_or_was_not_heard_is_left_as_it_is() -> None:
    free = judge(ask(AVERAGE, bidding="pass, bridge duo ex, me", ignore_bids=True), deals(100))
    assert free.counts.tries == free.deals and free.reading.judged == ()
    heard = judge(ask(AVERAGE, bidding="pass, bridge duo ex, me"), deals(1_000))
    assert heard.reading.judged == (0, 1)
    # Deals are drawn until one is accepted: geometric, with the rate of the pilot.
    rate = heard.reading.acceptance
    expected, spread = 1 / rate, np.sqrt((1 - rate) / 1_000) / rate
    assert heard.counts.tries / heard.deals == pytest.approx(expected, abs=5 * spread)


def test_those_who_bid_mostly_have_hands_that_the_bidder_bids_so_with() -> None:
    question = ask(AVERAGE, bidding="bridge duo ex, me")
    among_all = (VerdictRunner(question, (0,)).likelihoods(2_000)[:, 0] == 1).mean()
    heard = judge(question, deals(400), cells=()).counts
    assert among_all < 0.5
    assert heard.exact / heard.deals > 0.9


def test_calls_too_rare_for_the_bidder_are_not_used_and_named() -> None:
    question = ask(HIGHEST, bidding="pass, bridge solo noex, six solo noex, me")
    reading = listen(question)
    assert reading.left_out and not set(reading.left_out) & set(reading.judged)
    assert reading.acceptance >= 1 / 2_000


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_points_with_and_without_raises_differ_only_where_somebody_raised(players: int) -> None:
    cards = {2: TWO, 3: "T21,20,19,16,12,8,5 SR,V HD,C CR,V", 6: "T21,20,19,16,12,8,5 SR,V HD,C CR"}
    hand = cards.get(players, "T21,20,19,16,12,8,5 SR,V HD,C CR,V")
    question = ask(hand, players, tableaus=TABLEAUS if players == 2 else None)
    facts = VerdictRunner(question).options(0, 200, question.options[:4])[:, FIRST_BID:]
    played = facts[:, :, ROLE] == DECLARES
    assert np.array_equal(played, facts[:, :, DECLARER] == 0) and played.mean() > 0.5
    raised = facts[:, :, RAISER] >= 0
    for row, cell in enumerate(question.options[:4]):
        first, mine = OBJECTIVES.index(cell.objective), played[:, row]
        assert np.array_equal(facts[mine, row, OBJECTIVE] > first, raised[mine, row])
    same = facts[~raised | ~played]
    assert np.array_equal(same[:, POINTS], same[:, PLAIN_POINTS])
    assert np.array_equal(same[:, WON], same[:, PLAIN_WON])


def test_own_values_change_points_and_no_win_rate() -> None:
    question = ask(AVERAGE)
    values = {cell: 2 * question.value(cell) for cell in question.rules.cells}
    plain, doubled = (
        judge(asked, deals(100)) for asked in (question, replace(question, values=values))
    )
    one, two = (option_table(found).set_index("option") for found in (plain, doubled))
    for name, row in one.iterrows():
        assert two.loc[name, "points"] == pytest.approx(2 * row["points"])
    bids = one.index[:-1]
    assert (one.loc[bids, "win_rate"] == two.loc[bids, "win_rate"]).all()


def overlaps(one: Verdict, two: Verdict, names: dict[str, str] | None = None) -> bool:
    """Tell whether the win rates of two verdicts agree within their intervals."""
    left, right = (option_table(found).set_index("option").iloc[:-1] for found in (one, two))
    apart = np.abs(left["win_rate"] - right.loc[left.index, "win_rate"])
    widths = [(side["win_high"] - side["win_low"]) / 2 for side in (left, right.loc[left.index])]
    # Of twenty pairs a few may differ by a little more than the usual error.
    return bool((apart < 1.6 * np.hypot(*widths)).all())


def test_suits_renamed_together_with_their_tokens_give_the_same_answers() -> None:
    layout = standard_layout(GameRules.published(4))
    # Of spades the deck has one more: they keep their name.
    names = {"H": "D", "D": "C", "C": "H"}
    tokens = tuple(names.get(token[0], token[0]) + token[1:] for token in layout.tokens)
    one = judge(ask(AVERAGE, bidding="pass, bridge duo ex, me"), deals(1_000))
    renamed = "T19,16,12,8,5,2 SR,9 DD,8 HR,7 C9"
    moved = replace(layout, name="renamed", tokens=tokens)
    two = judge(ask(renamed, bidding="pass, bridge duo ex, me", layout=moved), deals(1_000))
    assert overlaps(one, two)
    gap = one.standing.points.mean[PASSING] - two.standing.points.mean[PASSING]
    assert abs(gap) < one.standing.points.half[PASSING] + two.standing.points.half[PASSING]


def test_with_two_players_what_one_wins_by_a_bid_the_other_loses_by_passing() -> None:
    other = "T4,2,6 HR,C CC,10"
    cell = BidCell(True, "bridge", "solo")
    question = ask(TWO, 2, knows=f"dealer: {other}", tableaus=TABLEAUS)
    declares = VerdictRunner(question).replaced(0, 2_000, cell, NO_CHANGE)[:, 0, POINTS] / 2
    passes = judge(
        ask(
            other,
            2,
            bidding="bridge ex, me",
            knows=f"1st: {TWO}",
            tableaus=(TABLEAUS[1], TABLEAUS[0]),
            ignore_bids=True,
        ),
        deals(2_000),
        cells=(),
    )
    lost = passes.standing.points
    gap, error = declares.mean() + lost.mean[PASSING], 3 * declares.std() / np.sqrt(2_000)
    assert abs(gap) < error + lost.half[PASSING]


def test_a_bid_is_outbid_by_a_strong_hand_behind_and_then_counts_as_theirs() -> None:
    knows = "dealer: EX, T21,20,17,18,15,14,13,11,10"
    verdict = judge(ask(AVERAGE, bidding="pass, me", knows=knows), deals(100))
    table = option_table(verdict).set_index("option")
    cheap = table.loc["Bridge Duo exchange"]
    assert cheap["outbid"] > 0.9
    assert cheap["points_outbid"] < cheap["points"] + 1
    assert table.loc["Six sides Solo no exchange", "outbid"] == 0


def test_the_win_rate_at_which_a_bid_equals_passing_agrees_with_its_formula() -> None:
    five = {"full_deck": False, "positive_only": True, "counter_sabotage": True}
    for players, variants in ((4, {}), (5, {"positive_only": True}), (5, five)):
        hand = "T21,20,19,16,12,8,5 SR,V HD,C CR,V"
        question = ask(hand, players, bidding="me", variants=variants)
        verdict = judge(question, deals(100))
        table = option_table(verdict).set_index("option")
        passing = table.loc["pass", "points"]
        for cell in question.options:
            row, value = table.loc[str(cell)], question.value(cell)
            won, lost = (
                float(bidder_points(question.rules, PARTNERS[cell.team], made, value, False))
                for made in (True, False)
            )
            played = 1 - row["outbid"]
            if played == 0:
                continue
            by_bid = played * (row["even"] * won + (1 - row["even"]) * lost)
            by_others = row["outbid"] * row["points_outbid"] if row["outbid"] else 0
            assert by_bid + by_others == pytest.approx(passing)


def test_with_two_players_mirroring_the_board_changes_nothing() -> None:
    layout = standard_layout(GameRules.published(2)).moved("mirrored", mirrored)
    one = judge(ask(TWO, 2, tableaus=TABLEAUS), deals(1_000))
    two = judge(ask(TWO, 2, tableaus=TABLEAUS, layout=layout), deals(1_000))
    assert overlaps(one, two)


def test_a_hand_left_open_altogether_is_a_random_one() -> None:
    number = 4_000
    question = ask(" ".join(13 * "x"), layout=standard_layout(GameRules.published(4)))
    for cell in (question.options[0], question.options[5]):
        mine = VerdictRunner(question).replaced(0, number, cell, NO_CHANGE)[:, 0, PLAIN_WON].mean()
        setup = Experiment(question.rules, cells=(cell,), seat=0, seed=2)
        # Columns of a tally: outcomes by objective, even ones lost (see `tallies`).
        tally = Runner(setup)(0, number)[0, 0]
        place = 4 * OBJECTIVES.index(cell.objective)
        assert tally[place] + tally[place + 1] == number
        error = 5 * np.sqrt(0.5 / number)
        assert mine == pytest.approx(tally[place + 1] / number, abs=error)


def test_another_verdict_agrees_with_itself() -> None:
    verdict = judge(ask(AVERAGE, bidding="pass, bridge duo ex, me"), deals(600))
    again = judge_again(verdict)
    assert agreement(verdict, again).kind == SAME
    strong = judge(ask(HIGHEST), deals(300))
    assert strong.label(strong.standing.best) == SOUND
    assert agreement(strong, judge_again(strong, declaring="random")).kind == SAME
