"""The shape of hands as text: when they are decided, who leads, what is built, who sits where."""

from __future__ import annotations

import pandas as pd

from plateau_sim.analysis.shape import decided_by
from plateau_sim.plateau.anatomycounts import FILLINGS
from plateau_sim.plateau.bids import OBJECTIVE_TITLES, OBJECTIVES
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.anatomywords import ending, heading, objectives_of, points
from plateau_sim.report.screen import Result
from plateau_sim.report.words import decimals, percent, signed

_LABEL, _BAR, _MOMENT = 13, 2, 4
_BARS = "▁▂▃▄▅▆▇█"
_TICKS = (1, 5, 10, 15)


def shape_screen(result: Result) -> str:
    """Return the screen of a result whose table is of `analysis.shape`."""
    experiment, table = result.experiment, result.table
    whole = table[table["scope"] == "all"]
    lines = [*heading(experiment), *answer(experiment, whole), ""]
    lines += [*_decisions(experiment, table), "", *_moments(experiment, whole), ""]
    lines += [*_funnel(table), "", *_seats(experiment, whole), *legend(table)]
    return "\n".join([*lines, *ending(result)]) + "\n"


def _rows(table: pd.DataFrame, statistic: str, level: str | None = None) -> pd.DataFrame:
    rows = table[table["statistic"] == statistic]
    return rows if level is None else rows[rows["level"] == level]


def _one(table: pd.DataFrame, statistic: str, level: str | None = None) -> pd.Series | None:
    rows = _rows(table, statistic, level)
    return None if rows.empty else rows.iloc[0]


def _percent(row: pd.Series | None) -> str:
    return "–" if row is None else percent(row["estimate"], row["low"], row["high"])


def _mean(row: pd.Series | None) -> str:
    if row is None:
        return "–"
    return f"{row['estimate']:.{max(1, decimals((row['high'] - row['low']) / 2))}f}"


def answer(experiment: Experiment, whole: pd.DataFrame) -> list[str]:
    """Return the answer in a sentence, from the rows of all bids together."""
    half = decided_by(_rows(whole, "decided_after"))
    tricks = experiment.rules.tricks
    when = "only by the talon" if half == "talon" else f"by trick {half} of {tricks}"
    talon = f"the talon decides {_percent(_one(whole, 'decided_after', 'talon'))}"
    if not _has_talon(experiment):
        talon = "no talon is left"
    changes = _mean(_one(whole, "mean_changes"))
    return [f"Half of the hands are decided {when}; the lead changes {changes} times; {talon}."]


def _has_talon(experiment: Experiment) -> bool:
    return experiment.rules.gifts == 0 and experiment.rules.talon_size > 0


def _decisions(experiment: Experiment, table: pd.DataFrame) -> list[str]:
    """Return for each objective bars of the decisions, their means and the lead's."""
    tricks = experiment.rules.tricks
    width = _BAR * tricks + (_BAR + 1) * _has_talon(experiment)
    ticks = [tick for tick in _TICKS if tick < tricks - 1] + [tricks]
    scale = [" "] * (_BAR * tricks + 1)
    for tick in ticks:
        place = _BAR * (tick - 1)
        scale[place : place + len(str(tick))] = str(tick)
    talon = " T" if _has_talon(experiment) else ""
    heads = ("half", "won", "lost", "talon", "lead", "never")
    under = ("by", "after", "after", "decides", "changes", "changes")
    lines = [
        f"{'':<{_LABEL}}{'decided after trick':<{width}}" + _columns(heads),
        f"{'':<{_LABEL}}{''.join(scale) + talon:<{width}}" + _columns(under),
    ]
    by_objective = table[table["scope"] == "objective"]
    scopes = [
        (OBJECTIVE_TITLES[name], by_objective[by_objective["objective"] == name])
        for name in objectives_of(by_objective)
    ]
    if len(scopes) > 1:
        scopes.append(("all", table[table["scope"] == "all"]))
    for title, rows in scopes:
        numbers = (
            decided_by(_rows(rows, "decided_after")),
            _mean(_one(rows, "mean_tricks", "won")),
            _mean(_one(rows, "mean_tricks", "lost")),
            _percent(_one(rows, "decided_after", "talon")) if _has_talon(experiment) else "–",
            _mean(_one(rows, "mean_changes")),
            _percent(_one(rows, "lead_changes", "0")),
        )
        bars = _bars(experiment, _rows(rows, "decided_after"))
        lines.append(f"{title:<{_LABEL}}{bars:<{width}}{_columns(numbers)}")
    return lines


