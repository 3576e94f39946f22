"""Policies that played each other as the text of a terminal's screen."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from plateau_sim.analysis.grid import Duel
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.report.bidtable import assumption
from plateau_sim.report.words import decimals, joined, percent, setup_parts, signed

_LONGEST = 20
_BAR, _OVER = 40, 34
_BEFORE = 6 + _LONGEST + 7 + 5 + 11 + 3


@dataclass(frozen=True)
class Played:
    """A match or a ladder, ready to be shown.

    Attributes
    ----------
    duel : Duel
    table, pairings : pandas.DataFrame
        See `analysis.matchtable`.
    open_only : bool
        Whether the cells are the open ones of `studies.grid`.
    precision : float or None
        Standard error that was asked for.
    spent : str
        Time as text, or empty.
    """

    duel: Duel
    table: pd.DataFrame
    pairings: pd.DataFrame = field(repr=False)
    open_only: bool = True
    precision: float | None = None
    spent: str = ""


def match_screen(matches: list[Played]) -> str:
    """Return the screen of one match, for one or more setups."""
    policy, against = matches[0].duel.policies
    layouts = {str(played.duel.experiment.layout) for played in matches}
    lines = [f"{policy} against {against}, on the same deals with the roles exchanged"]
    lines += joined(_shared(matches)) if _shared(matches) else []
    lines += [assumption(matches[0].duel.experiment), ""]
    title = f"{short(policy)} better by"
    head = (
        f"{'players':>7}{'bids':>6}  {'role':<11}{'base':>8}{'win':>8}   {title:<32}{'points':>15}"
    )
    lines.append(head)
    for played in matches:
        lines += [_match_row(played, row, first) for first, row in _numbered(played.table)]
        if len(layouts) > 1:
            lines.append(f"{'':<15}layout {played.duel.experiment.layout}")
    a, b = short(policy), short(against)
    lines += [
        "",
        f"base    wins of the declaring side with {b} on both sides; win: with {a} in the role",
        "better  declaring: win - base; defending: base - win; ± standard error, [95% interval]",
        "points  the same in the declarer's mean points per deal",
    ]
    return "\n".join([*lines, *closing(matches)]) + "\n"


def _numbered(table: pd.DataFrame) -> list[tuple[bool, pd.Series]]:
    return [(place == 0, row) for place, (_, row) in enumerate(table.iterrows())]


def _match_row(played: Played, row: pd.Series, first: bool) -> str:
    where = f"{row['players']:>7}{row['cells']:>6}" if first else " " * 13
    error = row["diff_se"]
    base, win = (percent(row[name], 0, 2 * error) for name in ("win_base", "win_rate"))
    better = f"{points(row['diff'], error)} ±{100 * error:.{decimals(100 * error) or 1}f}"
    digits = max(1, decimals(100 * error))
    interval = f"[{100 * row['diff_low']:+.{digits}f}, {100 * row['diff_high']:+.{digits}f}]"
    worth = f"{_number(row['ev_diff'], row['ev_diff_se'])} ±{_error(row['ev_diff_se'])}"
    return (
        f"{where}  {row['role']:<11}{base:>8}{win:>8}   {better:<14}{interval:<18}{worth:>15}"
    ).rstrip()


def points(difference: float, error: float) -> str:
    """Return a difference of win rates in points, with the digits that its error supports."""
    return f"{100 * difference:+.{max(1, decimals(100 * error))}f}"


def _number(value: float, error: float) -> str:
    return signed(value, value - error, value + error)


def _error(error: float) -> str:
    return f"{error:.{max(1, decimals(error))}f}"


def _shared(matches: list[Played]) -> list[str]:
    """Return what is said of all setups, policies left out."""
    parts = [_game(played.duel.experiment) for played in matches]
    return [part for part in parts[0] if all(part in other for other in parts)]


def _game(experiment: Experiment) -> list[str]:
    return setup_parts(experiment)[:-1]


def short(name: str) -> str:
    """Return the name of a policy, cut where it is too long for a column."""
    return name if len(name) <= _LONGEST else "…" + name[1 - _LONGEST :]


def ladder_screens(ladders: list[Played]) -> str:
    """Return the screens of ladders, one below the other."""
    return "\n".join(map(_ladder_screen, ladders))


def _ladder_screen(played: Played) -> str:
    duel, table = played.duel, played.table
    experiment = duel.experiment
    lines = [*joined(_game(experiment)), f"{assumption(experiment)} {_bids(played)}", ""]
    lines.append(
        f"{'rung':>4}  {'policy':<{_LONGEST}}{'rating':>7}{'95%':>5}{'us a deal':>11}"
        f"   {'over the rung below':<{_OVER}}"
    )
    lines.append(f"{'':<{_BEFORE}}{'declaring':<{_OVER // 2}}defending")
    lines += [_rung(row) for _, row in table.iterrows()]
    lines += ["", *_bars(table), "", *_rates(duel, table), ""]
    lines += [
        "rating  400 more: ten games won for each one lost; mean 0. A game: deal and bid that two",
        "        policies declare against each other in turn; it is won by who alone makes the bid",
        "over    points of win rate, ± standard error; * by more than 3 of them",
        "us      microseconds of one thread for a deal in one bid, the policy in all seats",
    ]
    return "\n".join([*lines, *closing([played])]) + "\n"


def _bids(played: Played) -> str:
    count = len(played.duel.experiment.cells)
    one = ", each deal in one of them" if played.duel.one_bid and count > 1 else ""
    return f"{count} bid{'s' * (count != 1)}{one}."


def _rung(row: pd.Series) -> str:
    line = (
        f"{row['rung']:>4}  {short(row['policy']):<{_LONGEST}}{row['rating']:>+7.0f}"
        f"{'±' + format(1.96 * row['rating_se'], '.0f'):>5}{row['us_per_deal']:>11,.0f}"
    )
    if not isinstance(row.get("below"), str):
        return line
    told = [_over(row, role) for role in ("declaring", "defending")]
    return f"{line}   {told[0]:<{_OVER // 2}}{told[1]}"


def _over(row: pd.Series, role: str) -> str:
    difference, error = row[f"{role}_diff"], row[f"{role}_diff_se"]
    star = "*" if difference > 3 * error else " "
    return f"{points(difference, error)}{star} ±{100 * error:.{max(1, decimals(100 * error))}f}"


def _bars(table: pd.DataFrame) -> list[str]:
    """Return strength against cost as bars: the weakest rating is an empty bar."""
    low, high = table["rating"].min(), table["rating"].max()
    lines = [f"      {'strength':<{_LONGEST}}{'':<{_BAR}}  cost (x the cheapest)"]
    for _, row in table.iterrows():
        length = round(_BAR * (row["rating"] - low) / max(high - low, 1e-9))
        factor = row["us_per_deal"] / table["us_per_deal"].min()
        bar = "#" * length
        lines.append(f"      {short(row['policy']):<{_LONGEST}}{bar:<{_BAR}}  {factor:,.3g}")
    return lines


def _rates(duel: Duel, table: pd.DataFrame) -> list[str]:
    """Return the win rates of each declaring policy against each defending one."""
    order = [duel.policies.index(name) for name in table["policy"]]
    rates = 100 * duel.grid.wins.sum(axis=2) / (duel.deals * duel.bids_a_deal)
    width = 12
    title = "win % against"
    names = "".join(f"{short(duel.policies[b])[: width - 1]:>{width}}" for b in order)
    lines = [f"      {title:<{_LONGEST}}{names}"]
    digits = max(0, int(np.floor(np.log10(max(duel.deals, 1)) / 2)) - 1)
    for a in order:
        cells = "".join(
            f"{rates[a, b]:>{width}.{digits}f}" if duel.played[a, b] else f"{'-':>{width}}"
            for b in order
        )
        lines.append(f"      {short(duel.policies[a]):<{_LONGEST}}{cells}")
    return lines


def closing(matches: list[Played]) -> list[str]:
    """Return the last lines: which bids, what was asked for, deals and seed."""
    last, lines = matches[-1], []
    if last.duel.partial:
        lines.append("PARTIAL interrupted: these are the first deals only")
    if matches[0].open_only:
        lines.append("bids    those that builder, on both sides, wins in 5% to 95% of 2,000 deals")
    if last.precision is not None and not last.duel.partial:
        errors = [error for played in matches for error in _errors(played.table)]
        met = "reached" if max(errors) < last.precision else "not reached"
        asked = f"±{100 * last.precision:g} points of win rate, standard error"
        lines.append(f"Asked   {asked}: {met}, ±{100 * max(errors):.2g}")
    deals = sorted({played.duel.deals for played in matches})
    said = " to ".join(f"{number:,}" for number in dict.fromkeys((deals[0], deals[-1])))
    spent = f" · {last.spent}" if last.spent else ""
    seed = last.duel.experiment.seed
    same = "pairing, each in one bid" if last.duel.one_bid else "pairing and bid"
    return [*lines, f"{said} deals, the same in every {same}{spent} · seed {seed}"]


def _errors(table: pd.DataFrame) -> list[float]:
    names = [name for name in table.columns if name.endswith("diff_se") and "ev_" not in name]
    return [float(error) for name in names for error in table[name].dropna()]
