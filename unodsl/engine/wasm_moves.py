"""Moves as integers, in compiled tables. They sort like moves: by offer, seat, and argument, whatever its sign."""

from __future__ import annotations

from unodsl.engine.api import Move

_SEAT, OFFER_BITS = 32, 40
"""The first bits of the seat and of the offer. The argument lies below."""

_LEAST = -(1 << (_SEAT - 1))
"""The least argument, encoded as 0: no argument is less, since sets of seats are not negative and numbers stay within
`limits.NUMBER`."""


def key(offer: int, seat: str, argument: str) -> str:
    """Encodes a move, as WebAssembly text."""
    low = f"(i64.sub {argument} (i64.const {_LEAST}))"
    return f"(i64.or (i64.const {offer << OFFER_BITS}) (i64.or (i64.shl {seat} (i64.const {_SEAT})) {low}))"


def parts(key: str) -> tuple[str, str, str]:
    """Decodes the offer (32 bits), seat and argument (64 bits), as WebAssembly text."""
    seats = (1 << (OFFER_BITS - _SEAT)) - 1
    return (
        f"(i32.wrap_i64 (i64.shr_u {key} (i64.const {OFFER_BITS})))",
        f"(i64.and (i64.shr_u {key} (i64.const {_SEAT})) (i64.const {seats}))",
        f"(i64.add (i64.and {key} (i64.const {(1 << _SEAT) - 1})) (i64.const {_LEAST}))",
    )


def move(key: int) -> Move:
    """Decodes a move."""
    return Move(
        key >> OFFER_BITS, key >> _SEAT & ((1 << (OFFER_BITS - _SEAT)) - 1), (key & ((1 << _SEAT) - 1)) + _LEAST
    )


def numbered(x: Move) -> int:
    """Encodes a move."""
    return x.offer << OFFER_BITS | x.seat << _SEAT | (x.argument - _LEAST)
