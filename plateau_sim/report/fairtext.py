"""A verdict on a bid table as the text of a screen."""

from __future__ import annotations

import textwrap

import pandas as pd

from plateau_sim.analysis.fairness import DEAD, UNCLEAR
from plateau_sim.analysis.verdict import Verdict
from plateau_sim.plateau.bids import OBJECTIVE_TITLES, OBJECTIVES, BidCell, Team
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.words import WIDTH, decimals, headline, percent, signed, weakness

_LABEL, _CELL, _GAP, _TEAMS_A_LINE, _INDENT = 12, 21, " ", 2, 8
_MARKS = {DEAD: "!", UNCLEAR: "?"}
_FIXED = "\N{NO-BREAK SPACE}"
_FEW = "too few hands to say"
_VAGUE = 0.15  # half-width of a win rate beyond which it is not shown


def fair_screens(verdicts: list[Verdict]) -> str:
    """Return the screens of all verdicts, one below the other."""
    return "\n".join("\n".join(fair_lines(verdict)) + "\n" for verdict in verdicts)


def fair_lines(verdict: Verdict) -> list[str]:
    """Return the screen of one verdict."""
    experiment, table = verdict.counts.experiment, verdict.table
    said = [line for sentence in answer(verdict) for line in textwrap.wrap(sentence, WIDTH)]
    lines = [headline(experiment), *said, ""]
    teams = [team for team in experiment.rules.teams if team in set(table["team"])]
    for first in range(0, len(teams), _TEAMS_A_LINE):
        lines += [*_block(table, teams[first : first + _TEAMS_A_LINE]), ""]
    lines += [*_legend(verdict), *findings(verdict)]
    return [*lines, *_assumptions(verdict)]


def answer(verdict: Verdict) -> list[str]:
    """Return in two sentences how many bids are dead, and what best bids bring."""
    states, found = verdict.table["state"], verdict.bidding
    dead, unclear = int((states == DEAD).sum()), int((states == UNCLEAR).sum())
    verb = "is" if dead == 1 else "are"
    more = f", {unclear} more may be" if unclear else ""
    limit = f"(best for under {100 * verdict.share:g}% of the hands that bid)"
    bid = percent(found.bid, found.bid_low, found.bid_high)
    gain = signed(found.gain, found.gain_low, found.gain_high)
    error = (found.gain_high - found.gain_low) / 2
    whose = f"Your values, from {verdict.own_values}" if verdict.own_values else "Rulebook's values"
    return [
        f"{whose}: {dead or 'none'} of {len(states)} bids {verb} dead{more} {limit}.",
        f"{bid} of random hands have a bid better than 0; the best bids bring {gain} "
        f"±{error:.{decimals(error)}f} a deal over all hands.",
    ]


def _block(table: pd.DataFrame, teams: list[Team]) -> list[str]:
    """Return the rows of some teams side by side."""
    width, margin = 2 * _CELL + len(_GAP), " " * _LABEL
    head = [f"{'v':>2}  {'best':>5} {'win':>4} {'points':>6}".ljust(_CELL)] * (2 * len(teams))
    kinds = ["exchange".ljust(_CELL), "no exchange".ljust(_CELL)] * len(teams)
    lines = [
        margin + _GAP.join(team.upper().ljust(width) for team in teams),
        margin + _GAP.join(kinds),
        margin + _GAP.join(head),
    ]
    for objective in OBJECTIVES:
        rows = table[table["objective"] == objective]
        if len(rows):
            cells = [_cell_text(rows, team, ex) for team in teams for ex in (True, False)]
            lines.append(OBJECTIVE_TITLES[objective].ljust(_LABEL) + _GAP.join(cells))
    return [line.rstrip() for line in lines]


def _cell_text(rows: pd.DataFrame, team: Team, exchange: bool) -> str:
    found = rows[(rows["team"] == team) & (rows["exchange"] == exchange)]
    if found.empty:
        return f"{'·':>2}".ljust(_CELL)
    row = found.iloc[0]
    mark = _MARKS.get(row["state"], " ")
    share = percent(row["share"], row["share_low"], row["share_high"])
    win, points = "·", "·"
    if (row["win_high"] - row["win_low"]) / 2 < _VAGUE:
        win = percent(row["win_rate"], row["win_low"], row["win_high"])
        points = signed(row["ev"], row["ev_low"], row["ev_high"])
    return f"{row['value']:>2}{mark} {share:>5} {win:>4} {points:>6}".ljust(_CELL)


