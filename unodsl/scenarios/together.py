"""Checks combinations of scenario lines that are valid individually."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from unodsl.diagnostics import Diagnostic
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.scenarios import steps
from unodsl.scenarios.desk import Desk


def out_of_place(desk: Desk, found: list[steps.Step]) -> Iterator[Diagnostic]:
    """Yields errors for lines that are repeated, too late, or without effect at their position."""
    seen: dict[object, steps.Position] = {}
    whole = frozenset(x.zone for x in found if isinstance(x, steps.Held) and x.exactly)
    first = next((x for x in found if not isinstance(x, steps.Position)), None)
    begun = False
    for at in found:
        if not isinstance(at, steps.Position):
            begun = True
            continue
        if begun:
            hint = "start a new scenario, or say `expect` before it"
            yield Diagnostic("UNO113", "the position comes before the first move", at.span, hint)
            continue
        for key in subjects(desk.table, at, whole):
            if key in seen:
                message = f"`{at.span.text}` says again what another line says"
                yield Diagnostic("UNO113", message, at.span, in_one_line(at, seen[key]))
                break
            seen[key] = at
        if isinstance(first, steps.Happens) and wiped(desk.table, at, first):
            hint = "say in `draw pile is ...` which cards are dealt, or leave `the " + first.kind + "` out"
            message = f"`{at.span.text}` has no effect: `the {first.kind}` starts from a table where nothing is dealt"
            yield Diagnostic("UNO113", message, at.span, hint)


def in_one_line(at: steps.Position, first: steps.Position) -> str:
    """Returns the suggestion to merge two lines on the same subject."""
    cards = re.fullmatch(r".*?\b(?:holds|is)\s+(.*)", at.span.text, re.DOTALL)
    if not isinstance(at, steps.Held) or not isinstance(first, steps.Held) or cards is None:
        return f"the first time is at {first.span}: leave one of the two out"
    if at.kinds and first.kinds and not at.exactly:
        return f"put all cards into one line: `{first.span.text}, {cards[1]}`"
    # `nothing` and `empty` cannot be combined
    return f"the first time is at {first.span}: leave one of the two out"


def subjects(table: t.Table, at: steps.Position, whole: frozenset[int]) -> list[object]:
    """What a line of a position is about; no other line may be about it as well. `whole`: zones of which some line says all that they
    hold."""
    match at:
        case steps.Held():
            # the next draws can be given in several lines, in order
            return [] if at.zone in dict(table.deck.homes) and at.zone not in whole else [("place", at.zone, at.seat)]
        case steps.ChanceResults():
            return []
        case steps.Absent():
            return [("absent", at.seat)]
        case steps.Put():
            return [at.target if isinstance(at.target, e.Variable) else (at.target.situation, at.target.index)]
        case steps.Closed():
            return [("situation", at.situation)]
        case steps.Won():
            return ["winners"]
        case steps.Opened():
            return [("situation", at.situation), *((at.situation, index) for index, _ in at.fields)]
        case _:
            assert_never(at)


def wiped(table: t.Table, at: steps.Position, first: steps.Happens) -> bool:
    """Returns whether the start of a round or match overwrites what a position line sets."""
    if first.kind == "round ends":
        return False
    match at:
        case steps.Held():
            return at.zone not in dict(table.deck.homes) or at.exactly
        case steps.Absent() | steps.ChanceResults():
            return False
        case steps.Put():
            if isinstance(at.target, e.Field):
                return True
            return first.kind == "round begins" and not table.variables[at.target.index].kept
        case steps.Opened() | steps.Closed():
            return True
        case steps.Won():
            # who won the last round is known when the next one begins
            return first.kind == "match begins"
        case _:
            assert_never(at)
