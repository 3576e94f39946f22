"""The verdict for a hand as the text of a terminal's screen."""

from __future__ import annotations

from dataclasses import dataclass

from plateau_sim.analysis.handverdict import (
    NO,
    PASSING,
    SOUND,
    TOLERANCE,
    Verdict,
    option_table,
)
from plateau_sim.analysis.handworth import HandWorth
from plateau_sim.plateau.bids import OBJECTIVE_TITLES
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.handwords import hand_words, heard_words, tableau_words, valued
from plateau_sim.report.passingtext import passing_lines
from plateau_sim.report.readingtext import play_lines, reading_lines
from plateau_sim.report.verdicttable import bid_lines, legend
from plateau_sim.report.words import decimals, joined, signed
from plateau_sim.report.worthtext import worth_lines


@dataclass(frozen=True)
class Judged:
    """A verdict, ready to be shown.

    Attributes
    ----------
    verdict : Verdict
    other_reading : Verdict or None
        The verdict with any hands for those who were heard.
    other_play : tuple of Verdict
        Verdicts under other policies.
    worth : HandWorth or None
        What the parts of the hand are worth to the best bid.
    own_values : str
        File of the user's own bid values, or empty.
    spent : str
        Time as text, or empty.
    """

    verdict: Verdict
    other_reading: Verdict | None = None
    other_play: tuple[Verdict, ...] = ()
    worth: HandWorth | None = None
    own_values: str = ""
    spent: str = ""


def screen(judged: Judged, *, all_bids: bool = False) -> str:
    """Return the screen: the answer, the table, what a pass leads to, what was assumed.

    Parameters
    ----------
    judged
        What was found.
    all_bids
        Whether hopeless bids have lines, too.
    """
    verdict = judged.verdict
    lines = [*_heading(verdict), "", *headline(verdict), "", *bid_lines(verdict, all_bids), ""]
    lines += passing_lines(verdict)
    lines += reading_lines(verdict, judged.other_reading)
    lines += play_lines(verdict, judged.other_play)
    if judged.worth is not None:
        lines += ["", *worth_lines(verdict.question, judged.worth)]
    lines.append("")
    return "\n".join([*lines, *_footer(judged)]) + "\n"


def _heading(verdict: Verdict) -> list[str]:
    question, rules = verdict.question, verdict.question.rules
    parts = [f"{rules.players} players", f"you speak {seat_name(question.seat, rules.players)}"]
    parts += ["full deck"] * rules.full_deck + ["excuse variant"] * rules.excuse_variant
    parts += ["strict formations"] * rules.strict_formations
    if rules.positive_only:
        parts.append("positive-only" + " with counter-sabotage" * rules.counter_sabotage)
    one = question.declaring == question.defending
    play = question.declaring if one else f"{question.declaring} against {question.defending}"
    parts += [f"layout {question.layout.name}", f"play: {play}"]
    cards = [hand_words(question.hand), *tableau_words(question)]
    return [*joined(parts), *cards, *heard_words(question)]


def headline(verdict: Verdict) -> list[str]:
    """Return the answer: what to bid, and by how much it is better than what else there is."""
    standing, best = verdict.standing, verdict.best
    close = [option for option in standing.too_close if option != standing.best]
    if not verdict.in_order:
        return ["  PASS: no bid is legal."]
    if PASSING in close or (best is None and close):
        return _undecided(verdict, close)
    if best is None:
        rival = verdict.in_order[0]
        gain = _gain(standing.to_baseline, rival, -1)
        return [f"  PASS: {_bid(verdict, rival)} would be {gain} points a deal worse."]
    ahead = _gain(standing.to_baseline, standing.best)
    sound = [option for option in close if verdict.label(option) == SOUND]
    names = "  or  ".join(_bid(verdict, option) for option in (standing.best, *sound[:1]))
    more = f"  or {len(sound) - 1} more" if len(sound) > 1 else ""
    lines = [f"  BID  {names}{more}:", f"       {ahead} points a deal better than passing."]
    if len(lines[0]) + len(lines[1].strip()) < 100:
        lines = [f"{lines[0]}  {lines[1].strip()}"]
    if sound:
        lines += _tie(verdict, sound)
    if len(close) > len(sound):
        others = len(close) - len(sound)
        bids = f"{others} more bids" if others > 1 else "One more bid"
        lines.append(f"       {bids} may be as good, but perhaps no better than passing.")
    if close:
        return lines
    runner_up = standing.runner_up
    if runner_up is not None and runner_up != PASSING:
        than = _gain(standing.to_best, runner_up, -1)
        lines.append(f"       {than} better than the runner-up, {_bid(verdict, runner_up)}.")
    return lines


