"""Transcripts read back and followed: every kind of game, contradictions, damage."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers import KINDS, Kind, every_kind, random_runner
from naive import formations as naive

from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.board import SPACES, mask_of
from plateau_sim.plateau.following import FollowedHand, follow, spaces_owned
from plateau_sim.plateau.formations import made_table
from plateau_sim.plateau.groups import (
    best_formation,
    formations_of,
    groups,
    maker,
    sides_of,
    stoppers,
)
from plateau_sim.plateau.reading import hand_lines, read_hand
from plateau_sim.plateau.transcript import play_game, play_transcript
from plateau_sim.report.replaytext import list_text, replay_text

HANDS, DAMAGES = 25, 2000


def followed(hand: dict[str, Any]) -> FollowedHand:
    return follow(read_hand(json.dumps(hand), "hands.jsonl line 1"))


def some_hands(kind: Kind, count: int = HANDS) -> list[dict[str, Any]]:
    """Return hands of all sorts: bids of every cell, auctions, raises, decided ones played on."""
    rng, hands = random.Random(str(kind)), []
    for number in range(count):
        rules = kind.rules(positive_only=number % 3 == 1, strict_formations=number % 4 == 1)
        runner = random_runner(
            rules,
            auction=number % 4 == 3,
            raises=number % 2 == 0,
            declaring=("greedy", "random")[number % 2],
            play_on=number % 5 == 0,
            seed=rng.randrange(2**63),
        )
        hands.append(play_transcript(runner, number, rng.randrange(len(rules.cells))))
    return hands


# Groups and formations.


def test_plain_groups_agree_with_the_compiled_formations_and_the_naive_twin() -> None:
    rng = random.Random(1)
    for _ in range(300):
        own = [space for space in range(SPACES) if rng.random() < 0.55]
        found = groups(own)
        assert sorted(map(sorted, found)) == sorted(map(sorted, naive.groups(own)))
        made = {name for group in found for name in formations_of(sides_of(group))}
        assert made == naive.formations(own)
        assert best_formation(own) == naive.best_formation(own)


@pytest.mark.parametrize("strict", [False, True])
def test_stopping_groups_are_the_fewest_that_keep_an_objective_from_being_made(
    strict: bool,
) -> None:
    rng, table = random.Random(2), made_table(strict)
    seen = set[int]()
    for _ in range(150):
        theirs = [space for space in range(SPACES) if rng.random() < 0.35]
        objective = rng.choice(OBJECTIVES)
        rest = set(range(SPACES)) - set(theirs)
        stopped = stoppers(theirs, objective, strict)
        assert (stopped is None) == (maker(rest, objective, strict) is not None)
        made = [group for group in groups(rest) if _made(table, group, objective)]
        assert bool(made) == (stopped is None)
        if stopped is not None:
            seen.add(len(stopped))
            assert maker(set(range(SPACES)).difference(*stopped), objective, strict) is None
            for group in stopped:
                others = [other for other in stopped if other != group]
                assert maker(set(range(SPACES)).difference(*others), objective, strict)
    assert {1, 2} <= seen
    assert stoppers([], "bridge") is None and mask_of([]) == 0


def _made(table: np.ndarray, group: frozenset[int], objective: str) -> bool:
    sides = sum(1 << side for side in sides_of(group))
    return bool(table[sides] >> OBJECTIVES.index(objective) & 1)  # type: ignore[arg-type]


# Whole hands.


@every_kind
def test_hands_of_every_kind_are_followed_to_what_was_recorded(kind: Kind) -> None:
    results = set()
    for hand in some_hands(kind):
        told = followed(hand)
        results.add(hand["result"])
        if hand["result"] == "passed":
            assert told.decided is None and told.steps == ()
            continue
        assert list(told.steps[-1].owners) == hand["owners"]
        assert sum(step.trick is not None for step in told.steps) == len(hand["tricks"])
        assert told.decided is not None
        if not hand["options"].get("played_out"):
            assert told.decided == len(told.steps) - 1
        team = "declarer" if hand["result"] == "won" else "opponents"
        owned = spaces_owned(told.steps[told.decided].owners, team)  # type: ignore[arg-type]
        assert told.chains and set().union(*told.chains) <= set(owned)
    assert {"won", "lost"} <= results


@every_kind
def test_every_screen_fits_100_columns(kind: Kind) -> None:
    hands = [followed(hand) for hand in some_hands(kind)]
    screens = [list_text(hands)]
    for told in hands:
        tricks = range(1, len(told.hand.tricks) + 1)
        screens += [replay_text(told), *(replay_text(told, trick) for trick in tricks)]
    assert max(len(line) for screen in screens for line in screen.splitlines()) <= 100
    assert not any(line != line.rstrip() for screen in screens for line in screen.splitlines())


def test_the_group_that_touches_the_sides_is_told() -> None:
    won = next(hand for hand in some_hands(Kind(3)) if hand["result"] == "won")
    told = followed(won)
    made = formations_of(sides_of(told.chains[0]))
    assert told.objective is not None
    assert made & set(OBJECTIVES[OBJECTIVES.index(told.objective) :])


def test_the_excuse_variant_gives_the_star_space_to_who_played_the_excuse() -> None:
    kind = Kind(6, excuse_variant=True)
    parted = 0
    for hand in some_hands(kind, 60):
        told = followed(hand)
        for step, trick in zip(told.steps, told.hand.tricks, strict=False):
            if "EX" in trick.cards:
                star = told.hand.layout.space_of("EX")
                player = (trick.leader + trick.cards.index("EX")) % 6
                assert star is not None and step.claims[star] == told.teams[player]
                parted += told.teams[player] != told.teams[trick.winner]
    assert parted > 3


def test_claims_recorded_with_a_trick_are_compared() -> None:
    hand = some_hands(Kind(4), 1)[0]
    told = followed(hand)
    for step, trick in zip(told.steps, hand["tricks"], strict=False):
        trick["claims"] = [[space, team] for space, team in step.claims.items()]
    assert followed(hand).steps == told.steps
    hand["tricks"][0]["claims"].append([36, "declarer"])
    assert_refused(hand, "tricks[0].claims")


def test_hands_of_a_game_tell_their_place_and_totals() -> None:
    hands = list(play_game(random_runner(Kind(3).rules(), auction=True, bidder="threshold"), 3))
    told = replay_text(followed(hands[2]))
    assert "Hand 3 of 3 of the game; totals 1st " in told


def test_a_standard_layout_may_be_named_and_optional_fields_left_out() -> None:
    hand = some_hands(Kind(3), 1)[0]
    long = followed(hand)
    hand["layout"] = "standard"
    for name in ("id", "notes", "partner_calls", "talon_dealt", "abdication"):
        del hand[name]
    assert followed(hand) == long


# Bad transcripts.


def assert_refused(hand: Any, path: str) -> PlateauError:
    with pytest.raises(PlateauError) as caught:
        followed(hand)
    assert len(caught.value.lines) == 2
    assert caught.value.lines[0].startswith(f"hands.jsonl line 1, {path}: "), caught.value.lines
    assert caught.value.example and all(line.isprintable() for line in caught.value.lines)
    return caught.value


def put(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    """Return what puts a value at a place of a transcript."""

    def change(hand: Any) -> None:
        for step in path[:-1]:
            hand = hand[step]
        hand[path[-1]] = to

    return change


def exchange_two_cards(hand: dict[str, Any]) -> None:
    one, other = hand["tricks"][0]["cards"][:2]
    hand["tricks"][0]["cards"][:2] = [other, one]


def turn_owner(hand: dict[str, Any]) -> None:
    owners = {"declarer": "opponents", "opponents": "declarer"}
    space = next(space for space, owner in enumerate(hand["owners"]) if owner)
    hand["owners"][space] = owners[hand["owners"][space]]


EXCHANGE = {"exchange": True, "objective": "y", "team": "duo"}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (put("format_version", to=2), "format_version"),
        (put("players", to=7), "players"),
        (put("players", to=True), "players"),
        (put("dealer", to=4), "dealer"),
        (put("options", to={"fast": True}), "options"),
        (put("options", to={"full_deck": 1}), "options.full_deck"),
        (put("options", to={"excuse_variant": True}), "options"),
        (put("layout", to="mine"), "layout"),
        (put("layout", 0, to="T2"), "layout"),
        (put("layout", 0, to="\x1b[31m"), "layout"),
        (put("hands", 0, 0, to="XX"), "hands[0][0]"),
        (put("hands", 0, 0, to="S1"), "hands"),
        (put("hands", 0, 0, to=["HR"]), "hands[0][0]"),
        (put("hands", 0, to=[]), "hands[0]"),
        (put("talon", to={"top": [], "bottom": []}), "talon"),
        (put("tableaus", to=[]), "tableaus"),
        (put("forced_bid", "bid", "team", to="trio"), "forced_bid.bid.team"),
        (put("forced_bid", "bid", to={}), "forced_bid.bid"),
        (put("auction", to=[]), "auction"),
        (put("partner_calls", to=[]), "partner_calls"),
        (put("partner_calls", 0, "holder", to=9), "partner_calls[0].holder"),
        (put("exchange", to=None), "exchange"),
        (put("exchange", "discards", 0, to="EX"), "exchange.discards[0]"),
        (put("exchange", "discards", to=[]), "exchange.discards"),
        (put("talon_dealt", to=[[0, "HR"]]), "talon_dealt"),
        (put("increases", to=[[0]]), "increases[0]"),
        (put("increases", 0, 1, to="bridge"), "increases[0]"),
        (put("abdication", to=True), "abdication"),
        (put("abdication", to=0), "abdication"),
        (put("tricks", to={}), "tricks"),
        (put("tricks", 0, to=5), "tricks[0]"),
        (put("tricks", 0, "leader", to=-1), "tricks[0].leader"),
        (put("tricks", 0, "winner", to=4), "tricks[0].winner"),
        (put("tricks", 0, "winner", to=1.0), "tricks[0].winner"),
        (put("tricks", 0, "cards", 2, to="S1"), "tricks[0].cards[2]"),
        (put("tricks", 0, "cards", 0, to=None), "tricks[0].cards[0]"),
        (exchange_two_cards, "tricks[0].cards[0]"),
        (lambda hand: hand["tricks"].pop(), "tricks"),
        (lambda hand: hand["tricks"][0].pop("leader"), "tricks[0]"),
        (put("talon_claims", to=[{"card": "HR", "team": "declarer"}]), "talon_claims"),
        (turn_owner, "owners["),
        (put("owners", to=[]), "owners"),
        (put("owners", 0, to="nobody"), "owners[0]"),
        (put("formation", to="star"), "formation"),
        (put("result", to="passed"), "result"),
        (put("value", to=4), "value"),
        (put("value", to=None), "value"),
        (put("scores", to=[0, 0, 0, 0]), "scores"),
        (put("scores", to=[0, 0, 0]), "scores"),
        (put("game", to={"id": "a"}), "game"),
        (put("game", to={"id": "a", "hand": 0}), "game.hand"),
    ],
)
def test_a_bad_field_is_named(change: Callable[[dict[str, Any]], Any], path: str) -> None:
    runner = random_runner(Kind(4).rules())
    cell = [str(cell) for cell in runner.experiment.cells].index("Y Duo exchange")
    hand = play_transcript(runner, 0, cell)
    change(hand)
    with pytest.raises(PlateauError) as caught:
        followed(hand)
    assert caught.value.lines[0].startswith(f"hands.jsonl line 1, {path}"), caught.value.lines
    assert all(line.isprintable() and len(line) < 250 for line in caught.value.lines)


@pytest.mark.parametrize("name", ["result", "formation"])
def test_a_wrong_end_is_refused(name: str) -> None:
    other = {"won": "lost", "lost": "won", "six_sides": "y"}
    hand = some_hands(Kind(4), 1)[0]
    hand[name] = other.get(hand[name], "six_sides")
    assert_refused(hand, name)


@pytest.mark.parametrize("line", ["{", "[]", "5", '"x"', "[" * 100_000, "9" * 5000, "{}", "NaN"])
def test_a_line_that_is_no_hand_is_refused(line: str) -> None:
    with pytest.raises(PlateauError, match=r"hands\.jsonl line 3"):
        read_hand(line, "hands.jsonl line 3")


def test_lines_are_counted_with_the_blank_ones() -> None:
    assert hand_lines("\ufeff{}\r\n\n5\u2028\n".encode(), "f") == [
        ("f line 1", "{}\r"),
        ("f line 3", "5\u2028"),
    ]
    for content in (b"", b"\n \n"):
        with pytest.raises(PlateauError, match="no hand"):
            hand_lines(content, "f")
    with pytest.raises(PlateauError, match="UTF-8"):
        hand_lines(b"\xff", "f")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values in a JSON document."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            found += places(value[key], (*path, key))
    return found


JUNK = (None, True, 0, 1, 3, -1, 10**30, 1.5, "", "HR", "T21", "EX", "y", "\ud800", "\x1b", [], {})


def damaged(hand: dict[str, Any], rng: random.Random) -> str:
    """Return the line of a transcript with one to three values changed, or its text garbled."""
    if rng.random() < 0.15:
        text = json.dumps(hand)
        at = rng.randrange(len(text))
        return text[:at] + rng.choice(["", '"', "]", "7", "\x00"]) + text[at + rng.randrange(3) :]
    hand = json.loads(json.dumps(hand))
    for _ in range(rng.randrange(1, 4)):
        path = rng.choice(places(hand))
        parent: Any = hand
        for key in path[:-1]:
            parent = parent[key]
        action = rng.randrange(4)
        if action == 0:
            del parent[path[-1]]
        elif action == 1 and isinstance(parent, list):
            parent.insert(rng.randrange(len(parent) + 1), rng.choice([*JUNK, *parent]))
        elif action == 2 and isinstance(parent, list):
            other = rng.randrange(len(parent))
            parent[path[-1]], parent[other] = parent[other], parent[path[-1]]
        else:
            parent[path[-1]] = copy.deepcopy(rng.choice(JUNK))
        if not hand:
            break
    return json.dumps(hand)


def test_damage_never_ends_in_anything_but_a_told_hand_or_a_short_message() -> None:
    rng = random.Random(7)
    hands = [hand for kind in KINDS for hand in some_hands(kind, 4)]
    told = refused = 0
    for _ in range(DAMAGES):
        line = damaged(rng.choice(hands), rng)
        try:
            screen = replay_text(follow(read_hand(line, "f line 1")))
        except PlateauError as error:
            refused += 1
            assert len(error.lines) == 2 and error.subject.startswith("f line 1")
            assert error.example and all(line.isprintable() for line in error.lines)
        else:
            told += 1
            screen.encode()
            assert max(map(len, screen.splitlines())) <= 100
    assert refused > DAMAGES / 2 and told > 0
