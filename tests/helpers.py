"""Games, planted policies and readings of a hand that several test files share.

The naive twins speak of cards and objectives by name, of sides as "declaring" and "defending".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from naive.record import Hand, Options
from numba import types

from plateau_sim.cards import IDS, NAMES, card_set, cards_in
from plateau_sim.jit import COMPILED, entry
from plateau_sim.kernels.bits import nth_card, size
from plateau_sim.kernels.rng import below, subkey
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell, value_of
from plateau_sim.plateau.board import SPACES, spaces_of
from plateau_sim.plateau.choosers import POLICIES
from plateau_sim.plateau.claims import start_trick
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.marks import LOWER_ROW, NO_CARD
from plateau_sim.plateau.play import apply_card, legal_plays
from plateau_sim.plateau.playing import Choosers
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.scoring import points
from plateau_sim.plateau.state import (
    DECIDE_SIGNATURE,
    DECLARING,
    FROM_TALON,
    LOST,
    MAX_PLAYERS,
    PASSED,
    ROLES,
    STATE_TYPE,
    WON,
    State,
)
from plateau_sim.plateau.view import BID, RAISE

SIDES = ("defending", "declaring")
# Without compilation a searched hand takes half a minute.
QUICK_POLICIES = [
    {"search": "search:2"}.get(name, name) for name in POLICIES if COMPILED or name != "search"
]
"""Every policy by name, those that can be weaker and quicker as weak as may be."""
RESULTS = {WON: "won", LOST: "lost", PASSED: "passed"}


@dataclass(frozen=True)
class Kind:
    """A game as far as its cards go."""

    players: int
    full_deck: bool = False
    excuse_variant: bool = False

    def __str__(self) -> str:
        return f"{self.players}{'-full' * self.full_deck}{'-excuse' * self.excuse_variant}"

    def rules(self, **options: bool) -> GameRules:
        """Return the rules of this game."""
        cards = {"full_deck": self.full_deck, "excuse_variant": self.excuse_variant}
        return GameRules.published(self.players, **cards, **options)


KINDS = (
    *(Kind(players) for players in range(2, 7)),
    *(Kind(players, full_deck=True) for players in (3, 4, 5)),
    *(Kind(players, players < 6, excuse_variant=True) for players in (4, 5, 6)),
)
every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)


def naive_options(rules: GameRules) -> Options:
    """Return rules as the naive twin names them."""
    return Options(
        players=rules.players,
        full_deck=rules.full_deck,
        excuse_variant=rules.excuse_variant,
        positive_only=rules.positive_only,
        counter_sabotage=rules.counter_sabotage,
        strict_formations=rules.strict_formations,
    )


def random_runner(rules: GameRules, **options: Any) -> Runner:
    """Return a runner in which everybody decides at random."""
    chosen = {"declaring": "random", "defending": "random", "bidder": "random", **options}
    return Runner(Experiment(rules, **chosen))


def cell_rows(rules: GameRules, **wanted: Any) -> list[int]:
    """Return the numbers of the bid cells with these attributes."""
    return [
        row
        for row, cell in enumerate(rules.cells)
        if all(getattr(cell, name) == value for name, value in wanted.items())
    ]


def ids(text: str) -> list[int]:
    """Return the ids of cards written in one line."""
    return [IDS[name] for name in text.split()]


def words_of(cards: Iterable[str]) -> tuple[int, int]:
    """Return the words of a set of cards."""
    return card_set(IDS[card] for card in cards)


def names_in(plain: int, trumps: int) -> list[str]:
    """Return the names of the cards of a set, in ascending order."""
    return [NAMES[card] for card in cards_in(plain, trumps)]


def names(cards: Iterable[int]) -> list[str]:
    """Return the names of cards, up to the first that is none."""
    found: list[str] = []
    for card in cards:
        if card == NO_CARD:
            break
        found.append(NAMES[card])
    return found


RANDOM = 999
"""In a script: decide at random."""
_SCRIPT = 80


@entry(DECIDE_SIGNATURE)
def scripted(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Take the script's next action in decisions of its kind ``params[0]``; else any legal one."""
    table = view.table
    place = table.ordinal
    if kind == RAISE:
        place = table.chance
    elif kind == BID:
        place = table.bids
    if kind == params[0] and place < _SCRIPT:
        action = np.int64(params[1 + place])
        if action != RANDOM:
            return action
    return nth_card(legal, below(key, size(legal)))


