"""Questions about hands that several test files ask."""

from __future__ import annotations

from typing import Any

from plateau_sim.analysis.handverdict import Limits
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.layouts import Layout, standard_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.typed import parse_bidding, parse_cards, parse_facts, parse_tableaus

AVERAGE = "T19,16,12,8,5,2 SR,9 HD,8 CR,7 D9"
KINGS = "SR HR DR CR T12,9,5,3 S9 H8 D8,7 C8"


def ask(
    cards: str,
    players: int = 4,
    bidding: str = "me",
    knows: str = "",
    layout: Layout | None = None,
    tableaus: tuple[str, str] | None = None,
    variants: dict[str, bool] | None = None,
    **options: Any,
) -> HandQuestion:
    """Return a question, played by greedy unless told otherwise."""
    rules = GameRules.published(players, **variants or {})
    hand, heard = parse_cards(cards, rules), parse_bidding(bidding, rules)
    if knows:
        options["facts"] = parse_facts(knows, rules, heard.me)
    if tableaus:
        options["tableaus"] = parse_tableaus(*tableaus, rules, hand)
    policies = {"declaring": "greedy", "defending": "greedy"}
    where = layout or standard_layout(rules)
    return HandQuestion(rules, where, hand, heard, **{**policies, **options})


def deals(number: int) -> Limits:
    """Return limits that end at a number of deals."""
    return Limits(seconds=None, deals=number)
