"""The two-player tableau: five cards, four more on top of them (rulebook 1, Two-player game).

Places 0..4 are the lower row, 5..8 the upper row; lower card i lies under upper cards i - 1 and i.
The 1st, 3rd and 5th cards of the lower row start face down.
"""

from __future__ import annotations

from typing import Any

from plateau_sim.jit import inline, part
from plateau_sim.kernels.bits import words
from plateau_sim.plateau.marks import FACE_DOWN, LOWER_ROW, NO_CARD, TABLEAU, UPPER_ROW


@part
def show(state: Any) -> None:
    """Lay the tableaus out: the lower row's 2nd and 4th cards and the upper row face up."""
    for seat in range(2):
        state.table.uncovered[seat] = 0
        for place in range(TABLEAU):
            card = state.hidden.tableau[seat, place]
            state.table.tableau[seat, place] = FACE_DOWN if starts_face_down(place) else card


@inline
def starts_face_down(place: Any) -> Any:
    """Tell whether the card of a place is dealt face down."""
    return place < LOWER_ROW and place % 2 == 0


@part
def make_upper_row_playable(state: Any) -> None:
    """Let the cards with nothing on them be played, from the first trick on."""
    for seat in range(2):
        for place in range(LOWER_ROW, TABLEAU):
            _make_playable(state, seat, place)


@part
def take_from(table: Any, seat: Any, card: Any) -> None:
    """Mark a card as gone, if it lay in the seat's tableau."""
    row = table.tableau[seat]
    for place in range(TABLEAU):
        row[place] = NO_CARD if row[place] == card else row[place]


@part
def uncover(state: Any) -> None:
    """At the end of a trick: cards with nothing left on them become playable, face up."""
    for seat in range(2):
        for place in range(LOWER_ROW):
            if not (state.table.uncovered[seat] >> place) & 1 and _is_free(
                state.table, seat, place
            ):
                _make_playable(state, seat, place)


@part
def _is_free(table: Any, seat: Any, place: Any) -> Any:
    free = True
    for upper in range(max(place - 1, 0), min(place, UPPER_ROW - 1) + 1):
        free &= table.tableau[seat, LOWER_ROW + upper] == NO_CARD
    return free


@part
def _make_playable(state: Any, seat: Any, place: Any) -> None:
    card = state.hidden.tableau[seat, place]
    state.table.tableau[seat, place] = card
    state.table.uncovered[seat] |= 1 << place
    plain, trumps = words(card)
    state.hidden.seats[seat].plain |= plain
    state.hidden.seats[seat].trumps |= trumps
