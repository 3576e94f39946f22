"""What the parts of a hand are worth: they add up as documented, on the same deals."""

from __future__ import annotations

import numpy as np
import pytest
from verdict_tools import AVERAGE, KINGS, ask, deals

from plateau_sim.analysis.handworth import HandWorth
from plateau_sim.cards import IDS, NAMES, suit_of
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.verdictfacts import DECLARES, FIRST_BID, PLAIN_WON, ROLE
from plateau_sim.plateau.verdictrunner import NO_CHANGE, VerdictRunner
from plateau_sim.studies.explain import all_small, explain, small_cards
from plateau_sim.studies.verdict import judge

TABLEAUS = ("SV T1 HV CD / _ CR _ T18 _", "SD T3 HD CV / _ DR _ T19 _")
QUESTIONS = [
    ask(AVERAGE),
    ask(KINGS),
    ask(AVERAGE, bidding="pass, bridge duo ex, me"),
    ask("T21,20,19,16,12,8,5 SR,V HD,C CR,V"),
    ask("T21,20,19,16,12,8,5 SR,V HD,C CR,V", 3),
    ask("T21,20,19,16,12,8,5 SR,V HD,C CR,V", 5),
    ask("T21,20,19,16,12,8,5 SR,V HD,C CR", 6),
    ask("T21,20,16,8,5 SR,10", 2, tableaus=TABLEAUS),
    ask("EX T21,20,19,18,17,16,15,14,13,12,11,10"),
    ask("T9,8,5,x,Tx SR,9 HD,8 CR,7 D9,x"),
]


@pytest.mark.plain_python
def test_small_cards_change_places_and_come_back() -> None:
    question = ask(AVERAGE, bidding="pass, bridge duo ex, me")
    runner, cell = VerdictRunner(question), question.options[2]
    pair = [[IDS["T19"], IDS["T1"]]]
    replaced = runner.replaced(0, 4, cell, np.array([[[0, 0]], pair, [[0, 0]]]))
    assert np.array_equal(replaced[:, 0], replaced[:, 2])


def worth_of(question: HandQuestion) -> HandWorth:
    worth = explain(judge(question, deals(150)))
    assert worth is not None
    return worth


@pytest.mark.parametrize("question", QUESTIONS, ids=range(len(QUESTIONS)))
def test_parts_add_up_as_documented(question: HandQuestion) -> None:
    worth = worth_of(question)
    assert worth.points == pytest.approx(worth.plain_points + worth.raises.mean)
    alone = sum(item.lost.mean for item in worth.cards)
    assert worth.together.mean == pytest.approx(alone + worth.overlap)
    assert sum(item.deals for item in worth.partners) == worth.deals
    shares = sum(item.deals * item.points for item in worth.partners)
    assert shares == pytest.approx(worth.points * worth.deals)
    assert sum(worth.raised_by.values()) == sum(worth.calls.values()) == worth.deals
    for part in (worth.together, worth.raises, worth.exchange, worth.partner):
        assert part is None or part.low <= part.mean <= part.high < np.inf


def test_each_card_is_replaced_by_the_smallest_of_its_suit_that_lies_elsewhere() -> None:
    pairs = {NAMES[card]: NAMES[small] for card, small in small_cards(ask(AVERAGE))}
    assert pairs["T19"] == pairs["T2"] == "T1"
    assert pairs["SR"] == "S6" and pairs["HD"] == "H7" and pairs["D9"] == "D7"
    assert "C7" not in pairs
    hand = set(ask(AVERAGE).hand.cards)
    small = hand
    for go, come in all_small(ask(AVERAGE)):
        assert go in small and come not in small and suit_of(go) == suit_of(come)
        small = small - {go} | {come}
    named = sorted(NAMES[card] for card in small)
    assert named == sorted(
        ["T1", "T2", "T3", "T4", "T5", "T6", "S6", "S7", "H7", "H8", "C7", "C8", "D7"]
    )


def test_nothing_replaced_is_the_bid_itself_and_what_is_replaced_comes_back() -> None:
    question = ask(AVERAGE, bidding="pass, bridge duo ex, me")
    runner, cell = VerdictRunner(question, (0, 1)), question.options[2]
    nothing, pair = [[0, 0]], [[IDS["T19"], IDS["T1"]]]
    replaced = runner.replaced(0, 100, cell, np.array([nothing, pair, nothing]))
    own = runner.options(0, 100, (cell,))[:, FIRST_BID]
    mine = own[:, ROLE] == DECLARES
    assert mine.mean() > 0.5
    assert np.array_equal(replaced[mine, 0], own[mine])
    assert np.array_equal(replaced[:, 2], replaced[:, 0])
    assert not np.array_equal(replaced[:, 1], replaced[:, 0])


def test_replacing_a_card_is_asking_for_the_other_hand() -> None:
    one, other = ask(AVERAGE), ask(AVERAGE.replace("T19", "T1"))
    cell = one.options[0]
    pair = np.array([[[IDS["T19"], IDS["T1"]]]])
    replaced = VerdictRunner(one).replaced(0, 4_000, cell, pair)[:, 0, PLAIN_WON].mean()
    asked = VerdictRunner(other).replaced(0, 4_000, cell, NO_CHANGE)[:, 0, PLAIN_WON].mean()
    assert replaced == pytest.approx(asked, abs=5 * np.sqrt(0.5 / 4_000))
