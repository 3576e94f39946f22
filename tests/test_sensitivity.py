"""The range over several policies: lowest, highest, and under how many a bid gains."""

from __future__ import annotations

from plateau_sim.analysis.sensitivity import range_table
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import GameRules
from plateau_sim.studies.measure import measure


def test_the_range_of_each_bid_is_that_of_the_tables() -> None:
    rules, names = GameRules.published(4), ("random", "greedy")
    tables = [
        measure(Experiment(rules, declaring=name, defending=name), 400).table() for name in names
    ]
    found = range_table(tables)
    assert len(found) == len(rules.cells)
    for place, cell in enumerate(rules.cells):
        row, rows = found.iloc[place], [table.iloc[place] for table in tables]
        assert (row["exchange"], row["objective"]) == (cell.exchange, cell.objective)
        for name in ("win", "ev"):
            values = [each["win_rate" if name == "win" else "ev"] for each in rows]
            assert row[f"{name}_lowest"] == min(values)
            assert row[f"{name}_highest"] == max(values)
        assert row["gains"] == sum(each["ev_low"] > 0 for each in rows)
    assert found["gains"].max() > 0
