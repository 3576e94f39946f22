"""How people say the choices of a decision: cards, discards, gifts, raises, stakes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plateau_sim.analysis.ranking import Asked, Choice
from plateau_sim.cards import NAMES, suit_of
from plateau_sim.plateau.bids import OBJECTIVE_TITLES, OBJECTIVES, PARTNERS, BidCell, value_of
from plateau_sim.plateau.scoring import points
from plateau_sim.plateau.seats import seat_name
from plateau_sim.report.boardtext import label

_SUITS = "SHDCT"
_YES = 1


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words with commas and an "and"."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def you(asked: Asked, seat: int) -> str:
    """Return how the asker calls a seat."""
    return "you" if seat == asked.seat else seat_name(seat, asked.experiment.rules.players)


def choice_name(asked: Asked, choice: Choice) -> str:
    """Return a choice as one would say it."""
    if asked.kind == "raise":
        return _raise_name(asked, choice.actions)
    if asked.kind == "gift":
        first, one, second, other = choice.actions
        return f"{NAMES[first]} to {you(asked, one)}, {NAMES[second]} to {you(asked, other)}"
    if asked.kind == "discard":
        return " ".join(NAMES[card] for card in choice.actions)
    others = " ".join(NAMES[card] for card in choice.alike)
    return NAMES[choice.actions[0]] + (f" (or {others})" if others else "")


def may_abdicate(asked: Asked) -> bool:
    """Tell whether the question is about abdication."""
    sabotage = asked.experiment.rules.sabotage_in_force
    return sabotage and asked.seat == asked.declarer and any(to for _, to in asked.raises)


def _raise_name(asked: Asked, actions: tuple[int, ...]) -> str:
    if may_abdicate(asked):
        if actions[0] == _YES:
            return "abdicate"
        to = actions[1] if len(actions) > 1 else 0
        return f"stay, {OBJECTIVE_TITLES[OBJECTIVES[to]]}" if to else "stay, no raise"
    return f"to {OBJECTIVE_TITLES[OBJECTIVES[actions[0]]]}" if actions[0] else "no raise"


def value_after(asked: Asked, choice: Choice) -> int:
    """Return the bid's value after a raise or none."""
    abdicating = may_abdicate(asked)
    raised = choice.actions[-1] if not (abdicating and choice.actions[0] == _YES) else 0
    objective = OBJECTIVES[raised] if raised else asked.objective
    cell = BidCell(asked.cell.exchange, objective, asked.cell.team)
    return value_of(asked.experiment.rules.players, cell)


def stakes(asked: Asked, choice: Choice) -> tuple[str, str]:
    """Return what the asker and the rest of the declaring side win or lose after a raise.

    Alone the second one is empty.
    """
    rules, partners = asked.experiment.rules, PARTNERS[asked.cell.team]
    value = value_after(asked, choice)
    won, lost = (points(rules, partners, result, value)[:2] for result in (True, False))
    abdicates = may_abdicate(asked) and choice.actions[0] == _YES
    own = int((asked.seat == asked.declarer) == abdicates)
    mine, other = (_stake(won[role], lost[role]) for role in (own, 1 - own))
    return mine, other if partners else ""


def _stake(won: int, lost: int) -> str:
    return f"±{won}" if won == -lost else f"+{won} / {lost}"


def spaces_given(asked: Asked, choice: Choice) -> list[str]:
    """Return the discards that have a space on the board: the opponents may claim it."""
    tokens = set(asked.experiment.layout.tokens)
    return [NAMES[card] for card in choice.actions if NAMES[card] in tokens]


def suits_emptied(asked: Asked, choice: Choice) -> list[str]:
    """Return the suits, by letter, that the hand has and after these discards has no more."""
    before = {suit_of(card) for card in asked.hand}
    after = {suit_of(card) for card in asked.hand if card not in choice.actions}
    return [_SUITS[suit] for suit in sorted(before - after)]


def tokens_told(tokens: Iterable[str]) -> str:
    """Return tokens as drawn, tricks first, then trumps and suits."""
    order = {token: place for place, token in enumerate(_token_order())}
    return " ".join(label(token) for token in sorted(tokens, key=lambda token: order[token]))


def _token_order() -> list[str]:
    tricks = [f"trick{number}" for number in range(1, 19)]
    trumps = [name for name in NAMES if name[0] in "TE"]
    return [*tricks, *trumps, *(name for name in NAMES if name not in trumps)]
