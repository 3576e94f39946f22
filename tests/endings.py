"""Endings of played deals, and as the naive solver has them."""

from __future__ import annotations

from typing import Any

from helpers import SIDES, names, names_in, owners
from naive.solver import Ending

from plateau_sim.cards import NAMES
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.perfect import Endings
from plateau_sim.plateau.state import LOWER_ROW, NO_CARD, State


def random_endings(rules: Any, last: int, first: int, deals: int, **options: Any) -> Any:
    """Return a runner of random play, and the decisions of its last tricks."""
    chosen = {"declaring": "random", "defending": "random", **options}
    endings = Endings(Experiment(rules, **chosen), last)
    return endings, endings.positions(first, deals)


def told_ending(endings: Endings, state: State) -> Ending:
    """Return a state in the words of the naive solver."""
    rules, table, hidden = endings.experiment.rules, state.table, state.hidden
    seats = range(rules.players)
    rows: Any = ()
    if rules.tableau:
        rows = tuple(_rows(table.tableau[seat], hidden.tableau[seat]) for seat in seats)
    laid = {card for pair in rows for row in pair for card in row}
    hands = [names_in(hidden.seats[seat].plain, hidden.seats[seat].trumps) for seat in seats]
    return Ending(
        layout=endings.experiment.layout.tokens,
        objective=OBJECTIVES[table.objective],
        strict=rules.strict_formations,
        excuse_variant=rules.excuse_variant,
        sides=tuple(SIDES[table.side[seat]] for seat in seats),
        hands=tuple(frozenset(hand) - laid for hand in hands),
        rows=rows,
        talon=() if rules.gifts else tuple(names(hidden.talon[: rules.talon_size])),
        owned=frozenset(
            (space, owner) for space, owner in enumerate(owners(table)) if owner is not None
        ),
        number=int(table.trick) + 1,
        tricks=rules.tricks,
        leader=int(table.leader),
        table=tuple(names(table.played[table.trick, : table.turn])),
    )


def _rows(shown: Any, cards: Any) -> Any:
    row = [
        None if seen == NO_CARD else NAMES[card] for seen, card in zip(shown, cards, strict=True)
    ]
    return tuple(row[:LOWER_ROW]), tuple(row[LOWER_ROW:])
