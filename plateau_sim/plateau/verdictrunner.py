"""Plays a hand's options on the same deals: each bid as declarer, and passing to its end."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.factdeals import FactDealer
from plateau_sim.plateau.gamearrays import game_record
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.questionrecord import question_record
from plateau_sim.plateau.runner import Runner, new_deal
from plateau_sim.plateau.state import State, new_state
from plateau_sim.plateau.verdictfacts import FACTS, FIRST_BID
from plateau_sim.plateau.verdictkernels import hear_each, play_options, play_replaced

_LOOK_CHUNK = 10  # chunks a call are this much smaller: a look waits for the last one


class VerdictRunner(Runner):
    """Plays a hand's options on deals 0, 1, 2, ... of a question.

    A deal is a pure function of question, seed and number, whichever options are played.
    Calls are safe in several threads at once.

    Parameters
    ----------
    question : HandQuestion
    judged : tuple of int
        Seats whose calls weight the deals.

    Attributes
    ----------
    share : float
        How often a deal that is free but for the own cards fits the facts.
    """

    def __init__(self, question: HandQuestion, judged: tuple[int, ...] = ()) -> None:
        rules = question.rules
        super().__init__(
            Experiment(
                rules,
                question.layout,
                declaring=question.declaring,
                defending=question.defending,
                auction=True,
                bidder=question.bidder,
                seed=question.seed,
            )
        )
        self.question = question
        self.plain = game_record(rules, question.layout)
        self.chunk = max(1, self.chunk // _LOOK_CHUNK)
        self._dealer = FactDealer(
            rules, self.game, question.seat, question.hand, question.facts, question.tableaus
        )
        self.share = self._dealer.share
        self._record = question_record(question, judged)

    def options(self, first: int, count: int, cells: tuple[BidCell, ...]) -> npt.NDArray[np.int64]:
        """Play the deals first .. first + count - 1 in some bids, and after a pass.

        Returns
        -------
        int64 array, shape (count, FIRST_BID + bids, FACTS)
            See `verdictfacts`.
        """
        facts = np.zeros((count, FIRST_BID + len(cells), FACTS), np.int64)
        state = new_state(self.game)
        plain = State(self.plain, state.table, state.hidden)
        numbers = np.array([self.question.rules.cells.index(cell) for cell in cells], np.int64)
        asked = self._dealer.asked(), self._record.copy(), numbers
        deals = self.question.seed, first, count
        hands = count * (1 + len(cells))
        self._run(
            play_options, hands, state, new_deal(), plain, *asked, *deals, *self._own(), facts
        )
        return facts

    def replaced(
        self, first: int, count: int, cell: BidCell, pairs: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Play a bid on the deals first .. first + count - 1, with cards in each other's places.

        Parameters
        ----------
        first, count
            The deals are those of `options`.
        cell
            The bid.
        pairs
            int64, shape (rows, pairs, 2): for each row pairs of cards that change places; no card
            stands in two pairs of a row; a card paired with itself stays.

        Returns
        -------
        int64 array, shape (count, rows, FACTS)
            See `verdictfacts`.
        """
        facts = np.zeros((count, len(pairs), FACTS), np.int64)
        state = new_state(self.game)
        plain = State(self.plain, state.table, state.hidden)
        number = self.question.rules.cells.index(cell)
        asked = self._dealer.asked(), self._record.copy(), number, pairs
        deals = self.question.seed, first, count
        hands = count * len(pairs)
        self._run(
            play_replaced, hands, state, new_deal(), plain, *asked, *deals, *self._own(), facts
        )
        return facts

    def likelihoods(self, count: int) -> npt.NDArray[np.float64]:
        """Return how likely each judged seat's calls are on deals that are free of them.

        Returns
        -------
        float64 array, shape (count, players)
        """
        likelihood = np.ones((count, self.question.rules.players))
        state, question = new_state(self.game), self._record.copy()
        asked = self._dealer.asked(), question, self.question.seed, count
        self._run(hear_each, count, state, new_deal(), *asked, *self._own(), likelihood)
        return likelihood

    def _own(self) -> tuple[Any, ...]:
        """Return the choosers with a workspace of one's own."""
        functions, params, scratch = self.choosers
        return functions, params, np.zeros_like(scratch)
