"""Help: every command has two examples that work; the shell can complete."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from plateau_sim.cli.main import cli, main

STUDY = 'players = 3\ndeals = 100\npolicy = "random"\n'


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Yield all commands that do something, by their full names."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        if isinstance(found, click.Group):
            yield from commands(found, (*path, name))
        else:
            yield " ".join((*path, name)), found


COMMANDS = dict(commands(cli))


def examples(command: click.Command) -> list[str]:
    """Return the examples of a command's help."""
    return (command.epilog or "").removeprefix("Examples: ").split("   |   ")


def run(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert isinstance(stop.value.code, int)
    return stop.value.code


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty working folder with the files that the examples name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "study.toml").write_text(STUDY, "utf-8")
    hands = ["trace", "-p", "4", "--policy", "random", "--deals", "1", "--team", "duo"]
    assert run([*hands, "--out", "hands.jsonl"]) == 0
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_two_examples(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*name.split(), "--help"]) == 0
    shown = capsys.readouterr().out
    assert len(examples(COMMANDS[name])) == 2
    assert "Examples: plateau-sim" in shown and "Usage: plateau-sim" in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_the_help_work(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for example in examples(COMMANDS[name]):
        program, *arguments = shlex.split(example)
        assert program == "plateau-sim"
        Path("mine.toml").unlink(missing_ok=True)
        if name != "layout new":
            assert run(["layout", "new", "mine.toml"]) == 0
        assert run(arguments) == 0, capsys.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_can_complete(shell: str) -> None:
    environment = dict(os.environ, _PLATEAU_SIM_COMPLETE=f"{shell}_source")
    command = [sys.executable, "-m", "plateau_sim"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "plateau-sim" in done.stdout
    environment |= {
        "_PLATEAU_SIM_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": "plateau-sim ta",
        "COMP_CWORD": "1" if shell != "fish" else "ta",
    }
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "table" in done.stdout
