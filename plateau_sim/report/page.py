"""A report as one self-contained HTML page, with its figures and data as files beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from plateau_sim.report.export import plain
from plateau_sim.report.figures.canvas import Picture

_DIGITS = 6  # of the data, significant ones; beyond any error


@dataclass(frozen=True)
class Table:
    """A table of finished texts.

    Attributes
    ----------
    caption : str
        What it shows.
    header : sequence of str
    rows : sequence of sequence of str
        The first column names the row.
    """

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Section:
    """A part of a page: what it answers, then pictures and tables."""

    title: str
    paragraphs: Sequence[str] = ()
    pictures: Sequence[Picture] = ()
    tables: Sequence[Table] = ()


@dataclass(frozen=True)
class Page:
    """A report.

    Attributes
    ----------
    title, setup : str
        What is reported, and in a line what was played.
    answers : sequence of str
        The findings, most important first.
    sections : sequence of Section
    manifest : dict
        What is needed to repeat it.
    data : dict of str to pandas.DataFrame
        Tidy tables by file name, without ending.
    warnings : sequence of str
        What limits the findings, such as weak policies.
    """

    title: str
    setup: str
    answers: Sequence[str]
    sections: Sequence[Section]
    manifest: dict[str, Any]
    data: dict[str, pd.DataFrame] = field(repr=False)
    warnings: Sequence[str] = ()

    @property
    def pictures(self) -> list[Picture]:
        """All figures, in the order of the page."""
        return [picture for section in self.sections for picture in section.pictures]


def as_html(page: Page) -> str:
    """Return the page as the text of one HTML file: no script, nothing from elsewhere."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("plateau_sim.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    told = json.dumps(page.manifest, indent=2, ensure_ascii=False)
    return environment.get_template("page.html").render(page=page, manifest=told) + "\n"


def files_of(page: Page) -> dict[str, str | bytes]:
    """Return every file of the report by its path in the report's folder."""
    files: dict[str, str | bytes] = {"report.html": as_html(page)}
    for picture in page.pictures:
        files[f"figures/{picture.name}.svg"] = picture.svg
        files[f"figures/{picture.name}.png"] = picture.png
    for name, frame in page.data.items():
        files[f"data/{name}.csv"] = frame.to_csv(
            index=False, float_format=f"%.{_DIGITS}g", lineterminator="\n"
        )
        files[f"data/{name}.json"] = _as_json(frame, page.manifest)
    files["manifest.json"] = json.dumps(page.manifest, indent=2, ensure_ascii=False) + "\n"
    return files


def _as_json(frame: pd.DataFrame, manifest: dict[str, Any]) -> str:
    """Return manifest, names of the columns, and a line for each row; what is missing is null."""
    rows = [json.dumps([_plain(value) for value in row]) for row in frame.itertuples(index=False)]
    facts = json.dumps(manifest, ensure_ascii=False)
    lines = ",\n  ".join(rows)
    names = json.dumps(list(frame.columns))
    return f'{{"manifest": {facts},\n "columns": {names},\n "rows": [\n  {lines}\n ]}}\n'


def _plain(value: Any) -> Any:
    value = plain(value)
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value
