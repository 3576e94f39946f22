"""What people type about a hand: cards, seats, bids, biddings, tableaus, facts."""

from __future__ import annotations

from plateau_sim.plateau.typedbids import Bidding, parse_bid, parse_bidding, parse_seat
from plateau_sim.plateau.typedcards import TypedCards, parse_cards
from plateau_sim.plateau.typedfacts import parse_facts
from plateau_sim.plateau.typedtableau import Tableaus, parse_tableaus
from plateau_sim.plateau.typedtext import TypedError

__all__ = [
    "Bidding",
    "Tableaus",
    "TypedCards",
    "TypedError",
    "parse_bid",
    "parse_bidding",
    "parse_cards",
    "parse_facts",
    "parse_seat",
    "parse_tableaus",
]
