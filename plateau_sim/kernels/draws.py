"""The workspace of a constrained deal: the question, the answer, and what is counted between."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from plateau_sim.cards import CARDS
from plateau_sim.jit import part
from plateau_sim.kernels.deal import shuffle
from plateau_sim.pointers import record_at

MAX_PLACES, MAX_GROUPS, MAX_WAYS = 10, 16, 8192
NOBODY = 255
"""No kind, or no group any more."""
NOT_COUNTED, COUNTED, TOO_LARGE = 0, 1, 2
"""States of the ways of a question."""

DRAW: np.dtype[Any] = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # what is asked
                ("cards", "i8"),  # as many as there is room for
                ("places", "i8"),
                ("card", "u1", (CARDS,)),
                ("allowed", "u2", (CARDS,)),  # bit per place
                ("room", "i8", (MAX_PLACES,)),
                # the answer: by index of the card
                ("place", "u1", (CARDS,)),
                # the rest is filled in here
                ("pinned", "u1", (CARDS,)),  # by index of the card: 1: only one place is left
                ("spare", "i8", (MAX_PLACES,)),  # room besides the pinned cards
                ("state", "i8"),  # of the ways
                ("order", "u1", (CARDS,)),
                ("group", "u1", (CARDS,)),  # by index of the card
                ("kind", "u1", (CARDS,)),
                ("groups", "i8"),
                ("group_places", "u2", (MAX_GROUPS,)),
                ("group_size", "i8", (MAX_GROUPS,)),
                ("kinds", "i8"),
                ("kind_of", "u1", (MAX_PLACES,)),
                ("kind_groups", "i8", (MAX_PLACES,)),  # bit per group
                ("kind_room", "i8", (MAX_PLACES,)),
                ("left", "i8", (MAX_PLACES,)),
                # by stage (kinds are filled in turn): groups are merged that differ no more
                ("width", "i8", (MAX_PLACES,)),
                ("merged", "u1", (MAX_PLACES, MAX_GROUPS)),  # by group
                ("kinds_open", "i8", (MAX_PLACES, MAX_GROUPS)),  # by merged group: bit per kind
                ("most", "i8", (MAX_PLACES, MAX_GROUPS)),
                ("least", "i8", (MAX_PLACES, MAX_GROUPS)),
                ("next", "u1", (MAX_PLACES, MAX_GROUPS)),  # merged group of the next stage
                ("stride", "i8", (MAX_PLACES, MAX_GROUPS)),  # 0: follows from the others
                ("start", "i8", (MAX_PLACES,)),
                ("span", "i8", (MAX_PLACES,)),
                ("total", "i8", (MAX_PLACES,)),
                ("count", "i8", (MAX_PLACES, MAX_GROUPS)),
                ("low", "i8", (MAX_GROUPS,)),
                ("high", "i8", (MAX_GROUPS,)),
                ("taken", "i8", (MAX_GROUPS,)),
                ("first_ways", "f8"),
                ("ways", "f8", (MAX_WAYS,)),
            ],
            align=True,
        ),
    )
)
"""The workspace of `constrained.allot`: set what is asked, then call `constrained.prepare`."""
DRAW_TYPE = numba.from_dtype(DRAW)
draw_at = record_at(DRAW)


@part
def mix(draw: Any, key: Any) -> None:
    """Put the cards in a random order."""
    if draw.cards > 1:
        shuffle(draw.order, draw.cards, key, draw.order)
