"""The verdict for a hand as JSON, with its manifest; seats count from forehand = 0."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd

from plateau_sim import __version__
from plateau_sim.analysis.handverdict import (
    SOUND,
    Verdict,
    option_table,
    passing_table,
)
from plateau_sim.analysis.handworth import HandWorth
from plateau_sim.cards import NAMES
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.choosers import own_hashes
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.marks import FACE_DOWN, NO_CARD
from plateau_sim.plateau.rules import RULES_VERSION
from plateau_sim.report.export import plain
from plateau_sim.report.verdicttext import Judged

_MARKS = {FACE_DOWN: "_", NO_CARD: "."}


def as_json(judged: Judged, command: str) -> str:
    """Return manifest, advice, a row for each option, and what a pass leads to."""
    verdict = judged.verdict
    content = {
        "manifest": verdict_manifest(judged, command),
        "advice": advice(verdict),
        "reading": _reading(judged),
        "other_play": [_advice_under(other, verdict) for other in judged.other_play],
    }
    if judged.worth is not None:
        content["worth"] = worth_facts(judged.worth)
    body = ",\n ".join(f'"{name}": {json.dumps(value)}' for name, value in content.items())
    rows, passing = _lines(option_table(verdict)), _lines(passing_table(verdict))
    return f'{{{body},\n "rows": [{rows}],\n "passing": [{passing}]}}\n'


def verdict_manifest(judged: Judged, command: str) -> dict[str, Any]:
    """Return what is needed to repeat a verdict."""
    verdict = judged.verdict
    question, limits = verdict.question, verdict.limits
    return {
        "package": "plateau_sim",
        "version": __version__,
        "rules_version": RULES_VERSION,
        "command": command,
        "seed": question.seed,
        "deals": verdict.deals,
        "confidence": limits.confidence,
        "budget": limits.seconds,
        "deals_asked": limits.deals,
        "end": verdict.end,
        "partial": verdict.end == "interrupted",
        "raises": True,
        "bidder": question.bidder,
        "declaring_policy": question.declaring,
        "defending_policy": question.defending,
        "own_files": dict(own_hashes((question.declaring, question.defending, question.bidder))),
        "players": question.rules.players,
        "variant": question.rules.variant,
        "scoring": question.rules.scoring,
        "strict": question.rules.strict_formations,
        "values": judged.own_values or "rulebook",
        "layout": question.layout.name,
        "layout_provenance": question.layout.provenance,
        "tokens": list(question.layout.tokens),
        "hand": hand_facts(question),
    }


def hand_facts(question: HandQuestion) -> dict[str, Any]:
    """Return the hand, what was heard and what else is known."""
    tableaus = question.tableaus
    facts = [
        {
            "place": fact.place,
            "words": fact.words,
            "cards": [NAMES[card] for card in sorted(fact.cards)],
            "low": fact.low,
            "high": fact.high,
        }
        for fact in question.facts.facts
    ]
    return {
        "seat": question.seat,
        "cards": [NAMES[card] for card in question.hand.cards],
        "left_open": [[NAMES[card] for card in sorted(wild)] for wild in question.hand.wilds],
        "calls": [[seat, _bid(cell)] for seat, cell in question.bidding.calls],
        "mine": _row(tableaus.mine) if tableaus else None,
        "theirs": _row(tableaus.theirs) if tableaus else None,
        "knows": facts,
        "ignore_bids": question.ignore_bids,
    }


def _row(cards: tuple[int, ...]) -> list[str]:
    return [_MARKS.get(card) or NAMES[card] for card in cards]


def _bid(cell: BidCell | None) -> str | None:
    return None if cell is None else str(cell)


def advice(verdict: Verdict) -> dict[str, Any]:
    """Return what to do, how sure it is, and what can't be told from it."""
    standing, options = verdict.standing, verdict.options
    runner_up = standing.runner_up
    return {
        "best": _bid(verdict.best) or "pass",
        "decided": standing.decided,
        "end": verdict.end,
        "runner_up": None if runner_up is None else _bid(options[runner_up]) or "pass",
        "too_close": [_bid(options[option]) or "pass" for option in standing.too_close],
        "same_in_all_deals": [_bid(options[option]) or "pass" for option in standing.same],
        "sound": [_bid(options[bid]) for bid in verdict.in_order if verdict.label(bid) == SOUND],
    }


def _reading(judged: Judged) -> dict[str, Any]:
    verdict = judged.verdict
    reading, other = verdict.reading, judged.other_reading
    return {
        "seats": list(reading.judged),
        "left_out": list(reading.left_out),
        "accepted": verdict.deals,
        "drawn": verdict.counts.tries,
        "acceptance": verdict.deals / verdict.counts.tries,
        "exactly_as_bidder": verdict.counts.exact / verdict.deals,
        "effective_sample_size": verdict.deals,
        "share_fitting_facts": verdict.share,
        "with_any_hands": _advice_under(other, verdict) if other else None,
    }


def _advice_under(other: Verdict, verdict: Verdict) -> dict[str, Any]:
    """Return another verdict in short."""
    question = other.question
    return {
        "declaring_policy": question.declaring,
        "defending_policy": question.defending,
        "ignore_bids": question.ignore_bids,
        "deals": other.deals,
        **advice(other),
        "rows": [
            {str(name): plain(value) for name, value in row.items()}
            for row in option_table(other).astype(object).to_dict("records")
        ],
    }


def worth_facts(worth: HandWorth) -> dict[str, Any]:
    """Return what the parts of the hand are worth to the best bid; see `analysis.handworth`."""
    cards = [
        {"card": NAMES[item.card], "small": NAMES[item.small], **item.lost._asdict()}
        for item in worth.cards
    ]
    calls = {NAMES[card] if card >= 0 else "none": count for card, count in worth.calls.items()}
    return {
        "bid": str(worth.cell),
        "deals": worth.deals,
        "win_rate": worth.win_rate,
        "points": worth.points,
        "plain_points": worth.plain_points,
        "cards": cards,
        "together": worth.together._asdict(),
        "overlap": worth.overlap,
        "raises": worth.raises._asdict(),
        "raised_by": worth.raised_by,
        "exchange": worth.exchange._asdict() if worth.exchange else None,
        "partner": worth.partner._asdict() if worth.partner else None,
        "calls": calls,
        "in_talon": worth.in_talon,
        "partners": [item._asdict() for item in worth.partners],
    }


def _lines(table: pd.DataFrame) -> str:
    records = table.astype(object).to_dict("records")
    rows = [{str(name): plain(value) for name, value in row.items()} for row in records]
    return ",".join("\n  " + json.dumps(row) for row in rows)
