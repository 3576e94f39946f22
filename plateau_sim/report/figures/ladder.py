"""Strength against cost of the policies of a ladder."""

from __future__ import annotations

import numpy as np
import pandas as pd

from plateau_sim.report.figures.canvas import DECLARER, MUTED, Picture, figure, finish

_Z = 1.96
_ROOM = 0.16  # part of the width that is left free for names


def strength_against_cost(table: pd.DataFrame, *, name: str, title: str, caption: str) -> Picture:
    """Return the ratings of a ladder with their intervals over what a deal costs, as points.

    Parameters
    ----------
    table
        See `analysis.matchtable.ladder_table`.
    name, title, caption
        Of the picture.
    """
    rows = table.sort_values("us_per_deal")
    cost, rating = rows["us_per_deal"].to_numpy(), rows["rating"].to_numpy()
    error = _Z * rows["rating_se"].to_numpy()
    with figure(3.0) as (drawn, axes):
        axes.plot(cost, rating, color=MUTED, linewidth=0.8, linestyle=":")
        axes.errorbar(cost, rating, yerr=error, fmt="o", color=DECLARER, markersize=5, capsize=2)
        for policy, x, y in zip(rows["policy"], cost, rating, strict=True):
            axes.annotate(policy, (x, y), xytext=(6, -10), textcoords="offset points", fontsize=8)
        axes.set_xscale("log")
        left, right = np.log10(cost.min()), np.log10(cost.max())
        span = max(right - left, 0.1)
        axes.set_xlim(10 ** (left - 0.06 * span), 10 ** (right + _ROOM * span))
        axes.set_xlabel("microseconds of one thread for a deal")
        axes.set_ylabel("rating")
        axes.grid(axis="y")
        told = ", ".join(
            f"{policy} {value:+.0f} at {spent:,.0f}"
            for policy, value, spent in zip(rows["policy"], rating, cost, strict=True)
        )
        alt = f"{title}: {told} microseconds a deal."
        return finish(drawn, name, title, caption=caption, alt=alt)