def plant(runner: Runner, kind: int, actions: Sequence[int]) -> Runner:
    """Let everybody follow a script: in decisions of a kind take these actions, then any."""
    params = np.full((ROLES, 1 + _SCRIPT), RANDOM, np.float64)
    params[:, 0] = kind
    params[:, 1 : 1 + len(actions)] = actions
    scratch = np.zeros((MAX_PLAYERS, 1), np.uint8)
    runner.choosers = Choosers((scripted, scripted, scripted), params, scratch)
    return runner


@entry(
    types.int64(
        STATE_TYPE,
        types.int64,
        types.uint64[:, ::1],
        types.int64[::1],
        types.uint64,
        types.uint64[:, ::1],
    )
)
def play_trick(state: Any, trick: Any, hands: Any, cards: Any, key: Any, legal: Any) -> Any:
    """Play one trick, seat 0 leading; return the winner.

    Parameters
    ----------
    state
        Its board decides whether the hand ends, unless decided hands go on.
    trick
        Which trick, from 0; not the last.
    hands
        Words of each seat's hand.
    cards
        What is played; -1 is replaced by any legal card.
    key
        For these choices.
    legal
        Gets the words of what each seat might have played.
    """
    state.table.trick = trick
    start_trick(state.table, 0)
    for turn in range(state.game.players):
        own = state.hidden.seats[turn]
        own.plain = hands[turn, 0]
        own.trumps = hands[turn, 1]
        allowed = legal_plays(state)
        legal[turn, 0] = allowed[0]
        legal[turn, 1] = allowed[1]
        if cards[turn] < 0:
            cards[turn] = nth_card(allowed, below(subkey(key, turn), size(allowed)))
        apply_card(state, cards[turn])
    return np.int64(state.table.winner[trick])


def owners(table: Any) -> list[str | None]:
    """Return which side owns each space."""
    found: list[str | None] = [None] * SPACES
    for side, name in enumerate(SIDES):
        for space in spaces_of(table.owned[side]):
            assert found[space] is None, "two sides own a space"
            found[space] = name
    return found


def tricks_of(table: Any, players: int) -> list[tuple[int, list[str], int]]:
    """Return leader, cards and winner of each trick played."""
    leader, tricks = 0, []
    for trick in range(table.trick):
        winner = int(table.winner[trick])
        tricks.append((leader, names(table.played[trick, :players]), winner))
        leader = winner
    return tricks


def played_by(table: Any, players: int) -> list[list[str]]:
    """Return the cards that each seat has played."""
    played: list[list[str]] = [[] for _ in range(players)]
    for leader, cards, _ in tricks_of(table, players):
        for turn, card in enumerate(cards):
            played[(leader + turn) % players].append(card)
    return played


def read_calls(table: Any) -> list[tuple[str, int | None]]:
    """Return the calls of partners: card, and holder or None."""
    holders = [None if holder < 0 else int(holder) for holder in table.call_holder[: table.calls]]
    return list(zip(names(table.call_card[: table.calls]), holders, strict=True))


def read_chances(table: Any) -> list[tuple[int, str | None]]:
    """Return the chances to raise: seat, and objective or None."""
    raised = [OBJECTIVES[to] if to else None for to in table.raise_to[: table.chances]]
    return [(int(table.chance_seat[place]), to) for place, to in enumerate(raised)]


def read_talon_dealt(table: Any, hidden: Any, players: int) -> list[tuple[int, str]]:
    """Return who was dealt which talon card, from the declarer's left on."""
    order = [(int(table.declarer) + step) % players for step in range(1, players + 1)]
    return [
        (seat, NAMES[hidden.seats[seat].got])
        for seat in order
        if hidden.seats[seat].got_from == FROM_TALON
    ]


