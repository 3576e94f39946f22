"""The options that tell a hand and what is known: shared by the commands about one hand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from plateau_sim.cli.inputs import MAX_SEED, Whole
from plateau_sim.cli.lastquestion import recall, remember
from plateau_sim.cli.selection import policies_from
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.plateau.handquestion import HandQuestion
    from plateau_sim.plateau.rules import GameRules
    from plateau_sim.plateau.typed import TypedCards

F = TypeVar("F", bound=Callable[..., Any])
_MOST_CARDS = 10_000  # characters of a file or of standard input
_SIZES = [*((players, False) for players in range(2, 7)), (3, True), (4, True), (5, True)]
_VARIANTS = ("excuse_variant", "positive_only", "counter_sabotage", "strict_formations")

_OPTIONS = (
    click.option(
        "-p",
        "--players",
        type=Whole(2, 6, 4),
        help="Players.  [default: the only number with so many cards]",
    ),
    click.option(
        "--bidding",
        metavar="CALLS",
        default="me",
        help='What was said, from forehand on: "pass, y duo ex, me".  [default: you speak first]',
    ),
    click.option("--mine", metavar="ROWS", help="Two players: your tableau, upper / lower row."),
    click.option("--theirs", metavar="ROWS", help="The other one; _ face down."),
    click.option(
        "--knows", metavar="FACTS", help='Other things known: "dealer: void H, T21; 1st: T>=5".'
    ),
    click.option(
        "-l",
        "--layout",
        default="standard",
        metavar="LAYOUT",
        help="standard, NAME, random:SEED, ... or FILE.toml.  [default: standard]",
    ),
    click.option("--full-deck", is_flag=True, help="54 cards with 3 players, 78 with 4 or 5."),
    click.option(
        "--excuse-variant", is_flag=True, help="The excuse as in French Tarot (78 cards)."
    ),
    click.option("--positive-only", is_flag=True, help="Only the winning side scores."),
    click.option(
        "--counter-sabotage", is_flag=True, help="With positive-only scoring and 5 players."
    ),
    click.option("--strict-formations", is_flag=True, help="A Y alone does not win a Bridge."),
    click.option(
        "--values",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="TOML file with your own bid values.",
    ),
    click.option("--policy", metavar="NAME", help="Who plays all hands.  [default: tuned]"),
    click.option("--declaring", metavar="NAME", help="Policy of declarer and partners."),
    click.option("--defending", metavar="NAME", help="Policy of the defenders."),
    click.option(
        "--bidder",
        metavar="NAME",
        default="threshold",
        help="As whom the others bid.  [default: threshold]",
    ),
    click.option("--ignore-bids", is_flag=True, help="Any hands for those who were heard."),
    click.option(
        "--continue",
        "go_on",
        is_flag=True,
        help="The last question, with the calls and facts that are new and other options changed.",
    ),
    click.option("--seed", type=Whole(0, MAX_SEED, 1), default=1, show_default=True, help="Seed."),
)


def hand_options(function: F) -> F:
    """Add the options; the command gets them as keyword arguments for `question_from`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


_NAMES = (
    *("players", "bidding", "mine", "theirs", "knows", "layout", "full_deck", *_VARIANTS),
    *("values", "policy", "declaring", "defending", "bidder", "ignore_bids", "seed"),
)


def question_from(cards: tuple[str, ...], chosen: dict[str, Any]) -> HandQuestion:
    """Return the question that arguments and options describe, and remember it."""
    told = {name: chosen[name] for name in _NAMES}
    if chosen["go_on"]:
        text, told = recall(typed_text(cards) if cards else "", told, _given())
    else:
        text = typed_text(cards)
    question = _question(text, told)
    remember(text, told)
    return question


def _given() -> set[str]:
    """Return the names of the options that were typed."""
    context = click.get_current_context()
    source = context.get_parameter_source
    return {name for name in _NAMES if source(name) is ParameterSource.COMMANDLINE}


