"""The outcome of auctions as text: which bids win the auction, and what they bring."""

from __future__ import annotations

import pandas as pd

from plateau_sim.analysis.bidtable import PASSED
from plateau_sim.plateau.bids import OBJECTIVE_TITLES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.report.words import headline, percent, signed, weakness

_RARE = 0.002  # share below which a row is summed up, to keep the screen short


def auction_lines(experiment: Experiment, table: pd.DataFrame) -> list[str]:
    """Return the screen of an auction experiment; see `bidtable.forced_lines`."""
    won = table[table["objective"] != PASSED]
    shown = won[won["share"] >= _RARE].sort_values("share", ascending=False, kind="stable")
    lines = [
        headline(experiment),
        f"The {experiment.bidder} bidder holds the auction; raises are played.",
        "",
        f"{'winning bid':<28}{'raised to':<12}{'v':>3}{'share':>9}{'win':>8}{'points':>10}",
    ]
    lines += [_row_text(row) for _, row in shown.iterrows()]
    rest = won[won["share"] < _RARE]
    if len(rest):
        lines.append(f"{f'{len(rest)} rarer outcomes':<43}{100 * rest['share'].sum():>8.1f}%")
    passed = table[table["objective"] == PASSED].iloc[0]
    lines.append(f"{'all pass':<43}{100 * passed['share']:>8.1f}%{'':>8}{'0':>10}")
    mean = float((table["ev"] * table["share"]).sum())
    lines += [
        "",
        f"points  declarer's mean per deal, * gains; over all deals {mean:+.2f}",
        "share   of all deals; hands that all pass score 0 and are not dealt again",
    ]
    weak = weakness(experiment)
    return [*lines, f"Play    {weak}"] if weak else lines


def _row_text(row: pd.Series) -> str:
    exchange = "exchange" if row["exchange"] else "no exchange"
    title = f"{OBJECTIVE_TITLES[row['objective']]} {row['team'].title()} {exchange}"
    raised = row["final_objective"] != row["objective"]
    final = OBJECTIVE_TITLES[row["final_objective"]] if raised else ""
    win = percent(row["win_rate"], row["win_low"], row["win_high"])
    points = signed(row["ev"], row["ev_low"], row["ev_high"]) + ("*" if row["ev_low"] > 0 else " ")
    share = f"{100 * row['share']:.1f}%"
    return f"{title:<28}{final:<12}{row['value']:>3.0f}{share:>9}{win:>8}{points:>11}"
