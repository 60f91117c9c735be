"""The scene of a witness: its position and moves in one line, mostly without variables: those with words for values are
shown (`direction is counterclockwise`)."""

from __future__ import annotations

from collections.abc import Collection

from checker.codes import STUCK, TRAP, UNANSWERED
from checker.effects.summary import summaries
from checker.effects.ways import written_name
from unodsl.engine.describe import short
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration
from unodsl.model.walk import below

MOST_MOVES = 3
"""The maximal number of moves in a scene; the witness has them all."""

MOST_CARDS = 5
"""The maximal number of cards of a hand that a scene lists; larger ones are counted."""

MOST_VARIABLES = 2
"""The maximal number of variables in the scene of a round that cannot end: one of them may be why."""

NO_MOVE = frozenset({STUCK.id, UNANSWERED.id})
"""The codes of findings about positions without a move."""

_BEGINS = ("the match begins", "the round begins")
"""The moves of a scenario in which cards are dealt."""

_HEAD = ("game ", "with ", "set ", "seats ", "use ", "options ")


def scene(table: t.Table, witness: str, code: str = "", rules: Collection[str] = ()) -> str:
    """The piles, the open situations, and the moves of the first scenario of a witness; "" if there is none.
    `code`: of the finding; where nobody has a move, also the cards of the players whom the table waits for; where the round
    cannot end, also variables of the table. `rules`: of the finding; where one of its bans depends on how many cards
    players hold, that is shown, too."""
    kept = [short(v.name) for v in table.variables if code == TRAP.id and not isinstance(v.type, Card)]
    ending = read_at_the_end(table, rules) if kept else []
    values: list[str] = []
    piles: list[str] = []
    waits: list[str] = []
    moves: list[str] = []
    absent: list[str] = []
    hands: list[str] = []
    words = [short(v.name) for v in table.variables if is_of_words(v)]
    stated: list[str] = []
    for line in first_scenario(witness):
        if line.startswith(_HEAD):
            continue
        if line.endswith(" is absent"):
            absent.append(line)
            continue
        if line.startswith("winners is ") or line.endswith(" is not open"):
            continue
        if named(line, [short(z.name) for z in table.zones if not z.each_player]):
            piles.append(line)
        elif " holds " in line:
            hands.append(line)
        elif named(line, words):
            stated.append(line)
        elif named(line, ending) or any(line.startswith(f"{name} is ") for name in kept):
            values.append(line)
        elif named(line, [short(v.name) for v in table.variables]) or named(
            line, [short(z.name) for z in table.zones if z.each_player]
        ):
            continue
        elif any(line.startswith(f"{short(x.name)} of ") for x in table.situations):
            waits.append(line)
        else:
            moves.append(line.partition(" by ")[0])
    dealt = any(line in _BEGINS for line in moves)
    piles = [pile_words(line, dealt) for line in piles]
    if len(moves) > MOST_MOVES:
        moves = [*moves[:MOST_MOVES], "and so on"]
    # situations below the top are named without details
    waits = [*(x.partition(" with ")[0] for x in waits[:-1]), *waits[-1:]]
    # that nobody is there to answer is what the story is about
    missed = [x for x in absent if waits and x.partition(" ")[0] in waits[-1].replace(",", " ").split()]
    awaited = waits[-1].partition(" with ")[0].replace(",", " ").split() if waits and code in NO_MOVE else []
    counted = bool(hands) and not dealt and depends_on_hands(table, rules)
    shown = [hand_words(x, listed) for x in hands if (listed := x.partition(" ")[0] in awaited) or counted]
    values.sort(key=lambda line: not named(line, ending))
    parts = [", ".join((*reversed(waits), *piles, *stated)), *shown, *values[:MOST_VARIABLES], *missed, *moves]
    return "; ".join(p for p in parts if p)


def read_at_the_end(table: t.Table, rules: Collection[str]) -> list[str]:
    """The variables on which it depends whether a round ends, and what some bans forbid."""
    all_ = summaries(table)
    ending = [x for x in table.running if any(y.phase == "round ends" for y in all_.flat(x.effects))]
    read = (*(below(x) for x in ending), *(below(x) for x in table.bans if written_name(x.info.name) in rules))
    found = {y.index for x in read for y in x if isinstance(y, e.Variable)}
    return [short(table.variables[i].name) for i in sorted(found)]


def is_of_words(variable: t.Variable) -> bool:
    """Whether a variable of the table has values that the rules name, such as a direction. (A position states those
    that are not at their start.)"""
    return isinstance(variable.type, Enumeration) and not variable.type.name and not variable.each_player


def depends_on_hands(table: t.Table, rules: Collection[str]) -> bool:
    """Whether one of some bans depends on the number of cards that players hold."""
    zones = {i for i, z in enumerate(table.zones) if z.each_player}
    bans = (x for x in table.bans if written_name(x.info.name) in rules)
    return any(
        isinstance(x, e.CountCards) and any(getattr(y, "zone", -1) in zones for y in below(x.place))
        for ban in bans
        for x in below(ban.guard)
    )


def pile_words(line: str, dealt: bool) -> str:
    """A pile of a scenario: its top card; where cards are `dealt`, the last of those that come from it, which is the one
    turned up."""
    pile, _, cards = line.partition(" is ")
    first, *more = cards.split(", ")
    return f"{more[-1]} is the last of {len(more) + 1} cards from {pile}" if dealt and more else f"{first} on {pile}"


def hand_words(line: str, listed: bool) -> str:
    """A hand of a scenario: its cards, if these are to be `listed` and not many, else their number."""
    who, _, cards = line.partition(" holds ")
    kinds = [] if cards == "nothing" else cards.split(", ")
    number = sum(int(x.partition(" * ")[0]) if " * " in x else 1 for x in kinds)
    few = listed and len(kinds) <= MOST_CARDS
    return line if few else f"{who} has {number or 'no'} card{'' if number == 1 else 's'}"


def first_scenario(witness: str) -> list[str]:
    """The lines of the first scenario up to its first expectation."""
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
    """Whether a line states the value of one of some names."""
    return any(line.startswith((f"{name} is ", f"{name} of ")) and " is " in line for name in names)
