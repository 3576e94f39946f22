"""Points of each seat: rulebook 7, End of Hand, and Variants, Positive-Only Scoring."""

from collections.abc import Sequence

# (players, size of the declaring side): multiples of the value for (declarer, partner).
STANDARD = {
    (6, 3): (1, 1),
    (6, 2): (2, 2),
    (6, 1): (5, 0),
    (5, 2): (2, 1),
    (5, 1): (4, 0),
    (4, 2): (1, 1),
    (4, 1): (3, 0),
    (3, 1): (2, 0),
    (2, 1): (1, 0),
}
# The same for positive-only scoring: each member of the winning side.
POSITIVE = {
    (6, 3): 2,
    (6, 2): 3,
    (6, 1): 6,
    (5, 2): 1,
    (5, 1): 2,
    (4, 2): 1,
    (4, 1): 2,
    (3, 1): 1,
    (2, 1): 1,
}


def counter_sabotage_in_force(players: int, positive_only: bool, chosen: bool) -> bool:
    """Rulings 4: 5 players; always with standard scoring, else only if chosen."""
    return players == 5 and (chosen or not positive_only)


def points(
    players: int,
    declarer: int,
    partners: Sequence[int],
    won: bool,
    value: int,
    positive_only: bool = False,
    counter_sabotage: bool = False,
) -> list[int]:
    """Points of each seat; after an abdication, declarer is the new declarer."""
    if not positive_only:
        return _standard(players, declarer, partners, value if won else -value)
    if counter_sabotage_in_force(players, positive_only, counter_sabotage):
        return _positive_with_sabotage(declarer, partners, won, value)
    side = {declarer, *partners}
    share = POSITIVE[players, len(side)] * value
    return [share if (seat in side) == won else 0 for seat in range(players)]


def _standard(players: int, declarer: int, partners: Sequence[int], stake: int) -> list[int]:
    for_declarer, for_partner = STANDARD[players, 1 + len(partners)]
    result = [-stake] * players
    result[declarer] = for_declarer * stake
    for seat in partners:
        result[seat] = for_partner * stake
    return result


def _positive_with_sabotage(
    declarer: int, partners: Sequence[int], won: bool, value: int
) -> list[int]:
    """Five players, the adjusted table: Duo 2 and 1 or 1 each, Solo 3 or 3 each."""
    solo = not partners
    side = {declarer, *partners}
    if not won:
        share = 3 if solo else 1
        return [0 if seat in side else share * value for seat in range(5)]
    result = [0] * 5
    result[declarer] = (3 if solo else 2) * value
    for seat in partners:
        result[seat] = value
    return result
