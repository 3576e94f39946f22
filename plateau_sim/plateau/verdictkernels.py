"""The loop over the deals of a verdict: what `verdictrunner` calls."""

from __future__ import annotations

from typing import Any

from numba import types

from plateau_sim.jit import kernel
from plateau_sim.kernels.bounded import ASKED_TYPE
from plateau_sim.plateau.playing import CHOOSERS_TYPE, deciders_of
from plateau_sim.plateau.playout import FINISHED
from plateau_sim.plateau.state import DEAL_TYPE, STATE_TYPE
from plateau_sim.plateau.verdictfacts import ROW_DEAL
from plateau_sim.plateau.verdictplay import (
    QUESTION_TYPE,
    change_places,
    draw_deal,
    listen,
    note_deal,
    play_call,
)


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        ASKED_TYPE,
        QUESTION_TYPE,
        types.int64[::1],
        types.int64[:, :, ::1],
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        CHOOSERS_TYPE,
        types.int64[:, :, ::1],
    )
)
def play_calls(
    state: Any,
    deal: Any,
    asked: Any,
    question: Any,
    calls: Any,
    changes: Any,
    goes_on: Any,
    seed: Any,
    first: Any,
    count: Any,
    choosers: Any,
    facts: Any,
) -> Any:
    """Play calls on each deal, again for each change of it, and note how they end.

    Without calls only how likely what was heard is with each candidate is noted, in parts of
    `UNIT`. Returns `FINISHED` or an illegal action.
    """
    deciders = deciders_of(choosers)
    for place in range(count):
        if calls.size == 0:
            listen(state, asked, question, seed, first + place, deal, deciders, facts[place])
            continue
        tries = draw_deal(state, asked, question, seed, first + place, deal, deciders)
        note_deal(state.game, question, tries, facts[place, ROW_DEAL])
        row: Any = ROW_DEAL + 1
        for change in range(changes.shape[0]):
            change_places(state.game, deal, changes[change])
            for call in calls:
                noted = facts[place, row]
                fault = play_call(state, deal, question, call, goes_on, deciders, noted)
                if fault != FINISHED:
                    return fault
                row += 1
            # The pairs of a change have no card in common: to do it again is to undo it.
            change_places(state.game, deal, changes[change])
    return FINISHED
