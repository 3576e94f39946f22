"""A ranking of choices as the text of a terminal's screen."""

from __future__ import annotations

import textwrap

import pandas as pd

from plateau_sim.analysis.ranking import BEST, CLOSE, OUT, SAME, Asked, Ranking
from plateau_sim.cards import NAMES
from plateau_sim.plateau.bids import OBJECTIVE_TITLES
from plateau_sim.report.choicewords import (
    choice_name,
    hand_words,
    listed,
    may_abdicate,
    spaces_given,
    stakes,
    suits_emptied,
    tokens_told,
    value_after,
    you,
)
from plateau_sim.report.replaywords import bid_words
from plateau_sim.report.words import WIDTH, decimals, joined, seat_name, setup_parts, weakness

_SETS = 3  # shown of discards and gifts, unless all are asked for
_NAMED, _NAMED_LONG = 4, 2  # choices named in the answer at most
_VERBS = {
    "play": "PLAY",
    "discard": "DISCARD",
    "gift": "GIVE",
    "call": "CALL",
    "raise": "RAISE",
}
_MANY = {"discard": "sets", "gift": "pairs of gifts"}
_REASONS = {
    "decided": "the best is known at {level}",
    "settled": "what is left differs by next to nothing",
    "budget": "--budget is spent",
    "worlds": "--deals is reached",
}
_LABEL = 10
_DIGIT = 3  # an error below 3 has a decimal more, so that 2.8 ±2.6 is not 3 ±3


def choice_screen(ranking: Ranking, *, everything: bool = False, spent: str = "") -> str:
    """Return the screen: the question, the answer, the table, what was assumed.

    Parameters
    ----------
    ranking
        What was found.
    everything
        Show all that raced, where otherwise only the three best are shown.
    spent
        Time as text, or empty.
    """
    asked = ranking.asked
    lines = [*_setup(asked), *_question(asked), "", *_answer(ranking)]
    if len(ranking.choices) > 1:
        lines += ["", *_rows(ranking, everything), *_left_out(ranking, everything)]
    lines += ["", *_notes(ranking), *_footer(ranking, spent)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _setup(asked: Asked) -> list[str]:
    return joined(setup_parts(asked.experiment)[:-1])


def _told(label: str, text: str) -> list[str]:
    start = f"{label:<{_LABEL}}"
    return textwrap.wrap(
        text, WIDTH, initial_indent=start, subsequent_indent=" " * _LABEL, break_on_hyphens=False
    )


def _question(asked: Asked) -> list[str]:
    """Return what was bid, who is who, and what lies where."""
    players = asked.experiment.rules.players
    declarer = "You declare" if asked.seat == asked.declarer else None
    declarer = declarer or f"{seat_name(asked.declarer, players).capitalize()} declares"
    parts = [f"{declarer} {bid_words(players, asked.cell)}{_partner_words(asked)}"]
    if asked.objective != asked.cell.objective:
        parts.append(f"raised to {OBJECTIVE_TITLES[asked.objective]}")
    role = "" if asked.seat == asked.declarer else f" ({_role(asked)})"
    parts.append(f"you are {seat_name(asked.seat, players)}{role}")
    lines = joined(parts)
    lines += _told("You hold", hand_words(asked.hand))
    if asked.trick:
        table = [f"{you(asked, seat)} {NAMES[card]}" for seat, card in asked.on_table]
        lines += _told(f"Trick {asked.trick}", " · ".join(table) or "you lead")
        for word, tokens in zip(("Yours", "Theirs"), asked.owned, strict=True):
            lines += _told(word, tokens_told(tokens) or "no space")
    return lines


def _role(asked: Asked) -> str:
    return "partner" if asked.declaring else "opponent"


def _partner_words(asked: Asked) -> str:
    """Return the calls and who answered."""
    players, told = asked.experiment.rules.players, []
    for card, seat in asked.calls:
        where = "in the talon" if seat is None else you(asked, seat)
        told.append(f"{NAMES[card]} ({where})")
    if not told:
        names = [seat_name(seat, players) for seat in asked.partners]
        return f" with {listed(names)}" if names else ""
    return f" and {'call' if asked.seat == asked.declarer else 'calls'} {listed(told)}"


def _answer(ranking: Ranking) -> list[str]:
    """Return the advice in a sentence or two."""
    asked, best = ranking.asked, ranking.table.iloc[0]
    names = [choice_name(asked, choice) for choice in ranking.choices]
    verb = _VERBS[asked.kind]
    if asked.kind == "raise":
        verb = "DECIDE" if may_abdicate(asked) else verb
        names = [name.removeprefix("to ") for name in names]
    if len(names) == 1:
        return [f"  {verb}  {names[0]}: nothing else can be chosen."]
    worth = _worth(ranking, best)
    if ranking.decided:
        if names[0] == "no raise":
            verb, names[0] = "DON'T RAISE", ""
        advice = f"  {verb}  {names[0]}".rstrip()
        return _wrapped(f"{advice}: {worth}, {_ahead(ranking, 1, names[1])}.")
    same, close = ranking.rows(SAME), ranking.rows(CLOSE)
    tied = [names[row] for row in sorted([0, *same, *close])]
    some = _some(asked, tied)
    if not close:
        return _wrapped(f"  {verb}  {some}: {worth}, the same in every world.")
    between = f"{names[0]} is {_ahead(ranking, 1, names[1])}: too close to call."
    told = _wrapped(f"  {verb}  {some}: {worth}.")
    return [*told, *_wrapped(" " * 8 + between)]


def _some(asked: Asked, names: list[str]) -> str:
    """Return the first of some choices, and how many more there are."""
    long = asked.kind in ("discard", "gift")
    named = names[: _NAMED_LONG if long else _NAMED]
    rest = len(names) - len(named)
    named += [f"{rest} other{'s' * (rest > 1)}"] if rest > 0 else []
    return "; or ".join(named) if asked.kind == "gift" else listed(named, "or")


def _wrapped(text: str, indent: int = 8) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)


