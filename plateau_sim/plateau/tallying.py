"""The kernels behind a `runner.Runner`: a chunk of deals to tallies."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from plateau_sim.jit import inline, kernel, part
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.dealing import deal_hand
from plateau_sim.plateau.playing import (
    ANY_SEAT,
    AUCTION,
    CHOOSERS_TYPE,
    deciders_of,
    play_at_random,
    play_deal,
)
from plateau_sim.plateau.playout import FINISHED
from plateau_sim.plateau.state import DEAL_TYPE, NONE_YET, PASSED, STATE_TYPE, WON
from plateau_sim.plateau.tallies import AS_EASIER, BY_TALON, TRICKS

_OBJECTIVES = len(OBJECTIVES)
_FORCED = types.int64(
    STATE_TYPE,
    DEAL_TYPE,
    types.int64[::1],
    types.int64[::1],
    types.int64,
    types.int64,
    types.int64,
    types.int64,
    CHOOSERS_TYPE,
    types.int64[:, :, ::1],
)


@inline
def _count(table: Any, tallies: Any, row: Any) -> None:
    """Add a finished hand to a row: a view of its tally would cost as much as three cards."""
    seat, won = np.uint64(table.declarer), table.result == WON
    tallies[row, seat, 4 * table.objective + 2 * table.abdicated + won] += 1
    tallies[row, seat, TRICKS] += table.trick
    tallies[row, seat, BY_TALON] += table.by_talon


def _forced_by(play: Any) -> Any:
    """Return what plays deals in every cell by a function like `play_deal`."""

    @part
    def run(
        state: Any,
        deal: Any,
        cells: Any,
        easier: Any,
        seat: Any,
        seed: Any,
        first: Any,
        count: Any,
        deciders: Any,
        tallies: Any,
    ) -> Any:
        won = np.zeros(cells.size, np.bool_)
        for number in range(first, first + count):
            deal_hand(state.game, seed, number, deal)
            for row in range(cells.size):
                fault = play(state, deal, seat, cells[row], deciders)
                if fault != FINISHED:
                    return fault
                table = state.table
                _count(table, tallies, row)
                won[row] = table.result == WON
                if easier[row] != NONE_YET:
                    as_easier = won[row] == won[easier[row]]
                    tallies[row, np.uint64(table.declarer), AS_EASIER] += as_easier
        return FINISHED

    return run


_forced, _forced_at_random = _forced_by(play_deal), _forced_by(play_at_random)


@kernel(_FORCED)
def play_forced(
    state: Any,
    deal: Any,
    cells: Any,
    easier: Any,
    seat: Any,
    seed: Any,
    first: Any,
    count: Any,
    choosers: Any,
    tallies: Any,
) -> Any:
    """Play each deal in every cell; return `FINISHED` or an illegal action."""
    deciders = deciders_of(choosers)
    return _forced(state, deal, cells, easier, seat, seed, first, count, deciders, tallies)


@kernel(_FORCED)
def play_forced_at_random(
    state: Any,
    deal: Any,
    cells: Any,
    easier: Any,
    seat: Any,
    seed: Any,
    first: Any,
    count: Any,
    choosers: Any,
    tallies: Any,
) -> Any:
    """Do as `play_forced` does where `random` plays both sides, in less time."""
    deciders = deciders_of(choosers)
    return _forced_at_random(
        state, deal, cells, easier, seat, seed, first, count, deciders, tallies
    )


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        types.int64,
        types.int64,
        types.int64,
        CHOOSERS_TYPE,
        types.int64[:, :, ::1],
    )
)
def play_auctions(
    state: Any,
    deal: Any,
    seed: Any,
    first: Any,
    count: Any,
    choosers: Any,
    tallies: Any,
) -> Any:
    """Play each deal from the auction on; return `FINISHED` or an illegal action."""
    deciders = deciders_of(choosers)
    table = state.table
    for number in range(first, first + count):
        deal_hand(state.game, seed, number, deal)
        fault = play_deal(state, deal, ANY_SEAT, AUCTION, deciders)
        if fault != FINISHED:
            return fault
        if table.result == PASSED:
            tallies[tallies.shape[0] - 1, 0, 0] += 1
        else:
            row = table.cell * _OBJECTIVES + table.objective
            _count(table, tallies, row)
    return FINISHED