def _legend(verdict: Verdict) -> list[str]:
    table, states = verdict.table, set(verdict.table["state"])
    error = 50 * (table["share_high"] - table["share_low"]).max()
    marks = [f"! dead: under {100 * verdict.share:g}%"] * (DEAD in states)
    marks += ["? may be dead"] * (UNCLEAR in states)
    best = f"bid of that part of the hands that bid, ±{error:.{decimals(error)}f} at most"
    above = " above the table's mean" if verdict.counts.experiment.rules.positive_only else ""
    measured = f"and points{above} with these hands, measured on the other half of the playouts"
    return [*_told("best", " · ".join([best, *marks])), *_told("win", measured), *_told("·", _FEW)]


def findings(verdict: Verdict) -> list[str]:
    """Return what strikes the eye, and the smallest changes of values that help."""
    return [*_look(verdict), *_changes(verdict), *_left_out(verdict)]


def _look(verdict: Verdict) -> list[str]:
    """Return the neighbours that are hardly different in difficulty, alike ones together."""
    lines: list[str] = []
    close = verdict.neighbours
    if close.empty:
        return lines
    for (easier, objective), pairs in close[close["hardly"]].groupby(
        ["easier", "objective"], sort=False
    ):
        here, there = _title(objective), _title(easier)
        kinds = ", ".join(_kind(row) for _, row in pairs.iterrows())
        gap = 100 * pairs["difference"].abs().max()
        text = f"{there} and {here} are hardly different in difficulty ({kinds}): win rates at "
        text += f"most {gap:.2f} points apart{_pays_more(verdict, pairs)}."
        lines += _told("Look", text)
    return lines


def _pays_more(verdict: Verdict, pairs: pd.DataFrame) -> str:
    """Return how much more the harder ones pay, if that is the same everywhere."""
    cells = verdict.counts.experiment.cells
    values = dict(zip(cells, verdict.table["value"], strict=True))
    more = {
        values[BidCell(row["exchange"], row["objective"], row["team"])]
        - values[BidCell(row["exchange"], row["easier"], row["team"])]
        for _, row in pairs.iterrows()
    }
    (only,) = more if len(more) == 1 else (0,)
    return f", yet {OBJECTIVE_TITLES[pairs.iloc[0]['objective']]} pays {only} more" * (only > 0)


def _changes(verdict: Verdict) -> list[str]:
    """Return the smallest changes found, or that there are none."""
    changes, table = verdict.changes, verdict.table
    if not changes.total:
        none = "none needed" if changes.reached else "none found that helps"
        return _told("Changes", f"{none}: {_reached(verdict)}.")
    units = f"{changes.total} unit" + "s" * (changes.total > 1)
    tried = f"every change of up to {changes.tried} was tried, of larger ones the most promising"
    if changes.smallest:
        how = f"The smallest, {units} in all: every smaller change was tried."
    elif changes.reached:
        how = f"The smallest found, {units} in all: {tried}."
    else:
        how = f"Not enough, but the nearest found, {units} in all: {tried}."
    changed = table[table["changed_value"] != table["value"]]
    moves = "; ".join(
        f"{_kept(_name(row))}{_FIXED}{row['value']}{_FIXED}to{_FIXED}{row['changed_value']}"
        for _, row in changed.iterrows()
    )
    return [
        *_told("Changes", f"{moves}."),
        *_told("", how),
        *_told("", f"Then {_reached(verdict)}."),
    ]


def _reached(verdict: Verdict) -> str:
    """Return how the bids that were asked to have their share stand after the changes."""
    changes, table = verdict.changes, verdict.table
    asked = table[table["asked"] == "yes"]
    limit = f"{100 * verdict.share:g}%"
    if asked.empty:
        return f"no bid can be the best for {limit} of the hands that bid"
    lacking = table.loc[sorted(verdict.order[list(changes.short)])]
    part = (
        f"{len(asked) - len(lacking)} of the {len(asked)}" if len(lacking) else f"all {len(asked)}"
    )
    others = "" if len(asked) == len(table) else " not named below"
    reached = f"{part} bids{others} are the best for {limit} of these hands or more"
    if len(lacking):
        return f"{reached}, but not {_by_kind(lacking)}"
    return f"{reached} (the least {100 * asked['changed_share'].min():.1f}%)"


