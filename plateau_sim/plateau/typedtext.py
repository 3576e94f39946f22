"""A text that somebody typed, and a complaint that underlines what is wrong in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from plateau_sim.errors import PlateauError

_LINE, _INDENT, _CUT = 100, 2, "..."
_WIDTH = _LINE - _INDENT - 2 * len(_CUT)


class TypedError(PlateauError):
    """A fault in a typed text: the message, the text, and the underline; three lines.

    The example stands behind the message, or behind the underline if the message is long.

    Parameters
    ----------
    subject
        What was typed ("cards", "--bidding").
    fault, example
        As in `PlateauError`.
    text
        The text as typed, in one line.
    start, end
        The part at fault; an empty one is underlined by a single mark.
    """

    def __init__(
        self, subject: str, fault: str, example: str, text: str, start: int, end: int
    ) -> None:
        super().__init__(subject, fault, example)
        self.text, self.start, self.end = text, start, end
        shown, mark = _window(text, start, max(end, start + 1))
        told, valid, room = f"{subject}: {fault}", f" (valid: {example})", _LINE - len("error: ")
        if len(told) + len(valid) <= room:
            self.lines = (told + valid, shown, mark)
        else:
            told = told if len(told) <= room else told[: room - len(_CUT)] + _CUT
            self.lines = (told, shown, _beside(mark, valid))
        self.args = ("\n".join(self.lines),)


def _beside(mark: str, valid: str) -> str:
    """Return underline and example in a line: the example to the right, if there is room."""
    if len(mark) + len(valid) <= _LINE:
        return mark + valid
    blanks = len(mark) - len(mark.lstrip())
    return valid.ljust(blanks) + mark.lstrip() if len(valid) < blanks else mark


def _window(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the text, cut to a line around the part at fault, and the underline."""
    first = 0
    if len(text) > _WIDTH:
        first = max(0, min(start - _WIDTH // 3, len(text) - _WIDTH))
    last = first + _WIDTH
    before, after = _CUT * (first > 0), _CUT * (last < len(text))
    shown = " " * _INDENT + before + text[first:last] + after
    marks = min(end, last) - start
    return shown.rstrip(), " " * (_INDENT + len(before) + start - first) + "^" * max(marks, 1)


@dataclass(frozen=True)
class Span:
    """A part of a typed text that knows where it stands.

    Attributes
    ----------
    subject : str
        What was typed, for messages.
    whole : str
        The whole text.
    start, end : int
        Where the part begins and ends.
    """

    subject: str
    whole: str
    start: int
    end: int

    @classmethod
    def of(cls, subject: str, text: str) -> Span:
        """Return all of a text; ends of lines count as blanks."""
        flat = re.sub(r"\s", " ", text)
        return cls(subject, flat, 0, len(flat)).stripped()

    @property
    def text(self) -> str:
        """The part itself."""
        return self.whole[self.start : self.end]

    @property
    def word(self) -> str:
        """The part in lower case, blanks made single."""
        return " ".join(self.text.lower().split())

    def stripped(self) -> Span:
        """Return the part without blanks around it."""
        text = self.text
        start = self.start + len(text) - len(text.lstrip())
        return self.part(start, start + len(text.strip()))

    def part(self, start: int, end: int) -> Span:
        """Return another part of the same text, by its places in the whole text."""
        return Span(self.subject, self.whole, start, end)

    def after(self) -> Span:
        """Return the empty part that follows: where something is missing."""
        return self.part(self.end, self.end)

    def split(self, separators: str) -> list[Span]:
        """Return the parts between characters of a set, without blanks around them."""
        starts = [self.start]
        ends = []
        for found in re.finditer(f"[{re.escape(separators)}]", self.text):
            ends.append(self.start + found.start())
            starts.append(self.start + found.end())
        ends.append(self.end)
        return [self.part(a, b).stripped() for a, b in zip(starts, ends, strict=True)]

    def matches(self, pattern: str) -> Iterator[Span]:
        """Yield the parts that match a regular expression."""
        for found in re.finditer(pattern, self.text):
            yield self.part(self.start + found.start(), self.start + found.end())

    def refused(self, fault: str, example: str) -> TypedError:
        """Return the complaint about this part."""
        return TypedError(self.subject, fault, example, self.whole, self.start, self.end)
