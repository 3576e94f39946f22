"""JSON values that know where they stand, so that a fault can name its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from plateau_sim.cards import IDS
from plateau_sim.errors import PlateauError

W = TypeVar("W", bound=str)
_SHOWN = 40  # characters of a value at fault that a message repeats


class Field:
    """A value of a JSON document.

    Parameters
    ----------
    value
        As `json.loads` gives it.
    source
        What the document is called in messages, "hands.jsonl line 3".
    path
        Where the value stands in it, "tricks[2].cards"; empty for the whole.
    """

    def __init__(self, value: Any, source: str, path: str = "") -> None:
        self.value, self.source, self.path = value, source, path

    def refused(self, fault: str, example: str) -> PlateauError:
        """Return the exception that says what is wrong with the value."""
        return PlateauError(", ".join(filter(None, (self.source, self.path))), fault, example)

    def shown(self) -> str:
        """Return the value as a message repeats it."""
        text = ascii(self.value)
        return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."

    def members(self, required: Iterable[str], optional: dict[str, Any]) -> dict[str, Field]:
        """Return the members of an object; those that may be missing with their defaults."""
        needed = list(required)
        if not isinstance(self.value, dict):
            example = "{" + ", ".join(f'"{name}": ...' for name in needed[:3]) + "}"
            raise self.refused(f"{self.shown()} is no object", example)
        for name in needed:
            if name not in self.value:
                raise self.refused(f"{name} is missing", f'"{name}": ... in each line')
        known = [*needed, *optional]
        for name in self.value:
            if name not in known:
                raise self.refused(f"unknown field {ascii(name)[:_SHOWN]}", ", ".join(known))
        prefix = f"{self.path}." if self.path else ""
        merged = {**optional, **self.value}
        return {name: Field(merged[name], self.source, prefix + name) for name in known}

    def items(self, example: str, count: int | None = None) -> list[Field]:
        """Return the items of a list, which has to have `count` of them if that is given."""
        if not isinstance(self.value, list):
            raise self.refused(f"{self.shown()} is no list", example)
        if count is not None and len(self.value) != count:
            raise self.refused(f"{len(self.value)} items instead of {count}", example)
        return [
            Field(item, self.source, f"{self.path}[{place}]")
            for place, item in enumerate(self.value)
        ]

    def pair(self, example: str) -> tuple[Field, Field]:
        """Return the two items of a list."""
        first, second = self.items(example, 2)
        return first, second

    def whole(self, low: int, high: int) -> int:
        """Return a whole number between two bounds."""
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.refused(f"{self.shown()} is not possible", f"a number {low} to {high}")
        return self.value

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.refused(f"{self.shown()} is neither true nor false", "true")
        return self.value

    def text(self, example: str) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.refused(f"{self.shown()} is no text", example)
        return self.value

    def one_of(self, words: Iterable[W]) -> W:
        """Return one of some words."""
        known = list(words)
        for word in known:
            if self.value == word:
                return word
        raise self.refused(f"{self.shown()} is unknown", ", ".join(known))

    def card(self) -> str:
        """Return the name of a card."""
        if not (isinstance(self.value, str) and self.value in IDS):
            raise self.refused(f"{self.shown()} is no card", "HR, SV, C10, T21 or EX")
        return self.value
