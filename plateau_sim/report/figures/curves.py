"""Shares and differences as points and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.ticker import PercentFormatter

from plateau_sim.report.figures.canvas import INK, MUTED, SERIES, Picture, figure, finish

_ROW = 0.2  # inches for a line of a long list


class Estimate(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float


def cumulative_lines(
    shares: Mapping[str, Sequence[float]],
    steps: Sequence[str],
    axis: str,
    *,
    name: str,
    title: str,
    caption: str,
) -> Picture:
    """Return how shares add up from step to step, a line for each series.

    Parameters
    ----------
    shares
        By name of the series, the share of each step.
    steps
        Names of the steps.
    axis
        What the steps are.
    name, title, caption
        Of the picture.
    """
    with figure(2.9) as (drawn, axes):
        halves = []
        for colour, (series, values) in zip(_colours(len(shares)), shares.items(), strict=True):
            total = np.cumsum(values)
            axes.plot(range(len(steps)), total, color=colour, label=series, linewidth=1.8)
            halves.append(f"{series} {steps[int(np.searchsorted(total, 0.5))]}")
        axes.axhline(0.5, color=MUTED, linewidth=0.8, linestyle=":")
        every = max(1, len(steps) // 10)
        # A word would run into its neighbours, so it stands lower than the numbers.
        names = [step if step.isdigit() else f"\n{step}" for step in steps]
        axes.set_xticks(range(0, len(steps), every), names[::every])
        axes.set_xlabel(axis)
        axes.set_ylim(0, 1.01)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.grid(axis="y")
        axes.legend(loc="upper left", fontsize=8)
        alt = f"{title}. Half of the hands by {axis.lower()}: {', '.join(halves)}."
        return finish(drawn, name, title, caption=caption, alt=alt)


def ranked_shares(
    shares: Mapping[str, Sequence[float]],
    levels: Sequence[str],
    *,
    name: str,
    title: str,
    caption: str,
) -> Picture:
    """Return how shares fall from level to level, a line for each series: a funnel."""
    with figure(3.0) as (drawn, axes):
        told = []
        for colour, (series, values) in zip(_colours(len(shares)), shares.items(), strict=True):
            axes.plot(
                values,
                range(len(levels)),
                "o-",
                color=colour,
                label=series,
                linewidth=1.4,
                markersize=5,
            )
            told.append(f"{series} {', '.join(f'{100 * value:.0f}%' for value in values)}")
        axes.set_yticks(range(len(levels)), levels)
        axes.set_ylim(len(levels) - 0.6, -0.4)
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.grid(axis="x")
        drawn.legend(loc="outside lower center", ncols=2, fontsize=8)
        alt = f"{title}, for {', '.join(levels)}: {'; '.join(told)}."
        return finish(drawn, name, title, caption=caption, alt=alt)


def differences(
    estimates: Mapping[str, Estimate],
    axis: str,
    firm: Sequence[bool],
    *,
    name: str,
    title: str,
    caption: str,
) -> Picture:
    """Return differences with their intervals, filled where they hold, around a line at zero.

    Parameters
    ----------
    estimates
        By name of the row.
    axis
        What is subtracted from what, and the unit.
    firm
        Whether each difference holds after adjustment for their number.
    name, title, caption
        Of the picture.
    """
    with figure(_ROW * len(estimates) + 0.7) as (drawn, axes):
        axes.axvline(0.0, color=INK, linewidth=0.8)
        for place, (estimate, holds) in enumerate(zip(estimates.values(), firm, strict=True)):
            colour = SERIES[0] if holds else MUTED
            axes.plot([estimate.low, estimate.high], [place, place], color=colour, linewidth=1.8)
            face = colour if holds else "none"
            axes.plot(estimate.value, place, "o", color=colour, markerfacecolor=face, markersize=5)
        axes.set_yticks(range(len(estimates)), list(estimates), fontsize=8)
        axes.set_ylim(len(estimates) - 0.5, -0.5)
        axes.set_xlabel(axis)
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        held = [label for label, holds in zip(estimates, firm, strict=True) if holds]
        told = ", ".join(f"{label} {estimates[label].value:+.2g}" for label in held) or "none"
        alt = f"{title}, {len(estimates)} rows. Those that hold: {told}."
        return finish(drawn, name, title, caption=caption, alt=alt)


def _colours(number: int) -> list[str]:
    return [SERIES[place % len(SERIES)] for place in range(number)]
