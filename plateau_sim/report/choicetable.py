"""The table of a ranking's screen: a row for each choice that is shown."""

from __future__ import annotations

import textwrap

from plateau_sim.analysis.ranking import BEST, CLOSE, OUT, SAME, Ranking
from plateau_sim.report.choicewords import (
    choice_name,
    spaces_given,
    stakes,
    suits_emptied,
    value_after,
)
from plateau_sim.report.words import WIDTH, decimals

_SETS = 3  # shown of discards and gifts, unless all are asked for
_MANY = {"discard": "sets", "gift": "pairs of gifts"}
_DIGIT = 3  # an error below 3 has a decimal more, so that 2.8 ±2.6 is not 3 ±3


def wrapped(text: str, indent: int = 8) -> list[str]:
    """Return a text in lines that fit the screen."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)


def spread(mean: float, low: float, high: float) -> tuple[str, str, str]:
    """Return a number and the ends of its interval, with no more digits than this supports."""
    digits = decimals((high - low) / 2 / _DIGIT)
    return _zero(mean, digits, "+"), _zero(low, digits, ""), _zero(high, digits, "")


def number(mean: float, half: float, sign: str = "") -> str:
    """Return a number and its error, with no more digits than the error supports."""
    digits = decimals(half / _DIGIT)
    return f"{_zero(mean, digits, sign)} ±{half:.{digits}f}"


def _zero(mean: float, digits: int, sign: str) -> str:
    text = f"{mean:{sign}.{digits}f}"
    return text.lstrip("+-") if float(text) == 0 else text


def table_lines(ranking: Ranking, everything: bool) -> list[str]:
    """Return the table: a row for each choice."""
    shown = _shown(ranking, everything)
    columns = [_names(ranking, shown)]
    if ranking.asked.kind == "raise":
        columns += _stake_columns(ranking, shown)
    columns += [_wins(ranking, shown), *_points(ranking, shown), *_behind(ranking, shown)]
    if ranking.asked.kind == "discard":
        columns += _given_columns(ranking, shown)
    columns.append(["<", "", *(_verdict(ranking, row) for row in shown)])
    return [
        ("  " + "  ".join(cells)).rstrip() for cells in zip(*map(_aligned, columns), strict=True)
    ]


def _shown(ranking: Ranking, everything: bool) -> list[int]:
    every = list(range(len(ranking.choices)))
    if everything or ranking.asked.kind not in ("discard", "gift"):
        return every
    taken = [row for row in every[_SETS:] if ranking.choices[row].actions == ranking.taken]
    return every[:_SETS] + taken


def _aligned(cells: list[str]) -> list[str]:
    """Return the cells of a column, the first one decides: names to the left."""
    left = cells[0].endswith("<")
    cells = [cells[0].rstrip("<"), *cells[1:]]
    width = max(map(len, cells))
    return [f"{cell:<{width}}" if left else f"{cell:>{width}}" for cell in cells]


def _names(ranking: Ranking, shown: list[int]) -> list[str]:
    """Return the choices; of raises with the value of the bid then."""
    asked, choices = ranking.asked, [ranking.choices[row] for row in shown]
    names = [choice_name(asked, choice) for choice in choices]
    if asked.kind == "raise":
        values = [value_after(asked, choice) for choice in choices]
        names = [f"{name} ({value})" for name, value in zip(names, values, strict=True)]
    return ["<", "", *names]


def _stake_columns(ranking: Ranking, shown: list[int]) -> list[list[str]]:
    """Return what is at stake for the asker, and for the others of his side."""
    asked = ranking.asked
    own, others = zip(*(stakes(asked, ranking.choices[row]) for row in shown), strict=True)
    columns = [["you win", "or lose", *own]]
    if others[0]:
        other = "partner" if asked.seat == asked.declarer else "declarer"
        columns.append([other, "", *others])
    return columns


def _wins(ranking: Ranking, shown: list[int]) -> list[str]:
    cells = []
    for row in shown:
        found = ranking.table.iloc[row]
        half = max(found["win_high"] - found["win"], found["win"] - found["win_low"])
        cells.append(_zero(100 * found["win"], decimals(100 * half), ""))
    return ["you win", "%", *cells]


def _points(ranking: Ranking, shown: list[int]) -> list[list[str]]:
    if ranking.unit == "win":
        return []
    cells = []
    for row in shown:
        found = ranking.table.iloc[row]
        half = max(found["points_high"] - found["points"], found["points"] - found["points_low"])
        cells.append(number(found["points"], half, "+"))
    return [["points", "a deal", *cells]]


def _behind(ranking: Ranking, shown: list[int]) -> list[list[str]]:
    """Return the differences to the best choice, and their intervals."""
    scale, means, ranges = 100 if ranking.unit == "win" else 1, list[str](), list[str]()
    for row in shown:
        found = ranking.table.iloc[row]
        values = (scale * found[f"behind{end}"] for end in ("", "_low", "_high"))
        mean, low, high = spread(*values)
        bare = found["verdict"] in (BEST, SAME)
        means.append("" if bare else mean)
        ranges.append("" if bare else f"{low} to {high}")
    return [["against", "the best", *means], ["", "from .. to", *ranges]]


def _given_columns(ranking: Ranking, shown: list[int]) -> list[list[str]]:
    """Return what discards give away: spaces, and what they leave of suits."""
    asked, choices = ranking.asked, [ranking.choices[row] for row in shown]
    spaces = [" ".join(spaces_given(asked, choice)) or "none" for choice in choices]
    suits = [" ".join(suits_emptied(asked, choice)) or "-" for choice in choices]
    return [["gives away<", "spaces", *spaces], ["leaves<", "no suit", *suits]]


def _verdict(ranking: Ranking, row: int) -> str:
    words = {BEST: "best" if ranking.decided else "leads", SAME: "the same", CLOSE: CLOSE, OUT: OUT}
    told = words[str(ranking.table.iloc[row]["verdict"])]
    is_taken = _is_taken(ranking, row)
    return f"{told} <" if is_taken else told


def _is_taken(ranking: Ranking, row: int) -> bool:
    return ranking.choices[row].actions == ranking.taken


def left_out(ranking: Ranking, everything: bool) -> list[str]:
    """Return what the table does not show."""
    shown = _shown(ranking, everything)
    hidden = len(ranking.choices) - len(shown)
    told = ["< what was chosen"] if any(_is_taken(ranking, row) for row in shown) else []
    if ranking.screening:
        told.append(
            f"{ranking.looked_at:,} {_MANY[ranking.asked.kind]} looked at (cards that do the same "
            f"count once) with play by tuned, {len(ranking.choices)} raced"
        )
    if hidden:
        told.append("--all shows those that raced")
    return wrapped("  " + "; ".join(told) + ".", 2) if told else []
