"""The tableau of the two-player game: rulebook 1 and 6, rulings 4."""

from collections.abc import Sequence


class Tableau:
    """Two rows of one player; upper card i lies on the lower cards i and i + 1."""

    def __init__(self, lower: Sequence[str | None], upper: Sequence[str | None]) -> None:
        self.lower: list[str | None] = list(lower)
        self.upper: list[str | None] = list(upper)

    def is_uncovered(self, place: int) -> bool:
        """Tell whether nothing lies on a place of the lower row."""
        on_it = [above for above in (place - 1, place) if 0 <= above < len(self.upper)]
        return all(self.upper[above] is None for above in on_it)

    def playable(self) -> list[str]:
        """Cards that may be played: those with nothing on them."""
        lower = [card for place, card in enumerate(self.lower) if self.is_uncovered(place)]
        return [card for card in [*self.upper, *lower] if card is not None]

    def face_up(self) -> list[str]:
        """Cards that everybody sees: also the second and fourth of the lower row."""
        lower = [
            card
            for place, card in enumerate(self.lower)
            if place in (1, 3) or self.is_uncovered(place)
        ]
        return [card for card in [*self.upper, *lower] if card is not None]

    def remove(self, card: str) -> None:
        """Take a played card away."""
        row = self.upper if card in self.upper else self.lower
        row[row.index(card)] = None
