"""The anatomy of played hands: when they are decided, who leads, what each space decides.

Hands are played to their last card, also decided ones, and then gone over trick by trick.

**Causal value of a space**: on the final board the space alone is given to the declaring side, then
to the defenders, all else as it is; the deal counts if the results differ. More spaces never hurt a
side, so a difference is always a win with the space and a loss without it.

**Lead**: whoever would win the greater part of `FILLINGS` random ends of the hand, in which each
open space falls to the declaring side independently of the others, with the share of the spaces
that it gets in this cell. The fillings are drawn once a deal, from keys that no decision uses, and
stay the same from trick to trick (and, but for the share, from cell to cell), so that the lead
changes only where claimed spaces change it. Who leads is asked before the first trick, after each
trick while the hand is open, and at its end, when the winner leads. With exactly half nothing
changes; the first side to lead changes nothing either.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from plateau_sim.cards import EXCUSE
from plateau_sim.jit import inline, kernel, part
from plateau_sim.kernels.bits import NONE
from plateau_sim.kernels.rng import subkey
from plateau_sim.plateau.anatomycounts import (
    CHANGES,
    COLUMNS,
    DECIDED,
    FILLINGS,
    FORMATIONS,
    MOMENTS,
    OWNED,
    OWNED_AND_WON,
    PIVOTAL,
    SEATS,
    SPACE,
    SPACE_COUNTS,
    TALON,
)
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.board import BITS
from plateau_sim.plateau.claims import verdict
from plateau_sim.plateau.dealing import deal_hand
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.formations import is_made, made_table
from plateau_sim.plateau.playing import CHOOSERS_TYPE, deciders_of, play_deal
from plateau_sim.plateau.playout import FINISHED
from plateau_sim.plateau.runner import Runner, new_deal
from plateau_sim.plateau.state import (
    DEAL_TYPE,
    DECLARING,
    DEFENDING,
    NONE_YET,
    OPEN,
    STATE_TYPE,
    WON,
    new_state,
)

SHARE_BITS = 8
"""A share is a number of 2 ** SHARE_BITS-ths."""
FILLING_STREAM = 1 << 20
"""Number of the key from which a deal's fillings are drawn: above all those of decisions."""
_OBJECTIVES = len(OBJECTIVES)
_HALF = FILLINGS // 2


@part
def fill(play_key: Any, share: Any, fillings: Any) -> None:
    """Draw words in which each bit is set with probability ``share`` / 2 ** SHARE_BITS.

    From the lowest bit of the share to the highest one, "or" with a random word takes a bit's
    probability p to (1 + p) / 2 and "and" takes it to p / 2.

    Parameters
    ----------
    play_key
        uint64, of the deal.
    share
        int64, 0 to 2 ** SHARE_BITS - 1.
    fillings
        uint64, shape (FILLINGS,), to fill.
    """
    stream = subkey(play_key, FILLING_STREAM)
    for number in range(FILLINGS):
        word = NONE
        for place in range(SHARE_BITS):
            drawn = subkey(stream, number * SHARE_BITS + place)
            word = word | drawn if share >> place & 1 else word & drawn
        fillings[number] = word


@part
def leader(game: Any, table: Any, fillings: Any) -> Any:
    """Return the side that wins the greater part of the fillings, `NONE_YET` if neither does."""
    own = table.owned[DECLARING]
    free = game.claimable & ~(own | table.owned[DEFENDING])
    won = lost = 0
    for number in range(FILLINGS):
        if is_made(own | (fillings[number] & free), table.objective, game.made):
            won += 1
            if won > _HALF:
                return DECLARING
        else:
            lost += 1
            if lost > _HALF:
                return DEFENDING
    return NONE_YET


@part
def pivotal(own: Any, space: Any, objective: Any, made: Any) -> Any:
    """Tell whether a space alone decides if a final board makes the objective.

    Parameters
    ----------
    own, space
        uint64: the declaring side's spaces, and one space, owned or not.
    objective, made
        See `formations.makes`.
    """
    return is_made(own | space, objective, made) and not is_made(own & ~space, objective, made)


@inline
def _claim_trick(game: Any, table: Any, trick: Any, first: Any) -> None:
    """Let the sides claim the spaces of a trick that was played; ``first`` is who led to it."""
    side = table.side[table.winner[trick]]
    table.owned[side] |= game.trick_space[trick]
    for turn in range(game.players):
        card = table.played[trick, turn]
        taker = side
        if game.excuse_apart and card == EXCUSE:
            taker = table.side[(first + turn) % game.players]
        table.owned[taker] |= game.card_space[card]


