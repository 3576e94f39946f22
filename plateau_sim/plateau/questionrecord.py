"""A question about a hand as the record that kernels get, and what points it can bring."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell, value_of
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.scoring import points
from plateau_sim.plateau.verdictplay import QUESTION


def question_record(question: HandQuestion, judged: tuple[int, ...]) -> np.record:
    """Return the record `verdictplay.QUESTION` of a question."""
    record: np.record = np.zeros(1, QUESTION)[0]
    rules = question.rules
    record["me"] = question.seat
    for cell in rules.cells:
        place = int(cell.exchange), OBJECTIVES.index(cell.objective), PARTNERS[cell.team]
        record["value"][place] = question.value(cell)
    for partners in {PARTNERS[cell.team] for cell in rules.cells}:
        for won in (False, True):
            declarer, partner, opponent = points(rules, partners, won, 1)
            total = declarer + partners * partner + (rules.players - 1 - partners) * opponent
            each = [rules.players * points - total for points in (declarer, partner, opponent)]
            record["stake"][partners, int(won)] = each
    record["calls"] = len(question.bidding.calls)
    for number, (seat, call) in enumerate(question.bidding.calls):
        record["caller"][number] = seat
        record["call"][number] = 0 if call is None else 1 + rules.cells.index(call)
    for seat in judged:
        record["judged"][seat] = 1
    return record


def point_bounds(
    question: HandQuestion, cells: tuple[BidCell, ...]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return between which the points of each option lie, passing first, then these bids."""
    record, rules = question_record(question, ()), question.rules
    ends = [_ends(record, rules.cells, slice(None))]
    for cell in cells:
        # After an abdication the declarer scores as a partner; or somebody bids more.
        higher = tuple(other for other in rules.cells if _rank(rules, other) > _rank(rules, cell))
        own = _ends(record, (cell,), slice(0, 2))
        others = _ends(record, higher, slice(1, None)) if higher else own
        ends.append((min(own[0], others[0]), max(own[1], others[1])))
    low, high = np.array(ends, np.float64).T / rules.players
    return low, high


def _rank(rules: GameRules, cell: BidCell) -> int:
    return value_of(rules.players, cell)


def _ends(record: np.record, cells: tuple[BidCell, ...], parts: slice) -> tuple[int, int]:
    """Return the least and the most points, times the players, in bids and their raises."""
    found = []
    for cell in cells:
        partners = PARTNERS[cell.team]
        raised = record["value"][int(cell.exchange), OBJECTIVES.index(cell.objective) :, partners]
        found += np.outer(raised, record["stake"][partners][:, parts]).ravel().tolist()
    return min(found), max(found)
