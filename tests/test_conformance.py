"""What holds in every game, whoever plays and bids."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers import (
    KINDS,
    QUICK_POLICIES,
    RANDOM,
    SIDES,
    Kind,
    cell_rows,
    every_kind,
    naive_options,
    names_in,
    owners,
    plant,
    played_by,
    random_runner,
    read_chances,
    read_deal,
    seat_points,
    tricks_of,
)
from naive.raising import order_of_partners
from naive.record import Options
from naive.tableau import Tableau
from naive.tricks import legal_cards, trick_winner

from plateau_sim.cards import NAMES, cards_in
from plateau_sim.jit import entry
from plateau_sim.kernels.bits import contains, nth_card, size
from plateau_sim.kernels.rng import below
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.choosers import BIDDERS
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.marks import TABLEAU
from plateau_sim.plateau.playing import Choosers
from plateau_sim.plateau.runner import PolicyError, Runner
from plateau_sim.plateau.state import (
    DECIDE_SIGNATURE,
    DECLARING,
    MAX_PLAYERS,
    PASSED,
    ROLES,
    WON,
    State,
)
from plateau_sim.plateau.tallies import BY_TALON, OUTCOMES, TRICKS, outcome
from plateau_sim.plateau.view import (
    ABDICATE,
    BID,
    CALL,
    CARD,
    DISCARD,
    GIFT_CARD,
    GIFT_RECEIVER,
    KIND_NAMES,
    RAISE,
    TALON_PICK,
)

HANDS = 30
FORCED = "no bidder"
every_policy = pytest.mark.parametrize("policy", QUICK_POLICIES)
every_bidder = pytest.mark.parametrize("bidder", [FORCED, *BIDDERS])


def runner_of(kind: Kind, policy: str, bidder: str, **options: Any) -> Runner:
    """Return a runner in which all play by one policy."""
    chosen: dict[str, Any] = {"declaring": policy, "defending": policy, "seed": 1, **options}
    chosen |= {"raises": True} if bidder == FORCED else {"auction": True, "bidder": bidder}
    return Runner(Experiment(kind.rules(), **chosen))


def cards_at_the_end(runner: Runner, state: State) -> list[int]:
    """Return every card where it lies at the end of a hand, as often as it is found."""
    rules, table, hidden = runner.experiment.rules, state.table, state.hidden
    cards = [int(card) for row in table.played for card in row if card < len(NAMES)]
    for seat in range(rules.players):
        own = hidden.seats[seat]
        cards += cards_in(own.plain, own.trumps)
    talon_dealt_out = rules.gifts and table.result != PASSED
    cards += [] if talon_dealt_out else hidden.talon[: rules.talon_size].tolist()
    for seat in range(2 if rules.tableau else 0):
        covered = (p for p in range(TABLEAU) if not table.uncovered[seat] >> p & 1)
        cards += [int(hidden.tableau[seat, place]) for place in covered]
    return cards


def hands_before_play(state: State, players: int) -> list[set[str]]:
    """Return what each seat has played or still holds."""
    played, seats = played_by(state.table, players), state.hidden.seats
    return [
        {*played[seat], *names_in(seats[seat].plain, seats[seat].trumps)} for seat in range(players)
    ]


def check_tricks(options: Options, dealt: dict[str, Any], state: State) -> None:
    """Check the duties of play and the winners with the naive twin."""
    players, variant = options.players, options.excuse_variant
    tableaus = [Tableau(*rows) for rows in zip(dealt["lower"], dealt["upper"], strict=True)]
    hands = hands_before_play(state, players)
    for seat, tableau in enumerate(tableaus):
        hands[seat] -= {*tableau.lower, *tableau.upper}
    for leader, cards, winner in tricks_of(state.table, players):
        order = [(leader + turn) % players for turn in range(players)]
        for turn, (seat, card) in enumerate(zip(order, cards, strict=True)):
            playable = [*hands[seat], *(tableaus[seat].playable() if tableaus else [])]
            assert card in legal_cards(playable, cards[:turn], variant)
        for seat, card in zip(order, cards, strict=True):
            if card in hands[seat]:
                hands[seat].remove(card)
            else:
                tableaus[seat].remove(card)
        assert order[trick_winner(cards, variant)] == winner


def check_hand(runner: Runner, number: int) -> None:
    """Check one hand."""
    rules = runner.experiment.rules
    deal, state = runner.play(number, number % len(runner.cells))
    table = state.table
    assert sorted(cards_at_the_end(runner, state)) == list(rules.deck)
    if table.result == PASSED:
        assert table.trick == 0 and table.bids == rules.players
        return
    declarer = int(table.declarer)
    partners = [int(seat) for seat in table.partner[: table.partners]]
    assert sum(table.side[: rules.players] == DECLARING) == 1 + len(partners)
    chances = read_chances(table)
    order = [*order_of_partners(declarer, partners, rules.players), declarer]
    assert [seat for seat, _ in chances] == order
    taken = [rules.cells[table.cell].objective, *(to for _, to in chances if to)]
    assert [OBJECTIVES.index(to) for to in taken] == sorted({OBJECTIVES.index(to) for to in taken})
    assert taken[-1] == OBJECTIVES[table.objective]
    assert 0 < table.trick <= rules.tricks
    assert sum(seat_points(rules, table)) == 0
    check_tricks(naive_options(rules), read_deal(rules, deal), state)


@every_bidder
@every_policy
@every_kind
def test_every_hand_keeps_the_rules(kind: Kind, policy: str, bidder: str) -> None:
    runner = runner_of(kind, policy, bidder)
    for number in range(HANDS):
        check_hand(runner, number)


@pytest.mark.plain_python
@every_bidder
@every_policy
def test_every_policy_and_bidder_keeps_the_rules_in_a_few_hands(policy: str, bidder: str) -> None:
    for kind in KINDS:
        check_hand(runner_of(kind, policy, bidder), len(str(kind)))


@every_bidder
@every_policy
@every_kind
def test_tallies_do_not_depend_on_the_chunks(kind: Kind, policy: str, bidder: str) -> None:
    runner = runner_of(kind, policy, bidder)
    whole = runner(5, 60)
    parts = sum(runner(first, count) for first, count in ((5, 1), (25, 40), (6, 19)))
    assert (whole == parts).all()
    deals = whole[..., :OUTCOMES].sum()
    assert deals == 60 * (1 if runner.experiment.auction else len(runner.cells))


@every_bidder
@every_policy
def test_what_is_shown_is_what_is_counted(policy: str, bidder: str) -> None:
    for kind in KINDS:
        runner = runner_of(kind, policy, bidder)
        rows = 1 if runner.experiment.auction else len(runner.cells)
        told = np.zeros_like(runner(0, 1))
        for number in range(4):
            for row in range(rows):
                table = runner.play(number, row)[1].table
                if table.result == PASSED:
                    told[-1, 0, 0] += 1
                    continue
                in_auction = table.cell * len(OBJECTIVES) + table.objective
                tally = told[in_auction if runner.experiment.auction else row, table.declarer]
                tally[outcome(table.objective, table.abdicated, table.result == WON)] += 1
                tally[TRICKS] += table.trick
                tally[BY_TALON] += table.by_talon
        assert (runner(0, 4)[..., : BY_TALON + 1] == told[..., : BY_TALON + 1]).all()


@every_policy
@every_kind
def test_play_repeats_to_the_bit(kind: Kind, policy: str) -> None:
    first, again = (runner_of(kind, policy, FORCED, seed=77) for _ in range(2))
    for number in (0, 9, 1):
        row = number % len(first.cells)
        one, other = first.play(number, row)[1], again.play(number, row)[1]
        assert one.table.tobytes() == other.table.tobytes()
        assert one.hidden.tobytes() == other.hidden.tobytes()


@every_policy
@every_kind
def test_no_space_is_owned_by_both_sides(kind: Kind, policy: str) -> None:
    runner = runner_of(kind, policy, FORCED, play_on=True)
    for number in range(10):
        owned = owners(runner.play(number, number % len(runner.cells))[1].table)
        assert set(owned) <= set(SIDES)


# A game, bid and decision in which each kind of decision is asked.
ASKED = {
    BID: (Kind(4), None),
    CALL: (Kind(4), {"team": "duo"}),
    DISCARD: (Kind(3), {"exchange": True}),
    GIFT_CARD: (Kind(6), {"exchange": True}),
    GIFT_RECEIVER: (Kind(6), {"exchange": True}),
    RAISE: (Kind(4), {"objective": "bridge"}),
    ABDICATE: (Kind(5), {"objective": "bridge", "team": "duo"}),
    CARD: (Kind(4), {}),
    TALON_PICK: (Kind(2), {}),
}


LOWEST_ILLEGAL, EXACTLY, SHIFTED = range(3)


@entry(DECIDE_SIGNATURE)
def cheat(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Choose something illegal in decisions of the kind ``params[0]``; count how often."""
    action = nth_card(legal, below(key, size(legal)))
    if kind != params[0]:
        return action
    scratch[0] += 1
    if params[1] == EXACTLY:
        return np.int64(params[2])
    if params[1] == SHIFTED:
        return action + np.int64(params[2])
    action = 0
    while contains(legal, action):
        action += 1
    return action


