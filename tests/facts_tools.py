"""Questions about hidden cards for the tests of `factdeals`, with their naive twins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from naive.facts import Said, can_be, fitting, ids, read
from scipy.stats import chi2_contingency

from plateau_sim.cards import NAMES
from plateau_sim.plateau.factdeals import FactDealer
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import find_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.seats import seat_names
from plateau_sim.plateau.typed import parse_cards, parse_facts, parse_tableaus

TABLEAUS = ("SV T5 H10 CD / _ CR _ T18 _", "S10 T6 HV DD / _ DR _ T17 _")
FACE_UP = [(1, "CR"), (3, "T18"), (5, "SV"), (6, "T5"), (7, "H10"), (8, "CD")]
FACE_UP_THEIRS = [(1, "DR"), (3, "T17"), (5, "S10"), (6, "T6"), (7, "HV"), (8, "DD")]
PER_TABLEAU = 9


@dataclass(frozen=True)
class Case:
    """A question: the game, who asks, what he types."""

    rules: GameRules
    hand: str
    knows: str
    seat: int = 0

    @property
    def board(self) -> list[str]:
        """The cards with a token."""
        tokens = find_layout("standard", GameRules.published(self.rules.players)).tokens
        return [token for token in tokens if token in NAMES]

    def dealer(self) -> FactDealer:
        """Return the dealer of deals that fit."""
        rules = self.rules
        layout = find_layout("standard", GameRules.published(rules.players))
        hand = parse_cards(self.hand, rules)
        board = ids(self.board)
        facts = parse_facts(self.knows, rules, self.seat, board=board)
        tableaus = parse_tableaus(*TABLEAUS, rules, hand) if rules.tableau else None
        return FactDealer(rules, game_record(rules, layout), self.seat, hand, facts, tableaus)

    @property
    def spots(self) -> dict[str, list[int]]:
        """The columns of each place in a row of cards, by name; ``down``: face down."""
        rules, spot = self.rules, 0
        spots: dict[str, list[int]] = {"down": []}
        for name in seat_names(rules.players):
            spots[name] = list(range(spot, spot + rules.hand_size))
            spot += rules.hand_size
            if rules.tableau:
                spots["down"] += [spot, spot + 2, spot + 4]
                spot += PER_TABLEAU
        spots["talon"] = list(range(spot, spot + rules.talon_size))
        return spots

    @property
    def ordered(self) -> list[int]:
        """The columns whose cards are told apart by where they lie: talon and tableaus."""
        return self.spots["down"] + self.spots["talon"]

    @property
    def named(self) -> list[str]:
        """The cards of the hand that are no wildcards."""
        return [card for card in self.hand.split() if not card.endswith("x")]

    @property
    def known(self) -> dict[int, int]:
        """Cards by column."""
        own = self.spots[seat_names(self.rules.players)[self.seat]]
        known = dict(zip(own, ids(self.named), strict=False))
        if self.rules.tableau:
            for seat, cards in ((self.seat, FACE_UP), (1 - self.seat, FACE_UP_THEIRS)):
                start = (seat + 1) * self.rules.hand_size + seat * PER_TABLEAU
                known.update({start + spot: ids([card])[0] for spot, card in cards})
        return known

    @property
    def unseen(self) -> list[int]:
        """The cards that are not known."""
        return [card for card in self.rules.deck if card not in self.known.values()]

    @property
    def open_spots(self) -> list[int]:
        """The columns of the own cards left open."""
        own = self.spots[seat_names(self.rules.players)[self.seat]]
        return own[len(self.named) :]

    @property
    def said(self) -> list[Said]:
        """The facts."""
        return read(self.knows, self.board)

    def wild_sets(self) -> list[set[int]]:
        """Return what each wildcard may be."""
        return [
            {card for card in self.unseen if may_be(NAMES[card], wild)}
            for wild in self.hand.split()
            if wild.endswith("x")
        ]

    def fitting(self, rows: np.ndarray) -> np.ndarray:
        """Tell which rows fit hand and facts."""
        fits = self.wilds_fit(rows)
        return fits & fitting(rows, self.said, self.spots)

    def wilds_fit(self, rows: np.ndarray) -> np.ndarray:
        """Tell in which rows the open cards can be what the wildcards say."""
        return can_be(rows[:, self.open_spots], self.wild_sets())


def may_be(name: str, wild: str) -> bool:
    """Tell whether a card is one that a wildcard stands for."""
    if wild == "x":
        return True
    if wild == "Tx":
        return name == "EX" or name[0] == "T"
    return name[0] == wild[0] and name[1:].isdigit()


def differ(one: np.ndarray, other: np.ndarray) -> float:
    """Return the p-value of two samples of whole numbers; rare ones are put together."""
    size = int(max(one.max(), other.max())) + 1
    table = np.array([np.bincount(each, minlength=size) for each in (one, other)])
    rare = table.sum(axis=0) < 20
    table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
    table = table[:, table.sum(axis=0) >= 20]
    return 1.0 if table.shape[1] < 2 else float(chi2_contingency(table)[1])
