"""One row per deal and cell, for statistics of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plateau_sim.plateau.bids import OBJECTIVES, PARTNERS, BidCell
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.scoring import points
from plateau_sim.plateau.tallies import BY_TALON, OUTCOMES, TRICKS

COLUMNS = (
    *("players", "variant", "scoring", "layout", "declaring_policy", "defending_policy", "seed"),
    *("deal", "seat", "exchange", "objective", "team", "final_objective", "abdicated"),
    *("won", "points", "tricks", "decided_by_talon"),
)
"""Of a row: ``seat`` is the declarer's, from forehand = 0, ``points`` are the bidder's."""


def deal_rows(experiment: Experiment, deals: int) -> Iterator[Iterator[tuple[Any, ...]]]:
    """Yield for each deal the rows of all cells, in table order.

    Parameters
    ----------
    experiment
        A forced one.
    deals
        How many deals, from 0.
    """
    runner, rules = Runner(experiment), experiment.rules
    setup = (
        *(rules.players, rules.variant, rules.scoring, experiment.layout.name),
        *(experiment.declaring, experiment.defending, experiment.seed),
    )
    for number in range(deals):
        tallies = runner(number, 1)
        yield (
            (*setup, number, *_row(experiment, cell, tally))
            for cell, tally in zip(experiment.cells, tallies, strict=True)
        )


def _row(experiment: Experiment, cell: BidCell, tally: Any) -> tuple[Any, ...]:
    """Return what a cell's tally of a single deal says."""
    seat, column = (int(found[0]) for found in np.nonzero(tally[:, :OUTCOMES]))
    final, rest = divmod(column, 4)
    abdicated, won = divmod(rest, 2)
    raised = BidCell(cell.exchange, OBJECTIVES[final], cell.team)
    value = experiment.value(raised)
    declarer, partner, _ = points(experiment.rules, PARTNERS[cell.team], bool(won), value)
    return (
        *(seat, cell.exchange, cell.objective, cell.team, OBJECTIVES[final], bool(abdicated)),
        *(bool(won), partner if abdicated else declarer),
        *(int(tally[seat, TRICKS]), bool(tally[seat, BY_TALON])),
    )
