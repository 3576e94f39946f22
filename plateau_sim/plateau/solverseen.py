"""The solver's table of seen positions: exact keys in a preallocated block of words.

Within one ending the cards that are gone and the leader of a trick settle everything but who owns
the claimed spaces. More spaces never hurt a side, so an entry keeps for that key one set of spaces
with which the declaring side wins and one with which it loses: any set above the first one wins,
any set below the second one loses.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import NONE
from plateau_sim.kernels.rng import subkey
from plateau_sim.plateau.state import LOST, OPEN, WON

WORDS = 4
"""Words an entry: gone plain cards; gone trumps, leader and age; wins from; loses up to."""
_ONE, _TWO, _WINS, _LOSES = np.int64(0), np.int64(1), np.int64(2), np.int64(3)
_LEADER_AT, _AGE_AT = np.uint64(22), np.uint64(25)
_PROBES = 4
_EVERYTHING = ~NONE
_TOP = np.uint64(1 << 63)  # no space of the board; marks a set that is known


class Workspace(NamedTuple):
    """What a search works on; nothing else is allocated."""

    words: Any  # pointer to uint64: the table, WORDS an entry, then `solver.NOTES`
    entries: Any  # int64, a power of 2


@inline
def key_of(table: Any, age: Any) -> Any:
    """Return the two words that tell a position at the start of a trick from any other.

    The age (below 2 ** 39) tells apart the endings that share a table.
    """
    rest = np.uint64(table.leader) << _LEADER_AT | np.uint64(age) << _AGE_AT
    return np.uint64(table.gone_plain), table.gone_trumps | rest


@inline
def _place(seen: Workspace, one: Any, two: Any, probe: Any) -> Any:
    start = np.int64(subkey(one ^ (two << np.uint64(20)), two) >> np.uint64(1))
    return ((start + probe) & (seen.entries - 1)) * WORDS


@part
def look_up(seen: Workspace, key: Any, own: Any) -> Any:
    """Return `WON` or `LOST` if the table says so for the declaring side's spaces, else `OPEN`."""
    one, two = key
    for probe in range(_PROBES):
        at = _place(seen, one, two, probe)
        if seen.words[at + _ONE] == one and seen.words[at + _TWO] == two:
            if seen.words[at + _WINS] & ~own == NONE:
                return WON
            if (own | _TOP) & ~seen.words[at + _LOSES] == NONE:
                return LOST
            return OPEN
    return OPEN


@part
def remember(seen: Workspace, key: Any, own: Any, won: Any) -> None:
    """Note how a position ends; an older ending's entry makes room, else the first place does."""
    one, two = key
    age = two >> _AGE_AT
    chosen = _place(seen, one, two, 0)
    for probe in range(_PROBES):
        at = _place(seen, one, two, probe)
        if seen.words[at + _ONE] == one and seen.words[at + _TWO] == two:
            seen.words[at + (_WINS if won else _LOSES)] = own if won else own | _TOP
            return
        if seen.words[at + _TWO] >> _AGE_AT != age:
            chosen = at
            break
    seen.words[chosen + _ONE] = one
    seen.words[chosen + _TWO] = two
    seen.words[chosen + _WINS] = own if won else _EVERYTHING
    seen.words[chosen + _LOSES] = NONE if won else own | _TOP
