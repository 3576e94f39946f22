"""How strong a hand is, by a simple count, and what that says about a bid.

The count: one for each trump, each trump from 16 up and each king, a fifth for each card with a
space on the board. Its weights and the levels below were fitted (logistic regression) to hands
played out by `greedy` on both sides, on the published layouts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plateau_sim.cards import CARDS, RANKS_PER_SUIT
from plateau_sim.jit import inline, part, popcount
from plateau_sim.kernels.bits import NONE, contains, rank_mask
from plateau_sim.plateau.policies.common import STAR, shown_by

_BOARD_CARD = 0.2
_HIGH = np.uint64(sum(1 << number - 1 for number in range(16, 23)))  # the excuse stands for 22
_KING = RANKS_PER_SUIT - 1
# By players: log-odds of a Bridge without exchange on an average hand, for a point of strength, for
# the exchange, for the objectives in order, for one and two partners fewer than can be had.
_LEVELS = np.array(
    [
        [0.0] * 10,
        [0.0] * 10,
        [0.10, 0.48, 0.63, 0.0, -0.84, -0.84, -0.90, -1.77, 0.0, 0.0],
        [-2.46, 0.62, 1.97, 0.0, -0.93, -0.93, -1.06, -2.11, 0.0, 0.0],
        [0.30, 0.34, 1.49, 0.0, -0.80, -0.81, -0.88, -1.71, -3.13, 0.0],
        [-0.82, 0.38, 1.23, 0.0, -0.84, -0.85, -0.94, -1.78, -2.93, 0.0],
        [0.82, 0.30, 0.51, 0.0, -0.75, -0.75, -0.85, -1.58, -2.14, -4.87],
    ]
)
_LEVELS.setflags(write=False)
_MOST_PARTNERS = (0, 0, 0, 0, 1, 1, 2)
_BASE, _POINT, _EXCHANGE, _OBJECTIVE, _FEWER = 0, 1, 2, 3, 7


@part
def _count(game: Any, plain: Any, trumps: Any) -> Any:
    """Return the strength of a set of cards; an excuse that never wins is no trump."""
    taking = trumps & ~STAR if game.excuse_apart else trumps
    points = popcount(taking) + popcount(taking & _HIGH) + popcount(plain & rank_mask(_KING))
    board_cards: Any = 0
    for card in range(CARDS):
        if contains((plain, trumps), card):
            board_cards += np.int64(game.card_space[card] != NONE)
    return np.float64(np.int64(points)) + _BOARD_CARD * np.float64(board_cards)


@part
def strength(view: Any) -> Any:
    """Return how much stronger the own cards are than as many of the deck on the average.

    Two players: the hand and the own face-up cards of the tableau.
    """
    game, table, own = view
    plain, trumps = own.plain, own.trumps
    if game.tableau:
        shown = shown_by(table, own.seat, -1)
        plain |= shown[0]
        trumps |= shown[1]
    held = np.float64(np.int64(popcount(plain) + popcount(trumps)))
    average = _count(game, game.deck_plain, game.deck_trumps) / np.float64(game.deck_size)
    return _count(game, plain, trumps) - held * average


@inline
def forecast(game: Any, points: Any, exchange: Any, objective: Any, partners: Any) -> Any:
    """Return the log-odds that a bid is made.

    Parameters
    ----------
    game
        Record `state.GAME`.
    points
        `strength` of the declarer's or a partner's hand.
    exchange
        1 if cards are still to be exchanged.
    objective, partners
        Index of the objective; number of partners.
    """
    players = game.players
    odds = _LEVELS[players, _BASE] + _LEVELS[players, _POINT] * points
    odds += _LEVELS[players, _EXCHANGE] * np.float64(exchange)
    odds += _LEVELS[players, _OBJECTIVE + objective]
    fewer = _MOST_PARTNERS[players] - partners
    return odds + (_LEVELS[players, _FEWER + fewer] if fewer > 0 else 0.0)
