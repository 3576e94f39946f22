"""A finished hand as JSON, in the transcript format that a referee reads.

Everything is read off the state at the end of the playout, so what is shown is what was counted.
Transcripts use absolute seats: the dealer is the deal's number modulo the players.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plateau_sim.cards import NAMES, cards_in
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell, value_of
from plateau_sim.plateau.board import SPACES, spaces_of
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.groups import best_formation
from plateau_sim.plateau.marks import LOWER_ROW
from plateau_sim.plateau.recorded import FORMAT_VERSION
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.scoring import points
from plateau_sim.plateau.state import DECLARING, FROM_TALON, NONE_YET, PASSED, WON, State

_TEAMS = ("opponents", "declarer")  # by side


def play_transcript(runner: Runner, number: int, row: int = 0) -> dict[str, Any]:
    """Play a deal in the cell of a row (the auction: any row) and return its transcript."""
    deal, state = runner.play(number, row)
    return _Hand(runner.experiment, deal, state).transcript()


def play_game(runner: Runner, hands: int) -> Iterator[dict[str, Any]]:
    """Play a game of deals 0 .. hands - 1 in auction mode and yield its transcripts."""
    players, seed = runner.experiment.rules.players, runner.experiment.seed
    totals = [0] * players
    for number in range(hands):
        hand = play_transcript(runner, number)
        totals = [total + score for total, score in zip(totals, hand["scores"], strict=True)]
        hand["game"] = {
            "id": f"seed {seed}",
            "hand": number + 1,
            "hands_agreed": hands,
            "totals": totals,
        }
        if number == hands - 1:
            best = max(totals)
            hand["game"]["winners"] = [seat for seat in range(players) if totals[seat] == best]
        yield hand


class _Hand:
    """Reads one finished hand; seats of the state become absolute seats."""

    def __init__(self, experiment: Experiment, deal: Any, state: State) -> None:
        self.experiment, self.rules, self.deal = experiment, experiment.rules, deal
        self.table, self.hidden = state.table, state.hidden
        self.dealer = int(deal.number) % self.rules.players
        self.passed = self.table.result == PASSED

    def seat(self, seat: Any) -> int:
        return (self.dealer + 1 + int(seat)) % self.rules.players

    def by_seat(self, values: list[Any]) -> list[Any]:
        """Turn a list in the order of the state's seats into the order of absolute seats."""
        placed = {self.seat(seat): value for seat, value in enumerate(values)}
        return [placed[seat] for seat in range(self.rules.players)]

    def transcript(self) -> dict[str, Any]:
        return {
            **self._setup(),
            **self._bidding(),
            **(self._nothing() if self.passed else {**self._before_play(), **self._play()}),
            "notes": self._notes(),
        }

    def _setup(self) -> dict[str, Any]:
        options = self.rules.options()
        if self.experiment.play_on:
            options["played_out"] = True
        hands = [
            _names(cards_in(self.deal.plain[seat], self.deal.trumps[seat]))
            for seat in range(self.rules.players)
        ]
        talon = _names(self.deal.talon[: self.rules.talon_size])
        setup = {
            "id": self._id(),
            "format_version": FORMAT_VERSION,
            "players": self.rules.players,
            "options": options,
            "dealer": self.dealer,
            "layout": list(self.experiment.layout.tokens),
            "hands": self.by_seat(hands),
            "talon": {"top": talon[:2], "bottom": talon[2:]} if self.rules.tableau else talon,
        }
        if self.rules.tableau:
            rows = [_names(self.deal.tableau[seat]) for seat in range(2)]
            setup["tableaus"] = self.by_seat(
                [{"lower": row[:LOWER_ROW], "upper": row[LOWER_ROW:]} for row in rows]
            )
        return setup

    def _id(self) -> str:
        cell = "auction" if self.experiment.auction else str(self._cell())
        return f"seed {self.experiment.seed} deal {self.deal.number} {cell}"

    def _notes(self) -> dict[str, Any]:
        names = ("seed", "declaring", "defending")
        notes: dict[str, Any] = {name: getattr(self.experiment, name) for name in names}
        notes |= {"deal": int(self.deal.number), "layout": self.experiment.layout.name}
        if self.experiment.auction:
            notes["bidder"] = self.experiment.bidder
        if not self.passed:
            notes["cell"] = str(self._cell())
        return notes

    def _cell(self) -> BidCell:
        return self.rules.cells[int(self.table.cell)]

    def _bidding(self) -> dict[str, Any]:
        if not self.experiment.auction:
            bid = {"seat": self.seat(self.table.declarer), "bid": _bid(self._cell())}
            return {"forced_bid": bid}
        calls = []
        for index in range(self.table.bids):
            action = int(self.table.bid_action[index])
            call = _bid(self.rules.cells[action - 1]) if action else "pass"
            calls.append([self.seat(self.table.bid_seat[index]), call])
        return {"auction": calls}

    def _nothing(self) -> dict[str, Any]:
        return {
            "increases": [],
            "tricks": [],
            "owners": [None] * SPACES,
            "formation": None,
            "result": "passed",
            "value": None,
            "scores": [0] * self.rules.players,
        }

    def _before_play(self) -> dict[str, Any]:
        table = self.table
        calls = [
            {
                "card": NAMES[table.call_card[index]],
                "holder": self._holder(table.call_holder[index]),
            }
            for index in range(table.calls)
        ]
        increases = []
        for chance in range(table.chances):
            raised = int(table.raise_to[chance])
            objective = OBJECTIVES[raised] if raised else None
            increases.append([self.seat(table.chance_seat[chance]), objective])
        return {
            "partner_calls": calls,
            "exchange": self._exchange(),
            "talon_dealt": self._talon_dealt(),
            "increases": increases,
            "abdication": bool(table.abdicated),
        }

    def _holder(self, seat: Any) -> int | None:
        return None if seat == NONE_YET else self.seat(seat)

    def _exchange(self) -> dict[str, Any] | None:
        if not self._cell().exchange:
            return None
        own = self.hidden.seats[self.table.declarer]
        if not self.rules.gifts:
            return {"discards": _names(own.discard[: self.rules.swap_size])}
        receivers = [self.seat(seat) for seat in self.table.gift_to]
        return {"gifts": [list(pair) for pair in zip(receivers, _names(own.gift), strict=True)]}

    def _talon_dealt(self) -> list[Any]:
        players, declarer = self.rules.players, int(self.table.declarer)
        order = [(declarer + step) % players for step in range(1, players + 1)]
        owns = [(seat, self.hidden.seats[seat]) for seat in order]
        return [
            [self.seat(seat), NAMES[own.got]] for seat, own in owns if own.got_from == FROM_TALON
        ]

    def _play(self) -> dict[str, Any]:
        table, leader, tricks = self.table, 0, []
        for trick in range(table.trick):
            winner = int(table.winner[trick])
            cards = _names(table.played[trick][: self.rules.players])
            seats = {"leader": self.seat(leader), "cards": cards, "winner": self.seat(winner)}
            tricks.append(seats)
            leader = winner
        turned = zip(table.turned_card, table.turned_side, strict=True)
        return {
            "tricks": tricks,
            "talon_claims": [
                {"card": NAMES[card], "team": _TEAMS[side]}
                for card, side in list(turned)[: table.turned]
            ],
            **self._end(),
        }

    def _end(self) -> dict[str, Any]:
        owners: list[str | None] = [None] * SPACES
        for side, team in enumerate(_TEAMS):
            for space in spaces_of(self.table.owned[side]):
                owners[space] = team
        won = self.table.result == WON
        cell = self._cell()
        raised = BidCell(cell.exchange, OBJECTIVES[self.table.objective], cell.team)
        value = value_of(self.rules.players, raised)
        return {
            "owners": owners,
            "formation": best_formation(spaces_of(self.table.owned[DECLARING])),
            "result": "won" if won else "lost",
            "value": value,
            "scores": self.by_seat(_scores(self.rules, self.table, cell, won, value)),
        }


def _scores(rules: GameRules, table: Any, cell: BidCell, won: bool, value: int) -> list[int]:
    """Return the points of the state's seats; after an abdication the partner is declarer."""
    declarer, partner, opponent = points(rules, PARTNERS[cell.team], won, value)
    scorer = table.partner[0] if table.abdicated else table.declarer
    sides = [table.side[seat] == DECLARING for seat in range(rules.players)]
    return [
        declarer if seat == scorer else partner if on_side else opponent
        for seat, on_side in enumerate(sides)
    ]


def _names(cards: Any) -> list[str]:
    return [NAMES[card] for card in cards]


def _bid(cell: BidCell) -> dict[str, Any]:
    return {"exchange": cell.exchange, "objective": cell.objective, "team": cell.team}