def _worth(ranking: Ranking, row: pd.Series) -> str:
    unit = ranking.unit
    mean, half = row[unit], max(row[f"{unit}_high"] - row[unit], row[unit] - row[f"{unit}_low"])
    if unit == "win":
        return f"you win {_number(100 * mean, 100 * half)} %"
    return f"{_number(mean, half, '+')} points a deal"


def _ahead(ranking: Ranking, place: int, name: str) -> str:
    """Return how far the best is ahead of another one, with the interval."""
    row, scale = ranking.table.iloc[place], -100 if ranking.unit == "win" else -1
    unit = "points of win rate" if ranking.unit == "win" else "points"
    mean, low, high = _spread(*(scale * row[f"behind{end}"] for end in ("", "_high", "_low")))
    return f"{mean.lstrip('+')} ({low} to {high}) {unit} ahead of {name}"


def _spread(mean: float, low: float, high: float) -> tuple[str, str, str]:
    """Return a number and the ends of its interval, with no more digits than this supports."""
    digits = decimals((high - low) / 2 / _DIGIT)
    return _zero(mean, digits, "+"), _zero(low, digits, ""), _zero(high, digits, "")


def _number(mean: float, half: float, sign: str = "") -> str:
    """Return a number and its error, with no more digits than the error supports."""
    digits = decimals(half / _DIGIT)
    return f"{_zero(mean, digits, sign)} ±{half:.{digits}f}"


def _zero(mean: float, digits: int, sign: str) -> str:
    text = f"{mean:{sign}.{digits}f}"
    return text.lstrip("+-") if float(text) == 0 else text


def _rows(ranking: Ranking, everything: bool) -> list[str]:
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
        cells.append(_number(found["points"], half, "+"))
    return [["points", "a deal", *cells]]


def _behind(ranking: Ranking, shown: list[int]) -> list[list[str]]:
    """Return the differences to the best choice, and their intervals."""
    scale, means, ranges = 100 if ranking.unit == "win" else 1, list[str](), list[str]()
    for row in shown:
        found = ranking.table.iloc[row]
        values = (scale * found[f"behind{end}"] for end in ("", "_low", "_high"))
        mean, low, high = _spread(*values)
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


def _left_out(ranking: Ranking, everything: bool) -> list[str]:
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
    return _wrapped("  " + "; ".join(told) + ".", 2) if told else []


def _notes(ranking: Ranking) -> list[str]:
    """Return what was assumed."""
    asked, experiment = ranking.asked, ranking.asked.experiment
    who = f"{experiment.declaring} for the declaring side, {experiment.defending} against it"
    if experiment.declaring == experiment.defending:
        who = f"all play on as {experiment.declaring} does"
    later = "later raises included" if asked.kind == "raise" else "nobody raises any more"
    if asked.kind == "play":
        later = ""
    known = "hidden cards as they may lie for all that you have seen; bids tell nothing of them"
    lines = _told("Worlds", known)
    lines += _told("Play", ", ".join(filter(None, [who, later])))
    if experiment.rules.positive_only and ranking.unit == "points":
        lines += _told("Points", "yours less the mean of all seats' points")
    weak = weakness(experiment)
    return lines + (_told("Weak", weak) if weak else [])


def _footer(ranking: Ranking, spent: str) -> list[str]:
    level = f"{100 * ranking.confidence:g}%"
    seed = f"seed {ranking.asked.experiment.seed}"
    if len(ranking.choices) == 1:
        return joined([seed, "more: --format json"])
    parts = [f"{ranking.worlds:,} worlds, the same for every choice"]
    parts.append(f"stopped: {_REASONS[ranking.reason].format(level=level)}")
    parts += [spent] * bool(spent)
    return joined([*parts, f"± holds {level} at any look", seed, "more: --format json"])
