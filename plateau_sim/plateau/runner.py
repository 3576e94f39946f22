"""The compiled runner of an experiment: chunks of deals to tallies, or one hand to look at."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from plateau_sim.jit import kernel
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.choosers import check_unchanged, load_bidder, load_policy
from plateau_sim.plateau.dealing import deal_hand
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.ownpolicy import Pace, deed, guarded
from plateau_sim.plateau.playing import (
    ANY_SEAT,
    AUCTION,
    CHOOSERS_TYPE,
    Choosers,
    deciders_of,
    play_deal,
)
from plateau_sim.plateau.playout import FINISHED
from plateau_sim.plateau.state import (
    DEAL,
    DEAL_TYPE,
    DECLARING,
    DEFENDING,
    MAX_PLAYERS,
    NONE_YET,
    ROLES,
    STATE_TYPE,
    State,
    new_state,
)
from plateau_sim.plateau.tallies import COLUMNS
from plateau_sim.plateau.tallying import play_auctions, play_forced, play_forced_at_random
from plateau_sim.plateau.view import BID, KIND_NAMES

_OBJECTIVES = len(OBJECTIVES)
_WORD = 8  # a workspace may be used as words
_PLAIN_CHUNK = 5  # deals a call, so that Ctrl-C is answered within about a second


class PolicyError(RuntimeError):
    """A policy chose an illegal action or raised: which policy, deal, seat, decision."""


def load_choosers(experiment: Experiment) -> tuple[Choosers, bool, int]:
    """Return policies and bidder, whether any is plain Python, and how many deals make a chunk."""
    check_unchanged(experiment.own_files)
    defending, declaring = load_policy(experiment.defending), load_policy(experiment.declaring)
    bidder = load_bidder(experiment.bidder if experiment.auction else "random")
    chosen = (defending, declaring, bidder)
    params = np.zeros((ROLES, max(chooser.params.size for chooser in chosen)))
    for role, chooser in enumerate(chosen):
        params[role, : chooser.params.size] = chooser.params
    words = max(1, *(-(-chooser.scratch // _WORD) for chooser in chosen))
    scratch = np.zeros((MAX_PLAYERS, _WORD * words), np.uint8)
    functions = (defending.decide, declaring.decide, bidder.decide)
    plain, deals = any(each.plain for each in chosen), min(each.deals for each in chosen)
    return Choosers(functions, params, scratch), plain, min(deals, _PLAIN_CHUNK if plain else deals)


@kernel(
    types.int64(
        STATE_TYPE,
        DEAL_TYPE,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        CHOOSERS_TYPE,
    )
)
def _play_one(
    state: Any,
    deal: Any,
    seat: Any,
    cell: Any,
    seed: Any,
    number: Any,
    choosers: Any,
) -> Any:
    """Play one deal in one cell (or `AUCTION`), to be read from the state and the deal."""
    deciders = deciders_of(choosers)
    deal_hand(state.game, seed, number, deal)
    return play_deal(state, deal, seat, cell, deciders)


class Runner:
    """Plays the deals of an experiment.

    Calling it is safe in several threads at once: each call works on a state of its own.
    """

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.game = game_record(
            experiment.rules,
            experiment.layout,
            raises=experiment.raising,
            play_on=experiment.play_on,
            fixed_partners=experiment.fixed_partners,
        )
        self.choosers, plain, self.chunk = load_choosers(experiment)
        self._pace = Pace() if plain else None
        if self._pace is not None:
            weakref.finalize(self, self._pace.tell)
        self.cells = np.array(experiment.cell_numbers, np.int64)
        self.easier = np.array(_easier_rows(experiment), np.int64)
        self.seat = ANY_SEAT if experiment.seat is None else experiment.seat

    def __call__(self, first: int, count: int) -> npt.NDArray[np.int64]:
        """Play the deals first .. first + count - 1 and return their tallies (see `tallies`)."""
        experiment, state, deal = self.experiment, new_state(self.game), new_deal()
        cells = len(experiment.cells)
        rows = cells * _OBJECTIVES + 1 if experiment.auction else cells
        tallies = np.zeros((rows, experiment.rules.players, COLUMNS), np.int64)
        choosers = self.choosers.for_a_call()
        deals = (experiment.seed, first, count)
        if experiment.auction:
            self._run(play_auctions, count, state, deal, *deals, choosers, tallies)
        else:
            chosen = (self.cells, self.easier, self.seat)
            hands = count * cells
            play = play_forced_at_random if self._is_random() else play_forced
            self._run(play, hands, state, deal, *chosen, *deals, choosers, tallies)
        return tallies

    def _is_random(self) -> bool:
        """Tell whether `random` plays both sides."""
        if not self.experiment.declaring == self.experiment.defending == "random":
            return False
        decide = load_policy("random").decide
        return all(self.choosers.functions[role] is decide for role in (DEFENDING, DECLARING))

    def play(self, number: int, row: int = 0) -> tuple[np.record, State]:
        """Play one deal in the cell of a row (the auction: any row) and return deal and state."""
        state, deal = new_state(self.game), new_deal()
        cell = AUCTION if self.experiment.auction else int(self.cells[row])
        seed = self.experiment.seed
        self._run(_play_one, 1, state, deal, self.seat, cell, seed, number, tuple(self.choosers))
        return deal, state

    def _run(
        self, run: Callable[..., int], hands: int, state: State, deal: np.record, *rest: Any
    ) -> None:
        """Call what plays so many hands; a policy's fault becomes a `PolicyError`."""
        with self._pace.playing(hands) if self._pace else nullcontext():
            fault, error = guarded(run, state, deal, *rest)
            if fault != FINISHED:
                told = self._told(deed(fault, error), state.table, int(deal.number))
                raise PolicyError(told) from error

    def _told(self, done: str, table: np.record, number: int) -> str:
        """Return in one line who did something, and where."""
        experiment = self.experiment
        if table.kind == BID:
            name = f"bidder {experiment.bidder}"
        else:
            sides = experiment.defending, experiment.declaring
            name = f"policy {sides[table.side[table.seat]]}"
        decision = f"{KIND_NAMES[table.kind]} {table.ordinal}"
        return f"{name} {done} in deal {number}, seat {table.seat}, {decision}"


def new_deal() -> np.record:
    """Return an empty record `state.DEAL`."""
    deal: np.record = np.zeros(1, DEAL)[0]
    return deal


def _easier_rows(experiment: Experiment) -> list[int]:
    """Return for each cell the row of the next lower objective, exchange and team alike, or -1."""
    rows: list[int] = []
    latest: dict[tuple[bool, str], int] = {}
    for row, cell in enumerate(experiment.cells):
        rows.append(latest.get((cell.exchange, cell.team), NONE_YET))
        latest[cell.exchange, cell.team] = row
    return rows
