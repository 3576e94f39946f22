"""Placing counters, the talon, and the end of a hand: rulebook 6 and 7; against the naive twin."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from helpers import (
    KINDS,
    RESULTS,
    SIDES,
    Kind,
    cell_rows,
    every_kind,
    ids,
    names,
    owners,
    plant,
    play_trick,
    random_runner,
    tricks_of,
)
from naive.claims import claims_of_talon, claims_of_trick
from naive.formations import made
from naive.play import verdict
from naive.record import Hand, Options
from naive.tricks import trick_winner

from plateau_sim.cards import IDS, NAMES
from plateau_sim.plateau.bids import OBJECTIVES, Objective
from plateau_sim.plateau.board import SPACES, mask_of
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import Layout, standard_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.state import (
    DECLARING,
    DEFENDING,
    LOST,
    MAX_PLAYERS,
    OPEN,
    WON,
    State,
    new_state,
)
from plateau_sim.plateau.view import TALON_PICK

LAYOUTS, TRICKS = 40, 50  # of each of the six kinds below
HANDS = 300  # of each of the eleven kinds
GAMES = (Kind(3), Kind(4), Kind(5), Kind(6), Kind(4, True, True), Kind(6, False, True))


def draw_layout(rules: GameRules, rng: random.Random) -> Layout:
    """Return a legal layout of tricks and any cards of the deck."""
    tokens = [f"trick{number}" for number in range(1, rules.tricks + 1)]
    tokens += [NAMES[card] for card in rules.deck]
    return Layout("drawn", tuple(rng.sample(tokens, SPACES)))


def claim(state: State, trick: int, cards: list[int], sides: list[int]) -> list[str | None]:
    """Let seat 0 lead to a trick of these cards; return who owns each space then."""
    state.table.owned[:] = 0
    state.table.side[: len(sides)] = sides
    empty = np.zeros((MAX_PLAYERS, 2), np.uint64)
    play_trick(state, trick, empty, np.array(cards), 0, empty.copy())
    return owners(state.table)


@pytest.mark.parametrize("kind", GAMES, ids=str)
def test_the_claims_of_a_trick_agree_with_the_naive_twin(kind: Kind) -> None:
    rng, rules = random.Random(f"claims {kind}"), kind.rules()
    for _ in range(LAYOUTS):
        layout = draw_layout(rules, rng)
        state = new_state(game_record(rules, layout, play_on=True))
        tokens = set(ids(" ".join(token for token in layout.tokens if token in IDS)))
        likely = [card for card in rules.deck if card in tokens or rng.random() < 0.3]
        for _ in range(TRICKS):
            cards = rng.sample(likely, kind.players)
            sides = [rng.randrange(2) for _ in cards]
            trick = rng.randrange(rules.tricks - 1)
            told: list[str | None] = [None] * SPACES
            place = trick_winner(names(cards), kind.excuse_variant)
            for space, side in claims_of_trick(
                layout.tokens,
                trick + 1,
                names(cards),
                [SIDES[side] for side in sides],
                place,
                kind.excuse_variant,
            ):
                told[space] = side
            assert claim(state, trick, cards, sides) == told


def naive_end(runner: Runner, state: State) -> Hand:
    """Return the board that the naive twin makes of the tricks played and the talon turned."""
    rules, table = runner.experiment.rules, state.table
    options = Options(rules.players, rules.full_deck, rules.excuse_variant)
    dealt: Any = None
    hand = Hand(options, runner.experiment.layout.tokens, dealt)
    hand.objective = OBJECTIVES[table.objective]
    for number, (leader, cards, winner) in enumerate(tricks_of(table, rules.players), 1):
        order = [(leader + turn) % rules.players for turn in range(rules.players)]
        place = trick_winner(cards, rules.excuse_variant)
        assert order[place] == winner
        sides = [SIDES[table.side[seat]] for seat in order]
        hand.place(claims_of_trick(hand.layout, number, cards, sides, place, rules.excuse_variant))
    turned = [SIDES[side] for side in table.turned_side[: table.turned]]
    cards = names(table.turned_card[: table.turned])
    hand.place(claims_of_talon(hand.layout, list(zip(cards, turned, strict=True))))
    return hand


@every_kind
def test_the_claims_of_a_hand_agree_with_the_naive_twin(kind: Kind) -> None:
    rng, rules = random.Random(f"ends {kind}"), kind.rules()
    runner = random_runner(rules, seed=rng.randrange(2**63), layout=draw_layout(rules, rng))
    for number in range(HANDS):
        _, state = runner.play(number, rng.randrange(len(rules.cells)))
        hand = naive_end(runner, state)
        assert owners(state.table) == hand.owners
        if number % 10 == 0:
            assert verdict(hand) == RESULTS[int(state.table.result)]


def four_players(**moved: str) -> State:
    """Return a state of four players on the standard board with some tokens replaced."""
    rules = Kind(4).rules()
    layout = standard_layout(rules).exchanged("changed", moved)
    return new_state(game_record(rules, layout, play_on=True))


def spaces_claimed(state: State, trick: int, cards: str, sides: list[int]) -> dict[str, str]:
    """Return the claimed tokens of the standard board and who has them."""
    tokens = standard_layout(Kind(4).rules()).tokens
    owned = claim(state, trick - 1, ids(cards), sides)
    return {token: side for token, side in zip(tokens, owned, strict=True) if side}


def test_the_winner_claims_the_space_of_the_trick_and_of_its_cards() -> None:
    claimed = spaces_claimed(four_players(), 5, "HR H10 HV T21", [1, 1, 1, 0])
    assert claimed == dict.fromkeys(("trick5", "HR", "HV", "T21"), "defending")


def test_cards_without_a_token_claim_nothing() -> None:
    claimed = spaces_claimed(four_players(), 1, "H7 H8 H9 T15", [1, 0, 0, 1])
    assert claimed == {"trick1": "declaring"}


def test_a_trick_whose_number_has_no_token_claims_no_trick_space() -> None:
    state = four_players(trick2="T7")
    assert spaces_claimed(state, 2, "H8 H10 H9 S7", [1, 0, 0, 1]) == {}
    assert spaces_claimed(state, 1, "H8 T7 H9 S7", [0, 1, 0, 0]).keys() == {"trick1", "trick2"}


def test_the_star_goes_to_who_played_the_excuse_in_its_variant() -> None:
    rules = Kind(4, True, True).rules()
    layout = Layout("four", standard_layout(Kind(4).rules()).tokens)
    state = new_state(game_record(rules, layout, play_on=True))
    assert spaces_claimed(state, 1, "HR EX HV H2", [0, 1, 0, 0]) == {
        "trick1": "defending",
        "HR": "defending",
        "HV": "defending",
        "EX": "declaring",
    }
    assert spaces_claimed(state, 1, "EX HR HV H2", [0, 1, 0, 0])["EX"] == "defending"
    assert spaces_claimed(state, 1, "HV EX H3 H2", [1, 1, 0, 0])["EX"] == "declaring"


def test_the_excuse_wins_its_space_as_the_highest_trump_without_the_variant() -> None:
    claimed = spaces_claimed(four_players(), 1, "HR EX HV T21", [0, 1, 0, 0])
    assert claimed == dict.fromkeys(("trick1", "HR", "HV", "T21", "EX"), "declaring")


@pytest.mark.parametrize(
    ("side", "objective", "owned", "result"),
    [
        (DECLARING, "bridge", [18, 33, 36, 30, 24, 9], WON),  # the line below the star's corner
        (DEFENDING, "six_sides", [1, 2, 3], LOST),  # the side next to it
    ],
)
def test_the_star_alone_may_decide_the_hand(
    side: int, objective: Objective, owned: list[int], result: int
) -> None:
    rules = Kind(6, excuse_variant=True).rules()
    layout = standard_layout(rules).exchanged("star on top", {"T1": "EX", "EX": "T1"})
    state = new_state(game_record(rules, layout))
    state.table.objective = OBJECTIVES.index(objective)
    state.table.side[:] = [1 - side, side, 0, 0, 1, 1]
    empty = np.zeros((MAX_PLAYERS, 2), np.uint64)
    for cards, expected in (("HR H2 H3 H4 H5 H6", OPEN), ("HR EX H3 H4 H5 H6", result)):
        state.table.owned[:] = 0
        state.table.owned[side] = mask_of(owned)
        assert play_trick(state, 3, empty, np.array(ids(cards)), 0, empty.copy()) == 0
        assert state.table.result == expected


@every_kind
def test_at_the_very_end_every_space_is_claimed(kind: Kind) -> None:
    runner = random_runner(kind.rules(), seed=2, play_on=True)
    for number in range(100):
        _, state = runner.play(number, number % len(runner.cells))
        assert None not in owners(state.table)


@pytest.mark.parametrize("kind", [k for k in KINDS if 3 <= k.players <= 5], ids=str)
def test_the_opposing_team_claims_the_whole_talon(kind: Kind) -> None:
    rules = kind.rules()
    runner = random_runner(rules, seed=3, play_on=True)
    for number in range(50):
        _, state = runner.play(number, number % len(runner.cells))
        turned = list(state.table.turned_card[: state.table.turned])
        assert turned == list(state.hidden.talon[: rules.talon_size])
        assert set(state.table.turned_side[: state.table.turned]) == {DEFENDING}


@every_kind
def test_the_talon_is_turned_only_if_the_hand_is_open_after_the_last_trick(kind: Kind) -> None:
    rules, by_talon = kind.rules(), 0
    runner = random_runner(rules, seed=4)
    for number in range(400):
        table = runner.play(number, number % len(runner.cells))[1].table
        assert bool(table.turned) == bool(table.by_talon)
        assert table.trick == rules.tricks or not table.by_talon
        by_talon += table.by_talon
    assert (by_talon > 0) == (kind.players != 6)


def two_player_ends(pick: int) -> list[State]:
    """Return hands played on to the pick of the last talon cards, the first or second of them."""
    runner, ends = random_runner(Kind(2).rules(), seed=5, play_on=True), []
    for number in range(40):
        deal, _ = runner.play(number, 1)  # no exchange: the talon is as dealt
        card = int(deal.talon[2 + pick])
        again = plant(random_runner(Kind(2).rules(), seed=5, play_on=True), TALON_PICK, [card])
        ends.append(again.play(number, 1)[1])
    return ends


@pytest.mark.parametrize("pick", [0, 1])
def test_of_the_last_talon_cards_the_last_tricks_winner_picks_one(pick: int) -> None:
    for state in two_player_ends(pick):
        table, talon = state.table, state.hidden.talon
        picker = int(table.side[table.winner[15]])
        assert list(table.turned_card[:4]) == [*talon[:2], talon[2 + pick], talon[3 - pick]]
        assert list(table.turned_side[:4]) == [DEFENDING, DEFENDING, picker, 1 - picker]


def test_two_players_turn_the_last_pair_only_if_the_first_decides_nothing() -> None:
    runner = random_runner(Kind(2).rules(), seed=6)
    turned = {int(runner.play(n, n % 10)[1].table.turned) for n in range(1500)}
    assert turned == {0, 2, 4}


@every_kind
def test_a_hand_ends_with_the_first_trick_that_decides_it(kind: Kind) -> None:
    rules = kind.rules()
    runner = random_runner(rules, seed=7)
    for number in range(40):
        _, state = runner.play(number, number % len(runner.cells))
        table = state.table
        if table.by_talon:
            continue
        assert verdict(naive_end(runner, state)) is not None
        table.trick -= 1
        assert verdict(naive_end(runner, state)) is None


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_hand_is_lost_when_all_the_spaces_left_could_not_save_it(objective: Objective) -> None:
    rules = Kind(4).rules()
    runner, row = random_runner(rules, seed=8), cell_rows(rules, objective=objective)[0]
    lost = 0
    for number in range(100):
        table = runner.play(number, row)[1].table
        owned = owners(table)
        not_theirs = [space for space in range(SPACES) if owned[space] != SIDES[DEFENDING]]
        assert made(objective, not_theirs) == (table.result == WON)
        lost += table.result == LOST and len(not_theirs) > owned.count(SIDES[DECLARING])
    assert lost > 0
