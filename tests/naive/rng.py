"""The random numbers: keys derived from keys, whole numbers modulo 2**64."""

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15


def mix(x: int) -> int:
    """Finaliser of splitmix64."""
    x %= WORD
    x ^= x >> 30
    x = x * 0xBF58476D1CE4E5B9 % WORD
    x ^= x >> 27
    x = x * 0x94D049BB133111EB % WORD
    return x ^ (x >> 31)


def subkey(key: int, number: int) -> int:
    """Key number `number` derived from a key."""
    return mix(key + GOLDEN * (number + 1))


def below(key: int, bound: int) -> int:
    """Draw from 0..bound-1 made from a key: the high word of the product."""
    return key * bound // WORD


def deal_key(seed: int, deal: int) -> int:
    """Key of one deal of one seed."""
    return subkey(subkey(0, seed), deal)


def shuffle_key(seed: int, deal: int) -> int:
    """Key of the shuffle."""
    return subkey(deal_key(seed, deal), 0)


def declarer_key(seed: int, deal: int) -> int:
    """Key of the forced declarer's seat."""
    return subkey(deal_key(seed, deal), 1)


def play_key(seed: int, deal: int) -> int:
    """Key of all the decisions of the deal."""
    return subkey(deal_key(seed, deal), 2)


def playout_key(seed: int, deal: int, playout: int) -> int:
    """Key of one playout of a hand: as a deal's, a shuffle 0 and a play key 2 come from it."""
    return subkey(subkey(deal_key(seed, deal), 3), playout)


def decision_key(key: int, seat: int, kind: int, ordinal: int) -> int:
    """Key of one decision, from the deal's play key."""
    return subkey(key, seat * 512 + kind * 32 + ordinal)


def shuffled(cards: list[str], key: int) -> list[str]:
    """Shuffle forwards (Fisher and Yates) with four draws from each word."""
    result = list(cards)
    last = len(result) - 1
    x = 0
    for position in range(last):
        word, draw = divmod(position, 4)
        if draw == 0:
            x = subkey(key, word)
        step, x = divmod(x * (len(result) - position), WORD)
        other = position + step
        result[position], result[other] = result[other], result[position]
    return result
