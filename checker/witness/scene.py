"""The scene of a witness: its position and its moves in one line, without the variables that only rules look at."""

from __future__ import annotations

from unodsl.engine.describe import short
from unodsl.model import table as t

MOST_MOVES = 3
"""So many moves are named; a longer story is told by the witness alone."""

_HEAD = ("game ", "with ", "set ", "seats ", "use ", "options ")


def scene(table: t.Table, witness: str) -> str:
    """What lies on the piles, what the table waits for, and the moves of the first scenario of a witness; "" where it has none."""
    piles: list[str] = []
    waits: list[str] = []
    moves: list[str] = []
    for line in first_scenario(witness):
        if line.startswith(_HEAD) or line.endswith(" is absent"):
            continue
        if named(line, [short(z.name) for z in table.zones if not z.each_player]):
            pile, _, cards = line.partition(" is ")
            piles.append(f"{cards.partition(',')[0]} on {pile}")
        elif (
            " holds " in line
            or named(line, [short(v.name) for v in table.variables])
            or named(line, [short(z.name) for z in table.zones if z.each_player])
        ):
            continue
        elif any(line.startswith(f"{short(x.name)} of ") for x in table.situations):
            waits.append(line)
        else:
            moves.append(line.partition(" by ")[0])
    if len(moves) > MOST_MOVES:
        moves = [*moves[:MOST_MOVES], "and so on"]
    # what lies below waits; its details are not what the move is about
    waits = [*(x.partition(" with ")[0] for x in waits[:-1]), *waits[-1:]]
    parts = [", ".join((*reversed(waits), *piles)), *moves]
    return "; ".join(p for p in parts if p)


def first_scenario(witness: str) -> list[str]:
    """The position and the moves of the first scenario, up to its first expectation."""
    out: list[str] = []
    inside = False
    for line in witness.splitlines():
        if line.startswith("scenario "):
            if inside:
                break
            inside = True
        elif inside and line.strip().startswith("expect "):
            break
        elif inside and line.strip():
            out.append(line.strip())
    return out


def named(line: str, names: list[str]) -> bool:
    """Whether a line says what one of some things is."""
    return any(line.startswith((f"{name} is ", f"{name} of ")) and " is " in line for name in names)
