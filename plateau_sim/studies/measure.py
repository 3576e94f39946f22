"""The main job: simulate an experiment and estimate every bid cell."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from plateau_sim import simulate
from plateau_sim.analysis.bidtable import auction_table, forced_table
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.runner import Runner


def bid_table(
    experiment: Experiment,
    deals: int,
    *,
    jobs: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> pd.DataFrame:
    """Return the tidy table of an experiment on deals 0 .. deals - 1.

    Parameters
    ----------
    experiment
        What to simulate.
    deals
        How many deals, each played in every chosen cell (or from its auction on).
    jobs
        Threads, 0 for all cores; results do not depend on it.
    progress
        Called now and then with the number of deals done.

    Returns
    -------
    pandas.DataFrame
        See `analysis.bidtable`.
    """
    tallies = simulate.run(Runner(experiment), deals, jobs=jobs, progress=progress)
    estimate = auction_table if experiment.auction else forced_table
    return estimate(experiment, tallies)
