"""Dealing cards to places that can't hold all of them: uniform over what is possible, exactly.

A few plain shuffles are tried first. Where they keep failing, places with the same bars form a
*kind*, cards with the same possible places a *group*, and the number of ways to fill the kinds is
counted once by dynamic programming over the counts of the groups that still differ (`ways`); then
each deal draws counts by their ways and cards at random within them. Nothing is allocated.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import part
from plateau_sim.kernels.draws import COUNTED, NOT_COUNTED, mix
from plateau_sim.kernels.rng import subkey
from plateau_sim.kernels.ways import allot_by_ways, count_ways

TRIES = 4
"""Plain shuffles a deal before ways are counted."""
_MANY_TRIES = 20_000  # where the tables of ways would be too large: never seen


@part
def prepare(draw: Any) -> None:
    """Get ready for a question: what has only one place is put there, full places are barred."""
    draw.state = NOT_COUNTED
    for index in range(draw.cards):
        draw.order[index] = index
        draw.pinned[index] = 0
    for place in range(draw.places):
        draw.spare[place] = draw.room[place]
    changed = True
    while changed:
        changed = False
        spare: Any = 0
        for place in range(draw.places):
            spare |= np.int64(draw.spare[place] > 0) << place
        for index in range(draw.cards):
            if draw.pinned[index]:
                continue
            places = np.int64(draw.allowed[index]) & spare
            if places & (places - 1) == 0 and places != 0:
                _pin(draw, index, places)
                changed = True
                break


@part
def _pin(draw: Any, index: Any, places: Any) -> None:
    place = 0
    while not (places >> place) & 1:
        place += 1
    draw.pinned[index] = 1
    draw.place[index] = place
    draw.spare[place] -= 1


@part
def allot(draw: Any, key: Any) -> Any:
    """Draw who gets which card, each possible way with the same probability.

    Parameters
    ----------
    draw
        Record of type `DRAW`, after `prepare`.
    key
        uint64, see `kernels.rng`.

    Returns
    -------
    bool
        Whether there is a way; then ``draw.place`` holds it, else places without heed to bars.
    """
    tries = TRIES if draw.state == NOT_COUNTED else 0 if draw.state == COUNTED else _MANY_TRIES
    if _try(draw, subkey(key, 0), tries):
        return True
    if draw.state == NOT_COUNTED:
        count_ways(draw)
    if draw.state == COUNTED:
        return allot_by_ways(draw, subkey(key, 1))
    if _try(draw, subkey(key, 2), _MANY_TRIES):
        return True
    _fits_in_order(draw, False)
    return False


@part
def _try(draw: Any, key: Any, tries: Any) -> Any:
    for attempt in range(tries):
        mix(draw, subkey(key, attempt))
        if _fits_in_order(draw, True):
            return True
    return False


@part
def _fits_in_order(draw: Any, heeding: Any) -> Any:
    """Fill place by place with the cards in their random order, if each may lie there.

    Without heeding the bars every place gets as many cards as it has room for.
    """
    place, left = 0, draw.spare[0]
    for spot in range(draw.cards):
        index = np.int64(draw.order[spot])
        if draw.pinned[index]:
            continue
        while left <= 0:
            place += 1
            if place == draw.places:
                return False
            left = draw.spare[place]
        if heeding and not (np.int64(draw.allowed[index]) >> place) & 1:
            return False
        draw.place[index] = place
        left -= 1
    return True
