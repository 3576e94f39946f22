"""Win rates by the declarer's seat as text."""

from __future__ import annotations

import pandas as pd

from plateau_sim.plateau.bids import OBJECTIVE_TITLES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.seats import seat_names
from plateau_sim.report.words import decimals, headline, percent, weakness

_LABEL, _SEAT = 30, 9


def seat_lines(experiment: Experiment, table: pd.DataFrame) -> list[str]:
    """Return a line per cell with the win rate of each seat and the range over the seats.

    Parameters
    ----------
    experiment
        What was simulated.
    table
        See `analysis.bidtable.forced_table` with ``by_seat``.
    """
    seats = seat_names(experiment.rules.players)
    lines = [
        headline(experiment),
        "Win rate of an average hand by the declarer's seat; 1st (forehand) leads.",
        "",
        f"{'':<{_LABEL}}{'v':>3}" + "".join(f"{seat:>{_SEAT}}" for seat in [*seats, "range"]),
    ]
    for _, rows in table.groupby(["exchange", "objective", "team"], sort=False):
        lines.append(_line(rows))
    half = 50 * (table["win_high"] - table["win_low"]).max()
    lines += ["", f"±95%    {half:.{decimals(half)}f} · the range of equal seats is not 0 either"]
    weak = weakness(experiment)
    return [*lines, f"Play    {weak}"] if weak else lines


def _line(rows: pd.DataFrame) -> str:
    first = rows.iloc[0]
    exchange = "exchange" if first["exchange"] else "no exchange"
    title = f"{OBJECTIVE_TITLES[first['objective']]} {first['team'].title()} {exchange}"
    rates = [
        percent(row["win_rate"], row["win_low"], row["win_high"]) for _, row in rows.iterrows()
    ]
    spread = f"{100 * (rows['win_rate'].max() - rows['win_rate'].min()):.0f}"
    cells = "".join(f"{rate:>{_SEAT}}" for rate in [*rates, spread])
    return f"{title:<{_LABEL}}{first['value']:>3}{cells}"
