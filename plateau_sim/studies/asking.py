"""A decision's state in plain words and numbers, for reports."""

from __future__ import annotations

from plateau_sim.analysis.ranking import Asked, Kind
from plateau_sim.cards import cards_in
from plateau_sim.plateau.bids import OBJECTIVES, Objective
from plateau_sim.plateau.board import spaces_of
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.state import NONE_YET
from plateau_sim.plateau.stepper import Decision
from plateau_sim.plateau.view import ABDICATE, CALL, CARD, DISCARD, GIFT_CARD, RAISE

_KINDS: dict[int, Kind] = {
    CALL: "call",
    DISCARD: "discard",
    GIFT_CARD: "gift",
    RAISE: "raise",
    ABDICATE: "raise",
    CARD: "play",
}


def asked_of(decision: Decision, experiment: Experiment) -> Asked:
    """Return what is asked, as the seat in turn sees it."""
    table, players = decision.table, decision.rules.players
    own = decision.own
    playing = decision.kind == CARD
    calls = zip(table.call_card, table.call_holder, strict=True)
    on_table = table.played[table.trick, : table.turn] if playing else ()
    tokens = decision.layout.tokens
    mine = int(decision.declaring)
    owned = [tuple(tokens[space] for space in spaces_of(word)) for word in table.owned]
    return Asked(
        kind=_KINDS[decision.kind],
        experiment=experiment,
        seat=decision.seat,
        declarer=int(table.declarer),
        partners=tuple(int(seat) for seat in table.partner[: table.partners]),
        objective=OBJECTIVES[int(table.objective)],
        hand=tuple(cards_in(own.plain, own.trumps)),
        calls=tuple(
            (int(card), None if holder == NONE_YET else int(holder))
            for card, holder in list(calls)[: table.calls]
        ),
        trick=int(table.trick) + 1 if playing else 0,
        on_table=tuple(
            ((int(table.leader) + turn) % players, int(card)) for turn, card in enumerate(on_table)
        ),
        owned=(owned[mine], owned[1 - mine]),
        raises=tuple(
            (int(table.chance_seat[chance]), _objective(int(table.raise_to[chance])))
            for chance in range(table.chance)
        ),
    )


def _objective(number: int) -> Objective | None:
    return OBJECTIVES[number] if number else None
