"""The weights of `tuned`: package data, a set for each player count and role."""

from __future__ import annotations

import json
from importlib import resources

import numpy as np
import numpy.typing as npt

from plateau_sim.plateau.policies.builder import PARAMS
from plateau_sim.plateau.policies.potential import CONNECTION
from plateau_sim.plateau.rules import PLAYER_COUNTS

EXTRA = {
    "share": 1.0,  # of the cards unseen, what a hand holds, to what its size says
    "loss": 1.0,  # weight of a trick lost, one won is 1
    "own loss": 1.0,  # of the own card's space lost
    "decides for": 6.0,  # a trick that wins the hand
    "decides against": 6.0,  # one that loses it
    "phase": 0.0,  # how much more trumps are worth towards the end
    "plain phase": 0.0,  # the same of plain cards
    "bridge": 0.0,  # how much more trumps are worth if that is the objective
    "six sides": 0.0,
    "alone": 0.0,  # and without a partner
    "master": 0.0,  # how much more a plain card is worth that nothing out beats
    "master trump": 0.0,
    "last of suit": 0.0,  # and one that is the only one of its suit
    "suit length": 0.0,  # and for each card of its suit
    "lead trump": 0.0,  # what it is worth to lead a trump
    "lead master": 0.0,  # a plain card that nothing out beats
    "lead short": 0.0,  # the only one of its suit
    "own trumps": 0.0,  # how much more trumps are worth to a hand of nothing else
    "trumps out": 0.0,  # and if all hands have trumps only
    "sure": 0.0,  # to be unsure of the trick
}
"""Weights beside those of `builder`, by name; with these values it is almost `builder`. Behind them
stand the weights of connections for the middle objectives and for Six sides; `builder`'s place for
them is that for a Bridge."""
START = [*PARAMS, *EXTRA.values(), *CONNECTION, *CONNECTION]
SET = len(START)
"""Number of weights of a set."""
ROLES = ("defending", "declaring")
FILE = "data/tuned.json"


def read_weights() -> npt.NDArray[np.float64]:
    """Return all sets in a row: players from the fewest on, of each the roles."""
    text = resources.files("plateau_sim.plateau").joinpath(FILE).read_text("utf-8")
    sets = json.loads(text)["sets"]
    rows = [sets[f"{players} {role}"] for players in PLAYER_COUNTS for role in ROLES]
    weights = np.array(rows, np.float64)
    if weights.shape != (len(rows), SET):
        raise ValueError(f"{FILE} holds other weights than the policy has")
    return weights.reshape(-1)
