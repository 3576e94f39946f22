"""Policy `tuned`: its weights, what it knows of called cards and shares, how it ends a hand."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from helpers import read_hand
from naive.claims import DECLARING, claims_of_trick, other_side
from naive.formations import can_still_be_made, made
from naive.tricks import legal_cards, trick_winner
from numba import types

from plateau_sim.cards import NAMES, cards_in, parse_card
from plateau_sim.jit import entry
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.policies.common import (
    BY_PLAYERS,
    BY_SEATS,
    MOST_SHARE,
    SHARE_STEPS,
    look,
    safe,
    sharper,
)
from plateau_sim.plateau.policies.others import known_to_hold
from plateau_sim.plateau.policies.weights import ROLES, SET, START, read_weights
from plateau_sim.plateau.rules import PLAYER_COUNTS, GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.state import GAME_TYPE, SEAT_TYPE, TABLE, TABLE_TYPE, View
from plateau_sim.pointers import rest_of, row_of, rows_of
from scripts import tune

DEALS = 150


def test_there_is_a_set_of_weights_for_each_player_count_and_role() -> None:
    assert read_weights().shape == (len(PLAYER_COUNTS) * len(ROLES) * SET,)
    assert np.isfinite(read_weights()).all()


def test_the_file_of_weights_is_what_the_script_writes() -> None:
    text = tune.PLACE.read_text("utf-8")
    assert tune.written(json.loads(text)) == text


def test_the_same_seed_gives_the_same_weights() -> None:
    start = [np.array(START), np.array(START)]
    found = [tune.tune(tune.Arena(3, 5), start, 3, 60, 5) for _ in range(2)]
    assert all((one == two).all() for one, two in zip(*found, strict=True))
    assert all((weights != START).any() for weights in found[0])


@entry(types.float64(types.float64[:, ::1], types.int64, types.int64))
def _element(rows: Any, start: Any, place: Any) -> Any:
    return rest_of(row_of(rows_of(rows), 1), start)[place]


@pytest.mark.plain_python
def test_the_rest_of_a_row_begins_where_it_is_told_to() -> None:
    rows = np.arange(20.0).reshape(2, 10)
    assert [_element(rows, start, 2) for start in (0, 3, 7)] == [12.0, 15.0, 19.0]


@entry(types.uint64(TABLE_TYPE, types.int64))
def _known(table: Any, seat: Any) -> Any:
    return known_to_hold(table, seat)


@pytest.mark.plain_python
def test_a_called_card_is_known_until_it_is_played() -> None:
    table = np.zeros(1, TABLE)[0]
    calls = [("SR", -1), ("HR", 2), ("CD", 2), ("DR", 0)]
    table["calls"] = len(calls)
    for place, (card, holder) in enumerate(calls):
        table["call_card"][place], table["call_holder"][place] = parse_card(card), holder

    def known(seat: int) -> list[str]:
        return [NAMES[card] for card in cards_in(int(_known(table, seat)), 0)]

    assert [sorted(known(seat)) for seat in range(4)] == [["DR"], [], ["CD", "HR"], []]
    table["gone_plain"] = 1 << parse_card("HR")
    assert known(2) == ["CD"]


def test_known_cards_are_in_the_hands_they_are_said_to_be_in() -> None:
    rules = GameRules.published(6)
    cells = tuple(cell for cell in rules.cells if cell.team == "trio")[:1]
    runner = Runner(Experiment(rules, cells=cells, declaring="tuned", defending="tuned"))
    seen = 0
    for number in range(20):
        _, state = runner.play(number)
        table, hidden = state.table, state.hidden
        for seat in range(6):
            known, dealt = int(_known(table, seat)), int(hidden.seats[seat].dealt_plain)
            assert known & ~int(hidden.seats[seat].plain) == 0
            assert known == int(table.called) & dealt & ~int(table.gone_plain)
            seen += int(table.called) & dealt != 0
    assert seen > 0


@entry(types.float64(types.int64, types.int64, types.int64))
def _chance(row: Any, higher: Any, suited: Any) -> Any:
    return safe(np.uint64(row), np.uint64(higher), np.uint64(suited))


@entry(types.int64(GAME_TYPE, TABLE_TYPE, SEAT_TYPE, types.float64, types.int64))
def _row(game: Any, table: Any, own: Any, share: Any, one: Any) -> Any:
    sight = sharper(look(View(game, table, own)), share, np.uint64(0))
    return np.int64(sight.one if one else sight.row)


def test_the_chance_to_be_beaten_is_that_of_hands_drawn_with_the_share() -> None:
    """Seats hold each unseen card independently: no card of the suit and a higher one beats."""
    runner = Runner(Experiment(GameRules.published(4)))
    _, state = runner.play(0)
    table, own = np.zeros(1, TABLE)[0], state.hidden.seats[0]
    table["declarer"], table["partner"], table["leader"] = 1, -1, 0
    for share in (0.0, 0.26, 0.4, 0.9):
        used = min(round(share * SHARE_STEPS), MOST_SHARE) / SHARE_STEPS
        one = _row(state.game, table, own, share, 1)
        for higher, suited in ((0, 0), (3, 0), (2, 4)):
            beaten = (1 - used) ** suited * (1 - (1 - used) ** higher)
            assert _chance(one, higher, suited) == pytest.approx(1 - beaten)
        # Seat 0 defends: of those after it only the declarer is an opponent.
        assert _row(state.game, table, own, share, 0) == one
    assert one % BY_PLAYERS == BY_SEATS


class Ending:
    """One hand of four players without exchange, told again trick by trick."""

    def __init__(self, setup: Experiment, hand: dict[str, Any]) -> None:
        team = {hand["bid"][0], *hand["partners"]}
        self.sides = [DECLARING if seat in team else other_side(DECLARING) for seat in range(4)]
        self.left = [set(cards) for cards in hand["hands"]]
        self.owned: dict[str, list[int]] = {DECLARING: [], other_side(DECLARING): []}
        self.setup, self.tricks = setup, 0

    def owned_after(self, leader: int, cards: list[str]) -> dict[str, list[int]]:
        """Return the spaces of both sides after a trick."""
        sides = [self.sides[(leader + turn) % 4] for turn in range(4)]
        tokens, number = self.setup.layout.tokens, self.tricks + 1
        claims = claims_of_trick(tokens, number, cards, sides, trick_winner(cards), False)
        return {
            side: [*spaces, *(space for space, whose in claims if whose == side)]
            for side, spaces in self.owned.items()
        }

    def decided_for(self, side: str, owned: dict[str, list[int]]) -> bool:
        """Tell whether the hand is decided for a side."""
        objective, own = self.setup.cells[0].objective, owned[DECLARING]
        if side == DECLARING:
            return made(objective, own, False)
        return not can_still_be_made(objective, own, owned[side], False)

    def choice(self, leader: int, cards: list[str]) -> tuple[str, set[bool], bool]:
        """Return the last seat's side, how its cards may end the hand, and how its card did."""
        last = (leader + 3) % 4
        side, *before = self.sides[last], *cards[:-1]
        options = legal_cards(sorted(self.left[last]), before, False)
        ends = [self.decided_for(side, self.owned_after(leader, [*before, c])) for c in options]
        return side, set(ends), self.decided_for(side, self.owned_after(leader, cards))

    def go_on(self, leader: int, cards: list[str]) -> None:
        """Take a trick."""
        self.owned = self.owned_after(leader, cards)
        self.tricks += 1
        for turn, card in enumerate(cards):
            self.left[(leader + turn) % 4].remove(card)


@pytest.mark.parametrize("role", ["declaring", "defending"])
def test_the_last_seat_of_a_trick_decides_the_hand_if_it_can(role: str) -> None:
    rules = GameRules.published(4)
    # Seven spaces stop a Bridge, four stop Six sides.
    objective = "bridge" if role == "declaring" else "six_sides"
    cells = tuple(c for c in rules.cells if c.objective == objective and not c.exchange)[:1]
    policies = {"declaring": "greedy", "defending": "greedy", role: "tuned"}
    setup = Experiment(rules, cells=cells, **policies)
    runner, wanted, could = Runner(setup), DECLARING, 0
    if role == "defending":
        wanted = other_side(DECLARING)
    for number in range(DEALS):
        hand = read_hand(setup, *runner.play(number))
        ending = Ending(setup, hand)
        for leader, cards, _ in hand["tricks"]:
            side, ends, decided = ending.choice(leader, cards)
            if side == wanted and len(ends) == 2:
                could += 1
                assert decided
            ending.go_on(leader, cards)
    assert could > 10
