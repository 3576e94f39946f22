"""Bidder ``threshold``: the own hand's strength against a threshold that rises with the bid.

The strength is a count of trumps, kings and board cards (`policies.strength`). A bid is safe if it
passes its threshold with a margin to spare. The bidder makes the safe bid of the highest value,
else the cheapest bid that passes its threshold, else it passes.
"""

from __future__ import annotations

from typing import Any

from plateau_sim.jit import entry, inline
from plateau_sim.kernels.bits import contains
from plateau_sim.plateau.policies.strength import forecast, strength
from plateau_sim.plateau.state import DECIDE_SIGNATURE
from plateau_sim.plateau.view import PASS

# By players from 2 up: log-odds that a bid must have, such that some 55 to 85 of 100 deals get a
# bid, and what a safe bid must have beyond them.
_ENOUGH = [0.9, 0.25, 2.35, 1.2, 2.0]
_MARGIN = 0.4
PARAMS = [*_ENOUGH, _MARGIN]
_FEWEST, _TO_MARGIN = 2, len(_ENOUGH)
_ANY_VALUE = 1000


@inline
def _odds(game: Any, points: Any, cell: Any) -> Any:
    exchange, objective = game.cell_exchange[cell], game.cell_objective[cell]
    return forecast(game, points, exchange, objective, game.cell_partners[cell])


@entry(DECIDE_SIGNATURE)
def decide(view: Any, kind: Any, legal: Any, params: Any, scratch: Any, key: Any) -> Any:
    """Bid by the strength of the own cards."""
    game, points = view.game, strength(view)
    enough = params[game.players - _FEWEST]
    safe = enough + params[_TO_MARGIN]
    dearest, cheapest, high, low = PASS, PASS, 0, _ANY_VALUE
    for cell in range(game.cells):
        if contains(legal, 1 + cell):
            value, odds = game.cell_value[cell], _odds(game, points, cell)
            if odds >= safe and value > high:
                dearest, high = 1 + cell, value
            if odds >= enough and value < low:
                cheapest, low = 1 + cell, value
    return dearest if dearest != PASS else cheapest
