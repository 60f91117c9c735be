"""A move as one number: what a compiled table lists. Numbers sort as moves do: by offer, seat, and argument, whatever its sign."""

from __future__ import annotations

from unodsl.engine.api import Move

_SEAT, OFFER_BITS = 32, 40
"""From which bit on there is the seat, and the offer. Arguments lie below."""

_LEAST = -(1 << (_SEAT - 1))
"""The argument that lies there as 0: no argument is less, since sets of seats have none and numbers stay within `limits.NUMBER`."""


def key(offer: int, seat: str, argument: str) -> str:
    """The number of a move, as WebAssembly text."""
    low = f"(i64.sub {argument} (i64.const {_LEAST}))"
    return f"(i64.or (i64.const {offer << OFFER_BITS}) (i64.or (i64.shl {seat} (i64.const {_SEAT})) {low}))"


def parts(key: str) -> tuple[str, str, str]:
    """The offer (32 bits), seat and argument (64 bits) of a move's number, as WebAssembly text."""
    seats = (1 << (OFFER_BITS - _SEAT)) - 1
    return (
        f"(i32.wrap_i64 (i64.shr_u {key} (i64.const {OFFER_BITS})))",
        f"(i64.and (i64.shr_u {key} (i64.const {_SEAT})) (i64.const {seats}))",
        f"(i64.add (i64.and {key} (i64.const {(1 << _SEAT) - 1})) (i64.const {_LEAST}))",
    )


def move(key: int) -> Move:
    """The move that a number is."""
    return Move(
        key >> OFFER_BITS, key >> _SEAT & ((1 << (OFFER_BITS - _SEAT)) - 1), (key & ((1 << _SEAT) - 1)) + _LEAST
    )


def numbered(x: Move) -> int:
    """The number of a move."""
    return x.offer << OFFER_BITS | x.seat << _SEAT | (x.argument - _LEAST)
