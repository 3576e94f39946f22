"""What the parts of a hand are worth to a bid, as lines of a screen."""

from __future__ import annotations

from plateau_sim.analysis.handworth import Estimate, HandWorth
from plateau_sim.cards import NAMES
from plateau_sim.plateau.handquestion import HandQuestion
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.handwords import bid_name
from plateau_sim.report.readingtext import titled
from plateau_sim.report.words import decimals, signed

_NOBODY = -1


def worth_lines(question: HandQuestion, worth: HandWorth) -> list[str]:
    """Return what cards, exchange, partner and raises are worth to the best bid."""
    lines = [f"Why {bid_name(worth.cell)} wins {_share(worth.win_rate)} ({worth.deals:,} deals)"]
    lines += [*_cards(worth), *_exchange(worth), *_partner(question, worth)]
    return [*lines, *_raises(question, worth)]


def _cards(worth: HandWorth) -> list[str]:
    """Return the win rate that is lost with a small card instead, card by card."""
    if not worth.cards:
        return titled("Cards", "no card has a smaller one elsewhere")
    clear = [item for item in worth.cards if item.lost.low > 0 or item.lost.high < 0]
    told = [f"{NAMES[item.card]} {_points(item.lost)}" for item in clear]
    told += ["the others about 0"] * (len(clear) < len(worth.cards))
    half = max(item.lost.half for item in worth.cards)
    alone = 100 * sum(item.lost.mean for item in worth.cards)
    said = f"{', '.join(told)}: win % with a small card of the suit instead (±{_half(half)}); "
    parts = f"{-alone:+.0f} {_sign(-100 * worth.overlap)} overlap"
    return titled("Cards", f"{said}all small at once {_points(worth.together)} = {parts}")


def _sign(number: float) -> str:
    return f"{'+' if number >= 0 else '-'} {abs(number):.0f}"


def _exchange(worth: HandWorth) -> list[str]:
    if worth.exchange is None:
        return []
    adds = "adds" if worth.cell.exchange else "would add"
    return titled("Exchange", f"{adds} {_win(worth.exchange)} win % to the same bid without it")


def _partner(question: HandQuestion, worth: HandWorth) -> list[str]:
    """Return who is called, how often in vain, and what he adds."""
    if not any(card != _NOBODY for card in worth.calls):
        return []
    deals, players = worth.deals, question.rules.players
    calls = [
        f"{NAMES[card]} called {_share(number / deals)}"
        for card, number in worth.calls.items()
        if card != _NOBODY
    ]
    told = [", ".join(calls), f"in the talon {_share(worth.in_talon / deals)}"]
    seats = [
        f"{'nobody' if item.seat == _NOBODY else seat_name(item.seat, players)} "
        f"{_share(item.deals / deals)} ({item.points:+.1f})"
        for item in worth.partners
    ]
    told.append(f"partner is {', '.join(seats)}")
    if worth.partner is not None:
        told.append(f"with one partner less {_win(worth.partner, -1)} win %")
    return titled("Partner", "; ".join(told))


def _raises(question: HandQuestion, worth: HandWorth) -> list[str]:
    """Return what the raises add, and who makes them."""
    deals, players = worth.deals, question.rules.players
    makers = {
        "you" if seat == question.seat else seat_name(seat, players): number
        for seat, number in sorted(worth.raised_by.items(), key=lambda item: -item[1])
        if seat != _NOBODY
    }
    if not makers:
        return titled("Raises", "nobody raises")
    who = ", ".join(f"{name} {_share(number / deals)}" for name, number in makers.items())
    found = worth.raises
    digits = decimals(found.half)
    adds = f"{signed(found.mean, found.low, found.high)} ±{found.half:.{digits}f}"
    told = f"raised last by {who}: {adds} points a deal, {worth.plain_points:+.{digits}f} "
    return titled("Raises", f"{told}without, {worth.points:+.{digits}f} with them")


def _points(lost: Estimate) -> str:
    """Return the change of the win rate in points, negative where something is lost."""
    return signed(-100 * lost.mean, -100 * lost.high, -100 * lost.low)


def _win(added: Estimate, sign: int = 1) -> str:
    ends = sorted((sign * 100 * added.low, sign * 100 * added.high))
    return f"{signed(sign * 100 * added.mean, *ends)} ±{_half(added.half)}"


def _half(half: float) -> str:
    return f"{100 * half:.{decimals(100 * half)}f}"


def _share(rate: float) -> str:
    return f"{100 * rate:.0f}%"
