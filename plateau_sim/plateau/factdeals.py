"""Deals that fit what somebody knows, each of them equally likely; nothing else is assumed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from plateau_sim.errors import PlateauError
from plateau_sim.jit import kernel, part
from plateau_sim.kernels.bounded import (
    ASKED_TYPE,
    Asked,
    deal_bounded,
    deal_once,
)
from plateau_sim.kernels.boundplan import TooLarge
from plateau_sim.kernels.boundrecord import asked_of
from plateau_sim.kernels.rng import subkey
from plateau_sim.plateau.dealing import begin_deal, hand_out
from plateau_sim.plateau.factbounds import FACE_DOWN_CARDS, Question
from plateau_sim.plateau.facts import FACTS_EXAMPLE, TALON, Facts
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.state import DEAL, DEAL_TYPE, GAME_TYPE
from plateau_sim.plateau.typedcards import TypedCards
from plateau_sim.plateau.typedtableau import Tableaus

_PILOT, _RAREST = 20_000, 1 / 1_000
"""Deals tried where something is left to be checked, and the share of them that must fit."""


@part
def deal_facts(game: Any, asked: Any, seed: Any, number: Any, deal: Any) -> None:
    """Deal the cards that are not known, so that all facts hold, and draw a key for the play.

    A pure function of what is asked, the seed and the number; every deal that fits is equally
    likely.

    Parameters
    ----------
    game
        Record `state.GAME`.
    asked
        From `FactDealer.asked`, one a thread.
    seed, number
        Non-negative integers.
    deal
        Record `state.DEAL` to fill; its forced declarer is the one that `deal_hand` draws.
    """
    key = begin_deal(game, seed, number, deal)
    deal_bounded(asked, key, deal.shuffled)
    hand_out(game, deal)


@kernel(types.void(GAME_TYPE, ASKED_TYPE, types.int64, types.int64, DEAL_TYPE, types.uint8[:, ::1]))
def _deal_rows(game: Any, asked: Any, seed: Any, first: Any, deal: Any, rows: Any) -> None:
    for row in range(rows.shape[0]):
        deal_facts(game, asked, seed, first + row, deal)
        for spot in range(game.deck_size):
            rows[row, spot] = deal.shuffled[spot]


@kernel(types.int64(ASKED_TYPE, DEAL_TYPE, types.int64))
def _count_fitting(asked: Any, deal: Any, count: Any) -> Any:
    """Return how many of some deals pass the checks of a plan."""
    fitting = 0
    for number in range(count):
        fitting += deal_once(asked, subkey(np.uint64(0), number), deal.shuffled)
    return fitting


class FactDealer:
    """Deals that fit a hand and facts about other cards, each equally likely.

    Own cards left open are dealt, too: every deal in which they can be what their wildcards say is
    equally likely.

    Parameters
    ----------
    rules : GameRules
        The game.
    game : record
        Of type `state.GAME`, of the same game.
    seat : int
        The one who asks.
    hand : TypedCards
        His cards.
    facts : Facts
        What he knows of others' cards and of the talon.
    tableaus : Tableaus, optional
        With two players.

    Attributes
    ----------
    share : float
        How often a deal of the unseen cards would fit the facts by chance.
    is_estimate : bool
        Whether the share is estimated by trial, as the facts are too many to count.

    Raises
    ------
    PlateauError
        If hand or tableaus don't fit the game, or no deal fits the facts, with the reason.
    """

    def __init__(
        self,
        rules: GameRules,
        game: np.record,
        seat: int,
        hand: TypedCards,
        facts: Facts,
        tableaus: Tableaus | None = None,
    ) -> None:
        question = Question(rules, seat, hand, facts, tableaus)
        plan, checks = question.plan()
        self.game = game
        try:
            self._asked = asked_of(
                plan, question.spots, question.known, (TALON, FACE_DOWN_CARDS), checks
            )
        except TooLarge:
            raise _too_many() from None
        self.is_estimate = bool(checks)
        self.share = min(1.0, plan.share / question.wild_share()) * self._fitting()

    def _fitting(self) -> float:
        """Return which share of the planned deals passes the checks."""
        if not self.is_estimate:
            return 1.0
        fitting = _count_fitting(self.asked(), np.zeros(1, DEAL)[0], _PILOT)
        if fitting < _PILOT * _RAREST:
            raise _too_many()
        return float(fitting / _PILOT)

    def asked(self) -> Asked:
        """Return what `deal_facts` needs; each thread takes its own, it holds a workspace."""
        return Asked(self._asked.plan.copy(), self._asked.ways)

    def rows(self, seed: int, first: int, count: int) -> npt.NDArray[np.uint8]:
        """Return deals as rows of cards.

        Returns
        -------
        uint8 array, shape (count, cards of the deck)
            Hands seat by seat from forehand on, each with its tableau, then the talon.
        """
        rows = np.zeros((count, int(self.game["deck_size"])), np.uint8)
        _deal_rows(self.game, self.asked(), seed, first, np.zeros(1, DEAL)[0], rows)
        return rows


def _too_many() -> PlateauError:
    fault = "too many at once to deal by, or too rare together: leave some out"
    return PlateauError("facts", fault, FACTS_EXAMPLE)
