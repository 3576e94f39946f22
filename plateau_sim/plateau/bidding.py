"""The auction as people tell it: who speaks, and what may be said (rulebook 2, rulings 4)."""

from __future__ import annotations

from dataclasses import dataclass

from plateau_sim.plateau.bids import BidCell, value_of
from plateau_sim.plateau.rules import GameRules

Call = tuple[int, BidCell | None]
"""Seat and bid; None: a pass."""


@dataclass(frozen=True)
class Auction:
    """An auction so far; the plain twin of `auction` for what people type.

    Attributes
    ----------
    rules : GameRules
        The game.
    calls : tuple of (seat, bid or None)
        What was said, a pass as None.
    """

    rules: GameRules
    calls: tuple[Call, ...] = ()

    @property
    def passed(self) -> frozenset[int]:
        """Seats that have passed and stay out."""
        return frozenset(seat for seat, cell in self.calls if cell is None)

    @property
    def winning(self) -> tuple[int, BidCell] | None:
        """The highest bid so far and its seat."""
        bids = [(seat, cell) for seat, cell in self.calls if cell is not None]
        return bids[-1] if bids else None

    @property
    def value(self) -> int:
        """Value of the highest bid so far, 0 without one."""
        return value_of(self.rules.players, self.winning[1]) if self.winning else 0

    @property
    def speaker(self) -> int | None:
        """The seat whose turn it is, None when the auction is over."""
        players = self.rules.players
        still_in = [seat for seat in range(players) if seat not in self.passed]
        if not still_in or (len(still_in) == 1 and self.winning):
            return None
        last = self.calls[-1][0] if self.calls else players - 1
        return min(still_in, key=lambda seat: (seat - last - 1) % players)

    @property
    def legal(self) -> tuple[BidCell, ...]:
        """The bids of higher value than the last one, in table order."""
        return tuple(
            cell for cell in self.rules.cells if value_of(self.rules.players, cell) > self.value
        )

    def after(self, cell: BidCell | None) -> Auction:
        """Return the auction with one more call by the speaker."""
        if self.speaker is None:
            raise ValueError("the auction is over")
        return Auction(self.rules, (*self.calls, (self.speaker, cell)))
