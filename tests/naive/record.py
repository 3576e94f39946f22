"""The options of a game and the record of a hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .claims import DECLARING, Claim
from .dealing import Deal
from .partner import Call
from .raising import Chance


@dataclass(frozen=True)
class Options:
    """Rules in force; counter_sabotage is the choice that positive-only scoring leaves."""

    players: int
    full_deck: bool = False
    excuse_variant: bool = False
    positive_only: bool = False
    counter_sabotage: bool = False
    strict_formations: bool = False

    def __post_init__(self) -> None:
        """Refuse what the rules do not offer."""
        if self.full_deck and self.players not in (3, 4, 5):
            raise ValueError("the full deck is for 3, 4 or 5 players")
        all_cards = self.players == 6 or (self.full_deck and self.players in (4, 5))
        if self.excuse_variant and not all_cards:
            raise ValueError("the excuse variant needs all 78 cards")


@dataclass(frozen=True)
class Trick:
    """One trick: cards in play order, and the spaces it claims."""

    leader: int
    cards: tuple[str, ...]
    winner: int
    claims: tuple[Claim, ...]


@dataclass
class Hand:
    """Record of a hand, as far as it has been played.

    Attributes
    ----------
    auction : (seat, cell) or (seat, None) for a pass; empty if the bid was forced.
    declarer, cell : the winning bid; None if all passed.
    partners : in the order in which they were found.
    talon : as it is left by the exchange, top first (6 players: empty).
    objective, value : raises included; None if all passed.
    result : "won", "lost" or "passed".
    decided_after : tricks played when the hand was decided (all of them if the talon decided).
    decided_by_talon : the hand was still open after the last trick.
    """

    options: Options
    layout: Sequence[str]
    dealt: Deal
    auction: list[tuple[int, int | None]] = field(default_factory=list)
    declarer: int | None = None
    cell: int | None = None
    calls: list[Call] = field(default_factory=list)
    partners: list[int] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    gifts: list[tuple[int, str]] = field(default_factory=list)
    talon_dealt: list[tuple[int, str]] = field(default_factory=list)
    talon: list[str] = field(default_factory=list)
    increases: list[Chance] = field(default_factory=list)
    abdicated: bool = False
    tricks: list[Trick] = field(default_factory=list)
    talon_turned: list[tuple[str, str]] = field(default_factory=list)
    owners: list[str | None] = field(default_factory=lambda: [None] * 37)
    result: str = "passed"
    decided_after: int = 0
    decided_by_talon: bool = False
    objective: str | None = None
    value: int | None = None
    points: list[int] = field(default_factory=list)

    @property
    def number_of_tricks(self) -> int:
        """Number of tricks that were played."""
        return len(self.tricks)

    def place(self, claims: Sequence[Claim]) -> None:
        """Place the counters of these claims."""
        for space, side in claims:
            self.owners[space] = side

    def spaces_of(self, side: str | None) -> list[int]:
        """Spaces that a side owns; None: that nobody owns."""
        return [space for space in range(37) if self.owners[space] == side]

    def own_spaces(self) -> list[int]:
        """Spaces of the declaring side."""
        return self.spaces_of(DECLARING)