def seat_points(rules: GameRules, table: Any) -> list[int]:
    """Return the points of each seat."""
    cell = rules.cells[table.cell]
    won = bool(table.result == WON)
    declarer, partner, opponent = points(rules, PARTNERS[cell.team], won, final_value(rules, table))
    scorer = table.partner[0] if table.abdicated else table.declarer
    return [
        declarer if seat == scorer else partner if table.side[seat] == DECLARING else opponent
        for seat in range(rules.players)
    ]


def final_value(rules: GameRules, table: Any) -> int:
    """Return the value of the bid with its objective as raised."""
    cell = rules.cells[table.cell]
    return value_of(rules.players, BidCell(cell.exchange, OBJECTIVES[table.objective], cell.team))


def read_deal(rules: GameRules, deal: Any) -> dict[str, Any]:
    """Return the cards as dealt."""
    seats = range(rules.players)
    rows = [names(deal.tableau[seat]) for seat in seats] if rules.tableau else []
    return {
        "hands": [names_in(deal.plain[seat], deal.trumps[seat]) for seat in seats],
        "lower": [row[:LOWER_ROW] for row in rows],
        "upper": [row[LOWER_ROW:] for row in rows],
        "talon": names(deal.talon[: rules.talon_size]),
    }


def told_deal(dealt: Any) -> dict[str, Any]:
    """Return the naive twin's cards as dealt, in the same words."""
    return {
        "hands": [sorted(hand, key=IDS.__getitem__) for hand in dealt.hands],
        "lower": [list(row) for row in dealt.lower],
        "upper": [list(row) for row in dealt.upper],
        "talon": list(dealt.talon),
    }


def read_hand(experiment: Experiment, deal: Any, state: State) -> dict[str, Any]:
    """Return all that can be read off the end of a hand."""
    rules, table, hidden = experiment.rules, state.table, state.hidden
    told = {"result": RESULTS[int(table.result)], **read_deal(rules, deal)}
    if experiment.auction:
        spoken = zip(table.bid_seat, table.bid_action, strict=True)
        bids = [(int(seat), int(action) - 1 if action else None) for seat, action in spoken]
        told["auction"] = bids[: table.bids]
    if told["result"] == "passed":
        return told
    own = hidden.seats[table.declarer]
    return told | {
        "bid": (int(table.declarer), int(table.cell)),
        "calls": read_calls(table),
        "partners": [int(seat) for seat in table.partner[: table.partners]],
        "discards": names(own.discard),
        "gifts": list(zip((int(seat) for seat in table.gift_to), names(own.gift), strict=False)),
        "talon_dealt": read_talon_dealt(table, hidden, rules.players),
        "talon_left": [] if rules.gifts else names(hidden.talon[: rules.talon_size]),
        "chances": read_chances(table),
        "abdicated": bool(table.abdicated),
        "tricks": tricks_of(table, rules.players),
        "turned": [
            (NAMES[table.turned_card[place]], SIDES[table.turned_side[place]])
            for place in range(table.turned)
        ],
        "owners": owners(table),
        "by_talon": bool(table.by_talon),
        "objective": OBJECTIVES[table.objective],
        "value": final_value(rules, table),
        "points": seat_points(rules, table),
    }


def told_hand(hand: Hand) -> dict[str, Any]:
    """Return the naive twin's hand in the same words."""
    told = {"result": hand.result, **told_deal(hand.dealt)}
    if hand.auction:
        told["auction"] = hand.auction
    if hand.result == "passed":
        return told
    return told | {
        "bid": (hand.declarer, hand.cell),
        "calls": hand.calls,
        "partners": hand.partners,
        "discards": hand.discards,
        "gifts": hand.gifts,
        "talon_dealt": hand.talon_dealt,
        "talon_left": hand.talon,
        "chances": hand.increases,
        "abdicated": hand.abdicated,
        "tricks": [(trick.leader, list(trick.cards), trick.winner) for trick in hand.tricks],
        "turned": hand.talon_turned,
        "owners": hand.owners,
        "by_talon": hand.decided_by_talon,
        "objective": hand.objective,
        "value": hand.value,
        "points": hand.points,
    }
