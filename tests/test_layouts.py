"""Token layouts: rulings 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import KINDS, Kind, every_kind
from naive.formations import groups

from plateau_sim.errors import PlateauError
from plateau_sim.plateau.board import drawing_order, mirrored, ring_of, rotated
from plateau_sim.plateau.layouts import (
    Layout,
    built_in_layouts,
    check_layout,
    find_layout,
    generators,
    read_layout,
    standard_layout,
    trick_number,
)

FACES = {suit + rank for suit in "SHDC" for rank in "VCDR"}
SUPPLY = FACES | {f"T{number}" for number in (*range(1, 7), 21)} | {"EX"}
SEEDS = range(60)
STANDARD_NAMES = {
    Kind(2): "standard-16",
    Kind(3, True): "derived-17",
    Kind(4, True): "derived-18",
    Kind(5, True): "derived-15",
    Kind(4, True, True): "derived-18",
    Kind(5, True, True): "derived-15",
}


@every_kind
def test_the_standard_layout_is_legal_and_from_the_box(kind: Kind) -> None:
    rules = kind.rules()
    layout = standard_layout(rules)
    check_layout(layout, rules)
    assert layout.name == STANDARD_NAMES.get(kind, "standard-13")
    assert layout.provenance == ("derived" if "derived" in layout.name else "published")
    tricks = {token for token in layout.tokens if trick_number(token)}
    assert tricks == {f"trick{number}" for number in range(1, rules.tricks + 1)}
    assert set(layout.tokens) - tricks <= SUPPLY
    assert layout.space_of(f"trick{rules.tricks}") == 36


def test_the_published_layout_for_three_to_six_players() -> None:
    tokens = built_in_layouts()["standard-13"].tokens
    outer = "T1 trick1 trick2 T2 trick3 trick4 T3 trick5 trick6 T4 trick7 trick8 T5 trick9"
    assert " ".join(tokens[:18]) == f"{outer} trick10 T6 trick11 trick12"
    assert " ".join(tokens[18:30]) == "HC SV CD SC DD HV DC CV SD CC HD DV"
    assert " ".join(tokens[30:]) == "EX DR CR T21 HR SR trick13"


@pytest.mark.parametrize("name", ["standard-13", "standard-16"])
def test_published_layouts_are_no_layouts_for_all_games(name: str) -> None:
    for kind in KINDS:
        rules = kind.rules()
        largest = max(filter(None, map(trick_number, built_in_layouts()[name].tokens)))
        if largest > rules.tricks:
            with pytest.raises(PlateauError, match="but this game has"):
                find_layout(name, rules)
        else:
            find_layout(name, rules)


@pytest.mark.parametrize("generator", ["random", "grouped", "tricks-central"])
@every_kind
def test_a_generated_layout_permutes_the_standard_tokens(kind: Kind, generator: str) -> None:
    rules = kind.rules()
    standard = standard_layout(rules).tokens
    drawn = [find_layout(f"{generator}:{seed}", rules) for seed in SEEDS[:20]]
    for layout in drawn:
        assert sorted(layout.tokens) == sorted(standard)
        assert layout.provenance == "generated"
    assert len({layout.tokens for layout in drawn}) == len(drawn)


@pytest.mark.parametrize("generator", ["random", "grouped", "tricks-central"])
def test_the_same_seed_gives_the_same_layout(generator: str) -> None:
    rules = Kind(4).rules()
    for seed in SEEDS[:10]:
        one, other = (find_layout(f"{generator}:{seed}", rules) for _ in range(2))
        assert one == other and one.name == f"{generator}:{seed}"


def test_generators_are_listed_with_what_they_do() -> None:
    assert set(generators()) == {"random", "grouped", "tricks-central"}
    assert all(generators().values())


@every_kind
def test_each_suits_face_cards_are_connected_in_a_grouped_layout(kind: Kind) -> None:
    rules = kind.rules()
    for seed in SEEDS:
        layout = find_layout(f"grouped:{seed}", rules)
        for suit in "SHDC":
            faces = [layout.space_of(suit + rank) for rank in "VCDR"]
            assert len(groups(space for space in faces if space is not None)) == 1


@every_kind
def test_tricks_take_the_rings_from_the_centre_in_a_tricks_central_layout(kind: Kind) -> None:
    rules = kind.rules()
    for seed in SEEDS:
        layout = find_layout(f"tricks-central:{seed}", rules)
        tricks = [
            ring_of(layout.tokens.index(token)) for token in layout.tokens if trick_number(token)
        ]
        cards = [ring_of(s) for s, token in enumerate(layout.tokens) if not trick_number(token)]
        assert tricks.count("centre") == 1 and tricks.count("inner") == 6
        assert tricks.count("middle") == min(12, rules.tricks - 7)
        assert cards.count("outer") == 18 - max(0, rules.tricks - 19)


def test_every_space_gets_every_token_now_and_then_in_random_layouts() -> None:
    rules = Kind(4).rules()
    at_centre = {find_layout(f"random:{seed}", rules).tokens[36] for seed in range(400)}
    assert at_centre == set(standard_layout(rules).tokens)


def with_tokens(change: Callable[[list[str]], object]) -> Layout:
    """Return the standard layout of four with changed tokens."""
    tokens = list(standard_layout(Kind(4).rules()).tokens)
    change(tokens)
    return Layout("mine", tuple(tokens))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda tokens: tokens.pop(), "36 tokens instead of 37"),
        (lambda tokens: tokens.append("T7"), "38 tokens instead of 37"),
        (lambda tokens: tokens.__setitem__(0, "T2"), "T2 stands on 2 spaces"),
        (lambda tokens: tokens.__setitem__(0, "trick1"), "trick1 stands on 2 spaces"),
        (lambda tokens: tokens.__setitem__(0, "trick14"), "trick14, but this game has 13 tricks"),
        (lambda tokens: tokens.__setitem__(0, "S5"), "S5 is not in the deck"),
        (lambda tokens: tokens.__setitem__(0, "nonsense"), "nonsense is not in the deck"),
        (lambda tokens: tokens.__setitem__(0, ""), "an empty space"),
    ],
)
def test_an_illegal_layout_is_refused(change: Callable[[list[str]], object], fault: str) -> None:
    with pytest.raises(PlateauError, match=fault):
        check_layout(with_tokens(change), Kind(4).rules())


def test_any_card_of_the_deck_may_have_a_token() -> None:
    check_layout(with_tokens(lambda tokens: tokens.__setitem__(0, "S6")), Kind(4).rules())


@pytest.mark.parametrize(
    "text", ["", "standard-14", "random", "random:", "random:x", "random:-1", "grouped:1.5", "mine"]
)
def test_an_unknown_layout_is_refused(text: str) -> None:
    with pytest.raises(PlateauError, match="layout"):
        find_layout(text, Kind(4).rules())


def test_turning_and_mirroring_move_tokens() -> None:
    layout = standard_layout(Kind(4).rules())
    turned = layout.moved("turned", lambda space: rotated(space, 1))
    assert turned.tokens[3] == layout.tokens[0] and turned.tokens[36] == layout.tokens[36]
    mirror = layout.moved("mirror", mirrored)
    assert mirror.tokens[15] == layout.tokens[3]
    assert layout.exchanged("other", {"T1": "T7"}).tokens[0] == "T7"
    assert layout.space_of("T7") is None and layout.space_of("HC") == 18


def write(folder: Path, text: str) -> Path:
    """Write a layout file."""
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_file_lists_the_tokens_in_canonical_order(tmp_path: Path) -> None:
    tokens = standard_layout(Kind(4).rules()).tokens
    path = write(tmp_path, f'name = "our board"\ntokens = {list(tokens)}')
    assert read_layout(path) == Layout("our board", tokens)
    assert find_layout(str(path), Kind(4).rules()).tokens == tokens


def test_a_file_may_draw_the_board(tmp_path: Path) -> None:
    tokens = standard_layout(Kind(4).rules()).tokens
    drawn = "\n".join(tokens[space] for space in drawing_order())
    layout = read_layout(write(tmp_path, f'board = """\n{drawn}\n"""'))
    assert layout == Layout("mine", tokens)


def test_tokens_are_read_in_any_case_and_spelling(tmp_path: Path) -> None:
    tokens = standard_layout(Kind(4).rules()).tokens
    typed = [token.replace("trick", "#").lower() for token in tokens]
    typed[18] = "hc"
    typed[20] = "CQ"
    assert read_layout(write(tmp_path, f"tokens = {typed}")).tokens == tokens


GOOD = list(standard_layout(Kind(4).rules()).tokens)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("tokens = [", "not TOML"),
        ("", "needs either tokens or board"),
        (f"tokens = {GOOD}\nboard = ''", "needs either tokens or board"),
        (f"tokens = {GOOD}\nplayers = 4", "unknown field 'players'"),
        (f"tokens = {GOOD[1:]}", "36 tokens instead of 37"),
        (f"tokens = {[1, *GOOD[1:]]}", "a token is not text"),
        (f"tokens = {GOOD}\nname = 5", "a token is not text"),
        ("tokens = 'T1'", "a token is not text"),
        ("board = 'T1 T2'", "2 tokens instead of 37"),
        (f"tokens = {['nonsense', *GOOD[1:]]}", "no such token as 'nonsense'"),
        (f"tokens = {['trick19', *GOOD[1:]]}", "no such token as 'trick19'"),
        (f"tokens = {['#0', *GOOD[1:]]}", "no such token as '#0'"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(PlateauError, match=fault) as caught:
        read_layout(write(tmp_path, text))
    assert len(caught.value.lines) == 2 and "mine.toml" in caught.value.lines[0]


def test_a_missing_or_unreadable_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlateauError, match="can't be read"):
        read_layout(tmp_path / "none.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes(b"name = '\xe9'")
    with pytest.raises(PlateauError, match="not UTF-8"):
        read_layout(path)