def _question(text: str, chosen: dict[str, Any]) -> HandQuestion:
    from plateau_sim.plateau.facts import NO_FACTS
    from plateau_sim.plateau.handquestion import HandQuestion
    from plateau_sim.plateau.layouts import find_layout
    from plateau_sim.plateau.typed import parse_bidding, parse_cards, parse_facts
    from plateau_sim.plateau.values import read_values

    rules = _rules(text, chosen)
    layout = find_layout(chosen["layout"], rules)
    hand = parse_cards(text, rules, count=rules.hand_size)
    bidding = parse_bidding(chosen["bidding"], rules, name="--bidding")
    facts = NO_FACTS
    if chosen["knows"]:
        facts = parse_facts(chosen["knows"], rules, bidding.me, board=_board(layout.tokens))
    declaring, defending = policies_from(chosen, "tuned")
    return HandQuestion(
        rules,
        layout,
        hand,
        bidding,
        facts,
        _tableaus(chosen, rules, hand),
        read_values(chosen["values"], rules.players) if chosen["values"] else None,
        declaring,
        defending,
        chosen["bidder"],
        ignore_bids=chosen["ignore_bids"],
        seed=chosen["seed"],
    )


def typed_text(words: tuple[str, ...]) -> str:
    """Return the cards as typed; ``-`` stands for standard input, a file's name for its text."""
    if words == ("-",):
        return sys.stdin.read(_MOST_CARDS)
    if len(words) == 1 and Path(words[0]).is_file():
        with open(words[0], encoding="utf-8", errors="replace") as file:
            return file.read(_MOST_CARDS)
    if not words:
        raise PlateauError("cards", "none were named", "T21,19,16,12,8,5,2 SR,9 HD,8 CR,7 -p 4")
    return " ".join(words)


def _rules(text: str, chosen: dict[str, Any]) -> GameRules:
    """Return the rules of the options; players unless named from the number of cards."""
    from plateau_sim.plateau.rules import GameRules

    players, full_deck = chosen["players"], chosen["full_deck"]
    if players is None:
        players, full_deck = _inferred(text, full_deck)
    variants = {name: chosen[name] for name in _VARIANTS}
    return GameRules.published(players, full_deck=full_deck, **variants)


def _inferred(text: str, full_deck: bool) -> tuple[int, bool]:
    """Return the only number of players with so many cards, and whether with the full deck."""
    from plateau_sim.plateau.rules import GameRules
    from plateau_sim.plateau.typed import parse_cards

    count = len(parse_cards(text, GameRules.published(6)))
    fitting = [
        (players, full)
        for players, full in _SIZES
        if GameRules.published(players, full_deck=full).hand_size == count
        and (full or not full_deck)
    ]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        fault = f"no game has hands of {count} cards"
        raise PlateauError("cards", fault, "7 cards with 2 players, 13 with 3, 4 or 5, 12 with 6")
    numbers = [str(players) for players, _ in fitting]
    fault = f"{count} cards: {', '.join(numbers[:-1])} or {numbers[-1]} players?"
    raise PlateauError("--players", fault, f"-p {numbers[-2]}")


def _tableaus(chosen: dict[str, Any], rules: GameRules, hand: TypedCards) -> Any:
    from plateau_sim.plateau.typed import parse_tableaus

    mine, theirs = chosen["mine"], chosen["theirs"]
    if not rules.tableau and not (mine or theirs):
        return None
    if rules.tableau and not (mine and theirs):
        missing = "--mine" if not mine else "--theirs"
        fault = "two players see both tableaus"
        raise PlateauError(missing, fault, f'{missing} "SV T5 H10 CD / _ CR _ T18 _"')
    return parse_tableaus(mine or "", theirs or "", rules, hand)


def _board(tokens: Iterable[str]) -> list[int]:
    from plateau_sim.cards import IDS

    return [IDS[token] for token in tokens if token in IDS]
