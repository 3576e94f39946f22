"""Measuring one setup after the other, until there is an interruption."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plateau_sim.plateau.experiment import Experiment
    from plateau_sim.report.screen import Result


def measure_all(
    experiments: Iterable[Experiment], measure: Callable[[Experiment], Result]
) -> tuple[list[Result], bool]:
    """Measure each experiment; return what there is, and whether it was stopped."""
    results: list[Result] = []
    for experiment in experiments:
        try:
            results.append(measure(experiment))
        except KeyboardInterrupt:
            return results, True
        if results[-1].partial:
            return results, True
    return results, False
