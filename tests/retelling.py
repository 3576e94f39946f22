"""Decisions of recorded hands told anew, as their seat would type them."""

from __future__ import annotations

from plateau_sim.analysis.ranking import Kind
from plateau_sim.cards import NAMES, cards_in
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.marks import FACE_DOWN, LOWER_ROW, NO_CARD, TABLEAU
from plateau_sim.plateau.moments import Moment
from plateau_sim.plateau.recorded import RecordedHand
from plateau_sim.plateau.seats import seat_name
from plateau_sim.plateau.view import ABDICATE, CALL, CARD, DISCARD, GIFT_CARD, RAISE

KINDS: dict[int, Kind] = {
    CALL: "call",
    DISCARD: "discard",
    GIFT_CARD: "gift",
    RAISE: "raise",
    ABDICATE: "raise",
    CARD: "play",
}
_FLAGS = ("full_deck", "excuse_variant", "positive_only", "counter_sabotage", "strict_formations")


def retold(hand: RecordedHand, moment: Moment) -> list[str]:
    """Return the command line that asks about a decision of a recorded hand."""
    return _Teller(hand, moment).line()


class _Teller:
    def __init__(self, hand: RecordedHand, moment: Moment) -> None:
        self.hand, self.decision, self.rules = hand, moment.decision, hand.rules
        self.table, self.own = moment.decision.table, moment.decision.own
        self.kind = moment.decision.kind
        self.settled = self.kind in (RAISE, ABDICATE, CARD)

    def seat(self, absolute: int) -> str:
        players = self.rules.players
        return seat_name((absolute - self.hand.dealer - 1) % players, players)

    def line(self) -> list[str]:
        rules, table, cell = self.rules, self.table, self.decision.cell
        me, declarer = (
            seat_name(int(seat), rules.players) for seat in (table.seat, table.declarer)
        )
        objective = cell.objective.removesuffix("_sides")
        line = [KINDS[self.kind], *self._cards(), "-p", str(rules.players), "--seat", me]
        line += ["--bid", f"{objective} {cell.team} {'ex' if cell.exchange else 'noex'}"]
        line += [f"--{flag.replace('_', '-')}" for flag in _FLAGS if getattr(rules, flag)]
        if self.settled:
            line += ["--declarer", declarer, *self._exchanged()]
            line += self._option("raised", self._raises())
        line += self._option("called", self._calls())
        if self.kind == CARD:
            line += self._option("tricks", self._tricks(), "; ")
        if rules.tableau:
            line += ["--mine", self._rows(int(table.seat)), "--theirs", self._rows(1 - table.seat)]
        return line

    @staticmethod
    def _option(name: str, parts: list[str], comma: str = ", ") -> list[str]:
        return [f"--{name}", comma.join(parts)] if parts else []

    def _cards(self) -> list[str]:
        on_board = self.table.tableau[self.table.seat] if self.rules.tableau else ()
        held = cards_in(self.own.plain, self.own.trumps)
        return [NAMES[card] for card in held if card not in on_board] or ["none"]

    def _calls(self) -> list[str]:
        count = self.table.calls
        return [
            f"{card} {'talon' if holder is None else self.seat(holder)}"
            for card, holder in self.hand.calls[:count]
        ]

    def _exchanged(self) -> list[str]:
        if self.hand.gifts:
            mine = self.table.seat == self.table.declarer
            gifts = [f"{card * int(mine)} {self.seat(to)}" for to, card in self.hand.gifts]
            return self._option("gave", gifts)
        if self.hand.discards and self.table.seat == self.table.declarer:
            return ["--laid", " ".join(self.hand.discards)]
        return []

    def _raises(self) -> list[str]:
        told = []
        for chance in range(self.table.chance):
            seat = seat_name(int(self.table.chance_seat[chance]), self.rules.players)
            to = int(self.table.raise_to[chance])
            if to:
                told.append(f"{seat} {OBJECTIVES[to].removesuffix('_sides')}")
            elif self.table.abdicated and self.table.chance_seat[chance] == self.table.declarer:
                told.append(f"{seat} abdicates")
        return told

    def _tricks(self) -> list[str]:
        tricks = [
            f"{self.seat(trick.leader)} {' '.join(trick.cards)}"
            for trick in self.hand.tricks[: self.table.trick + 1]
        ]
        last = tricks[self.table.trick].split()[: 1 + self.table.turn]
        return [*tricks[: self.table.trick], " ".join(last)][: self.table.trick + (len(last) > 1)]

    def _rows(self, seat: int) -> str:
        marks = {NO_CARD: ".", FACE_DOWN: "_"}
        row = [marks.get(int(card)) or NAMES[card] for card in self.table.tableau[seat]]
        return " ".join([*row[LOWER_ROW:TABLEAU], "/", *row[:LOWER_ROW]])
