"""The same share under several policies: a row of points for each bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.ticker import PercentFormatter

from plateau_sim.report.figures.canvas import MUTED, SERIES, Picture, figure, finish

_ROW = 0.2  # inches
_MARKS = "oDs^v"


def share_ranges(
    shares: Mapping[str, Sequence[float]],
    rows: Sequence[str],
    *,
    name: str,
    title: str,
    caption: str,
) -> Picture:
    """Return points on a line for each row, a colour and a mark for each series.

    Parameters
    ----------
    shares
        By name of the series, the share in each row.
    rows
        Names of the rows.
    name, title, caption
        Of the picture.
    """
    with figure(_ROW * len(rows) + 1.0) as (drawn, axes):
        columns = list(zip(*shares.values(), strict=True))
        for place, values in enumerate(columns):
            axes.plot([min(values), max(values)], [place, place], color=MUTED, linewidth=1.0)
        for number, (series, each) in enumerate(shares.items()):
            mark, colour = _MARKS[number % len(_MARKS)], SERIES[number % len(SERIES)]
            axes.plot(each, range(len(rows)), mark, color=colour, markersize=4.5, label=series)
        axes.set_yticks(range(len(rows)), rows, fontsize=8)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        drawn.legend(loc="outside lower center", ncols=3, fontsize=8)
        widths = [max(values) - min(values) for values in columns]
        widest = max(range(len(rows)), key=widths.__getitem__)
        low, high = (100 * end(columns[widest]) for end in (min, max))
        alt = (
            f"{title}, {len(rows)} rows, under {', '.join(shares)}. "
            f"Farthest apart: {rows[widest]}, {low:.0f}% to {high:.0f}%."
        )
        return finish(drawn, name, title, caption=caption, alt=alt)