@part
def _retell(game: Any, table: Any, tally: Any, fillings: Any, follow_lead: Any) -> None:
    """Go over a finished hand; count when it was decided and how often the lead changed.

    The owners are taken off the board and put on it again, so it ends as it was.
    """
    table.owned[DECLARING] = NONE
    table.owned[DEFENDING] = NONE
    leading = leader(game, table, fillings) if follow_lead else NONE_YET
    first, changes, moment, decided = np.int64(0), 0, TALON, OPEN
    for trick in range(game.tricks):
        _claim_trick(game, table, trick, first)
        first = np.int64(table.winner[trick])
        if decided != OPEN:
            continue
        decided = verdict(game, table, True, True)
        if decided != OPEN:
            moment = trick
        elif follow_lead:
            now = leader(game, table, fillings)
            if now != NONE_YET:
                changes += leading == 1 - now
                leading = now
    for place in range(table.turned):
        table.owned[table.turned_side[place]] |= game.card_space[table.turned_card[place]]
    won = np.int64(table.result == WON)
    tally[DECIDED + won * MOMENTS + moment] += 1
    if follow_lead:
        changes += leading == (DEFENDING if won else DECLARING)
        tally[CHANGES + changes] += 1


@part
def _count_board(game: Any, table: Any, spaces: Any, made: Any, tally: Any) -> None:
    """Count formations, the declarer's seat and each space of a final board."""
    own, won = table.owned[DECLARING], np.int64(table.result == WON)
    for objective in range(_OBJECTIVES):
        tally[FORMATIONS + objective] += is_made(own, objective, made)
    tally[SEATS + 2 * table.declarer] += 1
    tally[SEATS + 2 * table.declarer + 1] += won
    for number in range(spaces.size):
        space, place = spaces[number] & game.claimable, SPACE + SPACE_COUNTS * number
        owned = np.int64(space & own != NONE)
        tally[place + OWNED] += owned
        tally[place + OWNED_AND_WON] += owned & won
        # Only a space of the winning side can decide.
        if space != NONE and owned == won:
            tally[place + PIVOTAL] += pivotal(own, space, table.objective, game.made)


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        types.int64[::1],
        types.int64[::1],
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        CHOOSERS_TYPE,
        types.uint64[::1],
        types.uint8[::1],
        types.int64[:, ::1],
    )
)
def _dissect(
    state: Any,
    deal: Any,
    cells: Any,
    shares: Any,
    seat: Any,
    seed: Any,
    first: Any,
    count: Any,
    choosers: Any,
    spaces: Any,
    made: Any,
    tallies: Any,
) -> Any:
    """Play each deal in every cell and go over it; return `FINISHED` or an illegal action."""
    deciders = deciders_of(choosers)
    fillings = np.zeros(FILLINGS, np.uint64)
    game, table = state.game, state.table
    for number in range(first, first + count):
        deal_hand(game, seed, number, deal)
        for row in range(cells.size):
            fault = play_deal(state, deal, seat, cells[row], deciders)
            if fault != FINISHED:
                return fault
            follow_lead = shares[row] > 0
            if follow_lead:
                fill(deal.play_key, shares[row], fillings)
            tally = tallies[row]
            _retell(game, table, tally, fillings, follow_lead)
            _count_board(game, table, spaces, made, tally)
    return FINISHED


class Anatomist(Runner):
    """Plays the deals of an experiment to their last cards and counts what made them up.

    Calling it is safe in several threads at once, as for `Runner`.

    Parameters
    ----------
    experiment
        A forced one.
    shares
        For each cell the share of spaces by which the lead is followed, in 2 ** SHARE_BITS-ths;
        None: it is not followed.
    """

    def __init__(self, experiment: Experiment, shares: npt.ArrayLike | None = None) -> None:
        super().__init__(replace(experiment, play_on=True))
        unknown = np.zeros(self.cells.size, np.int64)
        self.shares = unknown if shares is None else np.array(shares, np.int64)
        self._spaces = np.array([1 << bit for bit in BITS], np.uint64)
        self._made = made_table(strict=False)

    def __call__(self, first: int, count: int) -> npt.NDArray[np.int64]:
        """Play the deals first .. first + count - 1; return their tallies (`anatomycounts`)."""
        state, deal = new_state(self.game), new_deal()
        tallies = np.zeros((self.cells.size, COLUMNS), np.int64)
        self._run(
            _dissect,
            *(count * self.cells.size, state, deal, self.cells, self.shares, self.seat),
            *(self.experiment.seed, first, count, self.choosers.for_a_call()),
            *(self._spaces, self._made, tallies),
        )
        return tallies
