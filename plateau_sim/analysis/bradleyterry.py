"""Ratings from games won and lost: the model of Bradley and Terry.

``a`` wins a game with ``b`` with probability 1 / (1 + exp(rating b - rating a)) (Bradley and
Terry, Biometrika 39, 1952). Fitted by the iteration of Hunter, "MM algorithms for generalized
Bradley-Terry models", Annals of Statistics 32, 2004. Games on the same deal are not independent,
nor is the model quite true, so errors come from the spread between deals (the sandwich of White,
Econometrica 50, 1982, with deals as clusters), not from the number of games.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plateau_sim.analysis.grid import Tally

Floats = npt.NDArray[np.float64]
ELO = 400 / np.log(10)
"""Rating points to one of the logarithm: 400 more win ten games for each one lost (Elo 1978)."""
_PRIOR = 0.5
_ROUNDS, _CLOSE = 10_000, 1e-10


class Ratings(NamedTuple):
    """Ratings in points, their mean is 0; ``covariance`` in points squared."""

    ratings: Floats
    covariance: Floats

    @property
    def errors(self) -> Floats:
        """Standard errors of the ratings."""
        return np.sqrt(np.diag(self.covariance))


def fit(games: Tally, cross: Tally) -> Ratings:
    """Return ratings.

    Parameters
    ----------
    games
        Shape (a, b): games that ``a`` won of those with ``b``. Half a game is added to each entry,
        so that the rating of who never won, or lost, is finite.
    cross
        Sums over the deals of the products of the games won in one, shape (a, b, a, b).
    """
    won = games + _PRIOR * (1 - np.eye(len(games)))
    strength = _strengths(won)
    rating = np.log(strength)
    chance = strength[:, None] / (strength[:, None] + strength)
    inverse = np.linalg.pinv(_information(won, chance))
    score = _score_weights(chance).reshape(len(games), -1)
    meat = score @ cross.reshape(score.shape[1], -1) @ score.T
    return Ratings(ELO * (rating - rating.mean()), ELO**2 * (inverse @ meat @ inverse))


def _strengths(won: Floats) -> Floats:
    """Return what the exponentials of the ratings are, by Hunter's iteration (his equation 3)."""
    strength, both = np.ones(len(won)), won + won.T
    for _ in range(_ROUNDS):
        step: Floats = won.sum(axis=1) / (both / (strength[:, None] + strength)).sum(axis=1)
        step /= np.exp(np.log(step).mean())
        if np.abs(np.log(step / strength)).max() < _CLOSE:
            return step
        strength = step
    return strength


def _information(won: Floats, chance: Floats) -> Floats:
    """Return minus the second derivatives of the log-likelihood."""
    weight = (won + won.T) * chance * (1 - chance)
    np.fill_diagonal(weight, 0.0)
    information: Floats = np.diag(weight.sum(axis=1)) - weight
    return information


def _score_weights(chance: Floats) -> Floats:
    """Return what a game adds to the derivative by each rating, shape (rating, a, b)."""
    number = len(chance)
    weights = np.zeros((number, number, number))
    for a, b in np.ndindex(number, number):
        if a != b:
            weights[a, a, b] += 1 - chance[a, b]
            weights[b, a, b] -= 1 - chance[a, b]
    return weights
