"""A recorded hand as plain values, after its transcript has been read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import BidCell, Objective
from plateau_sim.plateau.layouts import Layout
from plateau_sim.plateau.rules import GameRules

FORMAT_VERSION = 1
"""Of the transcripts that are written and read."""
TeamName = Literal["declarer", "opponents"]
TEAM_NAMES: tuple[TeamName, ...] = ("declarer", "opponents")
Result = Literal["won", "lost", "passed"]
RESULTS: tuple[Result, ...] = ("won", "lost", "passed")


@dataclass(frozen=True)
class RecordedTrick:
    """A trick as recorded; `claims` is None where they are left to be found out."""

    leader: int
    cards: tuple[str, ...]
    winner: int
    claims: frozenset[tuple[int, TeamName]] | None


@dataclass(frozen=True)
class RecordedHand:
    """A hand as its transcript tells it; seats are absolute, cards are names.

    Attributes
    ----------
    place : str
        Where it was read, "hands.jsonl line 3".
    rules : GameRules
    dealer : int
    layout : Layout
    hands : tuple of tuples of str
        Cards dealt to each seat.
    tableaus : tuple of pairs of tuples of str
        Two players: lower and upper row of each seat; else empty.
    talon : tuple of str
        As dealt, top first.
    auction : tuple of (seat, BidCell or None), or None
        None: the bid was forced.
    declarer, bid
        Who bid what; None if all passed.
    calls : tuple of (card, holder or None)
    discards : tuple of str
    gifts, talon_dealt : tuple of (seat, card)
    raises : tuple of (seat, objective or None)
    abdication : bool
    tricks : tuple of RecordedTrick
    talon_claims : tuple of (card, team)
    owners : tuple of team or None
    formation, result, value, scores
        As recorded.
    game : tuple of (hand, hands agreed or None, totals), or None
        Its place in a game.
    """

    place: str
    rules: GameRules
    dealer: int
    layout: Layout
    hands: tuple[tuple[str, ...], ...]
    tableaus: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    talon: tuple[str, ...]
    auction: tuple[tuple[int, BidCell | None], ...] | None
    declarer: int | None
    bid: BidCell | None
    calls: tuple[tuple[str, int | None], ...]
    exchanged: bool
    discards: tuple[str, ...]
    gifts: tuple[tuple[int, str], ...]
    talon_dealt: tuple[tuple[int, str], ...]
    raises: tuple[tuple[int, Objective | None], ...]
    abdication: bool
    tricks: tuple[RecordedTrick, ...]
    talon_claims: tuple[tuple[str, TeamName], ...]
    owners: tuple[TeamName | None, ...]
    formation: Objective | None
    result: Result
    value: int | None
    scores: tuple[int, ...]
    game: tuple[int, int | None, tuple[int, ...]] | None

    def refused(self, path: str, fault: str, example: str) -> PlateauError:
        """Return the exception that says what is wrong with a field."""
        return PlateauError(f"{self.place}, {path}", fault, example)
