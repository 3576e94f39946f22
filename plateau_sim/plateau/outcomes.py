"""What became of each single deal, for comparisons of setups on the same deals."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from plateau_sim.jit import kernel
from plateau_sim.plateau.dealing import deal_hand
from plateau_sim.plateau.playing import CHOOSERS_TYPE, deciders_of, play_deal
from plateau_sim.plateau.playout import FINISHED
from plateau_sim.plateau.runner import Runner, new_deal
from plateau_sim.plateau.state import DEAL_TYPE, STATE_TYPE, WON, new_state

OUTCOME, TRICKS, SEAT, FACTS = range(4)
"""Facts of a hand: its outcome as in `tallies.outcome`, tricks played, declarer's seat."""


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        types.int64[::1],
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.boolean,
        CHOOSERS_TYPE,
        types.int64[:, :, ::1],
    )
)
def _play_each(
    state: Any,
    deal: Any,
    cells: Any,
    seat: Any,
    seed: Any,
    first: Any,
    count: Any,
    one_bid: Any,
    choosers: Any,
    facts: Any,
) -> Any:
    """Play each deal in every cell, or in one, and note its facts; return as `play_deal` does."""
    deciders = deciders_of(choosers)
    for place in range(count):
        deal_hand(state.game, seed, first + place, deal)
        turn = (first + place) % cells.size if one_bid else 0
        for row in range(turn, turn + 1 if one_bid else cells.size):
            fault = play_deal(state, deal, seat, cells[row], deciders)
            if fault != FINISHED:
                return fault
            table = state.table
            won = table.result == WON
            facts[OUTCOME, place, row] = 4 * table.objective + 2 * table.abdicated + won
            facts[TRICKS, place, row] = table.trick
            facts[SEAT, place, row] = table.declarer
    return FINISHED


class OutcomeRunner(Runner):
    """A runner of forced cells that also tells deal by deal."""

    def outcomes(self, first: int, count: int, *, one_bid: bool = False) -> npt.NDArray[np.int64]:
        """Play the deals first .. first + count - 1.

        Parameters
        ----------
        first, count
            Which deals.
        one_bid
            Each deal in one cell, the cells in turn; the facts of the others are 0.

        Returns
        -------
        int64 array of shape (FACTS, count, cells)
            Outcome, tricks and declarer's seat of each deal in each cell.
        """
        facts = np.zeros((FACTS, count, self.cells.size), np.int64)
        state, deal = new_state(self.game), new_deal()
        choosers = self.choosers.for_a_call()
        deals = (self.experiment.seed, first, count)
        hands = count if one_bid else count * self.cells.size
        self._run(
            _play_each, hands, state, deal, self.cells, self.seat, *deals, one_bid, choosers, facts
        )
        return facts
