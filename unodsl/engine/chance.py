"""The generator of chance: PCG32 (XSH-RR, 64-bit state), as in M. E. O'Neill's reference implementation."""

from __future__ import annotations

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """The generator's state for a seed (any whole number)."""
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
