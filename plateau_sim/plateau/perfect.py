"""Decisions of endings against perfect open-card play (`solver`).

Deals are played by an experiment's policies. Before each card of their last tricks, where there are
two or more to choose from, the solver tells which of them keep the ending won for the side to move.
Any policy can then be asked what it would play in these same positions: it gets its own view, a
workspace that is all zero before the first of them in a hand, and the key of that decision. The
hand goes on with the card of the experiment's policy. Two players' talon pick is not judged.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from plateau_sim.jit import kernel
from plateau_sim.kernels.bits import ONE, contains, size
from plateau_sim.plateau.auction import start_forced
from plateau_sim.plateau.dealing import begin, deal_hand
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.playing import ANY_SEAT, CHOOSERS_TYPE, deciders_of, forget
from plateau_sim.plateau.playout import (
    FINISHED,
    apply,
    ask,
    legal_actions,
)
from plateau_sim.plateau.runner import Runner, new_deal
from plateau_sim.plateau.solver import best_cards, workspace_words
from plateau_sim.plateau.solverseen import Workspace
from plateau_sim.plateau.state import (
    DEAL_TYPE,
    HIDDEN,
    HIDDEN_TYPE,
    STATE_TYPE,
    TABLE,
    TABLE_TYPE,
    State,
    new_state,
)
from plateau_sim.plateau.view import CARD, OVER
from plateau_sim.pointers import copy_record, row_of, rows_of

ENTRIES = 1 << 14
"""Of the solver's table of seen positions, for each thread."""


class Positions(NamedTuple):
    """Decisions of endings, in the order of play.

    Attributes
    ----------
    tables, hidden : arrays of `state.TABLE` and `state.HIDDEN`
    best : uint64, shape (positions, 2)
        Cards that keep the ending won for the side to move; none if it is lost.
    choices : int64, shape (positions,)
        How many cards may be played.
    deals : int64, shape (positions,)
        Number of the deal.
    hands : int64, shape (positions,)
        Number of the hand: several bids are played on a deal.
    """

    tables: npt.NDArray[Any]
    hidden: npt.NDArray[Any]
    best: npt.NDArray[np.uint64]
    choices: npt.NDArray[np.int64]
    deals: npt.NDArray[np.int64]
    hands: npt.NDArray[np.int64]

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """Which are won for the side to move."""
        return np.asarray(self.best.any(axis=1), np.bool_)

    @property
    def critical(self) -> npt.NDArray[np.bool_]:
        """Which are won, but lost after some card."""
        best = np.bitwise_count(self.best).sum(axis=1, dtype=np.int64)
        return np.asarray((best > 0) & (best < self.choices), np.bool_)

    def state(self, game: np.record, index: int) -> State:
        """Return one of them as a state."""
        return State(game, self.tables[index], self.hidden[index])


POSITIONS_TYPE = types.NamedTuple(
    (
        types.Array(TABLE_TYPE, 1, "C"),
        types.Array(HIDDEN_TYPE, 1, "C"),
        types.uint64[:, ::1],
        types.int64[::1],
        types.int64[::1],
        types.int64[::1],
    ),
    Positions,
)


