"""A ranking of choices as the text of a terminal's screen."""

from __future__ import annotations

import textwrap

import pandas as pd

from plateau_sim.analysis.ranking import CLOSE, SAME, Asked, Ranking
from plateau_sim.cards import NAMES
from plateau_sim.plateau.bids import OBJECTIVE_TITLES
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.choicetable import left_out, number, spread, table_lines, wrapped
from plateau_sim.report.choicewords import (
    choice_name,
    listed,
    may_abdicate,
    tokens_told,
    you,
)
from plateau_sim.report.handwords import card_words
from plateau_sim.report.replaywords import bid_words
from plateau_sim.report.words import WIDTH, joined, setup_parts, weakness

_NAMED, _NAMED_LONG = 4, 2  # choices named in the answer at most
_VERBS = {
    "play": "PLAY",
    "discard": "DISCARD",
    "gift": "GIVE",
    "call": "CALL",
    "raise": "RAISE",
}
_REASONS = {
    "decided": "the best is known at {level}",
    "settled": "what is left differs by next to nothing",
    "budget": "--budget is spent",
    "worlds": "--deals is reached",
}
_LABEL = 10


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
        lines += ["", *table_lines(ranking, everything), *left_out(ranking, everything)]
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
    lines += _told("You hold", card_words(asked.hand))
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
        return wrapped(f"{advice}: {worth}, {_ahead(ranking, 1, names[1])}.")
    same, close = ranking.rows(SAME), ranking.rows(CLOSE)
    tied = [names[row] for row in sorted([0, *same, *close])]
    some = _some(asked, tied)
    if not close:
        return wrapped(f"  {verb}  {some}: {worth}, the same in every world.")
    between = f"{names[0]} is {_ahead(ranking, 1, names[1])}: too close to call."
    told = wrapped(f"  {verb}  {some}: {worth}.")
    return [*told, *wrapped(" " * 8 + between)]


def _some(asked: Asked, names: list[str]) -> str:
    """Return the first of some choices, and how many more there are."""
    long = asked.kind in ("discard", "gift")
    named = names[: _NAMED_LONG if long else _NAMED]
    rest = len(names) - len(named)
    named += [f"{rest} other{'s' * (rest > 1)}"] if rest > 0 else []
    return "; or ".join(named) if asked.kind == "gift" else listed(named, "or")


def _worth(ranking: Ranking, row: pd.Series) -> str:
    unit = ranking.unit
    mean, half = row[unit], max(row[f"{unit}_high"] - row[unit], row[unit] - row[f"{unit}_low"])
    if unit == "win":
        return f"you win {number(100 * mean, 100 * half)} %"
    return f"{number(mean, half, '+')} points a deal"


def _ahead(ranking: Ranking, place: int, name: str) -> str:
    """Return how far the best is ahead of another one, with the interval."""
    row, scale = ranking.table.iloc[place], -100 if ranking.unit == "win" else -1
    unit = "points of win rate" if ranking.unit == "win" else "points"
    mean, low, high = spread(*(scale * row[f"behind{end}"] for end in ("", "_high", "_low")))
    return f"{mean.lstrip('+')} ({low} to {high}) {unit} ahead of {name}"


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
