"""Bid cells of a run, one by one and taken together.

All cells are played on the same deals, so cells that are taken together are no independent
observations. Their counts are divided by the number of cells: means per deal, with as many
observations as there are deals. The variance of a mean of quantities is at most the mean of their
variances, so intervals made in this way are, if anything, too wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from plateau_sim.analysis.bidtable import cell_columns, setup_columns
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.experiment import Experiment

ANY = "any"
"""In a column of the bid cell: cells that differ there are taken together."""


@dataclass(frozen=True)
class Scope:
    """One or more cells: the columns that name them, and their mean counts."""

    columns: dict[str, Any]
    counts: npt.NDArray[np.float64]


def scopes(experiment: Experiment, tallies: npt.NDArray[np.int64]) -> list[Scope]:
    """Return each cell, then the cells of each objective together, then all cells together.

    Parameters
    ----------
    experiment
        A forced one.
    tallies
        int64, shape (cells, columns).

    Returns
    -------
    list of Scope
        ``columns`` start with the setup and have a column ``scope``: cell, objective or all.
    """
    seat = ANY if experiment.seat is None else experiment.seat
    setup = {**setup_columns(experiment), "seat": seat}
    found = []
    for cell, tally in zip(experiment.cells, tallies, strict=True):
        names = {"scope": "cell", **cell_columns(experiment, cell), "cells": 1}
        found.append(Scope({**setup, **names}, tally.astype(np.float64)))
    for objective in OBJECTIVES:
        rows = [row for row, cell in enumerate(experiment.cells) if cell.objective == objective]
        if rows:
            found.append(_together(setup, "objective", objective, tallies[rows]))
    return [*found, _together(setup, "all", ANY, tallies)]


def _together(
    setup: dict[str, Any], scope: str, objective: str, tallies: npt.NDArray[np.int64]
) -> Scope:
    named = {"exchange": ANY, "objective": objective, "team": ANY, "value": None}
    columns = {**setup, "scope": scope, **named, "cells": len(tallies)}
    return Scope(columns, tallies.mean(axis=0))
