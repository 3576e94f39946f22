"""docs/decisions.md is true: what its commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from plateau_sim.cli.main import main

DOC = (Path(__file__).parents[1] / "docs" / "decisions.md").read_text("utf-8")
SECTIONS = {
    part.partition("\n")[0]: block
    for part in DOC.split("\n## ")[1:]
    for block in re.findall(r"```console\n(.*?)```", part, re.DOTALL)
}


@pytest.mark.slow
@pytest.mark.parametrize("title", SECTIONS)
def test_the_commands_print_what_is_shown(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = SECTIONS[title].split("$ plateau-sim ")[1:]
    assert shown
    for each in shown:
        command, _, output = each.partition("\n")
        with pytest.raises(SystemExit) as stop:
            main(shlex.split(command))
        printed = capsys.readouterr()
        assert stop.value.code == (2 if output.startswith("error:") else 0)
        assert printed.out + printed.err == output
