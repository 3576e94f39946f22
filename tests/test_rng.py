"""Random numbers as functions of keys, and the bit intrinsics that they rest on."""

from __future__ import annotations

import random
from typing import Any

import naive.rng
import numpy as np
import numpy.typing as npt
import pytest
from numba import types

from plateau_sim.jit import entry, high_product, lowest, nth_bit, popcount, portable_nth_bit
from plateau_sim.kernels.rng import below, deal_key, subkey
from plateau_sim.plateau.view import decision_key
from plateau_sim.pointers import row_of, rows_of

CASES = 10_000
_WORDS = types.uint64[::1]

# The first outputs of splitmix64, as published with the generator.
STREAMS = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC),
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
}


@entry(types.void(_WORDS, _WORDS, types.uint64[:, ::1]))
def _words(a: Any, b: Any, out: Any) -> None:
    """Apply each function of words to all cases."""
    for i in range(a.size):
        out[i, 0] = subkey(a[i], np.int64(b[i] >> np.uint64(1)))
        out[i, 1] = below(a[i], b[i])
        out[i, 2] = high_product(a[i], b[i])
        out[i, 3] = popcount(a[i])
        out[i, 4] = lowest(a[i])


@entry(types.void(_WORDS, types.uint64[:, ::1]))
def _nth_bits(words: Any, out: Any) -> None:
    """Write the place of a set bit of each word in two ways: bit number i modulo their number."""
    for i in range(words.size):
        n = np.uint64(i) % popcount(words[i])
        out[i, 0] = nth_bit(words[i], n)
        out[i, 1] = portable_nth_bit(words[i], n)


@entry(types.void(types.int64, types.int64, types.int64[:, ::1], _WORDS))
def _decision_keys(seed: Any, deal: Any, asked: Any, out: Any) -> None:
    play_key = subkey(deal_key(seed, deal), 2)
    for i in range(out.size):
        out[i] = decision_key(play_key, asked[i, 0], asked[i, 1], asked[i, 2])


@entry(types.float64(types.float64[:, ::1], types.int64, types.int64))
def _element(array: Any, row: Any, column: Any) -> Any:
    return row_of(rows_of(array), row)[column]


def draw_words(count: int, rng: random.Random) -> npt.NDArray[np.uint64]:
    """Return words of all sizes, never 0."""
    return np.array([max(1, rng.getrandbits(1 + i % 64)) for i in range(count)], np.uint64)


def apply_all(a: npt.NDArray[np.uint64], b: npt.NDArray[np.uint64]) -> list[list[int]]:
    """Return what each function makes of each pair of words."""
    out = np.zeros((a.size, 5), np.uint64)
    _words(a, b, out)
    return [[int(word) for word in row] for row in out]


@pytest.mark.parametrize("state", STREAMS)
def test_subkeys_are_the_published_stream_of_splitmix64(state: int) -> None:
    published = STREAMS[state]
    keys = np.full(len(published), state, np.uint64)
    drawn = apply_all(keys, 2 * np.arange(len(published), dtype=np.uint64))
    assert tuple(row[0] for row in drawn) == published
    assert tuple(naive.rng.subkey(state, n) for n in range(len(published))) == published


def test_functions_of_words_agree_with_whole_numbers() -> None:
    rng = random.Random("words")
    a, b = draw_words(CASES, rng), draw_words(CASES, rng)
    for row, x, y in zip(apply_all(a, b), map(int, a), map(int, b), strict=True):
        assert row[0] == naive.rng.subkey(x, y >> 1)
        assert row[1] == naive.rng.below(x, y)
        assert row[2] == x * y >> 64
        assert row[3] == x.bit_count()
        assert x >> row[4] & 1 and x % (1 << row[4]) == 0


def test_a_draw_below_n_is_a_number_from_0_to_n_minus_1_each_as_likely() -> None:
    keys = np.arange(CASES, dtype=np.uint64)
    keys = np.array([row[0] for row in apply_all(keys, keys)], np.uint64)
    for n in (1, 2, 3, 7, 78):
        draws = [row[1] for row in apply_all(keys, np.full(CASES, n, np.uint64))]
        counts = np.bincount(draws, minlength=n)
        assert counts.size == n
        spread = 5 * (CASES / n) ** 0.5
        assert abs(counts - CASES / n).max() < spread


def test_the_extreme_keys_draw_the_extreme_numbers() -> None:
    extremes = np.array([0, 2**64 - 1], np.uint64)
    assert [row[1] for row in apply_all(extremes, np.full(2, 6, np.uint64))] == [0, 5]


def test_the_portable_search_for_a_set_bit_finds_the_same_bit() -> None:
    words = draw_words(CASES, random.Random("bits"))
    out = np.zeros((CASES, 2), np.uint64)
    _nth_bits(words, out)
    for i, (word, found) in enumerate(zip(map(int, words), out, strict=True)):
        places = [place for place in range(64) if word >> place & 1]
        assert found[0] == found[1] == places[i % len(places)]


def test_each_decision_has_a_key_of_its_own() -> None:
    asked = np.array([(s, k, o) for s in range(6) for k in range(9) for o in range(32)])
    out = np.zeros(len(asked), np.uint64)
    _decision_keys(7, 123, asked, out)
    key = naive.rng.play_key(7, 123)
    assert [int(word) for word in out] == [naive.rng.decision_key(key, *map(int, a)) for a in asked]
    assert len(set(out)) == len(asked)


def test_a_row_is_the_row_of_the_array() -> None:
    array = np.arange(12.0).reshape(3, 4)
    assert [_element(array, 2, column) for column in range(4)] == [8.0, 9.0, 10.0, 11.0]
