"""The random generator: PCG32 (XSH-RR, 64-bit state), as in M. E. O'Neill's reference implementation."""

from __future__ import annotations

import random
from functools import lru_cache
from threading import Lock
from typing import Protocol

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """The generator's state for a seed (any integer)."""
    state = (seed + INCREMENT) & MASK
    return (state * MULTIPLIER + INCREMENT) & MASK


def step(state: int) -> tuple[int, int]:
    """The next state, and 32 random bits."""
    mixed = ((state >> 18) ^ state) >> 27 & 0xFFFFFFFF
    turn = state >> 59
    bits = (mixed >> turn | mixed << (-turn & 31)) & 0xFFFFFFFF
    return (state * MULTIPLIER + INCREMENT) & MASK, bits


def below(state: int, n: int) -> tuple[int, int]:
    """The next state, and a random number from 0 to n - 1 (n at least 1)."""
    state, bits = step(state)
    return state, bits * n >> 32


class Numbers(Protocol):
    """A source of random numbers: `random.Random`, or its replay `Again`."""

    def randrange(self, n: int) -> int:
        """A number from 0 to n - 1."""
        ...


class Again:
    """Replays the numbers of `random.Random(seed)`, which are drawn once for each seed: a search uses the same seed
    thousands of times, and seeding would take most of its time. Numbers below 2**32 only."""

    __slots__ = ("_at", "_bits", "_source")

    def __init__(self, seed: int) -> None:
        self._source, self._bits = _drawn(seed)
        self._at = 0

    def randrange(self, n: int) -> int:
        """A number from 0 to n - 1, as `random.Random` returns it. Raises `ValueError` for n < 1, and for more than 32
        bits."""
        shift = 32 - n.bit_length()
        if n < 1 or shift < 0:
            raise ValueError(f"no number below {n}")
        bits = self._bits
        while True:
            if self._at == len(bits):
                with _DRAWING:
                    if self._at == len(bits):
                        bits += [self._source.getrandbits(32) for _ in range(_MORE)]
            found = bits[self._at] >> shift
            self._at += 1
            if found < n:
                return found


_MORE = 16
"""The number of random numbers drawn at once."""

_DRAWING = Lock()
"""Held while numbers are drawn, which threads share."""


@lru_cache(maxsize=2048)
def _drawn(seed: int) -> tuple[random.Random, list[int]]:
    """The generator of a seed, and its numbers so far, 32 bits each."""
    return random.Random(seed), []
