"""How often won endings are thrown away: rates, and differences between policies.

The decisions of one deal, in all its bids, depend on each other. So a rate is taken as a ratio of
sums over deals, with the variance of such a ratio (Cochran, Sampling Techniques, 1977, 2.11), and
Wilson's interval is that of as many independent decisions as have this variance (Korn and
Graubard, Survey Methodology 24, 1998).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import norm

from plateau_sim.analysis.bidtable import setup_columns
from plateau_sim.analysis.families import holm
from plateau_sim.analysis.intervals import wilson
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.perfectcounts import (
    CRITICAL,
    DECISIONS,
    ROLES_TOLD,
    THROWN,
    WITH_FIRST,
    WON,
    product,
)

Tally = npt.NDArray[np.int64]
_Z = float(norm.isf(0.025))
ALL = "all"
"""In the column ``tricks_left``: all together."""


def perfect_table(
    experiment: Experiment, policies: tuple[str, ...], tallies: Tally, deals: int
) -> pd.DataFrame:
    """Return one row per policy, who was to move and tricks left.

    Parameters
    ----------
    experiment
        Whose play led to the endings.
    policies
        Who was asked.
    tallies
        See `plateau.perfectcounts`.
    deals
        How many were played.

    Returns
    -------
    pandas.DataFrame
        ``policy``, ``role`` (defending, declaring, both), ``tricks_left`` ("all" or a number),
        ``deals``, ``decisions``, ``won`` (endings that the side to move can win), ``critical``
        (of these, with a card that loses), ``thrown`` (such a card chosen); ``thrown_of_won`` and
        ``thrown_of_critical`` with bounds at 95%; ``against``, ``difference`` (of
        ``thrown_of_critical``, this policy minus the first), its bounds and standard error, and
        ``p_adjusted`` by Holm over the policies.
    """
    rows = []
    for role, name in enumerate(ROLES_TOLD):
        for left in range(tallies.shape[2]):
            scope = tallies[:, role, left]
            differences = _differences(scope, deals)
            for number, policy in enumerate(policies):
                against = policies[0] if number else None
                rows.append(
                    {
                        **setup_columns(experiment),
                        "last": tallies.shape[2] - 1,
                        "policy": policy,
                        "role": name,
                        "tricks_left": str(left) if left else ALL,
                        "deals": deals,
                        **_counts(scope[number]),
                        **_rate("thrown_of_won", scope[number], WON, deals),
                        **_rate("thrown_of_critical", scope[number], CRITICAL, deals),
                        "against": against,
                        **differences[number],
                    }
                )
    return pd.DataFrame(rows)


def _counts(tally: Tally) -> dict[str, int]:
    names = {"decisions": DECISIONS, "won": WON, "critical": CRITICAL, "thrown": THROWN}
    return {name: int(tally[column]) for name, column in names.items()}


def ratio_variance(
    squares: float, cross: float, base_squares: float, ratio: float, base: float, deals: int
) -> float:
    """Return the variance of a ratio of sums over independent deals.

    Parameters
    ----------
    squares, cross, base_squares
        Sums over deals of the numerator squared, of numerator times denominator, and of the
        denominator squared.
    ratio, base
        The ratio, and the sum of its denominators.
    deals
        How many.
    """
    residuals = squares - 2 * ratio * cross + ratio**2 * base_squares
    return max(0.0, residuals) / base**2 * deals / max(deals - 1, 1)


def _rate(name: str, tally: Tally, base: int, deals: int) -> dict[str, float | None]:
    """Return thrown endings as a share of some count, with its interval."""
    number = float(tally[base])
    if number == 0:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    rate = float(tally[THROWN]) / number
    variance = ratio_variance(
        float(tally[product(THROWN, THROWN)]),
        float(tally[product(base, THROWN)]),
        float(tally[product(base, base)]),
        rate,
        number,
        deals,
    )
    # Where the decisions differ by nothing (0 or 100%), they count as one a deal.
    effective = rate * (1 - rate) / variance if variance > 0 else min(number, deals)
    effective = min(effective, number)
    low, high = wilson(rate * effective, effective)
    return {name: rate, f"{name}_low": float(low), f"{name}_high": float(high)}


def _differences(scope: Tally, deals: int) -> list[dict[str, float | None]]:
    """Return for each policy its rate minus the first one's, paired by deal."""
    names = ("difference", "difference_low", "difference_high", "difference_se", "p_adjusted")
    empty: dict[str, Any] = dict.fromkeys(names)
    number = float(scope[0][CRITICAL])
    if number == 0:
        return [empty] * len(scope)
    found, p_values = [empty], []
    first = scope[0]
    for tally in scope[1:]:
        difference = float(tally[THROWN] - first[THROWN]) / number
        squares = tally[product(THROWN, THROWN)] + first[product(THROWN, THROWN)]
        variance = ratio_variance(
            float(squares - 2 * tally[WITH_FIRST]),
            float(tally[product(CRITICAL, THROWN)] - first[product(CRITICAL, THROWN)]),
            float(tally[product(CRITICAL, CRITICAL)]),
            difference,
            number,
            deals,
        )
        # One more deal with a mistake on either side, so that no error is 0.
        error = math.sqrt(variance + 2 / number**2)
        p_values.append(2 * float(norm.sf(abs(difference) / error)))
        bounds = difference - _Z * error, difference + _Z * error
        found.append(dict(zip(names, (difference, *bounds, error, None), strict=True)))
    for row, adjusted in zip(found[1:], holm(p_values), strict=True):
        row["p_adjusted"] = float(adjusted)
    return found
