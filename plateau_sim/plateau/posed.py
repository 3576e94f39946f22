"""What somebody knows of a hand, and its tricks, followed and checked card by card."""

from __future__ import annotations

from dataclasses import dataclass

from plateau_sim.cards import EXCUSE, NAMES, TRUMP_SUIT, suit_of
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.layouts import Layout
from plateau_sim.plateau.marks import NO_CARD
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.seats import seat_name
from plateau_sim.plateau.stepper import Stepper
from plateau_sim.plateau.typedcards import TypedCards
from plateau_sim.plateau.typedhand import TypedCall, TypedGift, TypedRaise, TypedTrick
from plateau_sim.plateau.typedtableau import Tableaus
from plateau_sim.plateau.typedtext import Span
from plateau_sim.plateau.view import CARD, OVER

_SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs", "trumps")
_EXCUSES = TRUMP_SUIT + 1


@dataclass(frozen=True)
class Posed:
    """What is known of a hand; seats count from forehand = 0.

    Attributes
    ----------
    rules, layout
        A legal pair.
    me, declarer : int
    cell : BidCell
    cards : TypedCards
        Own hand: with the talon cards before discards and gifts; of a tableau nothing. While cards
        are played, what is left of it or all of it.
    calls, raises, gifts, tricks : tuples
        See `typedhand`.
    laid : TypedCards or None
        Own discards.
    tableaus : Tableaus or None
        Two players: as they lie now.
    """

    rules: GameRules
    layout: Layout
    me: int
    declarer: int
    cell: BidCell
    cards: TypedCards
    calls: tuple[TypedCall, ...] = ()
    raises: tuple[TypedRaise, ...] = ()
    gifts: tuple[TypedGift, ...] = ()
    tricks: tuple[TypedTrick, ...] = ()
    laid: TypedCards | None = None
    tableaus: Tableaus | None = None

    def name(self, seat: int) -> str:
        """Return how to call a seat in a message."""
        return "you" if seat == self.me else seat_name(seat, self.rules.players)


def follow_tricks(posed: Posed, stepper: Stepper) -> set[int]:
    """Play the tricks that were typed and return what is left of the asker's hand.

    Raises
    ------
    PlateauError
        If a card can't have been played, or it is not the asker's turn after the last one.
    """
    return _Follower(posed, stepper).follow()


class _Follower:
    """Knows who lacks what, and what the asker has played."""

    def __init__(self, posed: Posed, stepper: Stepper) -> None:
        self.posed, self.stepper, self.rules = posed, stepper, posed.rules
        self.mine = set(posed.cards.cards)
        self.laid = set(posed.laid.cards) if posed.laid else set[int]()
        self.lacks: list[set[int]] = [set() for _ in range(posed.rules.players)]
        self.played: set[int] = set()

    def follow(self) -> set[int]:
        """Play all tricks and return what is left of the asker's hand."""
        for number, trick in enumerate(self.posed.tricks, start=1):
            table = self.stepper.table
            if self.stepper.kind != CARD:
                fault = f"the hand is decided after trick {number - 1}"
                raise trick.whole.refused(fault, f"the first {number - 1} tricks")
            leader = int(table.leader)
            if trick.leader not in (None, leader):
                fault = f"{self.posed.name(leader)} led to trick {number}"
                valid = seat_name(leader, self.rules.players)
                raise trick.whole.refused(fault, f"{valid} {trick.whole.text.partition(' ')[2]}")
            led: int | None = None
            for card, span in zip(trick.cards, trick.spans, strict=True):
                seat = int(table.seat)
                led = self._check_card(seat, card, led, span, number)
                if seat == self.posed.me:
                    self.played.add(card)
                self.stepper.act(card)
        table = self.stepper.table
        if self.stepper.kind == OVER:
            fault = f"the hand is decided after trick {int(table.trick)}"
            raise PlateauError("--tricks", fault, "fewer tricks")
        if self.stepper.kind != CARD or int(table.seat) != self.posed.me:
            turn = seat_name(int(table.seat), self.rules.players)
            fault = f"after these cards it is the turn of {turn}, not yours"
            raise PlateauError("--tricks", fault, f"all cards up to yours, or --seat {turn}")
        return self._left()

    def _check_card(
        self, seat: int, card: int, led: int | None, span: Span, number: int
    ) -> int | None:
        """Check a card against what is known of its player; return the suit led."""
        posed, name = self.posed, NAMES[card]
        if seat != posed.me:
            for cards, told in ((self.mine, "you hold"), (self.laid, "you laid away")):
                if card in cards:
                    fault = f"{told} {name}, {posed.name(seat)} can't have played it"
                    raise span.refused(fault, "a card that you have not")
        for call in posed.calls:
            if call.card == card and call.holder not in (None, seat):
                fault = f"{name} lies with {posed.name(int(call.holder or 0))}"
                raise span.refused(fault, "another card")
        suit = self._class(card)
        if suit == _EXCUSES or self.rules.tableau:
            return led
        if suit in self.lacks[seat]:
            fault = f"{posed.name(seat)} had no {_SUIT_NAMES[suit]} before"
            raise span.refused(fault, "another card, or the trick before put right")
        if led is not None and suit != led:
            self.lacks[seat] |= {led} if suit == TRUMP_SUIT else {led, TRUMP_SUIT}
        return suit if led is None else led

    def _class(self, card: int) -> int:
        return _EXCUSES if self.rules.excuse_variant and card == EXCUSE else suit_of(card)

    def _left(self) -> set[int]:
        """Return what is left of the own hand, checked."""
        posed, rules = self.posed, self.rules
        whole = posed.cards.spans[0] if posed.cards.spans else None
        size = rules.hand_size + bool(rules.gifts)
        if posed.tableaus:
            gone = sum(card == NO_CARD for card in posed.tableaus.mine)
            left, size = self.mine, size - (len(self.played) - gone)
            held = len(left)
        else:
            left = self.mine - self.played
            held = len(self.mine | self.played)
        if held != size:
            fault = f"{len(self.mine)} cards with {len(self.played)} played make {held}, not {size}"
            raise PlateauError("cards", fault, f"{size} in all")
        for card in sorted(left):
            suit = self._class(card)
            if suit in self.lacks[posed.me] and whole is not None:
                fault = f"you hold {NAMES[card]}, but did not follow {_SUIT_NAMES[suit]} before"
                raise PlateauError("--tricks", fault, "tricks in which you followed suit")
        return left