def new_positions(count: int) -> Positions:
    """Return room for positions."""
    numbers = (np.zeros(count, np.int64) for _ in range(3))
    best = np.zeros((count, 2), np.uint64)
    return Positions(np.zeros(count, TABLE), np.zeros(count, HIDDEN), best, *numbers)


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
        types.uint64[:, ::1],
        types.int64,
        POSITIONS_TYPE,
        types.int64[::1],
    )
)
def _collect(
    state: Any,
    deal: Any,
    cells: Any,
    seat: Any,
    seed: Any,
    first: Any,
    count: Any,
    last: Any,
    choosers: Any,
    block: Any,
    entries: Any,
    positions: Any,
    found: Any,
) -> Any:
    """Play each deal in every cell and keep the decisions of the last tricks, solved.

    ``found[0]`` counts them; returns `FINISHED` or an illegal action.
    """
    deciders = deciders_of(choosers)
    work = Workspace(row_of(rows_of(block), 0), entries)
    game, table = state.game, state.table
    for number in range(first, first + count):
        deal_hand(game, seed, number, deal)
        for row in range(cells.size):
            begin(state, deal)
            forget(deciders, game.players)
            declarer = deal.forced_declarer if seat == ANY_SEAT else seat
            start_forced(state, declarer, cells[row])
            while table.kind != OVER:
                legal = legal_actions(state)
                ending = table.kind == CARD and table.trick >= game.tricks - last
                if ending and size(legal) > ONE:
                    best = best_cards(state, work)
                    place = found[0]
                    copy_record(positions.tables[place], table)
                    copy_record(positions.hidden[place], state.hidden)
                    positions.best[place, 0] = best[0]
                    positions.best[place, 1] = best[1]
                    positions.choices[place] = np.int64(size(legal))
                    positions.deals[place] = number
                    positions.hands[place] = number * cells.size + row
                    found[0] += 1
                action = ask(state, deciders, table.side[table.seat], legal)
                if not contains(legal, action):
                    return action
                apply(state, action)
    return FINISHED


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        POSITIONS_TYPE,
        types.int64,
        CHOOSERS_TYPE,
        types.int64[::1],
    )
)
def _judge(
    state: Any,
    deal: Any,
    positions: Any,
    count: Any,
    choosers: Any,
    kept: Any,
) -> Any:
    """Ask a policy in each position whether its card is among the best ones.

    Returns `FINISHED` or an illegal action.
    """
    deciders = deciders_of(choosers)
    hand = np.int64(-1)
    for place in range(count):
        if positions.hands[place] != hand:
            forget(deciders, state.game.players)
            hand = positions.hands[place]
        copy_record(state.table, positions.tables[place])
        copy_record(state.hidden, positions.hidden[place])
        deal.number = positions.deals[place]
        legal = legal_actions(state)
        action = ask(state, deciders, state.table.side[state.table.seat], legal)
        if not contains(legal, action):
            return action
        best = positions.best[place, 0], positions.best[place, 1]
        kept[place] = contains(best, action)
    return FINISHED


class Endings(Runner):
    """Plays the deals of a forced experiment and solves the decisions of their last tricks.

    Parameters
    ----------
    experiment
        Whose deals, bids and policies.
    last
        How many tricks.
    """

    def __init__(self, experiment: Experiment, last: int) -> None:
        super().__init__(replace(experiment, play_on=False))
        self.last = last

    def positions(self, first: int, count: int) -> Positions:
        """Return the decisions of the deals first .. first + count - 1; safe in threads."""
        rules = self.experiment.rules
        hands = count * self.cells.size
        kept, found = new_positions(hands * self.last * rules.players), np.zeros(1, np.int64)
        self._run(
            _collect,
            *(hands, new_state(self.game), new_deal(), self.cells, self.seat),
            *(self.experiment.seed, first, count, self.last),
            self.choosers.for_a_call(),
            *(np.zeros((1, workspace_words(ENTRIES)), np.uint64), ENTRIES, kept, found),
        )
        return Positions._make(each[: found[0]] for each in kept)


class Judge(Runner):
    """Asks one policy what it would play.

    Parameters
    ----------
    experiment
        As for `Endings`.
    policy
        Who is asked, on both sides.
    """

    def __init__(self, experiment: Experiment, policy: str) -> None:
        super().__init__(replace(experiment, declaring=policy, defending=policy))

    def keeps(self, positions: Positions) -> npt.NDArray[np.bool_]:
        """Return for each position whether the policy's card is among the best; safe in threads."""
        count = positions.deals.size
        kept = np.zeros(count, np.int64)
        state, deal = new_state(self.game), new_deal()
        asked = (count, self.choosers.for_a_call(), kept)
        hands = np.unique(positions.hands).size
        self._run(_judge, hands, state, deal, positions, *asked)
        return kept.astype(bool)
