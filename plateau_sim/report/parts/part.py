"""What a part of a report is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pandas as pd

from plateau_sim.plateau.experiment import Experiment
from plateau_sim.report.page import Section
from plateau_sim.report.words import weakness


@dataclass(frozen=True)
class Part:
    """Sections about one question.

    Attributes
    ----------
    answers : sequence of str
        What it found, in sentences.
    sections : sequence of Section
    data : dict of str to pandas.DataFrame
        Tidy tables by file name.
    """

    answers: Sequence[str]
    sections: Sequence[Section]
    data: dict[str, pd.DataFrame] = field(repr=False)


def played(experiment: Experiment, size: str) -> str:
    """Return what a caption says of how a figure came about."""
    sides = f"{experiment.declaring} against {experiment.defending}"
    return f"Play: {sides}, {size}, seed {experiment.seed}."


def paragraphs(lines: Sequence[str]) -> list[str]:
    """Return the lines of a screen as sentences: "label   text", and what goes on below it."""
    found: list[str] = []
    for line in lines:
        label, _, text = line.partition("  ")
        if line.startswith(" ") and found:
            found[-1] += f" {line.strip()}"
        elif text:
            found.append(f"{label[:1].upper()}{label[1:]}: {text.strip()}")
        else:
            found.append(line)
    return found


def warnings_of(experiments: Sequence[Experiment]) -> list[str]:
    """Return each setup's warning about weak policies, once."""
    said = (weakness(experiment) for experiment in experiments)
    return list(dict.fromkeys(warning for warning in said if warning))
