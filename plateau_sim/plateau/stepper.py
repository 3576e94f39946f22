"""A hand led action by action from Python, up to a decision that somebody asks about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from plateau_sim.cards import CARDS, cards_in
from plateau_sim.jit import kernel
from plateau_sim.kernels.bits import contains
from plateau_sim.plateau.auction import start_auction, start_forced
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.dealing import begin
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.layouts import Layout
from plateau_sim.plateau.playing import AUCTION
from plateau_sim.plateau.playout import apply, legal_actions
from plateau_sim.plateau.policies.candidates import same_as_lower
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.state import (
    DEAL,
    DEAL_TYPE,
    HIDDEN,
    STATE_TYPE,
    TABLE,
    State,
    View,
    new_state,
)
from plateau_sim.plateau.view import CARD, DISCARD, GIFT_CARD, OVER

_START, _LOOK = -1, -2


@dataclass(frozen=True)
class Decision:
    """A decision with all that the seat in turn knows, and nothing else.

    Attributes
    ----------
    rules : GameRules
    layout : Layout
    cell : BidCell
        The bid in force, as it was made.
    table, own : records of `state.TABLE` and `state.SEAT`
    legal : tuple of int
        Actions, ascending (see `view`).
    alike : tuple of tuples of int
        The legal actions in groups: cards of a group do the same, having no spaces and nothing
        between them.
    """

    rules: GameRules
    layout: Layout
    cell: BidCell
    table: np.record
    own: np.record
    legal: tuple[int, ...]
    alike: tuple[tuple[int, ...], ...]

    @property
    def kind(self) -> int:
        """Kind of the decision (see `view`)."""
        return int(self.table.kind)

    @property
    def seat(self) -> int:
        """Who decides, from forehand = 0."""
        return int(self.table.seat)

    @property
    def declaring(self) -> bool:
        """Whether the seat is on the declaring side."""
        return bool(self.table.side[self.seat])

    def state(self, game: np.record) -> State:
        """Return a state in which all that the seat does not know is empty."""
        hidden = np.zeros(1, HIDDEN)[0]
        hidden.seats[self.seat] = self.own
        return State(game, self.table.copy(), hidden)


@kernel(
    types.void(
        STATE_TYPE,
        DEAL_TYPE,
        types.int64,
        types.int64,
        types.int64,
        types.uint64[::1],
        types.int64[::1],
    )
)
def _step(
    state: Any, deal: Any, declarer: Any, cell: Any, action: Any, legal: Any, lower: Any
) -> None:
    """Begin a hand, carry out an action or only look, and tell what is legal then.

    ``lower[card]`` tells whether a card does the same as the next lower legal one.
    """
    if action == _START:
        begin(state, deal)
        if cell == AUCTION:
            start_auction(state)
        else:
            start_forced(state, declarer, cell)
    elif action != _LOOK:
        apply(state, action)
    kind = state.table.kind
    if kind == OVER:
        legal[0], legal[1] = 0, 0
        return
    actions = legal_actions(state)
    legal[0], legal[1] = actions
    merging = (kind == CARD or kind == DISCARD or kind == GIFT_CARD) and not state.game.tableau
    view = View(state.game, state.table, state.hidden.seats[state.table.seat])
    for card in range(lower.size):
        lower[card] = 0
        if merging and contains(actions, card):
            lower[card] = same_as_lower(view, actions, card)


class Stepper:
    """A hand in progress.

    Parameters
    ----------
    rules, layout
        A legal pair. Chances to raise are always played.
    """

    def __init__(self, rules: GameRules, layout: Layout) -> None:
        self.rules, self.layout = rules, layout
        self.state = new_state(game_record(rules, layout, raises=True))
        self._legal, self._lower = np.zeros(2, np.uint64), np.zeros(CARDS, np.int64)

    def start(self, deal: np.record, declarer: int, cell: int) -> None:
        """Begin a hand with a forced bid, or with an auction if the cell is `runner.AUCTION`."""
        self._go(deal, declarer, cell, _START)

    def act(self, action: int) -> None:
        """Carry out an action; whether it is legal is for the caller."""
        self._go(np.zeros(1, DEAL)[0], 0, 0, action)

    def look(self) -> None:
        """Find out anew what is legal, after cards have been put somewhere by hand."""
        self._go(np.zeros(1, DEAL)[0], 0, 0, _LOOK)

    def _go(self, deal: np.record, declarer: int, cell: int, action: int) -> None:
        _step(self.state, deal, declarer, cell, action, self._legal, self._lower)

    @property
    def table(self) -> Any:
        """What all see (`state.TABLE`)."""
        return self.state.table

    @property
    def kind(self) -> int:
        """Kind of the pending decision, or `view.OVER`."""
        return int(self.state.table.kind)

    @property
    def legal(self) -> list[int]:
        """The legal actions, ascending."""
        return cards_in(int(self._legal[0]), int(self._legal[1]))

    def decision(self) -> Decision:
        """Return the pending decision of a hand with a bid."""
        table, seat = self.table, int(self.table.seat)
        groups: list[tuple[int, ...]] = []
        for action in self.legal:
            if self._lower[action]:
                groups[-1] += (action,)
            else:
                groups.append((action,))
        copies: npt.NDArray[Any] = np.zeros(1, TABLE)
        copies[0] = table
        own = self.state.hidden.seats[seat].copy()
        cell = self.rules.cells[int(table.cell)]
        legal = tuple(self.legal)
        return Decision(self.rules, self.layout, cell, copies[0], own, legal, tuple(groups))
