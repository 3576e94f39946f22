"""A decision that is typed, option by option, as the commands for later decisions take it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plateau_sim.cli.inputs import Whole
from plateau_sim.errors import PlateauError

if TYPE_CHECKING:
    from plateau_sim.analysis.ranking import Kind
    from plateau_sim.plateau.posed import Posed
    from plateau_sim.plateau.rules import GameRules
    from plateau_sim.plateau.stepper import Decision

F = TypeVar("F", bound=Callable[..., Any])
_FLAGS = (
    "full_deck",
    "excuse_variant",
    "positive_only",
    "counter_sabotage",
    "strict_formations",
)
_NO_CARDS = "none"  # two players: all that is left lies in the tableau
_ROWS = "SV T5 H10 CD / _ CR _ T18 _"
_GAME = (
    click.option(
        "-p", "--players", type=Whole(2, 6, 4), default=4, show_default=True, help="Players."
    ),
    click.option(
        "-l",
        "--layout",
        default="standard",
        metavar="LAYOUT",
        help="standard, NAME, random:SEED or FILE.toml.  [default: standard]",
    ),
    click.option("--full-deck", is_flag=True, help="54 cards with 3 players, 78 with 4 or 5."),
    click.option("--excuse-variant", is_flag=True, help="The excuse as in French Tarot."),
    click.option("--positive-only", is_flag=True, help="Only the winning side scores."),
    click.option("--counter-sabotage", is_flag=True, help="With positive-only and 5 players."),
    click.option("--strict-formations", is_flag=True, help="A Y alone does not win a Bridge."),
)
_HAND = {
    "bid": click.option("--bid", metavar="WORDS", help='The bid: "y duo ex", "bridge solo noex".'),
    "seat": click.option("--seat", metavar="SEAT", help="Your seat: 1st (forehand), .., dealer."),
    "declarer": click.option("--declarer", metavar="SEAT", help="Unless it is you."),
    "called": click.option(
        "--called", metavar="CARDS", help='Calls and who answered: "CR talon, HR dealer".'
    ),
    "laid": click.option("--laid", metavar="CARDS", help="What you laid away as declarer."),
    "gave": click.option(
        "--gave", metavar="GIFTS", help='6 players: "S7 2nd, H8 4th"; another declarer: "2nd, 4th".'
    ),
    "raised": click.option("--raised", metavar="RAISES", help='"2nd fork, 1st abdicates".'),
    "tricks": click.option(
        "--tricks", metavar="CARDS", help='So far: "1st C9 T1 CC C10; 2nd T18 T19".'
    ),
    "mine": click.option(
        "--mine", metavar="ROWS", help='2 players: "SV T5 H10 CD / _ CR _ T18 _".'
    ),
    "theirs": click.option("--theirs", metavar="ROWS", help="The other tableau, as it lies."),
}
_TYPED = {
    "call": ("bid", "seat", "called"),
    "discard": ("bid", "seat", "called", "mine", "theirs"),
    "gift": ("bid", "seat", "called"),
    "raise": ("bid", "seat", "declarer", "called", "laid", "gave", "raised", "mine", "theirs"),
    "play": tuple(_HAND),
}
_EXAMPLES = {
    "bid": '--bid "y duo ex"',
    "seat": "--seat 2nd",
}


def typed_options(kind: Kind) -> Callable[[F], F]:
    """Add the options with which a decision of a kind is typed."""

    def add(function: F) -> F:
        for option in reversed((*(_HAND[name] for name in _TYPED[kind]), *_GAME)):
            function = option(function)
        return function

    return add


def typed_names(kind: Kind) -> tuple[str, ...]:
    """Return the names of those options."""
    return (*_TYPED[kind], "players", "layout", *_FLAGS)


def typed_decision(kind: Kind, text: str, chosen: dict[str, Any]) -> Decision:
    """Return the decision that cards and options describe.

    Raises
    ------
    PlateauError
        If something is missing or wrong.
    """
    from plateau_sim.plateau import view
    from plateau_sim.plateau.posing import pose

    kinds = {
        "call": (view.CALL,),
        "discard": (view.DISCARD,),
        "gift": (view.GIFT_CARD,),
        "raise": (view.RAISE, view.ABDICATE),
        "play": (view.CARD,),
    }
    for name in ("bid", "seat"):
        if not chosen[name]:
            raise PlateauError(f"--{name}", "not said", _EXAMPLES[name])
    return pose(_posed(kind, text, chosen), *kinds[kind])


def _posed(kind: Kind, text: str, chosen: dict[str, Any]) -> Posed:
    from plateau_sim.plateau import typedhand
    from plateau_sim.plateau.layouts import find_layout
    from plateau_sim.plateau.posed import Posed
    from plateau_sim.plateau.rules import GameRules
    from plateau_sim.plateau.typed import parse_bid, parse_cards, parse_seat

    options = {name: chosen[name] for name in _FLAGS}
    rules = GameRules.published(chosen["players"], **options)
    me = parse_seat(chosen["seat"], rules.players, name="--seat")
    cell = parse_bid(chosen["bid"], rules, name="--bid")
    said = chosen.get("declarer")
    declarer = parse_seat(said, rules.players, me, name="--declarer") if said else me
    _check_kind(kind, rules, cell.exchange)
    empty = rules.tableau and text.strip().lower() == _NO_CARDS
    cards = parse_cards("" if empty else text, rules, count=_count(kind, rules, cell.exchange))
    if cards.wilds:
        raise cards.spans[len(cards.cards)].refused("every card must be named here", "no x")
    readers = {
        "called": ("calls", typedhand.parse_calls),
        "raised": ("raises", typedhand.parse_raises),
        "gave": ("gifts", typedhand.parse_gifts),
        "tricks": ("tricks", typedhand.parse_tricks),
    }
    parts: dict[str, Any] = {
        field: read(chosen[name], rules, me, name=f"--{name}")
        for name, (field, read) in readers.items()
        if chosen.get(name) is not None
    }
    laid = chosen.get("laid")
    parts["laid"] = parse_cards(laid, rules, name="--laid", count=rules.swap_size) if laid else None
    parts["tableaus"] = _tableaus(rules, cards, chosen)
    return Posed(rules, find_layout(chosen["layout"], rules), me, declarer, cell, cards, **parts)


def _check_kind(kind: Kind, rules: GameRules, exchange: bool) -> None:
    """Refuse to ask about an exchange that there is not."""
    if kind == "gift" and not rules.gifts:
        raise PlateauError("gift", "only the declarer of six gives cards away", "gift -p 6")
    if kind == "discard" and rules.gifts:
        raise PlateauError("discard", "the declarer of six gives cards away", "gift -p 6")
    if kind in ("discard", "gift") and not exchange:
        raise PlateauError("--bid", "without exchange no card is given away", '--bid "y duo ex"')


def _count(kind: Kind, rules: GameRules, exchange: bool) -> int | None:
    """Return how many cards must be typed; None: that depends on what was played."""
    if kind in ("discard", "gift"):
        return rules.hand_size + rules.swap_size
    if kind == "raise":
        return rules.hand_size + bool(rules.gifts)
    return rules.hand_size if kind == "call" else None


def _tableaus(rules: GameRules, cards: Any, chosen: dict[str, Any]) -> Any:
    from plateau_sim.plateau.typed import parse_tableaus

    mine, theirs = (chosen.get(name) or "" for name in ("mine", "theirs"))
    if not rules.tableau:
        if mine or theirs:
            fault = f"with {rules.players} players there are no tableaus"
            raise PlateauError("--mine" if mine else "--theirs", fault, "-p 2")
        return None
    for name, said in (("--mine", mine), ("--theirs", theirs)):
        if not said:
            raise PlateauError(name, "two players: how does it lie?", f'{name} "{_ROWS}"')
    return parse_tableaus(mine, theirs, rules, cards)
