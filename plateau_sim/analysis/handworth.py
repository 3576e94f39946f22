"""What the parts of a hand are worth to a bid: cards, exchange, partner, raises.

All on the same deals. *Cards*: the win rate that is lost if a card changes places with a small one
of its suit; each alone, and all together, where the hand keeps its suits and has the smallest cards
of each. Cards help each other, so what they lose together is not the sum: the difference is called
``overlap``, and ``together = sum + overlap``. *Raises*: ``points = plain points + raises``.
*Exchange*: the win rate with it minus that without; *partner*: the win rate minus that of the same
bid with one partner less. *Called*: each partner's share times the points with him, summed up, are
the points.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plateau_sim.analysis.intervals import adjusted_interval
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.verdictfacts import (
    CALL_CARD,
    IN_TALON,
    PARTNER,
    PLAIN_POINTS,
    PLAIN_WON,
    POINTS,
    RAISER,
)

Facts = npt.NDArray[np.int64]


class Estimate(NamedTuple):
    """A mean with its interval at 95%."""

    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class CardWorth(NamedTuple):
    """A card of the hand, the small one that it changes places with, the win rate that is lost."""

    card: int
    small: int
    lost: Estimate


class PartnerShare(NamedTuple):
    """How often a seat is partner (-1: nobody), and the points a deal with it."""

    seat: int
    deals: int
    points: float


@dataclass(frozen=True)
class HandWorth:
    """What the parts of a hand are worth to a bid.

    Attributes
    ----------
    cell : BidCell
        The bid.
    deals : int
        Deals that all numbers are of.
    win_rate, points, plain_points : float
        Win rate without raises, points a deal with raises and without.
    cards : tuple of CardWorth
        Cards for which there is a smaller one elsewhere, the most precious first.
    together : Estimate
        Win rate lost if all cards become small at once.
    raises : Estimate
        Points a deal that the raises add.
    raised_by : dict of int to int
        By seat: deals in which it raised last; -1: nobody did.
    exchange, partner : Estimate or None
        Win rate that they add; None where the bid has no such sibling.
    calls : dict of int to int
        How often each card is called first; -1: none.
    in_talon : int
        Deals in which a card called was in the talon.
    partners : tuple of PartnerShare
        The most frequent first.
    """

    cell: BidCell
    deals: int
    win_rate: float
    points: float
    plain_points: float
    cards: tuple[CardWorth, ...]
    together: Estimate
    raises: Estimate
    raised_by: dict[int, int]
    exchange: Estimate | None
    partner: Estimate | None
    calls: dict[int, int]
    in_talon: int
    partners: tuple[PartnerShare, ...]

    @property
    def overlap(self) -> float:
        """What the cards lose together beyond the sum of what each loses alone."""
        return self.together.mean - sum(worth.lost.mean for worth in self.cards)


def hand_worth(
    cell: BidCell,
    players: int,
    replaced: Facts,
    pairs: list[tuple[int, int]],
    siblings: dict[str, Facts],
) -> HandWorth:
    """Return what the parts are worth.

    Parameters
    ----------
    cell, players
        The bid; the number of seats.
    replaced
        From `VerdictRunner.replaced`: first the hand as it is, then a row for each pair, then all
        cards small.
    pairs
        Cards of the hand, each with its small card.
    siblings
        ``exchange``: facts of the same bid without exchange, or with it if it has none;
        ``partner``: of that with one partner less; each shape (deals, FACTS).
    """
    own, deals = replaced[:, 0], len(replaced)
    cards = [
        CardWorth(card, small, _lost(own, replaced[:, row]))
        for row, (card, small) in enumerate(pairs, 1)
    ]
    exchange = siblings.get("exchange")
    added = None
    if exchange is not None:
        added = _lost(own, exchange) if cell.exchange else _lost(exchange, own)
    fewer = siblings.get("partner")
    raises = (own[:, POINTS] - own[:, PLAIN_POINTS]) / players
    return HandWorth(
        cell,
        deals,
        float(own[:, PLAIN_WON].mean()),
        float(own[:, POINTS].mean()) / players,
        float(own[:, PLAIN_POINTS].mean()) / players,
        tuple(sorted(cards, key=lambda worth: -worth.lost.mean)),
        _lost(own, replaced[:, -1]),
        _estimate(raises, float(np.abs(raises).max(initial=0))),
        dict(Counter(own[:, RAISER].tolist())),
        added,
        None if fewer is None else _lost(own, fewer),
        dict(Counter(own[:, CALL_CARD].tolist()).most_common()),
        int((own[:, IN_TALON] > 0).sum()),
        _partners(own, players),
    )


def _lost(one: Facts, other: Facts) -> Estimate:
    """Return the win rate of one minus that of the other, on the same deals."""
    return _estimate((one[:, PLAIN_WON] - other[:, PLAIN_WON]).astype(np.float64), 1.0)


def _estimate(values: npt.NDArray[np.float64], bound: float) -> Estimate:
    mean = float(values.mean())
    low, high = adjusted_interval(mean, float(values.var()), len(values), -bound, bound)
    return Estimate(mean, float(low), float(high))


def _partners(own: Facts, players: int) -> tuple[PartnerShare, ...]:
    found = []
    for seat, deals in Counter(own[:, PARTNER].tolist()).most_common():
        points = own[own[:, PARTNER] == seat, POINTS].mean() / players
        found.append(PartnerShare(seat, deals, float(points)))
    return tuple(found)
