"""A recorded hand told trick by trick, with the board beside it."""

from __future__ import annotations

from collections.abc import Sequence

from plateau_sim.plateau.bids import OBJECTIVE_TITLES
from plateau_sim.plateau.following import FollowedHand, Owners, Step
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.recorded import TeamName
from plateau_sim.report.boardtext import BOARD_LINES, board_lines, bracketed, coloured
from plateau_sim.report.replaywords import (
    SCREEN,
    before_play,
    bid_words,
    call_words,
    claim_words,
    game_words,
    outcome,
    seat_word,
    seats_in_order,
    team_word,
    wrapped,
)

_PANEL = 54  # column of the tricks beside the board
_CARD, _NUMBER, _LED = 4, 5, 8


def replay_text(followed: FollowedHand, trick: int | None = None, *, colour: bool = False) -> str:
    """Return the screen of a hand, at most 100 columns wide.

    Parameters
    ----------
    followed
        The hand.
    trick
        Tell it up to this trick only, from 1; to its end unless given.
    colour
        True: owners are coloured, too.
    """
    lines = [*_headline(followed), *before_play(followed)]
    if followed.hand.bid is None:
        return "\n".join([*lines, *game_words(followed)]) + "\n"
    steps = followed.steps if trick is None else followed.steps[:trick]
    owners, chain = board_after(followed, trick)
    left = board_lines(followed.hand.layout, owners, chain, colour=colour, width=_PANEL)
    right = _panel(followed, steps, bool(chain), colour)
    height = max(len(left), len(right))
    left += [" " * _PANEL] * (height - len(left))
    right += [""] * (height - len(right))
    lines += ["", *((a + b).rstrip() for a, b in zip(left, right, strict=True)), ""]
    if trick is not None:
        lines += wrapped(f"Trick {trick}: " + claim_words(followed, steps[-1]))
    if len(steps) == len(followed.steps):
        lines += outcome(followed)
    return "\n".join(lines) + "\n"


def board_after(followed: FollowedHand, trick: int | None = None) -> tuple[Owners, frozenset[int]]:
    """Return the owners after a trick (the end unless given), and the chains if decided by then."""
    steps = followed.steps if trick is None else followed.steps[:trick]
    if followed.decided is None or not steps:
        return followed.hand.owners, frozenset()
    decided = followed.decided < len(steps)
    return steps[-1].owners, frozenset().union(*followed.chains) if decided else frozenset()


def picture_title(followed: FollowedHand, trick: int | None = None) -> str:
    """Return what stands above a picture of the board."""
    hand = followed.hand
    if hand.bid is None or hand.declarer is None:
        return "All passed"
    who, bid = seat_word(followed, hand.declarer), bid_words(hand.rules.players, hand.bid)
    end = f"after trick {trick}" if trick is not None else hand.result
    return f"{who} declares {bid}: {end}"


def _headline(followed: FollowedHand) -> list[str]:
    """Return players, variants, layout, who declares what and with whom."""
    hand = followed.hand
    rules, parts = hand.rules, [f"{hand.rules.players} players"]
    parts += ["full deck"] * rules.full_deck + ["excuse variant"] * rules.excuse_variant
    parts += ["positive-only"] * rules.positive_only + ["strict"] * rules.strict_formations
    if hand.layout.tokens != standard_layout(rules).tokens:
        parts.append(f"layout {hand.layout.name}")
    if hand.bid is None or hand.declarer is None:
        told = "all passed: the hand scores 0, the deal passes on"
    else:
        bid = bid_words(rules.players, hand.bid)
        told = f"{seat_word(followed, hand.declarer)} declares {bid}{call_words(followed)}"
    line = " · ".join([*parts, told])
    return [line] if len(line) <= SCREEN else [*wrapped(" · ".join(parts)), *wrapped(told)]


def _panel(followed: FollowedHand, steps: Sequence[Step], decided: bool, colour: bool) -> list[str]:
    """Return what stands beside the board: the tricks, the talon, the legend."""
    rules, lines = followed.hand.rules, list[str]()
    width = _CARD * rules.players
    gap = "   " if rules.players < 6 else "  "
    title = "cards as played" if width >= 15 else "cards"
    lines.append(f"{'':<{_NUMBER}}{'led by':<{_LED}}{title:<{width - 1}}{gap}won by")
    for step, trick in zip(steps, followed.hand.tricks, strict=False):
        cards = "".join(f"{card:>3} " for card in trick.cards)[:-1]
        won = _owned(seat_word(followed, trick.winner), followed.teams[trick.winner], colour)
        leader = seat_word(followed, trick.leader)
        lines.append(f"{f'#{step.trick}':<{_NUMBER}}{leader:<{_LED}}{cards}{gap}{won}")
    if any(step.trick is None for step in steps):
        lines += _talon_lines(followed, steps, width, gap, colour)
    legend = [
        f"{_owned(' ', 'declarer', colour)} declarer   {_owned(' ', 'opponents', colour)} opponents"
        "   bare: open"
    ]
    if decided:
        team: TeamName = "declarer" if followed.hand.result == "won" else "opponents"
        many = "chains" if len(followed.chains) > 1 else "chain"
        marks = bracketed(" ", team, decided=True)
        marks = coloured(marks, team, strong=True) if colour else marks
        legend.append(f"{marks} {many} that decided")
    lines += [""] * max(1, BOARD_LINES - len(legend) - len(lines))
    return lines + legend


def _talon_lines(
    followed: FollowedHand, steps: Sequence[Step], width: int, gap: str, colour: bool
) -> list[str]:
    """Return the turned talon cards, as many in a line as a trick has, by who claims them."""
    turned = sum(step.trick is None for step in steps)
    size = 2 if followed.hand.rules.tableau else followed.hand.rules.talon_size
    lines, cards = list[str](), list(followed.hand.talon_claims[: size * turned])
    while cards:
        team = cards[0][1]
        count = 1
        while count < min(len(cards), width // _CARD) and cards[count][1] == team:
            count += 1
        row = "".join(f"{card:>3} " for card, _ in cards[:count])[:-1]
        who = _owned(team_word(followed, team), team, colour)
        word = "" if lines else "talon"
        lines.append(f"{word:<{_NUMBER + _LED}}{row:<{width - 1}}{gap}{who}")
        cards = cards[count:]
    return lines


def _owned(text: str, team: TeamName, colour: bool) -> str:
    plain = bracketed(text, team)
    return coloured(plain, team) if colour else plain


def list_text(hands: list[FollowedHand]) -> str:
    """Return one line for each hand of a file: who declared what, how it ended, the points."""
    lines = [f"{'hand':>6}  {'declares':<8} {'bid':<44} result  points, 1st to dealer"]
    for number, followed in enumerate(hands, start=1):
        hand = followed.hand
        who = "-" if hand.declarer is None else seat_word(followed, hand.declarer)
        result = "" if hand.result == "passed" else hand.result
        points = "".join(f"{hand.scores[seat]:>+5d}" for seat in seats_in_order(followed))
        points = points.replace("+0", " 0")
        lines.append(f"{number:>6}  {who:<8} {_bid_as_raised(followed):<44} {result:<6}{points}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _bid_as_raised(followed: FollowedHand) -> str:
    """Return the bid, what it was raised to, and its value in the end."""
    bid, objective = followed.hand.bid, followed.objective
    if bid is None or objective is None:
        return "all passed"
    words = bid_words(followed.hand.rules.players, bid)
    if objective == bid.objective:
        return words
    return f"{words.rpartition(' (')[0]} > {OBJECTIVE_TITLES[objective]} ({followed.hand.value})"
