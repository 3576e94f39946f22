"""Plays the choices of a decision out: the same sampled worlds for all of them.

World *n* is a pure function of what the seat knows, the seed and *n* (`worlds` says what is known);
so are the draws of the policies that play it to its end. Choices are sequences of actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from plateau_sim.errors import PlateauError
from plateau_sim.jit import kernel
from plateau_sim.kernels.draws import COUNTED, DRAW, DRAW_TYPE
from plateau_sim.kernels.rng import deal_key, subkey
from plateau_sim.kernels.ways import count_ways
from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell, value_of
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.playing import CHOOSERS_TYPE, deciders_of, forget
from plateau_sim.plateau.playout import FINISHED, apply, legal_actions, play_out
from plateau_sim.plateau.runner import Runner, new_deal
from plateau_sim.plateau.scoring import points
from plateau_sim.plateau.state import (
    DEAL_TYPE,
    HIDDEN,
    HIDDEN_TYPE,
    STATE_TYPE,
    WON,
    View,
    new_state,
)
from plateau_sim.plateau.stepper import Decision
from plateau_sim.plateau.view import ABDICATE, RAISE
from plateau_sim.plateau.worlds import imagine, survey
from plateau_sim.pointers import copy_record

NO_ACTION = -1
"""Fills up sequences of actions that are shorter than others."""
_WORLDS = 4  # keys 0 to 3 of a deal are taken (`dealing`)
OUTCOMES = 4 * len(OBJECTIVES)
"""An end of a hand as a number: won or not, twice the objective, plus 10 if abdicated."""
_IMPOSSIBLE = -1
_ABDICATED = 2 * len(OBJECTIVES)


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        STATE_TYPE,
        DRAW_TYPE,
        HIDDEN_TYPE,
        types.int64[:, ::1],
        types.int64,
        types.int64,
        types.int64,
        CHOOSERS_TYPE,
        types.int64[:, ::1],
    )
)
def _play_choices(
    state: Any,
    deal: Any,
    asked: Any,
    draw: Any,
    world: Any,
    choices: Any,
    seed: Any,
    first: Any,
    count: Any,
    choosers: Any,
    outcomes: Any,
) -> Any:
    """Play every choice in the worlds first .. first + count - 1.

    Returns `FINISHED` or an illegal action.
    """
    deciders = deciders_of(choosers)
    table = state.table
    view = View(asked.game, asked.table, asked.hidden.seats[asked.table.seat])
    legal = legal_actions(asked)
    survey(view, draw)
    # Counted at once, not where shuffles keep failing: a world must not depend on earlier ones.
    count_ways(draw)
    if draw.state == COUNTED and not draw.first_ways > 0.0:
        outcomes[0, 0] = _IMPOSSIBLE
        return FINISHED
    for row in range(count):
        deal.number = first + row
        key = subkey(deal_key(seed, first + row), _WORLDS)
        for index in range(draw.cards):
            draw.order[index] = index
        imagine(view, legal, draw, subkey(key, 0), world)
        world.play_key = subkey(key, 1)
        for choice in range(choices.shape[0]):
            copy_record(table, asked.table)
            copy_record(state.hidden, world)
            forget(deciders, state.game.players)
            for step in range(choices.shape[1]):
                if choices[choice, step] != NO_ACTION:
                    apply(state, choices[choice, step])
            fault = play_out(state, deciders)
            if fault != FINISHED:
                return fault
            won = np.int64(table.result == WON)
            outcomes[row, choice] = won + 2 * table.objective + _ABDICATED * table.abdicated
    return FINISHED


class ChoiceRunner(Runner):
    """Plays the choices of a decision in sampled worlds; safe in several threads at once.

    Parameters
    ----------
    decision : Decision
    choices : sequence of sequences of int
        Legal actions in their order.
    declaring, defending : str
        Policies that play on. Chances to raise that come after a decision of another kind are not
        played: the bid stays what it is.
    seed : int
    """

    def __init__(
        self,
        decision: Decision,
        choices: Sequence[Sequence[int]],
        *,
        declaring: str = "tuned",
        defending: str = "tuned",
        seed: int = 1,
    ) -> None:
        experiment = Experiment(
            decision.rules,
            decision.layout,
            (decision.cell,),
            declaring,
            defending,
            raises=decision.kind in (RAISE, ABDICATE),
            seed=seed,
        )
        super().__init__(experiment)
        self.decision = decision
        self.choose(choices)

    def choose(self, choices: Sequence[Sequence[int]]) -> None:
        """Play these choices from now on."""
        steps = max(map(len, choices))
        self.choices = np.full((len(choices), steps), NO_ACTION, np.int64)
        for row, actions in enumerate(choices):
            self.choices[row, : len(actions)] = actions

    def __call__(self, first: int, count: int) -> npt.NDArray[np.int64]:
        """Play the worlds first .. first + count - 1.

        Returns
        -------
        int64 array, shape (count, choices)
            How each ended, see `OUTCOMES`.

        Raises
        ------
        PlateauError
            If no deal of the hidden cards agrees with what the seat knows.
        """
        outcomes = np.zeros((count, len(self.choices)), np.int64)
        asked = self.decision.state(self.game)
        draw, world = np.zeros(1, DRAW)[0], np.zeros(1, HIDDEN)[0]
        self._run(
            _play_choices,
            *(outcomes.size, new_state(self.game), new_deal(), asked, draw, world, self.choices),
            *(self.experiment.seed, first, count),
            *(self.choosers.for_a_call(), outcomes),
        )
        if outcomes[0, 0] == _IMPOSSIBLE:
            fault = "no deal of the hidden cards agrees with all of it"
            raise PlateauError("what is known", fault, "calls and tricks that can be together")
        return outcomes


def wins_of(decision: Decision) -> npt.NDArray[np.float64]:
    """Return by outcome whether the seat's side has won: 1 or 0."""
    won = np.arange(OUTCOMES) % 2 == 1
    return np.asarray(won == decision.declaring, np.float64)


def possible_ends(decision: Decision) -> npt.NDArray[np.int64]:
    """Return the outcomes that there can be: but for raises the bid stays what it is."""
    if decision.kind in (RAISE, ABDICATE):
        return np.arange(OUTCOMES)
    table = decision.table
    lost = 2 * int(table.objective) + _ABDICATED * int(table.abdicated)
    return np.array([lost, lost + 1])


def points_of(decision: Decision) -> npt.NDArray[np.float64]:
    """Return by outcome the points of the seat, less the mean of all seats' points.

    The mean is 0 unless the variant scores positive points only.
    """
    rules, cell = decision.rules, decision.cell
    partners = PARTNERS[cell.team]
    is_declarer = decision.seat == int(decision.table.declarer)
    worth = np.zeros(OUTCOMES)
    for outcome in range(OUTCOMES):
        abdicated, rest = divmod(outcome, _ABDICATED)
        objective, won = divmod(rest, 2)
        value = value_of(rules.players, BidCell(cell.exchange, OBJECTIVES[objective], cell.team))
        declarer, partner, opponent = points(rules, partners, bool(won), value)
        total = declarer + partners * partner + (rules.players - 1 - partners) * opponent
        own = partner if is_declarer == bool(abdicated) else declarer
        own = own if decision.declaring else opponent
        worth[outcome] = own - total / rules.players
    return worth
