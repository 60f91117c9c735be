"""Picks of random cards in generated Python: specialized to the width of a table's sets, because most of a game's time
is spent there."""

from __future__ import annotations

from functools import cache

from unodsl.engine.chance import INCREMENT, MASK, MULTIPLIER

_TABLE_BITS = 14
"""The number of bits of a lookup table."""


@cache
def nth_bits(bits: int) -> tuple[tuple[int, ...], ...]:
    """For each number of so many bits the indexes of its bits, the lowest first."""
    out: list[tuple[int, ...]] = [()]
    for bit in range(bits):
        out += [(*lower, bit) for lower in out]
    return tuple(out)


def halves(width: int) -> tuple[list[int], int]:
    """The binary search for a bit of a set of this width: the bits of each lower half, and those left for a table."""
    out = []
    while width > _TABLE_BITS:
        width = (width + 1) // 2
        out.append(width)
    return out, width


def chance_text(width: int) -> str:
    """`pick(s, cards)`, which gives the kind of a random card, and `draw(s, origin, target)`, which takes one from one slot to
    another; `choose(s, site, players, many)`, which gives a number below `many`. They need the names KIND_AT, NTH (`nth_bits` of the bits left), OFFSETS, WIDTHS and ONES: by kind, where its bits are,
    as many bits as it has copies, and the first of its bits."""
    steps, _ = halves(width)
    lines = []
    for number, half in enumerate(steps):
        lines += [
            f"part = cards & {hex((1 << half) - 1)}",
            "below = part.bit_count()",
            "if n < below:",
            "    cards = part",
            *(["    low = 0"] if number == 0 else []),
            "else:",
            "    n -= below",
            f"    cards >>= {half}",
            f"    low {'=' if number == 0 else '+='} {half}",
        ]
    found = "KIND_AT[low + NTH[cards][n]]" if steps else "KIND_AT[NTH[cards][n]]"
    # PCG32 and a product, as in `unodsl.engine.chance`, with few and short products: twice the same 32 bits are rotated
    # by a shift
    choose = [
        "state = s[0]",
        f"s[0] = (state * {MULTIPLIER} + {INCREMENT}) & {MASK}",
        "high = state >> 27",
        "twice = ((high ^ high >> 18) & 0xFFFFFFFF) * 0x100000001",
        "n = (twice >> (state >> 59) & 0xFFFFFFFF) * cards.bit_count() >> 32",
        *lines,
    ]
    value = [
        *choose[:4],
        "return (twice >> (state >> 59) & 0xFFFFFFFF) * many >> 32",
    ]
    draw = [
        "held = cards = s[origin]",
        *choose,
        f"kind = {found}",
        "offset = OFFSETS[kind]",
        "mine = held >> offset & WIDTHS[kind]",
        "s[origin] = held ^ (mine ^ mine >> 1) << offset",
        "cards = s[target]",
        # adding one to a field of ones at its lower end sets the bit above them
        "s[target] = cards | cards + ONES[kind]",
        "return kind",
    ]
    pick = [*choose, f"return {found}"]
    return "\n".join(
        [
            "",
            "",
            "def pick(s, cards):",
            *(f"    {x}" for x in pick),
            "",
            "",
            "def draw(s, origin, target):",
            *(f"    {x}" for x in draw),
            "",
            "",
            "def choose(s, site, players, many):",
            *(f"    {x}" for x in value),
            "",
        ]
    )
