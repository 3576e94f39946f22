"""Choices of a decision: played out in worlds, screened, raced, ranked."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from helpers import ids, random_runner
from naive.formations import made
from naive.worlds import every_world, faults, key_of, pasts
from worlds_tools import Table

from plateau_sim.analysis.ranking import BEST, OUT, SAME, Ranking
from plateau_sim.cards import IDS, NAMES, card_set
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.choices import ChoiceRunner, points_of, wins_of
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.marks import NO_CARD
from plateau_sim.plateau.posed import Posed
from plateau_sim.plateau.posing import pose
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.state import DECLARING, WON, State
from plateau_sim.plateau.stepper import Decision, Stepper
from plateau_sim.plateau.transcript import play_transcript
from plateau_sim.plateau.typedcards import parse_cards
from plateau_sim.plateau.typedhand import parse_calls, parse_raises
from plateau_sim.plateau.view import ABDICATE, CALL, CARD, DISCARD, GIFT_CARD, OVER, RAISE
from plateau_sim.studies.candidates import choices_of, standing_for
from plateau_sim.studies.choices import Effort, rank

FOUR = GameRules.published(4)
TOP_TRUMPS = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 EX"
"""With 4 players these 13 cards win every trick, whoever leads what."""
SOLO = BidCell(False, "bridge", "solo")


def posed(cards: str, *kinds: int, rules: GameRules = FOUR, **said: Any) -> Decision:
    """Return a decision of forehand, who declares."""
    given = {"me": 0, "declarer": 0, "cell": SOLO, **said}
    return pose(
        Posed(rules, standard_layout(rules), cards=parse_cards(cards, rules), **given), *kinds
    )


def with_exchange(cards: str, **said: Any) -> Decision:
    """Return a decision about discards with the dealer as partner."""
    calls = parse_calls("HR dealer", FOUR, 0, name="called")
    return posed(cards, DISCARD, cell=BidCell(True, "bridge", "duo"), calls=calls, **said)


def pending_decision(table: Table, layout: Any) -> Decision:
    """Return the decision at which a hand of random play has stopped."""
    stepper = Stepper(table.rules, layout)
    stepper.state = table.state
    stepper.look()
    return stepper.decision()


def names_of(ranking: Ranking) -> list[str]:
    """Return the first action of each choice by name."""
    return [NAMES[choice.actions[0]] for choice in ranking.choices]


def ended(table: Table, layout: Any, hidden: Any, card: int) -> bool:
    """Play a card in a world, then the last trick, in which nobody has a choice; tell if it won."""
    stepper = Stepper(table.rules, layout)
    stepper.state = State(table.state.game, table.state.table.copy(), hidden)
    stepper.act(card)
    while stepper.kind != OVER:
        assert len(stepper.legal) == 1
        stepper.act(stepper.legal[0])
    side = stepper.table.side[table.state.table.seat]
    return bool((stepper.table.result == WON) == (side == DECLARING))


def hidden_of(table: Table, world: Any) -> Any:
    """Return a world of the naive twin as a record."""
    hidden = table.state.hidden.copy()
    for seat, cards in enumerate(world.hands):
        own = hidden.seats[seat]
        own.plain, own.trumps = card_set(IDS[card] for card in cards)
    hidden.talon[: len(world.talon)] = [IDS.get(card, NO_CARD) for card in world.talon]
    return hidden


@pytest.mark.parametrize("players", [3, 4, pytest.param(5, marks=pytest.mark.long)])
def test_the_last_choice_of_a_hand_is_what_all_deals_that_can_be_say(players: int) -> None:
    rules = GameRules.published(players)
    layout, checked, doubtful = standard_layout(rules), 0, 0
    table = Table(rules)
    table.state.game.play_on = 0
    for number in range(400):
        cell = number % len(rules.cells)
        for kind in table.decisions(number, number % players, cell):
            seen = table.state.table
            last = kind == CARD and (seen.trick, seen.turn) == (rules.tricks - 2, players - 1)
            if not last:
                continue
            decision = pending_decision(table, layout)
            known = table.known()
            worlds = {
                key_of(known, world): (world, pasts(known, world))
                for world in every_world(known, table.worlds(1)[0], 3000)
                if not faults(known, world)
            }
            if len(decision.legal) < 2 or not worlds:
                continue
            outcomes = ChoiceRunner(decision, [(card,) for card in decision.legal])(0, 400)
            found = wins_of(decision)[outcomes].mean(axis=0)
            total = sum(ways for _, ways in worlds.values())
            for card, rate in zip(decision.legal, found, strict=True):
                wins = sum(
                    ways * ended(table, layout, hidden_of(table, world), card)
                    for world, ways in worlds.values()
                )
                truth = wins / total
                error = (truth * (1 - truth) / 400) ** 0.5
                assert abs(rate - truth) <= 5 * error, (number, NAMES[card], rate, truth)
                doubtful += 0 < truth < 1
            checked += 1
        if checked >= 6 and doubtful >= 4:
            break
    assert checked >= 6 and doubtful >= 4


def test_the_top_trumps_own_six_sides_whatever_lies_in_the_talon() -> None:
    tokens = standard_layout(FOUR).tokens
    cards = [space for space, token in enumerate(tokens) if not token.startswith("trick")]
    assert all(f"trick{number}" in tokens for number in range(1, 14))
    for talon in combinations([space for space in cards if tokens[space] not in TOP_TRUMPS], 3):
        assert made("six_sides", set(range(len(tokens))) - set(talon))


def test_a_raise_that_is_sure_is_advised() -> None:
    ranking = rank(posed(TOP_TRUMPS, RAISE), effort=Effort(2000, budget=None))
    assert ranking.unit == "points" and ranking.decided
    assert ranking.choices[0].actions == (4,)
    first = ranking.table.iloc[0]
    assert first["win"] == 1 and first["points"] == 3 * 15
    assert 0 < first["points"] - first["points_low"] < 5
    assert (ranking.table["verdict"][1:] == OUT).all()
    assert (ranking.table["win"] == 1).all() and (ranking.table["win_low"] < 1).all()


def test_cards_that_win_alike_are_ties_and_none_is_called_the_best() -> None:
    ranking = rank(posed(TOP_TRUMPS, CARD), effort=Effort(2000, budget=None))
    assert not ranking.decided and ranking.reason == "settled"
    assert set(ranking.table["verdict"]) == {BEST, SAME}
    assert (ranking.table["win"] == 1).all() and (ranking.table["win_low"] > 0.9).all()
    assert (ranking.table["behind"] == 0).all() and (ranking.table["behind_low"][1:] < 0).all()


def test_discards_that_throw_the_game_away_come_last() -> None:
    hand = "T21 T20 T19 T18 T9 T7 T4 SR S9 H8 DD D9 D7 CV C9 C7"
    decision = with_exchange(hand)
    low, trumps = tuple(ids("H8 D7 C7")), tuple(ids("T19 T20 T21"))
    wins = wins_of(decision)[ChoiceRunner(decision, [low, trumps])(0, 800)].mean(axis=0)
    assert wins[0] > wins[1] + 0.1
    ranking = rank(decision, effort=Effort(2000, budget=None), taken=trumps)
    # T18 would do the same as T19 and T20: it stands for one of them.
    assert ranking.choices[-1].actions == ranking.taken == tuple(ids("T18 T19 T21"))
    assert ranking.table["verdict"].iloc[-1] == OUT


def test_worlds_do_not_depend_on_how_they_are_split_or_who_else_is_played() -> None:
    decision = posed("T21 T16 T12 T8 T5 T2 SR S9 HR H8 DD D7 C9", CARD)
    choices = [(card,) for card in decision.legal]
    runner = ChoiceRunner(decision, choices, seed=3)
    whole = runner(0, 60)
    assert (np.concatenate([runner(0, 7), runner(7, 53)]) == whole).all()
    runner.choose(choices[2:5])
    assert (runner(0, 60) == whole[:, 2:5]).all()
    assert (ChoiceRunner(decision, choices, seed=4)(0, 60) != whole).any()


def test_a_ranking_is_the_same_for_a_seed_whatever_the_threads() -> None:
    decision = posed("T21 T16 T12 T8 T5 T2 SR S9 HR H8 DD D7 C9", CARD)
    one, two, other = (
        rank(decision, seed=seed, effort=Effort(1500, budget=None, jobs=jobs))
        for seed, jobs in ((1, 1), (1, 2), (2, 1))
    )
    assert one.table.equals(two.table) and one.choices == two.choices
    assert not one.table.equals(other.table)


@pytest.mark.parametrize(
    "rules",
    [
        GameRules.published(5),
        GameRules.published(5, positive_only=True, counter_sabotage=True),
        GameRules.published(6, positive_only=True),
        GameRules.published(3),
    ],
    ids=["5", "5 positive", "6 positive", "3"],
)
def test_points_are_those_of_transcripts_less_the_mean(rules: GameRules) -> None:
    runner = random_runner(rules, raises=True)
    abdicated = 0
    for number in range(60):
        row = number % len(rules.cells)
        _, state = runner.play(number, row)
        scores = play_transcript(runner, number, row)["scores"]
        table = state.table
        code = int(table.result == WON) + 2 * int(table.objective) + 10 * int(table.abdicated)
        abdicated += int(table.abdicated)
        for seat in range(rules.players):
            table.seat = seat
            cell = rules.cells[row]
            decision = Decision(
                rules, standard_layout(rules), cell, table, state.hidden.seats[seat], (), ()
            )
            absolute = (number % rules.players + 1 + seat) % rules.players
            wanted = scores[absolute] - sum(scores) / rules.players
            assert points_of(decision)[code] == pytest.approx(wanted)
    assert (abdicated > 0) == rules.sabotage_in_force


def test_sets_of_discards_are_all_sets_up_to_cards_that_do_the_same() -> None:
    decision = with_exchange("T21 T16 T12 T8 T7 T2 SR S9 S8 S7 H8 H7 DD D7 C9 C8")
    sets = [choice.actions for choice in choices_of(decision)]
    assert len(sets) == len(set(sets))
    stood_for = {standing_for(decision, cards) for cards in combinations(decision.legal, 3)}
    assert stood_for == set(sets)
    assert len(sets) < len(list(combinations(decision.legal, 3)))


def six_decision(rules: GameRules) -> Decision:
    """Return a decision about gifts."""
    cards = "T21 T20 T14 T9 T3 T2 SR S2 S1 HV H5 D4 D3 C2 C1"
    calls = parse_calls("HR 3rd, DR 5th", rules, 0, name="called")
    cell = BidCell(True, "y", "trio")
    return posed(cards, GIFT_CARD, rules=rules, cell=cell, calls=calls)


def test_gifts_go_to_any_two_others_and_each_counts_once() -> None:
    decision = six_decision(GameRules.published(6))
    gifts = [choice.actions for choice in choices_of(decision)]
    assert len(gifts) == len(set(gifts))
    assert {standing_for(decision, actions) for actions in gifts} == set(gifts)
    for first, one, second, other in gifts[::97]:
        assert one < other and first != second and 0 not in (one, other)
        assert standing_for(decision, (second, other, first, one)) == (first, one, second, other)


@pytest.mark.slow
def test_the_best_gifts_are_found_among_all() -> None:
    ranking = rank(six_decision(GameRules.published(6)), effort=Effort(1500, budget=None))
    assert ranking.looked_at > 1000 and len(ranking.choices) == 8
    given = {card for card in ranking.choices[0].actions[::2]}
    assert not given & set(ids("T21 T20 SR"))


def test_a_declarer_may_abdicate_stay_or_raise() -> None:
    five = GameRules.published(5)
    cards = "T21 T16 T12 T8 T5 T2 SR S9 H8 H7 DD D7 C9"
    decision = posed(
        cards,
        RAISE,
        ABDICATE,
        rules=five,
        cell=BidCell(False, "bridge", "duo"),
        calls=parse_calls("HR dealer", five, 0, name="called"),
        raises=parse_raises("dealer five", five, 0, name="raised"),
    )
    assert decision.kind == ABDICATE
    choices = [choice.actions for choice in choices_of(decision)]
    assert choices == [(0, 0), (0, 4), (1,)]


def test_a_call_may_be_any_king_that_is_not_held() -> None:
    cell = BidCell(False, "bridge", "duo")
    decision = posed("T21 T16 T12 T8 T5 T2 SR S9 H8 H7 DD D7 C9", CALL, cell=cell)
    assert [choice.actions for choice in choices_of(decision)] == [
        (IDS[k],) for k in ("HR", "DR", "CR")
    ]
    ranking = rank(decision, effort=Effort(300, budget=None))
    assert sorted(names_of(ranking)) == ["CR", "DR", "HR"]
