"""Random decisions and random bids, repeatable from (seed, deal)."""

from collections.abc import Sequence

from .decisions import Choose, Kind
from .rng import below, decision_key, play_key, subkey


def random_policy(seed: int, deal: int) -> Choose:
    """Choose uniformly among the options; bids are made by `random_bid`."""
    return random_choices(play_key(seed, deal))


def random_choices(key_of_play: int) -> Choose:
    """As `random_policy`, from the key of all the decisions."""

    def choose(seat: int, kind: int, ordinal: int, options: Sequence[int]) -> int:
        key = decision_key(key_of_play, seat, kind, ordinal)
        if kind == Kind.BID:
            return random_bid(key, options)
        return options[below(key, len(options))]

    return choose


def random_bid(key: int, options: Sequence[int]) -> int:
    """Pass half the time, else bid uniformly among the cells that are worth more."""
    higher = [action for action in options if action != 0]
    if not higher or below(key, 2) == 0:
        return 0
    return higher[below(subkey(key, 1), len(higher))]
