"""The bids heard: which deals fit them, if the others bid about as a bidder would.

What was said is held against what the bidder would have said with those cards, at each turn of
another seat. The likelihood of a call, relative to that of the bidder's own: `SAME` if it is what
the bidder says; `KIN` for another objective with the same team and exchange; else `OTHER`. So a
player may err, or value an objective otherwise, but the hands are mostly those that the bidder
bids so with. A deal is accepted with the product of these likelihoods: exact rejection.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.jit import part
from plateau_sim.kernels.bits import contains
from plateau_sim.kernels.rng import subkey
from plateau_sim.plateau.auction import apply_bid, legal_bids, start_auction
from plateau_sim.plateau.playout import FINISHED, ask
from plateau_sim.plateau.state import BIDDING, MAX_BIDS, MAX_PLAYERS
from plateau_sim.plateau.view import BID, PASS

SAME, KIN, OTHER = 1.0, 0.1, 0.001
"""Likelihood of a call relative to that of what the bidder says: see above."""
RAREST = 1 / 2_000
"""Of deals drawn: calls that fit fewer are not used."""
_STREAM = 1 << 40  # beyond the numbers of all decisions
_TO_UNIT = 2.0**-53
_SPARE = np.uint64(11)

HEARD_FIELDS = (
    ("calls", "i8"),
    ("caller", "u1", (MAX_BIDS,)),
    ("call", "u1", (MAX_BIDS,)),  # action of the auction: 0 pass, else 1 + cell
    ("judged", "u1", (MAX_PLAYERS,)),  # 1: this seat's calls weight the deals
    ("likelihood", "f8", (MAX_PLAYERS,)),  # of the deal at hand, by seat
)
"""Fields of a record that holds what was heard."""


@part
def hear(state: Any, heard: Any, deciders: Any) -> Any:
    """Replay the calls heard from the start of a deal on; return how likely they were with it.

    Notes the likelihood of each judged seat's calls, too.
    """
    game, table = state.game, state.table
    for seat in range(game.players):
        heard.likelihood[seat] = 1.0
    start_auction(state)
    likelihood = 1.0
    for place in range(heard.calls):
        call, seat = np.int64(heard.call[place]), table.seat
        if heard.judged[seat]:
            said = ask(state, deciders, BIDDING, legal_bids(state))
            factor = _likelihood(game, said, call)
            heard.likelihood[seat] *= factor
            likelihood *= factor
        apply_bid(state, call)
    return likelihood


@part
def _likelihood(game: Any, said: Any, call: Any) -> Any:
    """Return the likelihood of a call where the bidder would have said something."""
    if said == call:
        return SAME
    if said == PASS or call == PASS:
        return OTHER
    one, other = said - 1, call - 1
    alike = game.cell_exchange[one] == game.cell_exchange[other]
    alike &= game.cell_partners[one] == game.cell_partners[other]
    return KIN if alike else OTHER


@part
def replay(state: Any, heard: Any) -> None:
    """Replay the calls heard."""
    start_auction(state)
    for place in range(heard.calls):
        apply_bid(state, np.int64(heard.call[place]))


@part
def finish_auction(state: Any, seat: Any, call: Any, goes_on: Any, deciders: Any) -> Any:
    """Make a seat's call and end the auction: the seat passes from then on.

    Parameters
    ----------
    state
        The seat is to speak.
    seat, call
        Who, and the action of the auction.
    goes_on
        Whether the others go on bidding, else all of them pass after a bid.
    deciders
        See `playout`.

    Returns
    -------
    int
        `FINISHED`, or an illegal action that the bidder chose.
    """
    apply_bid(state, call)
    while state.table.kind == BID:
        said: Any = PASS
        if state.table.seat != seat and (goes_on or call == PASS):
            legal = legal_bids(state)
            said = ask(state, deciders, BIDDING, legal)
            if not contains(legal, said):
                return said
        apply_bid(state, said)
    return FINISHED


@part
def is_accepted(likelihood: Any, key: Any) -> Any:
    """Tell whether a deal of this play key is taken, which it is with this probability."""
    return np.float64(np.int64(subkey(key, _STREAM) >> _SPARE)) * _TO_UNIT < likelihood