def error_of_cheating(kind: int, way: int, number: int) -> tuple[str, int]:
    """Play hands until a decision of a kind is asked; return the error and the deal's number."""
    game, bid = ASKED[kind]
    options = {"auction": True} if bid is None else {"raises": True}
    runner = random_runner(game.rules(), play_on=True, **options)
    params = np.array([[kind, way, number]] * ROLES, np.float64)
    scratch = np.zeros((MAX_PLAYERS, 1), np.uint8)
    runner.choosers = Choosers((cheat, cheat, cheat), params, scratch)
    row = 0 if bid is None else cell_rows(game.rules(), **bid)[0]
    deal = 0
    while not scratch.any():
        try:
            runner.play(deal, row)
        except PolicyError as error:
            assert scratch.sum() == 1, "only the second illegal action was noticed"
            return str(error), deal
        deal += 1
    raise AssertionError("the illegal action was taken")


def check_message(kind: int, told: tuple[str, int]) -> None:
    """Check that an error is one line that names policy or bidder, deal, seat and decision."""
    text, deal = told
    assert "\n" not in text
    assert f"{'bidder' if kind == BID else 'policy'} random" in text
    assert f"deal {deal}" in text and "seat " in text and KIND_NAMES[kind] in text


every_decision = pytest.mark.parametrize("kind", range(len(KIND_NAMES)), ids=KIND_NAMES)


