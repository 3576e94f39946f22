"""What must not matter: how the board is turned, which suit has which name, when a hand is cut."""

from dataclasses import replace

import numpy as np
import pytest

from plateau_sim import simulate
from plateau_sim.cards import NAMES, PLAIN_CARDS, RANKS_PER_SUIT, SUITS
from plateau_sim.plateau.bids import OBJECTIVES
from plateau_sim.plateau.board import mirrored, rotated
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.layouts import standard_layout
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.tallies import AS_EASIER, BY_TALON, OUTCOMES

PLAYERS = range(2, 7)
GAMES = {
    **{str(players): GameRules.published(players) for players in PLAYERS},
    "4 full deck": GameRules.published(4, full_deck=True),
    "6 excuse": GameRules.published(6, excuse_variant=True),
}
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())


def runner(rules, **options):
    """Return the runner of an experiment under the policy ``random``."""
    return Runner(
        Experiment(rules, declaring="random", defending="random", bidder="random", **options)
    )


def moves():
    """Return the ways to lay a board on itself."""
    for sixths in range(6):
        yield f"rotated {sixths}", lambda space, sixths=sixths: rotated(space, sixths)
        yield f"mirrored {sixths}", lambda space, sixths=sixths: rotated(mirrored(space), sixths)


@every_game
def test_turning_or_mirroring_the_board_changes_nothing(rules):
    layout = standard_layout(rules)
    expected = runner(rules)(0, 300)
    boards = {layout.moved(name, to).tokens for name, to in moves()}
    assert len(boards) == 12
    for name, to in moves():
        assert (runner(rules, layout=layout.moved(name, to))(0, 300) == expected).all(), name


@pytest.mark.parametrize("players", PLAYERS)
def test_another_arrangement_of_the_board_does_change_results(players):
    rules = GameRules.published(players)
    layout = standard_layout(rules)
    first, last = layout.tokens[0], layout.tokens[-1]
    other = layout.exchanged("two exchanged", {first: last, last: first})
    assert (runner(rules, layout=other)(0, 300) != runner(rules)(0, 300)).any()


def win_rates(rules, layout, seed, deals):
    """Return win rates by cell and their squared standard errors."""
    tallies = simulate.run(runner(rules, layout=layout, seed=seed), deals).sum(axis=1)
    rates = tallies[:, 1:OUTCOMES:2].sum(axis=1) / deals
    return rates, rates * (1 - rates) / deals


def assert_equal_rates(one, other):
    """Check that independent win rates differ by chance only: |z| < 4 in every cell."""
    (rates, squares), (other_rates, other_squares) = one, other
    errors = np.sqrt(squares + other_squares)
    assert (np.abs(rates - other_rates) <= 4 * errors + 1e-12).all()


def renamed(token, a, b):
    """Return a card's name with two suits exchanged; other tokens as they are."""
    if token not in NAMES or NAMES.index(token) >= PLAIN_CARDS or token[0] not in (a, b):
        return token
    return (b if token[0] == a else a) + token[1:]


def with_suits_exchanged(layout, a, b):
    """Return a layout with the tokens of two suits exchanged."""
    names = {token: renamed(token, a, b) for token in layout.tokens}
    return layout.exchanged(f"{a} and {b} exchanged", names)


def length(rules, suit):
    """Return the number of cards of a suit in the deck."""
    return sum(NAMES[card][0] == suit for card in rules.deck if card < PLAIN_CARDS)


def equally_long_suits(rules):
    """Return two suits with as many cards in the deck."""
    return next(
        (a, b) for a in SUITS for b in SUITS if a < b and length(rules, a) == length(rules, b)
    )


@every_game
def test_tokens_of_two_equally_long_suits_may_be_exchanged(rules):
    layout = standard_layout(rules)
    other = with_suits_exchanged(layout, *equally_long_suits(rules))
    assert other.tokens != layout.tokens
    deals = 10_000
    assert_equal_rates(win_rates(rules, layout, 1, deals), win_rates(rules, other, 2, deals))


@pytest.mark.parametrize("players", [4, 5])
def test_suits_may_be_renamed_together_with_their_tokens(players):
    rules = GameRules.published(players)
    a = SUITS[0]
    b = next(suit for suit in SUITS if length(rules, suit) != length(rules, a))
    ids = {name: card for card, name in enumerate(NAMES)}
    deck = tuple(sorted(ids[renamed(NAMES[card], a, b)] for card in rules.deck))
    assert deck != rules.deck
    other = replace(rules, deck=deck)
    layout = standard_layout(rules)
    exchanged = with_suits_exchanged(layout, a, b)
    deals = 20_000
    assert_equal_rates(win_rates(rules, layout, 1, deals), win_rates(other, exchanged, 2, deals))


def test_the_suits_of_a_deck_are_what_the_names_say():
    assert [NAMES[RANKS_PER_SUIT * suit][0] for suit in range(len(SUITS))] == list(SUITS)


def results(rules, deals, **options):
    """Return which deals are won: bool by objective, (team, exchange) and deal."""
    run = runner(rules, **options)
    won = np.stack([run(number, 1)[:, :, 1:OUTCOMES:2].sum(axis=(1, 2)) for number in range(deals)])
    assert set(np.unique(won)) <= {0, 1}
    columns = len(rules.cells) // len(OBJECTIVES)
    return won.T.reshape(len(OBJECTIVES), columns, deals).astype(bool)


@pytest.mark.parametrize("play_on", [False, True])
@pytest.mark.parametrize("strict", [False, True])
@every_game
def test_a_higher_objective_is_made_only_where_the_lower_ones_are(rules, strict, play_on):
    rules = replace(rules, strict_formations=strict)
    won = dict(zip(OBJECTIVES, results(rules, 400, play_on=play_on), strict=True))
    assert not (won["six_sides"] & ~won["five_sides"]).any()
    assert not (won["five_sides"] & ~won["fork"]).any()
    assert not (won["fork"] & ~won["bridge"]).any()
    assert not (won["fork"] & ~won["y"]).any()
    assert (won["bridge"] & ~won["y"]).any()


@every_game
def test_strict_formations_change_only_bridge(rules):
    cells = tuple(cell for cell in rules.cells if cell.objective in ("bridge", "y"))
    bridge = np.array([cell.objective == "bridge" for cell in cells])
    better, named = (
        simulate.run(runner(replace(rules, strict_formations=strict), cells=cells), 20_000)
        .sum(axis=1)[:, 1:OUTCOMES:2]
        .sum(axis=1)
        for strict in (False, True)
    )
    assert (named[~bridge] == better[~bridge]).all()
    assert (named <= better).all()
    # A Y without a Bridge is rare.
    assert 0.99 * better[bridge].sum() < named[bridge].sum() < better[bridge].sum()


@every_game
def test_cutting_a_decided_hand_short_changes_no_result(rules):
    for options in ({}, {"auction": True}, {"raises": True}):
        short = runner(rules, **options)(0, 1000)
        whole = runner(rules, play_on=True, **options)(0, 1000)
        compared = [*range(OUTCOMES), BY_TALON, AS_EASIER]
        assert (short[..., compared] == whole[..., compared]).all()
        rows = slice(0, len(rules.cells))
        played = whole[rows, :, :OUTCOMES].sum(axis=-1) * rules.tricks
        assert (whole[rows, :, OUTCOMES] == played).all()
        assert short[rows, :, OUTCOMES].sum() < whole[rows, :, OUTCOMES].sum()


@every_game
def test_cutting_a_decided_hand_short_changes_the_result_of_no_deal(rules):
    assert (results(rules, 300) == results(rules, 300, play_on=True)).all()
