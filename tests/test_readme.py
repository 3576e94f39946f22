"""README.md is true: its output, its commands, its Python, its files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from plateau_sim.cli.main import main

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
FILES = {
    "values.toml": "[y]\nduo = [3, 4]\n",
    "study.toml": 'deals = 50\npolicy = "random"\n',
}


def block(language: str, containing: str) -> str:
    """Return the one code block of a language that contains a text."""
    (found,) = [code for kind, code in BLOCKS if kind == language and containing in code]
    return found


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command line prints."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    printed = capsys.readouterr()
    assert stop.value.code == 0, printed.err
    return printed.out


def tour() -> list[str]:
    """Return the commands of the tour, without the program."""
    rows = re.findall(r"^\| [^|]+ \| (`.*`)[^`|]*\|$", README.split("## A tour")[1], re.MULTILINE)
    commands = [command for row in rows for command in re.findall(r"`([^`]+)`", row)]
    spoken = [command.removeprefix("scripts/run ") for command in commands]
    known = (
        "bid",
        "table",
        "compare",
        "board",
        "shape",
        "fair",
        "report",
        "run",
        "trace",
        "replay",
    )
    return [command for command in spoken if command.split()[0] in (*known, "layout", "policies")]


def test_the_shown_output_is_what_the_first_command_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(capsys, "table", "--policy", "tuned").strip() == block("", "4 players").strip()


def test_the_commands_of_the_tour_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_text(content, "utf-8")
    commands = tour()
    assert len(commands) >= 15
    for command in commands:
        assert run(capsys, *shlex.split(command)) or "-o" in command


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("python", "bid_table")
    assert len(code.strip().splitlines()) <= 6
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip() == block("", "win_rate").strip()


def test_the_layout_file_is_legal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(block("toml", "board"), "utf-8")
    assert "4 players" in run(capsys, "layout", "check", str(file))
