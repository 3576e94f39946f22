"""The one exception that users meet."""

from __future__ import annotations


class PlateauError(ValueError):
    """A fault in the input, told in at most three lines.

    Parameters
    ----------
    subject
        The input at fault, as the user gave it ("--players 7").
    fault
        What is wrong with it.
    example
        A valid example, or the valid values.

    Attributes
    ----------
    lines : tuple of str
        The message, line by line: input and fault, then the example.
    """

    def __init__(self, subject: str, fault: str, example: str) -> None:
        self.subject, self.fault, self.example = subject, fault, example
        self.lines: tuple[str, ...] = (f"{subject}: {fault}", f"valid: {example}")
        super().__init__("\n".join(self.lines))
