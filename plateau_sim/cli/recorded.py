"""A decision of a recorded hand, as the commands for later decisions name it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from plateau_sim.cli.files import read_input
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.analysis.ranking import Kind
    from plateau_sim.plateau.moments import Moment
    from plateau_sim.plateau.recorded import RecordedHand

_NONE = {
    "discard": "nobody discards in it: no exchange",
    "gift": "nobody gives cards away in it",
    "call": "nobody calls a card in it",
    "raise": "there is no chance to raise in it",
}


def content_of(words: tuple[str, ...], chosen: dict[str, Any]) -> bytes | str:
    """Return the content of a transcript, or the cards that are typed (or stand in a file).

    Parameters
    ----------
    words
        The command's arguments: one file (- is standard input), or cards.
    chosen
        The command's options: with a hand or a trick a transcript is meant.
    """
    text, asked = " ".join(words), chosen["hand"] is not None or chosen.get("trick") is not None
    if len(words) > 1 or not (asked or text == "-" or _names_file(text)):
        return text
    content = read_input(text, "hands.jsonl")
    if asked or content.lstrip()[:1] == b"{":
        return content
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PlateauError(f"file {text!r}", "it is not UTF-8 text", "hands.jsonl") from None


def _names_file(text: str) -> bool:
    return text.endswith((".jsonl", ".json", ".txt")) or Path(text).is_file()


def moment_of(kind: Kind, file: str, content: bytes, chosen: dict[str, Any]) -> Moment:
    """Return the decision of a file's hand that the options name."""
    from plateau_sim.plateau.following import follow
    from plateau_sim.plateau.reading import hand_lines, read_hand

    source = "standard input" if file == "-" else file
    lines, number = hand_lines(content, source), chosen["hand"]
    if number is None and len(lines) > 1:
        fault = f"holds {len(lines)} hands: which one?"
        raise PlateauError(source, fault, f"--hand 1, see plateau-sim replay {file}")
    if number is not None and number > len(lines):
        holds = "1 hand" if len(lines) == 1 else f"{len(lines)} hands"
        raise PlateauError(f"--hand {number}", f"{source} holds {holds}", f"--hand {len(lines)}")
    place, line = lines[(number or 1) - 1]
    hand = follow(read_hand(line, place)).hand
    if hand.bid is None:
        raise PlateauError(place, "all passed: nothing was decided after the bids", "another hand")
    return _played(hand, chosen) if kind == "play" else _before(kind, hand, chosen)


def _played(hand: RecordedHand, chosen: dict[str, Any]) -> Moment:
    """Return the decision about a card."""
    from plateau_sim.plateau.moments import moments
    from plateau_sim.plateau.view import CARD

    trick, seat = chosen["trick"], _seat(hand, chosen)
    if trick is None:
        raise PlateauError("play", "which trick?", "--trick 5, and --seat 2nd unless he leads")
    last = 0
    for moment in moments(hand, CARD):
        table = moment.decision.table
        last = int(table.trick) + 1
        if last == trick and seat in (None, int(table.seat)):
            return moment
    fault = f"{hand.place}: the hand is decided after {last} tricks"
    raise PlateauError(f"--trick {trick}", fault, f"--trick {last}")


def _before(kind: Kind, hand: RecordedHand, chosen: dict[str, Any]) -> Moment:
    """Return a decision before the play; of raises the declarer's unless a seat is named."""
    from plateau_sim.plateau.moments import moments
    from plateau_sim.plateau.view import ABDICATE, CALL, DISCARD, GIFT_CARD, RAISE

    kinds = {"discard": (DISCARD,), "gift": (GIFT_CARD,), "call": (CALL,)}
    found = list(moments(hand, *kinds.get(kind, (RAISE, ABDICATE))))
    if kind == "raise":
        seat = _seat(hand, chosen)
        seats = [moment.decision.seat for moment in found]
        wanted = [m for m in found if m.decision.seat == (seats[-1] if seat is None else seat)]
        if found and not wanted:
            fault = f"{hand.place}: this seat has no chance to raise"
            raise PlateauError(f"--seat {chosen['seat']}", fault, _names(hand, seats))
        found = wanted
    if not found:
        raise PlateauError(hand.place, _NONE[kind], "another hand, see plateau-sim replay")
    return found[0]


def _seat(hand: RecordedHand, chosen: dict[str, Any]) -> int | None:
    from plateau_sim.plateau.typed import parse_seat

    text = chosen.get("seat")
    return parse_seat(text, hand.rules.players, name="--seat") if text else None


def _names(hand: RecordedHand, seats: list[int]) -> str:
    from plateau_sim.plateau.seats import seat_name

    return ", ".join(f"--seat {seat_name(seat, hand.rules.players)}" for seat in seats)
