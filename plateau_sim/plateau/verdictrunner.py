"""Plays a hand's options on the same deals: each bid as declarer, and passing to its end."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.factdeals import FactDealer
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.questionrecord import question_record
from plateau_sim.plateau.runner import Runner, new_deal
from plateau_sim.plateau.state import new_state
from plateau_sim.plateau.verdictfacts import FACTS, ROW_PASS
from plateau_sim.plateau.verdictkernels import play_calls
from plateau_sim.plateau.verdictplay import UNIT
from plateau_sim.plateau.view import PASS

Facts = npt.NDArray[np.int64]
NO_CHANGE = np.zeros((1, 1, 2), np.int64)
"""The one change of `VerdictRunner.replaced` that leaves all cards where they are."""
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
        self.chunk = max(1, self.chunk // _LOOK_CHUNK)
        self._dealer = FactDealer(
            rules, self.game, question.seat, question.hand, question.facts, question.tableaus
        )
        self.share = self._dealer.share
        self._record = question_record(question, judged)

    def options(self, first: int, count: int, cells: tuple[BidCell, ...]) -> Facts:
        """Pass, and make some bids, on the deals first .. first + count - 1.

        The others go on bidding; the seat does not.

        Returns
        -------
        int64 array, shape (count, FIRST_BID + bids, FACTS)
            See `verdictfacts`.
        """
        calls = [PASS, *(1 + self.question.rules.cells.index(cell) for cell in cells)]
        return self._play(first, count, calls, NO_CHANGE, rows=ROW_PASS + len(calls))

    def replaced(
        self, first: int, count: int, cell: BidCell, changes: npt.NDArray[np.int64]
    ) -> Facts:
        """Play a bid on the deals first .. first + count - 1, with cards in each other's places.

        Nobody bids beyond it.

        Parameters
        ----------
        first, count
            The deals are those of `options`.
        cell
            The bid.
        changes
            int64, shape (changes, pairs, 2): for each change pairs of cards that change places; no
            card stands in two pairs of a change; a card paired with itself stays.

        Returns
        -------
        int64 array, shape (count, changes, FACTS)
            See `verdictfacts`.
        """
        calls = [1 + self.question.rules.cells.index(cell)]
        rows = ROW_PASS + len(changes)
        played = self._play(first, count, calls, changes, rows=rows, goes_on=False)
        return played[:, ROW_PASS:]

    def likelihoods(self, count: int) -> npt.NDArray[np.float64]:
        """Return how likely each judged seat's calls are on deals that are free of them.

        Returns
        -------
        float64 array, shape (count, players)
        """
        players = self.question.rules.players
        return self._play(0, count, [], NO_CHANGE, rows=players)[:, :, 0] / UNIT

    def _play(
        self,
        first: int,
        count: int,
        calls: list[int],
        changes: npt.NDArray[np.int64],
        *,
        rows: int,
        goes_on: bool = True,
    ) -> Facts:
        facts = np.zeros((count, rows, FACTS), np.int64)
        played = (
            new_state(self.game.copy()),
            new_deal(),
            self._dealer.asked(),
            self._record.copy(),
            np.array(calls, np.int64),
            changes,
            goes_on,
            self.question.seed,
            first,
            count,
            self.choosers.for_a_call(),
            facts,
        )
        self._run(play_calls, count * len(calls) * len(changes), *played)
        return facts
