"""The bid table as coloured grids: how often each bid is won, how often it is the best one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Colormap
from matplotlib.patches import Rectangle

from plateau_sim.plateau.bids import OBJECTIVE_TITLES, OBJECTIVES, PARTNERS, BidCell
from plateau_sim.report.figures.canvas import AMOUNT, SIDES, Picture, figure, finish, ink_on
from plateau_sim.report.words import percent, signed

Said = Callable[[Any], str]
_ROW, _HEADER = 0.55, 0.75  # inches
_VAGUE = 0.15  # half-width of a win rate beyond which it is not shown


def bid_heatmap(table: pd.DataFrame, caption: str) -> Picture:
    """Return win rates as colours, with win rate, mean points and value in each cell.

    Parameters
    ----------
    table
        See `analysis.bidtable.forced_table`; one row per cell.
    caption
        What was played.
    """
    ordered = table.sort_values("win_rate")
    most, least = _row(ordered, -1), _row(ordered, 0)
    alt = (
        f"Win rates of {len(table)} bid cells, from {_bid(least)} with {_win(least)} "
        f"to {_bid(most)} with {_win(most)}."
    )
    with figure(_height(table)) as (drawn, axes):
        _grid(axes, table, "win_rate", (0.0, 1.0), SIDES, _win, _points)
        return finish(drawn, "bid-table", "Win rate of every bid", caption=caption, alt=alt)


def best_bids(table: pd.DataFrame, caption: str) -> Picture:
    """Return how often each bid is the best one, with that share and its win rate then.

    Parameters
    ----------
    table
        One row per cell with ``share, share_low, share_high, win_rate, value``.
    caption
        What was played.
    """
    ordered = table.sort_values("share")
    most, least = _row(ordered, -1), _row(ordered, 0)
    alt = (
        f"Share of hands for which each of {len(table)} bids is the best, from {_bid(least)} with "
        f"{_share(least)} to {_bid(most)} with {_share(most)}."
    )
    top = max(float(table["share"].max()), 1e-9)
    with figure(_height(table)) as (drawn, axes):
        _grid(axes, table, "share", (0.0, top), AMOUNT, _share, _won_then)
        return finish(drawn, "best-bids", "How often a bid is the best", caption=caption, alt=alt)


def _height(table: pd.DataFrame) -> float:
    return _ROW * table["objective"].nunique() + _HEADER


def _grid(
    axes: Axes,
    table: pd.DataFrame,
    shade: str,
    limits: tuple[float, float],
    colours: Colormap,
    main: Said,
    below: Said,
) -> None:
    """Draw the cells where the bid table has them, coloured by one column."""
    columns = _columns(table)
    objectives = [name for name in OBJECTIVES if name in set(table["objective"])]
    low, high = limits
    row: Any
    for row in table.itertuples():
        x = columns.index((row.team, row.exchange))
        y = objectives.index(row.objective)
        colour = colours((getattr(row, shade) - low) / (high - low))
        axes.add_patch(Rectangle((x + 0.01, y + 0.02), 0.98, 0.96, facecolor=colour))
        ink = ink_on(colour)
        middle: dict[str, Any] = {"ha": "center", "va": "center", "color": ink}
        axes.text(x + 0.07, y + 0.1, str(row.value), va="top", color=ink, fontsize=6.5)
        axes.text(x + 0.5, y + 0.38, main(row), weight="bold", **middle)
        axes.text(x + 0.5, y + 0.74, below(row), fontsize=7.5, **middle)
    axes.set_xlim(0, len(columns))
    axes.set_ylim(len(objectives), 0)
    names = [
        f"{team.title()}\n{'exchange' if exchange else 'no exch.'}" for team, exchange in columns
    ]
    axes.set_xticks(np.arange(len(columns)) + 0.5, names, fontsize=8)
    axes.set_yticks(
        np.arange(len(objectives)) + 0.5, [OBJECTIVE_TITLES[name] for name in objectives]
    )
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _columns(table: pd.DataFrame) -> list[tuple[Any, bool]]:
    """Return teams and exchanges in the order of the bid table."""
    present = set(zip(table["team"], table["exchange"], strict=True))
    return sorted(present, key=lambda column: (-PARTNERS[column[0]], not column[1]))


def _row(table: pd.DataFrame, place: int) -> Any:
    return next(table.iloc[[place]].itertuples())


def _win(row: Any) -> str:
    return percent(row.win_rate, row.win_low, row.win_high)


def _points(row: Any) -> str:
    return signed(row.ev, row.ev_low, row.ev_high)


def _share(row: Any) -> str:
    return percent(row.share, row.share_low, row.share_high)


def _won_then(row: Any) -> str:
    sure = (row.win_high - row.win_low) / 2 < _VAGUE  # not so where the rate is missing
    return f"won {percent(row.win_rate, row.win_low, row.win_high)}" if sure else ""


def _bid(row: Any) -> str:
    return str(BidCell(row.exchange, row.objective, row.team))
