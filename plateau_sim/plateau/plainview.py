"""Policies in plain Python: what marks one, and the readable view that it gets.

A view is read off copies of the three records that a compiled policy sees, so it holds no more than
they do, and whatever a policy does to it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import numpy as np

from plateau_sim.cards import CARDS, NAMES, SUITS, TRUMP_SUIT, cards_in
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell
from plateau_sim.plateau.board import BITS
from plateau_sim.plateau.marks import FACE_DOWN, NO_CARD
from plateau_sim.plateau.state import FROM_TALON, GAME, NONE_YET, SEAT, TABLE, View
from plateau_sim.plateau.view import ABDICATE, BID, CARD, GIFT_RECEIVER, KIND_NAMES, RAISE

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "plateau_sim_plain_policy"
_SIDES = ("defending", "declaring")
_TEAMS = {partners: team for team, partners in PARTNERS.items()}
_COVERED = "?"


def plain_policy(function: F) -> F:
    """Mark ``NAME(view, legal, rng)`` as a policy or bidder in plain Python (docs/policies.md)."""
    setattr(function, _MARK, True)
    return function


def is_plain(function: Any) -> bool:
    """Tell whether a function is marked by `plain_policy`."""
    return getattr(function, _MARK, False) is True


def _read(record: bytes, kind: np.dtype[Any]) -> Any:
    """Return a record whose fields are read by ``[name]``: much quicker than as attributes."""
    return np.frombuffer(record, np.dtype((np.void, kind)))[0]


class _Game:
    """The parts of a view that stay the same in all hands of a game."""

    def __init__(self, record: bytes) -> None:
        self.record = game = _read(record, GAME)
        count = int(game["cells"])
        columns = (game["cell_exchange"], game["cell_objective"], game["cell_partners"])
        self.cells = [
            BidCell(bool(exchange), OBJECTIVES[objective], _TEAMS[int(partners)])
            for exchange, objective, partners in zip(*(c[:count] for c in columns))
        ]
        self.values = dict(zip(self.cells, game["cell_value"][:count].tolist()))
        at = {int(word): NAMES[card] for card, word in enumerate(game["card_space"]) if word}
        at |= {int(word): f"trick{n}" for n, word in enumerate(game["trick_space"], 1) if word}
        self.tokens = [at.get(1 << bit, "") for bit in BITS]


_game = lru_cache(maxsize=8)(_Game)


class PlainView:
    """What one seat sees; seats count from forehand = 0, cards and tokens are names.

    Lists and dicts are made when first asked for; they are copies, free to be changed.

    Attributes
    ----------
    kind : str
        The decision: a name of `view.KIND_NAMES`.
    seat, players, tricks_in_all : int
    declarer : int or None
    partners : list of int
        As far as they are found, in the order found.
    bid : BidCell or None
        The bid in force.
    objective : str or None
        The declaring side's objective, raises included.
    """

    def __init__(self, game: bytes, table: bytes, own: bytes) -> None:
        self._game: Any = _game(game)
        self._table: Any = _read(table, TABLE)
        self._own: Any = _read(own, SEAT)
        rules = self._game.record
        self.kind = KIND_NAMES[self._table["kind"]]
        self.seat, self.players = int(self._own["seat"]), int(rules["players"])
        self.tricks_in_all = int(rules["tricks"])
        cell, declarer = int(self._table["cell"]), int(self._table["declarer"])
        self.bid: BidCell | None = None if cell == NONE_YET else self._game.cells[cell]
        self.declarer: int | None = None if declarer == NONE_YET else declarer
        self.objective = None if self.bid is None else OBJECTIVES[self._table["objective"]]
        self.partners: list[int] = self._table["partner"][: self._table["partners"]].tolist()

    @cached_property
    def sides(self) -> list[str | None]:
        """Side of each seat: "declaring", "defending"; None before there is a declarer."""
        if self.kind == KIND_NAMES[BID]:
            return [None] * self.players
        return [_SIDES[side] for side in self._table["side"][: self.players]]

    @property
    def side(self) -> str | None:
        """The own side."""
        return self.sides[self.seat]

    @cached_property
    def hand(self) -> list[str]:
        """The cards that the seat holds, a playable tableau card included."""
        return _names(cards_in(self._own["plain"], self._own["trumps"]))

    @cached_property
    def dealt(self) -> list[str]:
        """The hand as dealt."""
        return _names(cards_in(self._own["dealt_plain"], self._own["dealt_trumps"]))

    @cached_property
    def trick(self) -> list[tuple[int, str]]:
        """Seat and card of each play to the trick so far."""
        return self._plays(
            int(self._table["trick"]), int(self._table["leader"]), int(self._table["turn"])
        )

    @property
    def trick_number(self) -> int:
        """Number of the trick, from 1."""
        return int(self._table["trick"]) + 1

    @cached_property
    def tricks(self) -> list[tuple[int, list[tuple[int, str]]]]:
        """The finished tricks: the winner's seat, and seat and card of each play."""
        finished, leader = [], 0
        for number in range(int(self._table["trick"])):
            winner = int(self._table["winner"][number])
            finished.append((winner, self._plays(number, leader, self.players)))
            leader = winner
        return finished

    @property
    def led(self) -> str | None:
        """The suit to follow: S, H, D, C, T for trumps; None if any card may be led."""
        led = int(self._table["led"])
        return None if led == NONE_YET else (*SUITS, "T")[min(led, TRUMP_SUIT)]

    @property
    def winning(self) -> tuple[int, str] | None:
        """Seat and card that win the trick so far."""
        best = int(self._table["best_card"])
        return None if best == NONE_YET else (int(self._table["best_seat"]), NAMES[best])

    @property
    def tokens(self) -> list[str]:
        """The token of each of the 37 spaces, ring by ring, clockwise from the top."""
        return list(self._game.tokens)

    @cached_property
    def owners(self) -> dict[str, str | None]:
        """The side that owns the space of each token: "declaring", "defending" or None."""
        words = [int(word) for word in self._table["owned"]]
        owner = {}
        for token, bit in zip(self._game.tokens, BITS):
            side = [name for name, word in zip(_SIDES, words) if word >> bit & 1]
            owner[token] = side[0] if side else None
        owner.pop("", None)
        return owner

    @cached_property
    def unseen(self) -> list[str]:
        """Cards of the deck that may lie in other hands, face down or in the talon."""
        table, rules = self._table, self._game.record
        known = {*self.hand, *self.discards, *(card for row in self.tableau for card in row)}
        known |= {*_names(cards_in(table["gone_plain"], table["gone_trumps"]))}
        known |= {*_cards(table["turned_card"])}
        deck = _names(cards_in(rules["deck_plain"], rules["deck_trumps"]))
        return [name for name in deck if name not in known]

    @property
    def values(self) -> dict[BidCell, int]:
        """The value of each bid."""
        return dict(self._game.values)

    @cached_property
    def bids(self) -> list[tuple[int, BidCell | str]]:
        """Seat and bid (or "pass") of each turn in the auction."""
        table, count = self._table, int(self._table["bids"])
        said = [
            self._game.cells[a - 1] if a else "pass" for a in table["bid_action"][:count].tolist()
        ]
        return list(zip(table["bid_seat"][:count].tolist(), said))

    @cached_property
    def calls(self) -> list[tuple[str, int | None]]:
        """Each card called for a partner, and the seat that holds it (None: in the talon)."""
        count = int(self._table["calls"])
        holders = self._table["call_holder"][:count].tolist()
        seats = [None if holder == NONE_YET else holder for holder in holders]
        return list(zip(_cards(self._table["call_card"][:count]), seats))

    @cached_property
    def raises(self) -> list[tuple[int, str | None]]:
        """Seat and new objective (None: not raised) of each chance to raise that is over."""
        table, count = self._table, int(self._table["chance"])
        taken = [OBJECTIVES[to] if to else None for to in table["raise_to"][:count].tolist()]
        return list(zip(table["chance_seat"][:count].tolist(), taken))

    @property
    def abdicated(self) -> bool:
        """Whether the declarer has handed his role to the partner."""
        return bool(self._table["abdicated"])

    @property
    def taken(self) -> list[str]:
        """Cards that the seat took from the talon, as declarer."""
        return _cards(self._own["taken"])

    @property
    def discards(self) -> list[str]:
        """Cards that the seat laid away, as declarer."""
        return _cards(self._own["discard"])

    @property
    def gifts(self) -> list[str]:
        """Cards that the seat gave away, as declarer of six players."""
        return _cards(self._own["gift"])

    @property
    def got(self) -> tuple[str, int | str] | None:
        """The card that the seat was given, with its giver: a seat or "talon" (six players)."""
        if self._own["got"] == NO_CARD:
            return None
        giver = int(self._own["got_from"])
        return NAMES[self._own["got"]], "talon" if giver == FROM_TALON else giver

    @property
    def tableau(self) -> list[list[str]]:
        """Two players: the cards before each seat by place, "?" face down, "" gone; else empty."""
        shown = self._table["tableau"].tolist() if self._game.record["tableau"] else []
        return [[_shown(card) for card in row] for row in shown]

    def _plays(self, trick: int, leader: int, count: int) -> list[tuple[int, str]]:
        cards = self._table["played"][trick, :count].tolist() if count else []
        return [((leader + turn) % self.players, NAMES[card]) for turn, card in enumerate(cards)]


def read_view(view: View) -> PlainView:
    """Return the readable form of a view."""
    return PlainView(view.game.tobytes(), view.table.tobytes(), view.own.tobytes())


def choices(view: PlainView, kind: int, actions: list[int]) -> list[Any]:
    """Return actions as a plain policy sees them: names, bids, seats or words, by kind."""
    if kind == CARD:
        return _names(actions)
    if kind == BID:
        cells = list(view.values)
        return [cells[action - 1] if action else "pass" for action in actions]
    if kind == RAISE:
        return [OBJECTIVES[action] if action else "no" for action in actions]
    if kind == ABDICATE:
        return ["yes" if action else "no" for action in actions]
    return actions if kind == GIFT_RECEIVER else _names(actions)


def _names(cards: list[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def _cards(cards: Any) -> list[str]:
    return [NAMES[card] for card in cards.tolist() if card < CARDS]


def _shown(card: int) -> str:
    return _COVERED if card == FACE_DOWN else NAMES[card] if card < CARDS else ""
