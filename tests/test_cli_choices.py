"""``discard``, ``gift``, ``call``, ``raise``, ``play``: screens, JSON, transcripts, bad input."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from helpers import Kind
from retelling import KINDS, retold
from test_cli_anatomy import run, status

from plateau_sim.cards import NAMES
from plateau_sim.plateau.choices import ChoiceRunner
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.following import follow
from plateau_sim.plateau.moments import moments
from plateau_sim.plateau.reading import read_hand
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.seats import seat_name
from plateau_sim.plateau.stepper import Decision
from plateau_sim.plateau.transcript import play_transcript
from plateau_sim.plateau.view import CARD
from plateau_sim.studies.candidates import choices_of

FAST = ["-n", "300", "--budget", "60", "-j", "1"]
HAND = "T21,16,12,8,5,2 SR,9 HR,8 DD,7 C9"
SIXTEEN = "T21,19,16,12,8,5,2 SR,9 HD,8 CR,7 DD,9,7"
FIFTEEN = "T21,20,14,9,3,2 SR,2,1 HV,5 D4,3 C2,1"
TWO = '--mine "SV T5 H10 CD / _ CR _ T18 _" --theirs "SC T4 D10 DD / _ HR _ T2 _"'
ASKED = {
    "play": f"{HAND} --seat 1st --bid 'y duo noex' --called 'CR 3rd'",
    "play on": f"{HAND} --seat 3rd --declarer 1st --bid 'y duo noex' --called 'CR 4th' "
    "--tricks '1st S7 SV'",
    "play 2": f"T21,16,8 SR,10 HD C10 -p 2 --seat dealer --declarer 1st --bid 'y noex' {TWO} "
    "--tricks '1st SD'",
    "raise": f"{HAND} --seat 1st --bid 'y duo noex' --called 'CR 3rd'",
    "raise after": f"{HAND} -p 5 --seat 1st --bid 'y duo noex' --called 'CR 3rd' "
    "--raised '3rd fork'",
    "raise positive": f"{HAND} -p 5 --seat 3rd --declarer 1st --bid 'y duo noex' "
    "--called 'HR 3rd' --positive-only",
    "call": f"{HAND} --seat 1st --bid 'y duo noex'",
    "discard": f"{SIXTEEN} --seat 2nd --bid 'y duo ex' --called 'HR 4th'",
    "discard 2": f"T21,16,8 SR,10 HD C10 DC DV -p 2 --seat 1st --bid 'y ex' {TWO}",
    "gift": f"{FIFTEEN} -p 6 --seat 6th --bid 'y trio ex' --called 'HR 2nd, DR talon, CR 4th'",
}


def line_of(name: str, *more: str) -> list[str]:
    """Return a command line that asks quickly."""
    return [name.split(maxsplit=1)[0], *shlex.split(ASKED[name]), *FAST, *more]


def one_hand(kind: Kind, number: int, **options: Any) -> tuple[dict[str, Any], str]:
    """Return a transcript of random play, and its line of a file."""
    chosen = {"declaring": "random", "defending": "random", "raises": True, **options}
    transcript = play_transcript(Runner(Experiment(kind.rules(), **chosen)), number, number % 4)
    return transcript, json.dumps(transcript)


@pytest.mark.parametrize("name", ASKED)
def test_screens_have_at_most_100_columns_and_begin_with_the_answer(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = run(capsys, *line_of(name, "--all")).splitlines()
    assert max(map(len, lines)) <= 100
    assert not any(line.endswith(" ") for line in lines)
    answer = lines[lines.index("") + 1]
    assert answer.startswith("  ") and answer.split()[0].isupper()
    told = "\n".join(lines)
    for said in ("seed 1", "worlds, the same for every choice", "all play on as tuned does"):
        assert said in told
    assert "nan" not in told


@pytest.mark.plain_python
@pytest.mark.parametrize("name", ["play on", "play 2", "raise after", "call"])
def test_questions_are_answered_without_compilation_too(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = [name.split(maxsplit=1)[0], *shlex.split(ASKED[name]), "-n", "4", "--policy", "random"]
    told = json.loads(run(capsys, *line, "--format", "json"))
    assert told["answer"]["worlds"] == 4 and len(told["choices"]) > 1


@pytest.mark.parametrize("name", ASKED)
def test_json_has_all_that_the_screen_shows(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, *line_of(name, "--format", "json")))
    screen = run(capsys, *line_of(name, "--all"))
    assert told["asked"]["kind"] == name.split(maxsplit=1)[0]
    for row in told["choices"]:
        assert row["choice"].split(" (or")[0] in screen
        assert 0 <= row["win"] <= 1 and row["worlds"] <= told["answer"]["worlds"]
        assert 0 <= row["win_low"] <= row["win"] <= row["win_high"] <= 1
        assert row["points_low"] <= row["points"] <= row["points_high"]
        assert row["behind_low"] <= row["behind"] <= row["behind_high"]
    assert told["choices"][0]["choice"] == told["answer"]["best"]
    assert told["manifest"]["seed"] == 1 and told["manifest"]["declaring_policy"] == "tuned"


def test_what_discards_give_away_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, *line_of("discard", "--format", "json")))
    tokens = set(told["manifest"]["tokens"])
    for row in told["choices"]:
        cards = [NAMES[card] for card in row["actions"]]
        assert row["spaces_given"] == [card for card in cards if card in tokens]
        left = {card[0] for card in told["asked"]["hand"] if card not in cards}
        assert set(row["suits_emptied"]) == {card[0] for card in told["asked"]["hand"]} - left


def test_stakes_of_both_are_told_with_an_abdication(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, *line_of("raise after", "--format", "json")))
    stakes = {row["choice"]: (row["stake"], row["other_stake"]) for row in told["choices"]}
    # Five players, Fork Duo without exchange: 6. A declarer wins or loses it twice.
    assert stakes["abdicate"] == ("±6", "±12")
    assert stakes["stay, no raise"] == ("±12", "±6")
    assert stakes["stay, Six sides"] == ("±20", "±10")


@pytest.mark.parametrize("players", [2, 3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_a_hand_that_is_typed_is_asked_about_as_its_transcript_is(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    for number in range(4):
        _, line = one_hand(Kind(players), number)
        hand = follow(read_hand(line, "line 1")).hand
        for place, moment in enumerate(moments(hand, *KINDS)):
            if len(moment.decision.legal) > 1 and (moment.decision.kind != CARD or place % 3 == 0):
                typed = typed_again(retold(hand, moment), monkeypatch)
                assert same_worlds(typed, moment.decision)
                asked += 1
    assert asked > 30


def typed_again(line: list[str], monkeypatch: pytest.MonkeyPatch) -> Decision:
    """Return the decision of a command line."""
    found: list[Decision] = []

    def keep(decision: Decision, taken: Any, chosen: Any) -> Any:
        found.append(decision)
        raise KeyboardInterrupt

    monkeypatch.setattr("plateau_sim.cli.choices._rank", keep)
    assert status(line) == 130, line
    return found[0]


def same_worlds(one: Decision, other: Decision) -> bool:
    """Tell whether two decisions offer the same choices, with the same ends in the same worlds."""
    if (one.legal, one.alike) != (other.legal, other.alike):
        return False
    ends = [
        ChoiceRunner(each, [choice.actions for choice in choices_of(each)[:12]])(0, 3)
        for each in (one, other)
    ]
    return bool((ends[0] == ends[1]).all())


def swapped(transcript: dict[str, Any], one: int, other: int) -> dict[str, Any] | None:
    """Return a transcript in which two seats hold each other's last card, if they can."""
    told = json.loads(json.dumps(transcript))
    trick = told["tricks"][-1]
    places = [(seat - trick["leader"]) % told["players"] for seat in (one, other)]
    cards = [trick["cards"][place] for place in places]
    for place, card in zip(places, reversed(cards), strict=True):
        trick["cards"][place] = card
    for seat, own, new in ((one, *cards), (other, *reversed(cards))):
        if own not in told["hands"][seat]:
            return None
        told["hands"][seat][told["hands"][seat].index(own)] = new
    return told


