"""Plays random hands many times each: the declarer's cards stay, all others are dealt anew."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from plateau_sim.cards import CARDS
from plateau_sim.jit import kernel
from plateau_sim.plateau.dealing import deal_hand, known_to, redeal
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.playing import ANY_SEAT, CHOOSERS_TYPE, deciders_of, play_deal
from plateau_sim.plateau.playout import FINISHED
from plateau_sim.plateau.runner import PolicyError, Runner, new_deal
from plateau_sim.plateau.state import DEAL_TYPE, STATE_TYPE, WON, new_state

HALVES = 2


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        types.int64[::1],
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        CHOOSERS_TYPE,
        types.int64[:, :, ::1],
        types.int64[::1],
    )
)
def _play_hands(
    state: Any,
    deal: Any,
    cells: Any,
    seat: Any,
    seed: Any,
    first: Any,
    count: Any,
    playouts: Any,
    choosers: Any,
    wins: Any,
    reached: Any,
) -> Any:
    """Play each hand's playouts in every cell; return `FINISHED` or an illegal action."""
    deciders = deciders_of(choosers)
    work = np.zeros(CARDS, np.uint8)
    for row in range(count):
        deal_hand(state.game, seed, first + row, deal)
        declarer = deal.forced_declarer if seat == ANY_SEAT else seat
        known = known_to(state.game, deal, declarer)
        for playout in range(playouts):
            reached[0] = playout
            redeal(state.game, seed, known, playout, deal, work)
            for column in range(cells.size):
                fault = play_deal(state, deal, declarer, cells[column], deciders)
                if fault != FINISHED:
                    return fault
                wins[row, playout % HALVES, column] += state.table.result == WON
    return FINISHED


class HandRunner(Runner):
    """Plays the hands of an experiment's forced declarers, each in many playouts.

    Hand *h* is what the declarer of deal *h* sees before the auction (rulings 6). The cards that he
    does not see are dealt anew for each playout; every cell is played on the same playouts.
    Calling it is safe in several threads at once.

    Parameters
    ----------
    experiment : Experiment
        A forced one without raises.
    playouts : int
        Of each hand; even, as those of even and of odd number are counted apart.
    """

    def __init__(self, experiment: Experiment, playouts: int) -> None:
        super().__init__(experiment)
        self.playouts = playouts
        self.chunk = max(1, self.chunk // playouts)

    def __call__(self, first: int, count: int) -> npt.NDArray[np.int64]:
        """Play the hands first .. first + count - 1 and return how often they won.

        Returns
        -------
        int64 array, shape (count, HALVES, cells)
            Won playouts of even number, and of odd number.
        """
        state, deal = new_state(self.game), new_deal()
        wins = np.zeros((count, HALVES, len(self.cells)), np.int64)
        chosen = (self.cells, self.seat, self.experiment.seed, first, count, self.playouts)
        choosers = self.choosers.for_a_call()
        hands, reached = wins.size // HALVES * self.playouts, np.zeros(1, np.int64)
        try:
            self._run(_play_hands, hands, state, deal, *chosen, choosers, wins, reached)
        except PolicyError as error:
            raise PolicyError(f"{error} (dealt anew, playout {reached[0]})") from error.__cause__
        return wins
