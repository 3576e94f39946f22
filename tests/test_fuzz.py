"""Random command lines and files: never a traceback, never a hang, status 0, 1 or 2."""

from __future__ import annotations

import io
import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plateau_sim.cli.main import main
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.layouts import built_in_layouts
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.transcript import play_transcript

TOO_LONG = 60  # seconds
OPTIONS = {
    "-p": ["2", "3", "4", "5", "6", "7", "four"],
    "-n": ["1", "2", "3", "0", "-1", "1.5", "x"],
    "--policy": ["random", "greedy", "nobody", "missing.py:play", ":", "x.py:"],
    "--declaring": ["random", "greedy", ""],
    "--defending": ["random", "nobody"],
    "--objective": ["y", "fork", "six_sides", "square"],
    "--team": ["solo", "duo", "trio", "quartet"],
    "--exchange": ["yes", "no", "both", "perhaps"],
    "--seat": ["any", "1st", "2nd", "dealer", "6th", "0"],
    "-l": ["standard", "standard-13", "random:3", "random:", "grouped:1", "x.toml", "random:-1"],
    "--mode": ["forced", "auction", "none"],
    "--bidder": ["random", "threshold", "nobody"],
    "--seed": ["0", "1", "99999999999999999999999", "-1", "e"],
    "--by": ["seat", "moon"],
    "--values": ["missing.toml", "study.toml"],
    "--precision": ["0.4", "0", "x", "nan", "inf"],
    "--max-deals": ["2", "0"],
    "-j": ["1", "2", "0"],
    "--format": ["text", "json", "csv", "parquet", "xml"],
    "--deal": ["0", "7", "-7"],
    "--game": ["4", "6", "5"],
    "--hand": ["1", "9", "0"],
}
FLAGS = [
    *("--full-deck", "--excuse-variant", "--positive-only", "--counter-sabotage"),
    *("--strict-formations", "--raises", "--help", "--version", "--bogus", "-", "--"),
]
COMMANDS = ["table", "trace", "run", "replay", "layout", "policies", "compare", "bogus"]
WORDS = ["show", "check", "list", "swap", "standard-13", "random:2", "T1", "trick1", "hands.jsonl"]
WORDS += ["study.toml", "mine.toml", "nowhere", "\u2603", ""]

option = st.sampled_from(sorted(OPTIONS)).flatmap(
    lambda name: st.sampled_from(OPTIONS[name]).map(lambda value: [name, value])
)
piece = st.one_of(option, st.sampled_from(FLAGS).map(lambda flag: [flag]))
word = st.sampled_from(WORDS).map(lambda text: [text])
command_lines = st.tuples(
    st.sampled_from(COMMANDS), st.lists(word, max_size=3), st.lists(piece, max_size=6)
).map(lambda parts: [parts[0], *chain(*parts[1]), *chain(*parts[2])])


@contextmanager
def no_hang() -> Iterator[None]:
    """Fail if what runs within takes too long."""

    def give_up(*_: Any) -> None:
        raise AssertionError(f"took more than {TOO_LONG} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(TOO_LONG)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def check(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> int:
    """Run a command line and check how it ends."""
    with no_hang(), pytest.raises(SystemExit) as stop:
        main(arguments)
    printed = capsys.readouterr()
    assert stop.value.code in (0, 1, 2), arguments
    assert "Traceback" not in printed.err
    if stop.value.code == 2:
        assert 2 <= len(printed.err.strip().splitlines()) <= 3, (arguments, printed.err)
        assert printed.out == ""
    assert isinstance(stop.value.code, int)
    return stop.value.code


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder with files of every kind."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    runner = Runner(Experiment(GameRules.published(4), declaring="random", defending="random"))
    hands = [json.dumps(play_transcript(runner, number, number)) for number in range(3)]
    (tmp_path / "hands.jsonl").write_text("\n".join(hands) + "\n", "utf-8")
    (tmp_path / "study.toml").write_text('deals = 2\npolicy = "random"\n', "utf-8")
    return tmp_path


def fuzz(cases: int) -> Callable[[Any], Any]:
    """Return the settings of a run over so many cases."""
    relaxed = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(max_examples=cases, deadline=None, suppress_health_check=relaxed, database=None)


FEW, MANY = 150, int(os.environ.get("FUZZ_CASES", "7000"))


def command_line_case(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    check(arguments, capsys)


@fuzz(FEW)
@given(arguments=command_lines)
def test_random_command_lines(
    arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command_line_case(arguments, capsys)


@pytest.mark.long
@fuzz(MANY)
@given(arguments=command_lines)
def test_many_random_command_lines(
    arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command_line_case(arguments, capsys)


tokens = st.one_of(
    st.sampled_from([*built_in_layouts()["standard-13"].tokens, "trick14", "H2", "#5", "?", "T1"]),
    st.integers(),
    st.text(max_size=3),
)
layout_texts = st.one_of(
    st.text(max_size=60),
    st.lists(tokens, min_size=35, max_size=39).map(lambda found: f"tokens = {json.dumps(found)}"),
    st.permutations(list(built_in_layouts()["standard-13"].tokens)).map(
        lambda found: f"board = {json.dumps(' '.join(found))}"
    ),
)


def layout_case(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    for arguments in (["layout", "check", "mine.toml"], ["layout", "show", "mine.toml"]):
        check(arguments, capsys)
    check(["table", "-n", "1", "--policy", "random", "-l", "mine.toml"], capsys)


@fuzz(FEW)
@given(text=layout_texts)
def test_random_layout_files(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    layout_case(text, folder, capsys)


@pytest.mark.long
@fuzz(MANY)
@given(text=layout_texts)
def test_many_random_layout_files(
    text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout_case(text, folder, capsys)


def damaged(hand: Any, path: list[int], value: Any) -> Any:
    """Return a transcript with one of its parts replaced, removed or exchanged."""
    if not path or not isinstance(hand, (dict, list)) or not hand:
        return value
    first, rest = path[0], path[1:]
    if isinstance(hand, dict):
        name = sorted(hand)[first % len(hand)]
        return {**hand, name: damaged(hand[name], rest, value)}
    place = first % len(hand)
    return [*hand[:place], damaged(hand[place], rest, value), *hand[place + 1 :]]


values = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 99), st.floats(), st.text(max_size=4),
    st.sampled_from(["T1", "HR", "pass", "declarer", "won", "y"]),
    st.lists(st.integers(0, 5), max_size=3), st.dictionaries(st.text(max_size=3), st.none()),
)  # fmt: skip
damages = st.lists(st.tuples(st.lists(st.integers(0, 99), max_size=4), values), max_size=3)


def transcript_case(
    changes: Any, cut: int | None, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = json.loads((folder / "hands.jsonl").read_text("utf-8").splitlines()[0])
    for path, value in changes:
        hand = damaged(hand, path, value)
    (folder / "damaged.jsonl").write_text(json.dumps(hand)[:cut] + "\n", "utf-8")
    check(["replay", "damaged.jsonl"], capsys)


cuts = st.one_of(st.none(), st.integers(0, 3000))


@fuzz(FEW)
@given(changes=damages, cut=cuts)
def test_damaged_transcripts(
    changes: Any, cut: int | None, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    transcript_case(changes, cut, folder, capsys)


@pytest.mark.long
@fuzz(MANY)
@given(changes=damages, cut=cuts)
def test_many_damaged_transcripts(
    changes: Any, cut: int | None, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    transcript_case(changes, cut, folder, capsys)