def test_transcripts_that_differ_in_unseen_cards_only_give_the_same_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two defenders hold each other's card of the last trick, which the declarer's side wins."""
    compared = 0
    for number in range(60):
        transcript, line = one_hand(Kind(4), number, play_on=True)
        tricks = transcript["tricks"]
        if transcript["forced_bid"]["bid"]["team"] != "solo" or len(tricks) < 13:
            continue
        declarer = transcript["forced_bid"]["seat"]
        one, other = [seat for seat in range(4) if seat not in (declarer, tricks[-1]["leader"])][:2]
        told = swapped(transcript, one, other)
        if tricks[-1]["winner"] in (one, other) or told is None:
            continue
        seat = seat_name((declarer - transcript["dealer"] - 1) % 4, 4)
        outputs = []
        for content in (line, json.dumps(told)):
            file = tmp_path / "hands.jsonl"
            file.write_text(content + "\n", "utf-8")
            asked = ["play", str(file), "--trick", "9", "--seat", seat, *FAST]
            if status(asked) != 0:
                capsys.readouterr()
                break
            outputs.append(capsys.readouterr().out)
        if len(outputs) == 2:
            assert outputs[0] == outputs[1]
            compared += 1
        if compared == 3:
            break
    assert compared == 3


@pytest.mark.parametrize(
    ("line", "said", "underlined"),
    [
        ("play T21 T21 --seat 1st --bid 'y solo ex'", "stands twice", "T21"),
        ("play T21 S2 --seat 1st --bid 'y solo ex'", "not in this deck", "S2"),
        (f"call {HAND} C10 --seat 1st --bid 'y duo ex'", "13", None),
        (f"discard {HAND} --seat 1st --bid 'y duo ex'", "16", None),
        (f"play {HAND} --seat 5th --bid 'y solo noex'", "no such seat", "5th"),
        (f"play {HAND} --seat 1st --bid 'y trio noex'", "no trio", "trio"),
        (f"play {HAND} --bid 'y solo noex'", "--seat", None),
        (f"play {HAND} --seat 1st", "--bid", None),
        (f"play {HAND[:-1]}x --seat 1st --bid 'y solo noex'", "every card must be named", "Cx"),
        (f"play {HAND} --seat 1st --bid 'y duo noex'", "--called", None),
        (f"play {HAND} --seat 1st --bid 'y duo noex' --called 'T3 2nd'", "no trump", "T3 2nd"),
        (f"play {HAND} --seat 1st --bid 'y duo noex' --called 'HR 2nd'", "you hold HR", "HR 2nd"),
        (f"play {HAND} --seat 1st --bid 'y duo noex' --called 'HR'", "who has it", "HR"),
        (f"play {HAND} --seat 2nd --bid 'y solo noex' --tricks '1st T3 T4'", "not yours", None),
        (
            f"play {HAND} --seat 2nd --bid 'y solo noex' --tricks '2nd T3'",
            "led to trick 1",
            "2nd T3",
        ),
        (f"play {HAND} --seat 2nd --bid 'y solo noex' --tricks 'T16'", "you hold T16", "T16"),
        (
            f"play {HAND} --seat 3rd --bid 'y solo noex' --tricks 'S7 T3 SR C7; 2nd S8'",
            "had no spades",
            "S8",
        ),
        (f"play {HAND} --seat 1st --bid 'y solo noex' --tricks 'T2 T3; T4'", "not 4", "T2 T3"),
        (f"play {HAND} --seat 1st --bid 'y solo ex'", "--laid", None),
        (f"raise {HAND} --seat 2nd --declarer 1st --bid 'y solo noex'", "no chance", None),
        (
            f"raise {HAND} --seat 1st --bid 'y solo noex' --raised '2nd fork'",
            "no chance",
            "2nd fork",
        ),
        (f"gift {SIXTEEN} --seat 1st --bid 'y solo ex'", "six", None),
        (f"discard {SIXTEEN} --seat 1st --bid 'y solo noex'", "without exchange", None),
        ("play", "no file and no cards", None),
        ("play hands.jsonl", "can't be read", None),
        (f"play {HAND} --trick 3", "goes with a transcript", None),
        (f"play {HAND} --seat 1st --bid 'y solo noex' --mine 'SV'", "no tableaus", None),
        (f"play {HAND} --seat 1st --bid 'y solo noex' --policy nobody", "no such policy", None),
        (f"play {HAND} --seat 1st --bid 'y solo noex' --confidence 2", "between 0 and 1", None),
        (
            f"play {HAND} --seat 1st --bid 'y duo noex' --called 'CR 2nd' --tricks "
            "'1st C9 T3 C10 CV; 2nd T9 T4 T6'",
            "no deal of the hidden cards",
            None,
        ),
    ],
)
def test_bad_input_ends_with_status_2_and_the_token_underlined(
    line: str, said: str, underlined: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(shlex.split(line)) == 2
    printed = capsys.readouterr()
    lines = printed.err.splitlines()
    assert printed.out == "" and 2 <= len(lines) <= 3
    assert said in printed.err, printed.err
    if underlined is not None:
        start = lines[2].index("^")
        assert lines[1][start : start + lines[2].count("^")] == underlined


@pytest.mark.parametrize(
    ("more", "said"),
    {
        "--hand 9": "holds 1 hand",
        "--trick 18": "decided after",
        "": "which trick?",
        "--trick 2 --bid y": "says it already",
        "--trick 2 --seat 5th": "no such seat",
    }.items(),
)
def test_bad_questions_about_a_transcript_are_refused(
    more: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(one_hand(Kind(4), 1)[1], "utf-8")
    assert status(["play", str(file), *more.split()]) == 2
    printed = capsys.readouterr()
    assert said in printed.err and len(printed.err.splitlines()) <= 3


def test_cards_may_stand_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hand.txt"
    file.write_text(HAND + "\n", "utf-8")
    asked = shlex.split("--seat 1st --bid 'y duo noex'")
    typed = run(capsys, "call", *HAND.split(), *asked, *FAST)
    assert run(capsys, "call", str(file), *asked, *FAST) == typed
