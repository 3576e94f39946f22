"""A comparison of setups as the text of a terminal's screen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from plateau_sim.analysis.joint import Setup
from plateau_sim.analysis.paired import ALPHA, visible_difference
from plateau_sim.plateau.bids import BidCell
from plateau_sim.plateau.seats import seat_name, seat_names
from plateau_sim.report.words import WIDTH, decimals, joined, percent, setup_parts, signed, weakness

_LABEL, _LONGEST_NAME, _SEAT, _MARGIN = 28, 40, 15, 9
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SETUPS = len(_LETTERS)


@dataclass(frozen=True)
class Compared:
    """A comparison, ready to be shown.

    Attributes
    ----------
    setups : list of Setup
        The base setup first.
    table, seats : pandas.DataFrame
        See `analysis.paired` and `analysis.seateffect`.
    deals : int
    notes : list of str
        What else the screen has to say about the input.
    spent : str
        Time as text, or empty.
    partial : bool
        Whether the run was interrupted.
    """

    setups: list[Setup]
    table: pd.DataFrame
    seats: pd.DataFrame
    deals: int
    notes: list[str]
    spent: str = ""
    partial: bool = False


def screen(compared: Compared) -> str:
    """Return the screen: answers, tables, and what was assumed."""
    lines = _head(compared.setups)
    for letter, other in zip(_LETTERS[1:], compared.setups[1:], strict=False):
        table = compared.table[compared.table["other"] == other.name]
        lines += ["", *answer(compared, table, letter), "", *_cells(table, letter)]
        lines += ["", *_tricks(table, letter), *_seats(compared, other, letter)]
    return "\n".join([*lines, "", *_legend(compared)]) + "\n"


def _head(setups: list[Setup]) -> list[str]:
    """Return what all setups share, then a line for each with what it does not share."""
    parts = [[*setup_parts(setup.experiment), *_mode(setup)] for setup in setups]
    shared = [part for part in parts[0] if all(part in other for other in parts)]
    names = [_short(setup.name) for setup in setups]
    width = max(map(len, names))
    lines = joined(shared) if shared else []
    for letter, name, own, setup in zip(_LETTERS, names, parts, setups, strict=False):
        said = [part for part in own if part not in shared]
        said += [f"values of {_short(setup.own_values)}"] * bool(setup.own_values)
        title = f"{letter}  {name:<{width}}  "
        rows = joined(said, WIDTH - len(title)) or [""]
        lines.append((title + rows[0]).rstrip())
        lines += [" " * len(title) + row for row in rows[1:]]
    return lines


def letters() -> str:
    """Return what setups are called, the first one first."""
    return _LETTERS


def _mode(setup: Setup) -> list[str]:
    """Return who declares, and whether there are raises."""
    seat, players = setup.experiment.seat, setup.experiment.rules.players
    who = "a random seat" if seat is None else f"the {seat_name(seat, players)}"
    return [f"{who} declares", "with raises" if setup.experiment.raising else "without raises"]


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else "…" + name[1 - _LONGEST_NAME :]


def answer(compared: Compared, table: pd.DataFrame, letter: str) -> list[str]:
    """Return which bids differ and by how much at most, or what would have been seen."""
    base, other = compared.setups[0], compared.setups[_LETTERS.index(letter)]
    discordant = table["only_base"] + table["only_other"]
    if not discordant.any():
        return [f"{letter} and A win the same deals in all {_bids(len(table))}{_why(base, other)}."]
    holds = table[table["p_holm"] < ALPHA]
    if holds.empty:
        seen = visible_difference(
            discordant.to_numpy(), int(table["deals"].iloc[0]), len(compared.table)
        )
        return [
            f"No difference of win rates found between A and {letter} in any of "
            f"{_bids(len(table))}.",
            f"The smallest that would have been seen is about {_two_digits(100 * seen)} points.",
        ]
    lines = [_counted(holds, len(table), letter)]
    largest = holds.iloc[int(holds["diff"].abs().argmax())]
    rates = " to ".join(
        percent(*(largest[f"win_{which}{end}"] for end in ("", "_low", "_high")))
        for which in ("base", "other")
    )
    return [
        *lines,
        f"Largest: {_cell(largest)} from {rates}, {letter} - A = {_win(largest)} points.",
    ]


def _counted(holds: pd.DataFrame, cells: int, letter: str) -> str:
    """Return in how many bids the win rates differ, and which way."""
    more, less = int((holds["diff"] > 0).sum()), int((holds["diff"] < 0).sum())
    both = {f"more than A in {more}": more, f"less than A in {less}": less}
    found = " and ".join(words for words, number in both.items() if number)
    unknown = cells - more - less
    rest = f"; in {unknown} no difference was found" if unknown else ""
    return f"{letter} wins {found} of {_bids(cells)}{rest}."


def _bids(number: int) -> str:
    return f"{number} bid" + "s" * (number != 1)


def _two_digits(number: float) -> str:
    return f"{number:.{max(0, decimals(number) + 1 if number < 1 else 1)}f}"


def _why(base: Setup, other: Setup) -> str:
    """Return that equal results had to be, if they had."""
    if base.experiment == other.experiment:
        differ = base.values != other.values
        return ", as they must: they " + ("differ in values only" if differ else "are one")
    scored = base.experiment.rules
    rules = replace(
        other.experiment.rules,
        positive_only=scored.positive_only,
        counter_sabotage=scored.counter_sabotage,
    )
    alike = replace(other.experiment, rules=rules)
    if alike == base.experiment and not base.experiment.raising:
        return ", as they must: they differ in scoring only"
    return ""


def _cell(row: pd.Series) -> str:
    return str(BidCell(row["exchange"], row["objective"], row["team"]))


def _change(row: pd.Series, name: str, scale: float = 1) -> tuple[str, str]:
    """Return a difference and its half-width with the digits that this supports."""
    value, low, high = (scale * row[f"{name}{end}"] for end in ("", "_low", "_high"))
    half = (high - low) / 2
    return signed(value, low, high), f"±{half:.{decimals(half)}f}"


def _win(row: pd.Series) -> str:
    return " ".join(_change(row, "diff", 100))


def _cells(table: pd.DataFrame, letter: str) -> list[str]:
    """Return a line per cell: rates, difference, discordant deals, points."""
    both, one, two = f"{letter} - A", "only A", f"only {letter}"
    head = f"{'win %, points a deal':<{_LABEL}}{'win A':>7}{f'win {letter}':>7}{both:>9}{'':>6}"
    head += f"{one:>9}{two:>9}  {'points ' + both:>15}"
    return [head, *(_line(row) for _, row in table.iterrows())]


def _line(row: pd.Series) -> str:
    rates = [
        percent(*(row[f"win_{which}{end}"] for end in ("", "_low", "_high")))
        for which in ("base", "other")
    ]
    star = "*" if row["p_holm"] < ALPHA else " "
    win, points = _change(row, "diff", 100), _change(row, "ev_diff")
    text = f"{_cell(row):<{_LABEL}}{rates[0]:>7}{rates[1]:>7}{win[0]:>8}{star}{win[1]:<6}"
    text += f"{row['only_base']:>9,}{row['only_other']:>9,}  {points[0]:>8} {points[1]:<6}"
    return text.rstrip()


def _tricks(table: pd.DataFrame, letter: str) -> list[str]:
    """Return how long hands last, and the cells where that differs least and most."""
    ends = [
        table.iloc[int(table["tricks_diff"].argmin())],
        table.iloc[int(table["tricks_diff"].argmax())],
    ]
    changes = " to ".join(" ".join(_change(row, "tricks_diff")) for row in ends)
    one, two = table["tricks_base"].mean(), table["tricks_other"].mean()
    return [
        f"{'Tricks':<{_MARGIN}}mean of the bids {one:.1f} in A and {two:.1f} in {letter}",
        f"{'':<{_MARGIN}}{letter} - A from {changes} by bid",
    ]


def _seats(compared: Compared, other: Setup, letter: str) -> list[str]:
    """Return the seat effect of both setups and its difference, over all bids."""
    table = compared.seats
    if not table.empty:
        table = table.query("other == @other.name and objective == 'all'")
    margin = f"{'Seats':<{_MARGIN}}"
    seat = compared.setups[0].experiment.seat
    if table.empty:
        players = compared.setups[0].experiment.rules.players
        if seat is not None:
            return [f"{margin}only the {seat_name(seat, players)} declares"]
        return [f"{margin}not compared: the setups do not have the same seats"]
    lines = [
        f"{margin}share of the bids won by the declarer's seat minus the mean of all seats, points"
    ]
    names = "".join(f"{name:>{_SEAT}}" for name in seat_names(len(table)))
    lines.append(" " * _MARGIN + names)
    for title, name in (("A", "base"), (letter, "other"), (f"{letter} - A", "diff")):
        cells = [" ".join(_change(row, f"effect_{name}", 100)) for _, row in table.iterrows()]
        lines.append(f"{title:<{_MARGIN}}" + "".join(f"{cell:>{_SEAT}}" for cell in cells))
    return lines


def _legend(compared: Compared) -> list[str]:
    base = compared.setups[0].experiment
    family, setups = len(compared.table), compared.setups
    lines = [
        "B - A    B minus A on the same deals, ±95%; only A: deals that A alone wins"
        if compared.table["paired"].all()
        else "B - A    B minus A by deal number, ±95%; only A: deal numbers that A alone wins",
        f"*        win rates differ; at most {100 * ALPHA:.0f}% chance of any false * "
        f"among {family} (Holm)",
    ]
    lines += _hands(compared)
    weak = weakness(*(setup.experiment for setup in setups))
    lines += [f"Play     {weak}"] if weak else []
    lines += [f"Note     {note}" for note in compared.notes]
    if compared.partial:
        lines.append("PARTIAL  interrupted: these are the first deals only")
    spent = f" · {compared.spent}" if compared.spent else ""
    count = f"{compared.deals:,} deals, the same in every bid{spent} · seed {base.seed}"
    return [*lines, f"{count} · more: --format json"]


def _hands(compared: Compared) -> list[str]:
    """Return where deals of one number are not the same hands."""
    base, *others = compared.setups
    pairs = zip(_LETTERS[1:], others, strict=False)
    letters = [letter for letter, other in pairs if other.deals_of != base.deals_of]
    if not letters:
        return []
    who = f"A and {', '.join(letters)} have other players or another deck:"
    return [f"Unpaired {who} deals of one number are not the same hands"]