@every_decision
def test_an_illegal_action_is_told_in_one_line(kind: int) -> None:
    check_message(kind, error_of_cheating(kind, LOWEST_ILLEGAL, 0))


@pytest.mark.parametrize("action", [-1, -2, -64, 78, 255, 10**6])
@every_decision
def test_an_action_that_is_none_is_illegal(kind: int, action: int) -> None:
    check_message(kind, error_of_cheating(kind, EXACTLY, action))


@pytest.mark.parametrize("shift", [-128, -78, 128, 2**32, 2**40])
@every_decision
def test_no_number_passes_for_a_legal_action(kind: int, shift: int) -> None:
    check_message(kind, error_of_cheating(kind, SHIFTED, shift))


@pytest.mark.parametrize("action", [-1, 0])  # S1 is not in the deck
def test_a_chunk_with_an_illegal_action_is_no_result(action: int) -> None:
    runner = plant(random_runner(Kind(3).rules()), DISCARD, [action])
    with pytest.raises(PolicyError, match=r"deal 7, seat ., discard 0"):
        runner(7, 10)


def test_an_illegal_card_late_in_a_hand_is_told_with_its_trick() -> None:
    runner = plant(random_runner(Kind(4).rules(), seat=0), CARD, [])
    runner.choosers.params[DECLARING, 1 : 1 + 3] = [RANDOM, RANDOM, 0]  # S1 is not in the deck
    row = cell_rows(Kind(4).rules(), team="solo")[0]
    with pytest.raises(PolicyError, match=r"policy random .* deal 0, seat 0, card 2"):
        runner.play(0, row)
