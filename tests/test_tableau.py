"""The tableau of two players: rulebook 1 and 6, rulings 4; against the naive twin."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
from helpers import Kind, ids, names, names_in, played_by, random_runner, read_deal, words_of
from naive.tableau import Tableau
from naive.tricks import legal_cards
from numba import types

from plateau_sim.cards import IDS, NAMES
from plateau_sim.jit import entry
from plateau_sim.kernels.bits import NONE, nth_card, size, words
from plateau_sim.kernels.rng import below, subkey
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.marks import FACE_DOWN, LOWER_ROW, NO_CARD, TABLEAU
from plateau_sim.plateau.state import STATE_TYPE, State, new_state
from plateau_sim.plateau.tableau import make_upper_row_playable, show, take_from, uncover

GAMES, TRICKS = 5000, 14  # two tableaus a game
FROM_HAND = 4  # one card in so many does not come from the tableau
ANY, NOTHING = -1, -2


@entry(
    types.void(
        STATE_TYPE,
        types.uint64,
        types.int64[:, ::1],
        types.uint64[:, :, ::1],
        types.uint8[:, :, ::1],
    )
)
def _play_down(state: Any, key: Any, chosen: Any, playable: Any, shown: Any) -> None:
    """Play cards off both tableaus; write what can be played and seen before each trick."""
    for seat in range(2):
        state.hidden.seats[seat].plain = NONE
        state.hidden.seats[seat].trumps = NONE
    show(state)
    make_upper_row_playable(state)
    for trick in range(chosen.shape[0]):
        for seat in range(2):
            own = state.hidden.seats[seat]
            playable[trick, seat, 0] = own.plain
            playable[trick, seat, 1] = own.trumps
            for place in range(TABLEAU):
                shown[trick, seat, place] = state.table.tableau[seat, place]
        for seat in range(2):
            own = state.hidden.seats[seat]
            cards = own.plain, own.trumps
            draw = subkey(key, 2 * trick + seat)
            if chosen[trick, seat] == ANY:
                from_hand = size(cards) == NONE or below(subkey(draw, 1), FROM_HAND) == NONE
                chosen[trick, seat] = (
                    NOTHING if from_hand else nth_card(cards, below(draw, size(cards)))
                )
            if chosen[trick, seat] != NOTHING:
                card = chosen[trick, seat]
                plain, trumps = words(card)
                own.plain ^= plain
                own.trumps ^= trumps
                take_from(state.table, seat, card)
        uncover(state)


def two_player_state() -> State:
    """Return a state of the two-player game."""
    rules = Kind(2).rules()
    return new_state(game_record(rules, standard_layout(rules)))


def play_down(
    state: State, rows: list[list[int]], chosen: npt.NDArray[np.int64], key: int
) -> tuple[Any, Any]:
    """Play cards off these tableaus; return what can be played and what is seen by trick, seat."""
    tricks = len(chosen)
    playable = np.zeros((tricks, 2, 2), np.uint64)
    shown = np.zeros((tricks, 2, TABLEAU), np.uint8)
    state.hidden.tableau[:] = rows
    _play_down(state, key, chosen, playable, shown)
    return playable, shown


def check_seat(row: list[int], chosen: list[int], playable: Any, shown: Any) -> None:
    """Compare one tableau with the naive twin, before each trick."""
    cards = [NAMES[card] for card in row]
    tableau = Tableau(cards[:LOWER_ROW], cards[LOWER_ROW:])
    for trick, card in enumerate(chosen):
        assert tuple(playable[trick]) == words_of(tableau.playable())
        seen = {NAMES[seen] for seen in shown[trick].tolist() if seen < FACE_DOWN}
        assert seen == set(tableau.face_up())
        if card != NOTHING:
            tableau.remove(NAMES[card])


def test_what_is_uncovered_agrees_with_the_naive_twin() -> None:
    rng, state = random.Random("tableaus"), two_player_state()
    deck = list(Kind(2).rules().deck)
    for _ in range(GAMES):
        cards = rng.sample(deck, 2 * TABLEAU)
        rows = [cards[:TABLEAU], cards[TABLEAU:]]
        chosen = np.full((TRICKS, 2), ANY)
        playable, shown = play_down(state, rows, chosen, rng.getrandbits(64))
        for seat, row in enumerate(rows):
            check_seat(row, chosen[:, seat].tolist(), playable[:, seat], shown[:, seat])


LOWER, UPPER = "S10 SV SC SD SR", "H10 HV HC HD"
OTHER = "D10 DV DC DD DR C10 CV CC CD"


def seen_after(*played: str) -> tuple[list[str], list[str]]:
    """Return the playable cards and the lower row as seen after tricks with these cards."""
    chosen = np.full((len(played) + 1, 2), NOTHING)
    chosen[: len(played), 0] = [IDS[card] for card in played]
    rows = [ids(f"{LOWER} {UPPER}"), ids(OTHER)]
    playable, shown = play_down(two_player_state(), rows, chosen, 0)
    marks = {FACE_DOWN: "?", NO_CARD: "-"}
    lower = [marks.get(card) or NAMES[card] for card in shown[-1, 0, :LOWER_ROW].tolist()]
    return names_in(*playable[-1, 0]), lower


def test_at_first_the_upper_row_can_be_played_and_three_cards_lie_face_down() -> None:
    assert seen_after() == (UPPER.split(), ["?", "SV", "?", "SD", "?"])


def test_the_outer_lower_cards_are_covered_by_one_card() -> None:
    assert seen_after("H10") == (["S10", "HV", "HC", "HD"], ["S10", "SV", "?", "SD", "?"])
    assert seen_after("HD") == (["SR", "H10", "HV", "HC"], ["?", "SV", "?", "SD", "SR"])


def test_an_inner_lower_card_is_uncovered_when_both_cards_on_it_are_gone() -> None:
    assert "SC" not in seen_after("HV")[0]
    assert seen_after("HV", "HC") == (["SC", "H10", "HD"], ["?", "SV", "SC", "SD", "?"])


def test_a_face_up_card_that_is_covered_is_seen_but_cannot_be_played() -> None:
    playable, lower = seen_after("HV")
    assert lower[1] == "SV" and "SV" not in playable


def test_a_played_lower_card_is_gone() -> None:
    assert seen_after("H10", "S10") == (["HV", "HC", "HD"], ["-", "SV", "?", "SD", "?"])


def test_all_sixteen_cards_of_a_player_are_played() -> None:
    runner = random_runner(Kind(2).rules(), seed=1, play_on=True)
    for number in range(50):
        deal, state = runner.play(number, number % 10)
        played = played_by(state.table, 2)
        assert [len(set(cards)) for cards in played] == [16, 16]
        assert (state.table.tableau == NO_CARD).all()
        for seat in range(2):
            assert set(names(deal.tableau[seat])) <= set(played[seat])


def test_the_duty_to_follow_is_judged_on_the_hand_and_the_uncovered_cards() -> None:
    runner = random_runner(Kind(2).rules(), seed=2, play_on=True)
    held_back = 0
    for number in range(200):
        deal, state = runner.play(number, 1)  # no exchange: hands as dealt
        dealt = read_deal(runner.experiment.rules, deal)
        tableaus = [Tableau(*rows) for rows in zip(dealt["lower"], dealt["upper"], strict=True)]
        hands, leader = dealt["hands"], 0
        for trick in range(16):
            cards = names(state.table.played[trick, :2])
            for turn, card in enumerate(cards):
                seat = (leader + turn) % 2
                playable = hands[seat] + tableaus[seat].playable()
                assert card in legal_cards(playable, cards[:turn])
                covered = {*tableaus[seat].lower, *tableaus[seat].upper} - {None, *playable}
                if turn and card[0] != cards[0][0]:
                    held_back += any(str(c)[0] == cards[0][0] for c in covered)
            for turn, card in enumerate(cards):
                seat = (leader + turn) % 2
                if card in hands[seat]:
                    hands[seat].remove(card)
                else:
                    tableaus[seat].remove(card)
            leader = int(state.table.winner[trick])
    assert held_back > 50