def _left_out(verdict: Verdict) -> list[str]:
    """Return the bids that can't have their share whatever the values, and why."""
    wanted, order, table = verdict.changes.requirement, verdict.order, verdict.table

    def named(columns: tuple[int, ...]) -> str:
        return _by_kind(table.loc[sorted(order[list(columns)])])

    lines = []
    if wanted.hopeless:
        text = "no hand in the sample can make these pay, whatever their value: "
        text += f"{named(wanted.hopeless)}."
        lines += _told("Never", text)
    if wanted.scarce:
        text = f"too few hands gain with these, whatever their value: {named(wanted.scarce)}."
        lines += _told("Seldom", text)
    if wanted.rivals:
        text = "no values make both best often enough, so the first was not asked to be: "
        lines += _told("Rivals", f"{text}{_rivals(verdict)}.")
    return lines


def _rivals(verdict: Verdict) -> str:
    """Return pairs of cells; those of the same objectives within one team and exchange together."""
    cells, order = verdict.counts.experiment.cells, verdict.order
    pairs: dict[str, list[str]] = {}
    for left, kept in verdict.changes.requirement.rivals:
        cell, other = cells[order[left]], cells[order[kept]]
        if (cell.team, cell.exchange) == (other.team, other.exchange):
            here, there = OBJECTIVE_TITLES[cell.objective], OBJECTIVE_TITLES[other.objective]
            exchange = "exchange" if cell.exchange else "no exchange"
            kinds = pairs.setdefault(f"{here} and {there}", [])
            kinds.append(_kept(f"{cell.team.title()} {exchange}"))
        else:
            pairs[f"{_kept(str(cell))} and {_kept(str(other))}"] = []
    return "; ".join(
        f"{_kept(pair)} ({', '.join(kinds)})" if kinds else pair for pair, kinds in pairs.items()
    )


def _assumptions(verdict: Verdict) -> list[str]:
    counts = verdict.counts
    experiment, players = counts.experiment, counts.experiment.rules.players
    seat = f"the {seat_name(experiment.seat, players)} seat" if experiment.seat is not None else ""
    seat = seat.replace("dealer seat", "dealer") or "a random seat"
    seen = "its hand and the face-up cards" if players == 2 else "its hand"
    weak = weakness(experiment)
    lines = _told("Play", weak) if weak else []
    text = f"{seat} declares, without raises, and sees {seen}; the other cards are dealt anew for "
    text += "each playout. Best bid: chosen on one half of the playouts, measured on the other."
    lines += _told("Hands", text)
    size = f"{counts.hands:,} hands x {counts.playouts:,} playouts, the same in every cell"
    return [*lines, f"{size} · seed {experiment.seed} · more: --format csv, --save FILE"]


def _told(label: str, text: str) -> list[str]:
    """Return a text with its label, in lines that fit."""
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=label.ljust(_INDENT), subsequent_indent=" " * _INDENT
    )
    return [line.replace(_FIXED, " ") for line in lines]


def _kept(name: str) -> str:
    """Return a name that is not cut at the end of a line."""
    return name.replace(" ", _FIXED)


def _kind(row: pd.Series) -> str:
    return _kept(f"{row['team'].title()} {'exchange' if row['exchange'] else 'no exchange'}")


def _title(objective: object) -> str:
    return next(title for name, title in OBJECTIVE_TITLES.items() if name == objective)


def _name(row: pd.Series) -> str:
    return f"{OBJECTIVE_TITLES[row['objective']]} {_kind(row)}"


def _by_kind(rows: pd.DataFrame) -> str:
    """Return cells with those of the same team and exchange together."""
    kinds: dict[str, list[str]] = {}
    for _, row in rows.iterrows():
        kinds.setdefault(_kind(row), []).append(_kept(OBJECTIVE_TITLES[row["objective"]]))
    return "; ".join(f"{', '.join(names)} ({kind})" for kind, names in kinds.items())
