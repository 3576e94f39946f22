"""How people say seats: 1st (forehand), 2nd, ..., dealer."""

from __future__ import annotations

_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def seat_name(seat: int, players: int) -> str:
    """Return how people call a seat from forehand = 0: 1st, 2nd, ..., dealer."""
    return "dealer" if seat == players - 1 else _ORDINALS[seat]


def seat_names(players: int) -> list[str]:
    """Return all seat names of a player count, forehand first."""
    return [seat_name(seat, players) for seat in range(players)]


def seat_number(text: str, players: int) -> int | None:
    """Return the seat that a name means (``4th`` of four is the dealer), None if there is none."""
    word = text.strip().lower()
    if word == "dealer":
        return players - 1
    return _ORDINALS[:players].index(word) if word in _ORDINALS[:players] else None
