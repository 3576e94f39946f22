"""A ranking of choices as JSON: all that was found, and what is needed to repeat it."""

from __future__ import annotations

from typing import Any

from plateau_sim.analysis.ranking import Asked, Ranking
from plateau_sim.cards import NAMES
from plateau_sim.report.choicewords import (
    choice_name,
    spaces_given,
    stakes,
    suits_emptied,
    value_after,
)
from plateau_sim.report.export import manifest, plain
from plateau_sim.report.screen import Result


def choices_as_json(ranking: Ranking, command: str) -> dict[str, Any]:
    """Return ``{"manifest": ..., "asked": ..., "answer": ..., "choices": [...]}``.

    Seats count from forehand = 0. ``behind`` is against the best choice, on the same worlds, in
    win rate or points as ``unit`` says; intervals hold at any look.
    """
    experiment = ranking.asked.experiment
    facts = manifest([Result(experiment, ranking.table, ranking.worlds)], command)
    return {
        "manifest": {**facts, "seats": "from forehand = 0"},
        "asked": _asked(ranking.asked),
        "answer": {
            "best": choice_name(ranking.asked, ranking.choices[0]),
            "decided": ranking.decided,
            "reason": ranking.reason,
            "unit": ranking.unit,
            "confidence": ranking.confidence,
            "worlds": ranking.worlds,
            "looked_at": ranking.looked_at,
            "screening_worlds": ranking.screening,
            "taken": list(ranking.taken) or None,
        },
        "choices": [_row(ranking, row) for row in range(len(ranking.choices))],
    }


def _asked(asked: Asked) -> dict[str, Any]:
    cell = asked.cell
    return {
        "kind": asked.kind,
        "seat": asked.seat,
        "declarer": asked.declarer,
        "partners": list(asked.partners),
        "bid": {"exchange": cell.exchange, "objective": cell.objective, "team": cell.team},
        "objective": asked.objective,
        "hand": [NAMES[card] for card in asked.hand],
        "calls": [[NAMES[card], seat] for card, seat in asked.calls],
        "raises": [list(pair) for pair in asked.raises],
        "trick": asked.trick or None,
        "on_table": [[seat, NAMES[card]] for seat, card in asked.on_table],
        "own_tokens": list(asked.owned[0]),
        "other_tokens": list(asked.owned[1]),
    }


def _row(ranking: Ranking, row: int) -> dict[str, Any]:
    asked, choice = ranking.asked, ranking.choices[row]
    told: dict[str, Any] = {"choice": choice_name(asked, choice), "actions": list(choice.actions)}
    if choice.alike:
        told["alike"] = [NAMES[card] for card in choice.alike]
    if asked.kind == "discard":
        told["spaces_given"] = spaces_given(asked, choice)
        told["suits_emptied"] = suits_emptied(asked, choice)
    if asked.kind == "raise":
        told["value"] = value_after(asked, choice)
        told["stake"], told["other_stake"] = stakes(asked, choice)
    found = ranking.table.iloc[row].to_dict()
    return told | {str(name): plain(value) for name, value in found.items()}