def _columns(words: tuple[str, ...]) -> str:
    return "".join(f"{word:>8}" for word in words)


def _bars(experiment: Experiment, rows: pd.DataFrame) -> str:
    """Return a bar for each trick, and apart for the talon; the highest has full height."""
    rates = list(rows["estimate"])
    top = max(rates)
    drawn = [_BARS[min(int(len(_BARS) * rate / top), 7)] if rate > 0 else " " for rate in rates]
    tricks = "".join(bar * _BAR for bar in drawn[:-1])
    return tricks + (" " + drawn[-1] * _BAR if _has_talon(experiment) else "")


def _moments(experiment: Experiment, whole: pd.DataFrame) -> list[str]:
    """Return how many of 100 hands are won and lost after each trick."""
    levels = [str(trick + 1) for trick in range(experiment.rules.tricks)]
    levels += ["talon"] * _has_talon(experiment)
    widths = [_MOMENT + 2 * (level == "talon") for level in levels]

    def line(title: str, words: list[str]) -> str:
        cells = "".join(f"{word:>{width}}" for word, width in zip(words, widths, strict=True))
        return f"{title:<{_LABEL}}{cells}"

    lines = [line("of 100 hands", levels)]
    for name in ("won", "lost"):
        rows = _rows(whole, f"{name}_after").set_index("level")["estimate"]
        lines.append(line(name, [_of_hundred(rows[level]) for level in levels]))
    return lines


def _of_hundred(rate: float) -> str:
    return "·" if rate == 0 else "<1" if rate < 0.005 else points(rate, 0)


def _funnel(table: pd.DataFrame) -> list[str]:
    """Return how often the declaring side's final board makes each objective, by what was bid."""
    by_objective = table[(table["scope"] == "objective") & (table["statistic"] == "formation")]
    width = 12
    title = "declaring side's final board makes"
    lines = [
        f"{'bid':<{_LABEL}}{title}",
        f"{'':<{_LABEL}}" + "".join(f"{OBJECTIVE_TITLES[name]:>{width}}" for name in OBJECTIVES),
    ]
    by_bid = {}
    for objective in objectives_of(by_objective):
        rows = by_objective[by_objective["objective"] == objective]
        cells = "".join(f"{_percent(row):>{width}}" for _, row in rows.iterrows())
        by_bid[OBJECTIVE_TITLES[objective]] = cells
    if len(by_bid) > 1 and len(set(by_bid.values())) == 1:
        by_bid = {"any": cells}
        lines[0] += "; the same whatever is bid"
    return lines + [f"{title:<{_LABEL}}{cells}" for title, cells in by_bid.items()]


def _seats(experiment: Experiment, whole: pd.DataFrame) -> list[str]:
    """Return the effect of the declarer's seat in a line; none with a chosen seat."""
    rows = _rows(whole, "seat_effect")
    if rows.empty:
        return []
    players, said = experiment.rules.players, []
    for _, row in rows.iterrows():
        star = "*" if row["p_adjusted"] < 0.05 else ""
        low, high = 100 * row["low"], 100 * row["high"]
        name = seat_name(int(row["level"]), players)
        said.append(f"{name} {signed(100 * row['estimate'], low, high)}{star}")
    half = 50 * float((rows["high"] - rows["low"]).max())
    return [
        f"seat     {' · '.join(said)} · ±{half:.{decimals(half)}f}",
        "         points of win rate: the declarer's seat minus the mean of all; the 1st leads;",
        "         * differs from that mean, also as one of several (Holm, 5%)",
    ]


def legend(table: pd.DataFrame) -> list[str]:
    """Return what the lines mean, and the largest error."""
    shares = _rows(table, "fill_share")["estimate"]
    lines = [
        "after    mean trick of the decision, of hands won and of those lost; T: the talon",
        "board    hands are played to the last card; a better formation makes the lower ones, too",
    ]
    if len(shares):
        low, high = 100 * shares.min(), 100 * shares.max()
        given = f"{low:.0f}%" if round(low) == round(high) else f"{low:.0f} to {high:.0f}%"
        lines += [
            f"lead     who wins most of {FILLINGS} random ends of a hand; each open space falls to",
            f"         the declaring side with its share in that bid ({given}); in the end the"
            " winner leads",
        ]
    width = max(
        float((rows["high"] - rows["low"]).max())
        for rows in (
            _rows(table[table["scope"] != "cell"], name) for name in ("decided_after", "formation")
        )
    )
    return [*lines, f"±95%     {50 * width:.1f} points of each share at most"]