def _undecided(verdict: Verdict, close: list[int]) -> list[str]:
    """Return that it is not known whether a bid is better than passing."""
    standing = verdict.standing
    bid = next(option for option in standing.too_close if option != PASSING)
    others = len([option for option in close if option not in (PASSING, bid)])
    many = f"{others} more bids are" if others > 1 else "One more bid is"
    also = f" {many} as close." if others else ""
    gain = _gain(standing.to_baseline, bid, signs=True)
    return [
        f"  TOO CLOSE TO CALL between passing and {_bid(verdict, bid)}:",
        f"       the bid minus passing is {gain} points a deal.{also}",
    ]


def _tie(verdict: Verdict, close: list[int]) -> list[str]:
    """Return how close the leader and the next are, and what else may matter."""
    standing, other = verdict.standing, close[0]
    between = f"Between them {_gain(standing.to_best, other, -1)}: too close to call."
    if other in standing.same:
        between = f"Between them no difference in any of {verdict.deals:,} deals."
    first, second = verdict.best, verdict.options[other]
    assert first is not None and second is not None
    said = ""
    one, two = verdict.question.value(first), verdict.question.value(second)
    if one != two and first.team == second.team:
        low, high = (first, second) if one < two else (second, first)
        titles = [OBJECTIVE_TITLES[cell.objective] for cell in (low, high)]
        if titles[0] != titles[1]:
            said = f" {titles[0]} risks less, {titles[1]} is harder to outbid."
    return [f"       {between}{said}"]


def _bid(verdict: Verdict, option: int) -> str:
    cell = verdict.options[option]
    return "passing" if cell is None else valued(verdict.question, cell)


def _gain(found: object, option: int, sign: int = 1, *, signs: bool = False) -> str:
    """Return a difference with its half-width."""
    mean, *ends = (sign * float(getattr(found, part)[option]) for part in _PARTS)
    low, high = sorted(ends)
    half = (high - low) / 2
    digits = decimals(half)
    text = signed(mean, low, high)
    return f"{text if signs else text.removeprefix('+')} ±{half:.{digits}f}"


_PARTS = ("mean", "low", "high")


def _footer(judged: Judged) -> list[str]:
    verdict = judged.verdict
    level = f"{100 * verdict.limits.confidence:g}%"
    seconds = verdict.limits.seconds
    ends = {
        "known": f"the best is known ({level})",
        "tie": f"the best differ by less than {TOLERANCE:g} ({level})",
        "budget": f"the best is not known yet ({level}): --budget {6 * (seconds or 10):g}",
        "deals": f"the best is not known yet ({level}): more --deals",
        "interrupted": "PARTIAL, interrupted",
    }
    if verdict.standing.decided and verdict.end in ("budget", "deals"):
        ends[verdict.end] = f"the best is known ({level})"
    bids = option_table(verdict).iloc[:-1]
    lines = legend(verdict, bids)
    live = bids if bids.empty else bids[bids["verdict"] != NO]
    parts = [f"{verdict.deals:,} deals, the same for every bid still in", ends[verdict.end]]
    if len(live):
        halves = 50 * (live["win_high"] - live["win_low"])
        ends_of = [f"±{half:.{decimals(half)}f}" for half in (halves.min(), halves.max())]
        parts.append(f"win {' to '.join(dict.fromkeys(ends_of))}")
    parts += [f"values from {judged.own_values}"] * bool(judged.own_values)
    parts += [judged.spent] * bool(judged.spent)
    parts += [f"seed {verdict.question.seed}"]
    return lines + joined(parts + ["more: --explain"] * (judged.worth is None))
