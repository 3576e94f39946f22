"""A hand, and all that its holder knows when he is to bid: validated, immutable, JSON both ways."""

from __future__ import annotations

from dataclasses import dataclass

from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bidding import Auction
from plateau_sim.plateau.bids import BidCell, value_of
from plateau_sim.plateau.choosers import check_bidder, check_policy
from plateau_sim.plateau.facts import NO_FACTS, Facts
from plateau_sim.plateau.layouts import Layout, check_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.typed import Bidding, Tableaus, TypedCards
from plateau_sim.plateau.values import Values

_TABLEAUS = '--mine "SV T5 H10 CD / _ CR _ T18 _" --theirs "..."'


@dataclass(frozen=True)
class HandQuestion:
    """What to bid with a hand.

    Attributes
    ----------
    rules : GameRules
    layout : Layout
    hand : TypedCards
        The hand as dealt; wildcards are drawn for each deal.
    bidding : Bidding
        What was said before, by seat from forehand = 0, and the seat that asks.
    facts : Facts
        What else is known of the hidden cards.
    tableaus : Tableaus or None
        Two players: both tableaus.
    values : dict of BidCell to int, or None
        The user's own bid values for the points; the order of the auction stays the rulebook's.
    declaring, defending : str
        Policies of the two sides after the auction, whoever declares.
    bidder : str
        Whose bids the others' are taken for, and who goes on bidding after a pass.
    ignore_bids : bool
        True: the bids heard say nothing about the hands.
    seed : int
    """

    rules: GameRules
    layout: Layout
    hand: TypedCards
    bidding: Bidding
    facts: Facts = NO_FACTS
    tableaus: Tableaus | None = None
    values: Values | None = None
    declaring: str = "tuned"
    defending: str = "tuned"
    bidder: str = "threshold"
    ignore_bids: bool = False
    seed: int = 1

    def __post_init__(self) -> None:
        rules, held = self.rules, len(self.hand)
        if held != rules.hand_size:
            fault = f"{held} cards, but with {rules.players} players a hand has {rules.hand_size}"
            raise PlateauError("cards", fault, f"{rules.hand_size} cards, those unknown as x")
        if bool(self.tableaus) != rules.tableau:
            raise PlateauError("tableaus", "are for two players, who need them", _TABLEAUS)
        if self.bidding.speaker != self.bidding.me:
            raise PlateauError("bidding", "it is not your turn to speak", "pass, y duo ex, me")
        check_layout(self.layout, rules)
        check_policy(self.declaring)
        check_policy(self.defending)
        check_bidder(self.bidder)

    @property
    def seat(self) -> int:
        """The seat that asks, from forehand = 0."""
        return self.bidding.me

    @property
    def auction(self) -> Auction:
        """What was said so far."""
        return Auction(self.rules, self.bidding.calls)

    @property
    def options(self) -> tuple[BidCell, ...]:
        """The bids that are legal now, in table order."""
        return self.auction.legal

    @property
    def heard(self) -> tuple[int, ...]:
        """Seats of others whose calls were heard, ascending."""
        return tuple(sorted({seat for seat, _ in self.bidding.calls if seat != self.seat}))

    @property
    def speak_after(self) -> tuple[int, ...]:
        """Seats that may still bid after this one, in their order."""
        passed, players = self.auction.passed, self.rules.players
        others = [(self.seat + step) % players for step in range(1, players)]
        return tuple(seat for seat in others if seat not in passed)

    def value(self, cell: BidCell) -> int:
        """Return what a bid is worth to the user."""
        return self.values[cell] if self.values else value_of(self.rules.players, cell)
