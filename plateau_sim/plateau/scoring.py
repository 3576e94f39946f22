"""Points of the seats at the end of a hand (rulebook 7, Positive-Only Scoring)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from plateau_sim.plateau.rules import GameRules


class Shares(NamedTuple):
    """Multiples of the bid's value that are won, and what an opponent wins when the bid is lost."""

    declarer: int
    partner: int
    opponent: int


class BreakEven(NamedTuple):
    """The win rate at which a bid is worth as much as something else.

    Attributes
    ----------
    rate : float
        Below 0 or above 1 if the bid is better, or worse, however often it is won.
    """

    rate: float

    @property
    def always(self) -> bool:
        """Tell whether the bid is better even if it is always lost."""
        return self.rate < 0

    @property
    def never(self) -> bool:
        """Tell whether the bid is worse even if it is always won."""
        return self.rate > 1


# By players and number of partners. Standard scoring: an opponent wins or loses the value itself.
_STANDARD = {
    (6, 2): (1, 1),
    (6, 1): (2, 2),
    (6, 0): (5, 0),
    (5, 1): (2, 1),
    (5, 0): (4, 0),
    (4, 1): (1, 1),
    (4, 0): (3, 0),
    (3, 0): (2, 0),
    (2, 0): (1, 0),
}
_POSITIVE = {
    (6, 2): Shares(2, 2, 2),
    (6, 1): Shares(3, 3, 3),
    (6, 0): Shares(6, 0, 6),
    (5, 1): Shares(1, 1, 1),
    (5, 0): Shares(2, 0, 2),
    (4, 1): Shares(1, 1, 1),
    (4, 0): Shares(2, 0, 2),
    (3, 0): Shares(1, 0, 1),
    (2, 0): Shares(1, 0, 1),
}
_POSITIVE_WITH_SABOTAGE = {1: Shares(2, 1, 1), 0: Shares(3, 0, 3)}


def shares(rules: GameRules, partners: int) -> Shares:
    """Return the multiples of the bid's value for a declaring side with so many partners."""
    if not rules.positive_only:
        declarer, partner = _STANDARD[rules.players, partners]
        return Shares(declarer, partner, 1)
    if rules.counter_sabotage:
        return _POSITIVE_WITH_SABOTAGE[partners]
    return _POSITIVE[rules.players, partners]


def points(rules: GameRules, partners: int, won: bool, value: int) -> tuple[int, int, int]:
    """Return the points of the declarer, of each partner and of each opponent.

    After an abdication the new declarer counts as declarer.
    """
    declarer, partner, opponent = shares(rules, partners)
    if not rules.positive_only:
        sign = 1 if won else -1
        return sign * declarer * value, sign * partner * value, -sign * opponent * value
    return (declarer * value, partner * value, 0) if won else (0, 0, opponent * value)


def bidder_points(
    rules: GameRules, partners: int, won: bool, value: int, abdicated: bool
) -> Fraction:
    """Return the points of the seat that bid minus the mean of all seats' points."""
    declarer, partner, opponent = points(rules, partners, won, value)
    opponents = rules.players - 1 - partners
    total = declarer + partners * partner + opponents * opponent
    return (partner if abdicated else declarer) - Fraction(total, rules.players)


def break_even(rules: GameRules, partners: int, value: int, passing: float) -> BreakEven:
    """Return the win rate at which a bid equals passing.

    Both as points of the seat minus the mean of all seats' points, see `bidder_points`; the bid is
    neither raised nor left to the partner. Of the points when won, W, and when lost, L, it is
    ``(passing - L) / (W - L)``.

    Parameters
    ----------
    rules, partners, value
        See `points`.
    passing
        Mean points a deal of this seat when it passes.
    """
    won, lost = (float(bidder_points(rules, partners, won, value, False)) for won in (True, False))
    return BreakEven((passing - lost) / (won - lost))
