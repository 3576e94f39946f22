"""The state of one hand as fixed-size records, and what a seat sees of it.

``game`` holds the rules, the layout and the bid table as numbers; ``table`` what everybody sees;
``hidden`` the rest: what each seat alone knows, and what nobody sees. A *view* is made of the first
two and one seat's own record, so hidden cards can't reach a policy (rulings 6). Seats count from
forehand = 0. Card sets are pairs of words as in `kernels.bits`; boards are words as in `board`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from plateau_sim.cards import CARDS
from plateau_sim.plateau.marks import TABLEAU

MAX_PLAYERS, MAX_TRICKS, MAX_TALON, MAX_CELLS = 6, 18, 6, 30
MAX_CALLS, MAX_BIDS, MAX_CHANCES = 32, 32, 3
FROM_TALON, FROM_NOBODY = -1, -2
NONE_YET = -1

DEFENDING, DECLARING, BIDDING = 0, 1, 2
"""Roles, also the rows of ``params``; the first two are the sides."""
ROLES = 3
OPEN, WON, LOST, PASSED = 0, 1, 2, 3
"""Results of a hand."""


def _record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


GAME = _record(
    ("players", "i8"),
    ("tricks", "i8"),
    ("hand_size", "i8"),
    ("talon_size", "i8"),
    ("swap_size", "i8"),  # cards that the declarer takes from the talon
    ("gifts", "i8"),  # cards that he gives away in place of discards (6 players)
    ("tableau", "i8"),  # 1: two-player game
    ("excuse_apart", "i8"),  # 1: excuse variant
    ("sabotage", "i8"),  # 1: counter-sabotage in force
    ("raises", "i8"),  # 1: chances to raise are played
    ("play_on", "i8"),  # 1: decided hands go on to the last card
    ("fixed_partners", "i8", (2,)),  # seat offsets from the declarer, 0: none (tests)
    ("deck_size", "i8"),
    ("deck", "u1", (CARDS,)),
    ("deck_plain", "u8"),
    ("deck_trumps", "u8"),
    ("card_space", "u8", (CARDS,)),  # board word of the card's token, 0: no token
    ("trick_space", "u8", (MAX_TRICKS,)),
    ("claimable", "u8"),  # all spaces with a token
    ("made", "u1", (64,)),  # see formations.made_table
    ("cells", "i8"),
    ("cell_exchange", "i8", (MAX_CELLS,)),
    ("cell_objective", "i8", (MAX_CELLS,)),
    ("cell_partners", "i8", (MAX_CELLS,)),
    ("cell_value", "i8", (MAX_CELLS,)),
    # by partners, lost or won, declarer or partner: multiple of the value less all seats' mean
    ("stake", "f8", (3, 2, 2)),
)

TABLE = _record(
    # the pending decision
    ("kind", "i8"),
    ("seat", "i8"),
    ("ordinal", "i8"),
    # auction
    ("bids", "i8"),
    ("bid_seat", "u1", (MAX_BIDS,)),
    ("bid_action", "u1", (MAX_BIDS,)),
    ("passed", "i8"),  # bit per seat
    # the bid in force
    ("declarer", "i8"),
    ("cell", "i8"),
    ("objective", "i8"),  # raises included
    ("side", "i8", (MAX_PLAYERS,)),
    ("partners", "i8"),
    ("partner", "i8", (2,)),  # in the order found
    # calls
    ("calls", "i8"),
    ("call_card", "u1", (MAX_CALLS,)),
    ("call_holder", "i1", (MAX_CALLS,)),  # NONE_YET: in the talon
    ("called", "u8"),
    # exchange
    ("gift_to", "i1", (2,)),
    # raising
    ("chance", "i8"),
    ("chances", "i8"),
    ("chance_seat", "i1", (MAX_CHANCES,)),
    ("raise_to", "i1", (MAX_CHANCES,)),  # 0: not taken
    ("partner_raised", "i8"),
    ("abdicated", "i8"),
    # card play
    ("trick", "i8"),
    ("turn", "i8"),
    ("leader", "i8"),
    ("led", "i8"),  # suit to follow, FREE: none yet
    ("best_card", "i8"),
    ("best_seat", "i8"),
    ("claim", "u8"),  # spaces of the cards in this trick
    ("star_claim", "u8", (2,)),  # by side: the excuse's space in its variant
    ("gone_plain", "u8"),
    ("gone_trumps", "u8"),
    ("played", "u1", (MAX_TRICKS, MAX_PLAYERS)),  # by trick and turn
    ("winner", "u1", (MAX_TRICKS,)),
    ("tableau", "u1", (2, TABLEAU)),  # lower row, upper row; FACE_DOWN; NO_CARD: gone
    ("uncovered", "i8", (2,)),  # bit per place
    # board and end
    ("owned", "u8", (2,)),  # by side
    ("turned", "i8"),
    ("turned_card", "u1", (MAX_TALON,)),
    ("turned_side", "i1", (MAX_TALON,)),
    ("by_talon", "i8"),  # 1: open after the last trick
    ("result", "i8"),
    # what follows from the board alone, worked out by the first seat that asks (policies.potential)
    ("paths_for", "u8", (3,)),
    ("paths", "u8", (12,)),
)

SEAT = _record(
    ("seat", "i8"),
    ("plain", "u8"),  # playable hand
    ("trumps", "u8"),
    ("dealt_plain", "u8"),  # hand as dealt
    ("dealt_trumps", "u8"),
    ("taken", "u1", (MAX_TALON,)),  # from the talon, as declarer
    ("discard", "u1", (MAX_TALON,)),
    ("gift", "u1", (2,)),  # given as declarer
    ("got", "u1"),  # received: a gift or a talon card (6 players)
    ("got_from", "i8"),  # giver's seat, FROM_TALON, FROM_NOBODY
)

HIDDEN = _record(
    ("seats", SEAT, (MAX_PLAYERS,)),
    ("play_key", "u8"),
    ("talon", "u1", (MAX_TALON,)),  # top first; after an exchange the discards on top
    ("tableau", "u1", (2, TABLEAU)),
)


DEAL = _record(
    ("number", "i8"),
    ("play_key", "u8"),
    ("forced_declarer", "i8"),
    ("plain", "u8", (MAX_PLAYERS,)),
    ("trumps", "u8", (MAX_PLAYERS,)),
    ("talon", "u1", (MAX_TALON,)),
    ("tableau", "u1", (2, TABLEAU)),
    ("shuffled", "u1", (CARDS,)),
)


class View(NamedTuple):
    """What one seat sees: records of type `GAME`, `TABLE` and `SEAT`."""

    game: Any
    table: Any
    own: Any


class State(NamedTuple):
    """A hand in progress: records of type `GAME`, `TABLE` and `HIDDEN`."""

    game: Any
    table: Any
    hidden: Any


GAME_TYPE, TABLE_TYPE, SEAT_TYPE, HIDDEN_TYPE, DEAL_TYPE = (
    numba.from_dtype(dtype) for dtype in (GAME, TABLE, SEAT, HIDDEN, DEAL)
)
VIEW_TYPE = types.NamedTuple((GAME_TYPE, TABLE_TYPE, SEAT_TYPE), View)
STATE_TYPE = types.NamedTuple((GAME_TYPE, TABLE_TYPE, HIDDEN_TYPE), State)
DECIDE_SIGNATURE = types.int64(
    VIEW_TYPE,
    types.int64,
    types.UniTuple(types.uint64, 2),
    types.CPointer(types.float64),
    types.CPointer(types.uint8),
    types.uint64,
)
"""Signature of every policy and bidder: ``decide(view, kind, legal, params, scratch, key)``."""
DECIDE_TYPE = types.FunctionType(DECIDE_SIGNATURE)


def new_state(game: np.record) -> State:
    """Return a state for hands of a game, to be begun by a phase."""
    return State(game, np.zeros(1, TABLE)[0], np.zeros(1, HIDDEN)[0])
