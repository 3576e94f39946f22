"""The kinds of decision, and what their actions mean.

A policy is one compiled function ``decide(view, kind, legal, params, scratch, key) -> action``.
``legal`` is a set of actions in two words like a set of cards: bits 0..55 of the first word stand
for actions 0..55, bits 0..21 of the second for 56..77. For a card the action is its id.

============== ======================================================= =======================
kind           asked                                                   action
============== ======================================================= =======================
BID            each turn in the auction                                0 pass, else 1 + cell
CALL           the declarer, for each call of a partner                card
DISCARD        the declarer, once for each card                        card
GIFT_CARD      the declarer of six players, before each receiver       card
GIFT_RECEIVER  the declarer of six players, after each gift card       seat
RAISE          each partner, then the declarer                         0 no, else the objective
ABDICATE       the declarer of five, if the partner raised             0 no, 1 yes
CARD           each turn in a trick                                    card
TALON_PICK     two players: winner of the last trick, if still open    card
============== ======================================================= =======================
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import inline
from plateau_sim.kernels.rng import subkey

BID, CALL, DISCARD, GIFT_CARD, GIFT_RECEIVER, RAISE, ABDICATE, CARD, TALON_PICK = range(9)
OVER = 9
"""Pending decision of a hand that has ended."""
KIND_NAMES = (
    "bid",
    "call",
    "discard",
    "gift card",
    "gift receiver",
    "raise",
    "abdication",
    "card",
    "talon pick",
)
PASS, NO_RAISE = 0, 0
_SEAT_STEP, _KIND_STEP = 512, 32


@inline
def decision_key(play_key: Any, seat: Any, kind: Any, ordinal: Any) -> Any:
    """Return the key of one decision: of deal, seat, and the number of the decision.

    A decision's number is its kind and its place among the seat's decisions of that kind (cards:
    the trick), so that the draws of two bids on the same deal stay in step.
    """
    return subkey(play_key, np.int64(seat) * _SEAT_STEP + kind * _KIND_STEP + ordinal)
