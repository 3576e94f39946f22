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


HAND_OPTIONS = {
    **{name: OPTIONS[name] for name in ("-p", "-n", "-l", "-j", "--seed", "--declaring")},
    "--bidding": ["pass, y duo ex, me", "me", "pass pass pass pass", "y", "six sides solo, me", ""],
    "--knows": ["dealer: void H, T21", "1st: T>=5", "2nd: T>=99", "nobody: T1", ":"],
    "--mine": ["SV T5 H10 CD / _ CR _ T18 _", "_ _ _ _ / _ _ _ _ _", "T1 T1", ""],
    "--theirs": ["SV T5 H10 CD / _ CR _ T18 _", "S1 S2 / S3", "x"],
    "--bid": ["y duo ex", "bridge solo noex", "fork quintet ex", "", "y"],
    "--seat": ["1st", "2nd", "dealer", "6th", "0"],
    "--declarer": ["1st", "2nd", "dealer", "me"],
    "--called": ["CR talon", "CR talon, HR dealer", "HR 2nd", "T1 3rd", "CR"],
    "--laid": ["C1 C2 C3 C4", "C1", "C1 C1", "HR HD HV HC S1 S2"],
    "--gave": ["S7 2nd, H8 4th", "2nd, 4th", "S7"],
    "--raised": ["2nd fork, 1st abdicates", "3rd fork", "1st"],
    "--tricks": ["1st C9 T1 CC C10; 2nd T18 T19", "1st C9", "C9", ";;", "1st C9 C9 C9 C9"],
    "--trick": ["1", "2", "13", "0", "x"],
    "--hand": ["1", "9", "0"],
    "--confidence": ["0.95", "1", "0", "x"],
    "--budget": ["0.1", "0", "-1", "x"],
    "--bidder": ["random", "threshold", "nobody"],
    "--format": ["text", "json", "xml"],
    "--values": ["missing.toml", "study.toml"],
}
HAND_FLAGS = [
    *("--full-deck", "--excuse-variant", "--positive-only", "--strict-formations", "--explain"),
    *("--all", "--ignore-bids", "--continue", "--help", "--bogus"),
]
HAND_COMMANDS = ["bid", "discard", "gift", "call", "raise", "play"]
HANDS = ["T21,19,16,12,8,5,2 SR,9 HD,8 CR,7", "T21 T20 T19 SR SD HR HD CR CD DR S1 H1 C1"]
HANDS += ["T21,19,16,12,8,5,2 SR,9 HD,8 CR,7,6,5,4,3", "T1", "T1 T1", "EX", "hands.jsonl", "K", ""]
STUDIES = ["board", "shape", "fair", "match", "ladder", "perfect"]
STUDY_WORDS = ["random", "greedy", "nobody", "random", "", "standard"]

hand_option = st.sampled_from(sorted(HAND_OPTIONS)).flatmap(
    lambda name: st.sampled_from(HAND_OPTIONS[name]).map(lambda value: [name, value])
)
hand_piece = st.one_of(hand_option, st.sampled_from(HAND_FLAGS).map(lambda flag: [flag]))
hand_lines = st.tuples(
    st.sampled_from(HAND_COMMANDS), st.sampled_from(HANDS), st.lists(hand_piece, max_size=6)
).map(lambda parts: [parts[0], "-n", "2", "--policy", "random", parts[1], *chain(*parts[2])])
study_lines = st.tuples(
    st.sampled_from(STUDIES),
    st.lists(st.sampled_from(STUDY_WORDS), max_size=2),
    st.lists(piece, max_size=5),
).map(lambda parts: [parts[0], "-n", "2", *parts[1], *chain(*parts[2])])
asking_lines = st.one_of(hand_lines, study_lines)


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


@fuzz(FEW)
@given(arguments=asking_lines)
def test_random_hands_and_studies(
    arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command_line_case(arguments, capsys)


@pytest.mark.long
@fuzz(MANY)
@given(arguments=asking_lines)
def test_many_random_hands_and_studies(
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
