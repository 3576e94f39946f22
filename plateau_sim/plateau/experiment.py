"""What is to be simulated: rules, layout, cells, policies, seed; validated once, immutable."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from plateau_sim.cards import NAMES, parse_card
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import BidCell, value_of
from plateau_sim.plateau.choosers import (
    check_bidder,
    check_policy,
    check_unchanged,
    own_hashes,
)
from plateau_sim.plateau.layouts import Layout, check_layout, standard_layout
from plateau_sim.plateau.rules import GameRules

MAX_SEED = 2**63 - 1


@dataclass(frozen=True)
class Experiment:
    """One setup, from which everything follows to the bit.

    Attributes
    ----------
    rules : GameRules
    layout : Layout
        The standard one of the rules unless given.
    cells : tuple of BidCell
        Cells to be forced on each deal, in table order; all unless given. Ignored in an auction.
    declaring, defending : str
        Policies of the declaring side and of the defenders.
    auction : bool
        True: the bidders hold an auction, and chances to raise are always played.
    bidder : str
        Who bids in an auction.
    seat : int or None
        Seat of the forced declarer from forehand = 0; None: drawn from (seed, deal).
    raises : bool
        Whether chances to raise, and abdication, are played in forced mode.
    seed : int
        0 to 2**63 - 1.
    play_on : bool
        True: a decided hand is played to its last card; results are the same.
    fixed_partners : tuple of int
        Seat offsets from the declarer of partners who need no call, for forced cells of that team.
    own_files : tuple of (str, str)
        Policies and bidders named FILE.py:NAME, each with the SHA-256 of its file. Not an argument.

    Raises
    ------
    PlateauError
        If the parts do not fit together.
    """

    rules: GameRules
    # None only until __post_init__ puts the standard layout there; then it is always a Layout.
    layout: Layout = field(default=None)  # type: ignore[assignment]
    cells: tuple[BidCell, ...] = ()
    declaring: str = "greedy"
    defending: str = "greedy"
    auction: bool = False
    bidder: str = "threshold"
    seat: int | None = None
    raises: bool = False
    seed: int = 1
    play_on: bool = False
    fixed_partners: tuple[int, ...] = ()
    own_files: tuple[tuple[str, str], ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        if self.layout is None:
            object.__setattr__(self, "layout", standard_layout(self.rules))
        if self.auction or not self.cells:
            object.__setattr__(self, "cells", self.rules.cells)
        check_layout(self.layout, self.rules)
        check_policy(self.declaring)
        check_policy(self.defending)
        check_bidder(self.bidder)
        named = self.declaring, self.defending, *([self.bidder] if self.auction else [])
        object.__setattr__(self, "own_files", own_hashes(named))
        self._check_numbers()
        for cell in self.cells:
            if cell not in self.rules.cells:
                fault = f"no such bid with {self.rules.players} players"
                raise PlateauError(f"bid {cell}", fault, str(self.rules.cells[0]))

    def _check_numbers(self) -> None:
        players = self.rules.players
        if not 0 <= self.seed <= MAX_SEED:
            raise PlateauError(f"seed {self.seed}", "must be from 0 to 2**63 - 1", "1")
        if self.seat is not None and not (0 <= self.seat < players and not self.auction):
            raise PlateauError(f"seat {self.seat}", "no such seat to be declarer", "0, or None")
        offsets = set(self.fixed_partners)
        if len(offsets) != len(self.fixed_partners) or not offsets <= set(range(1, players)):
            raise PlateauError("fixed partners", "must be different offsets", "(2,)")

    @property
    def raising(self) -> bool:
        """Whether chances to raise are played."""
        return self.raises or self.auction

    @property
    def cell_numbers(self) -> tuple[int, ...]:
        """Numbers of the cells among all cells of the rules."""
        return tuple(self.rules.cells.index(cell) for cell in self.cells)

    def value(self, cell: BidCell) -> int:
        """Return the value of a cell."""
        return value_of(self.rules.players, cell)

    def to_json(self) -> dict[str, Any]:
        """Return the experiment as plain JSON values; `from_json` reads them back."""
        rules = {item.name: getattr(self.rules, item.name) for item in fields(self.rules)}
        rules["deck"] = [NAMES[card] for card in self.rules.deck]
        layout = {item.name: getattr(self.layout, item.name) for item in fields(self.layout)}
        cells = [
            {"exchange": cell.exchange, "objective": cell.objective, "team": cell.team}
            for cell in self.cells
        ]
        parts = {"rules": rules, "layout": {**layout, "tokens": list(self.layout.tokens)}}
        simple = {
            item.name: getattr(self, item.name)
            for item in fields(self)
            if item.name not in ("rules", "layout", "cells", "fixed_partners", "own_files")
        }
        lists = {"cells": cells, "fixed_partners": list(self.fixed_partners)}
        return {**parts, **simple, **lists, "own_files": dict(self.own_files)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Experiment:
        """Return the experiment that `to_json` wrote; users' files must not have changed since."""
        rules = {**data["rules"], "deck": tuple(parse_card(name) for name in data["rules"]["deck"])}
        layout = {**data["layout"], "tokens": tuple(data["layout"]["tokens"])}
        changed = {
            "rules": GameRules(**rules),
            "layout": Layout(**layout),
            "cells": tuple(BidCell(**cell) for cell in data["cells"]),
            "fixed_partners": tuple(data["fixed_partners"]),
        }
        given = {**data, **changed}
        check_unchanged(given.pop("own_files", {}).items())
        return cls(**given)
