"""Suggestions for unknown lines of a scenario: from the phrase book, in the words of the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches

from unodsl.engine.describe import short
from unodsl.resolve.kinds import one_line
from unodsl.resolve.words import Mistake
from unodsl.scenarios.desk import Desk
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.scenario_phrases import scenario_line_meant

Line = s.Statement | s.Expect | s.ExpectNote
Reader = Callable[[Desk, Line], object]
"""Parses a line; raises `Mistake` for an unknown one."""

_ABLE = ("can", "cannot", "is", "on", "not")
_DONE = re.compile(r"[a-z]+(?:ed|en|n|id|ew|ose|t)")
"""A verb in the form of `played`, `drew`, `chosen`, `said`."""


def line_meant(desk: Desk, mistake: Mistake, line: s.Statement | s.Expect, meaning: Reader) -> str | None:
    """A suggestion with the whole intended line; None if there is none."""
    text = " ".join(line.span.text.split())
    meant = both(desk, line, meaning)
    if meant is None:
        hint = scenario_line_meant(text)
        meant = None if hint is None else in_its_words(desk, hint, mistake.diagnostic.hint, meaning)
    return meant or done_before(desk, text) or of_somebody(desk, mistake, line, meaning)


def both(desk: Desk, line: s.Statement | s.Expect, meaning: Reader) -> str | None:
    """A suggestion for `expect ann can play red 5 and draw 1`, `ann plays red 5 and draws 1`: one line for each, with
    the verb of the first if the second has none."""
    body = line.items[0].body
    if len(line.items) > 1 or not isinstance(body, s.Logic):
        return None
    can, *others = body.operands
    if isinstance(line, s.Statement):
        words = one_line(can).split()
        thirds = {a.third.split()[0] for a in desk.table.acts}
        if body.kind != "and" or len(words) < 2 or words[0] not in desk.names or words[1] not in thirds:
            return None
        behind = [one_line(x) for x in others]
        phrases = [f"{words[0]} {x if x.split()[0] in thirds else f'{words[1]} {x}'}" for x in behind]
        moves = [" ".join(words), *phrases]
        if any(taken(desk, x, meaning) is not None for x in moves):
            return None
        return f"one line is one move: `{'; '.join(moves)}`"
    if not isinstance(can, s.Compare) or can.relation not in ("can", "cannot"):
        return each_alone(desk, body, meaning)
    verbs = {short(a.verb).split()[0] for a in desk.table.acts}
    parts = [one_line(x) for x in (can.right, *others)]
    first = parts[0].split()[0]
    if first not in verbs:
        return None
    start = f"expect {one_line(can.left)} {can.relation}"
    lines = [f"{start} {x if x.split()[0] in verbs else f'{first} {x}'}" for x in parts]
    if any(taken(desk, x, meaning) is not None for x in lines):
        return None
    return f"write `{'; '.join(lines)}`"


def each_alone(desk: Desk, body: s.Logic, meaning: Reader) -> str | None:
    """A suggestion for `expect the round ended and turn of bob`: one line for each, if each can be expected alone."""
    lines = [f"expect {one_line(x)}" for x in body.operands]
    if body.kind != "and" or any(taken(desk, x, meaning) is not None for x in lines):
        return None
    return f"write `{'; '.join(lines)}`"


def done_before(desk: Desk, text: str) -> str | None:
    """A suggestion for `expect ann called uno`, `expect ann has drawn 2`: a past event is not a condition."""
    words = [w for w in text.split() if w not in ("has", "have", "had", "already", "just")]
    if words[:1] != ["expect"] or len(words) < 3 or words[1] not in desk.names:
        return None
    done, rest = words[2], words[3:]
    bases = {short(a.verb).split()[0]: a.third for a in desk.table.acts}
    if done in bases or done in {x.split()[0] for x in bases.values()} or done in _ABLE or not _DONE.fullmatch(done):
        return None
    near = get_close_matches(done, [b for b in bases if b[0] == done[0]], 1, 0.5)
    verb = next((third for third in bases.values() if third.split()[1:] == rest and rest), None)
    third = verb or (bases[near[0]] if near else None)
    if third is None:
        return None
    extra = third.split()[1:]
    rest = rest[len(extra) :] if rest[: len(extra)] == extra else rest
    move = " ".join((words[1], third, *rest))
    return f"what happens is a line without `expect`: `{move}`; then expect what came of it"


def of_somebody(desk: Desk, mistake: Mistake, line: s.Statement | s.Expect, meaning: Reader) -> str | None:
    """A suggestion for `score is 20`: whose it is."""
    found = mistake.diagnostic
    if found.span is None or not found.message.endswith(" of whom?"):
        return None
    text, start = line.span.text, found.span.start - line.span.start
    end = found.span.end - line.span.start
    if start < 0 or end > len(text):
        return None
    whole = " ".join(f"{text[:end]} of {desk.names[0]}{text[end:]}".split())
    return f"write `{whole}`" if taken(desk, whole, meaning) is None else None


def in_its_words(desk: Desk, written: str, otherwise: str | None, meaning: Reader) -> str | None:
    """The suggestion of the phrase book, with the table's names of zones. If it gives full lines that are wrong at this
    table, with their errors, or else the original suggestion."""
    written = desk.x.zones_named(written)
    named = re.search(r"(?:write|expected:|one move:|stands alone:|without `expect`:) `([^`]*)`", written)
    if named is None or "..." in written:
        return written
    for one in named[1].split("; "):
        wrong = taken(desk, one, meaning)
        if wrong is not None:
            hint = wrong.diagnostic.hint
            return (
                written
                if hint is None and otherwise is None
                else hint
                if _gives_line(hint) or otherwise is None
                else otherwise
            )
    return written


def _gives_line(hint: str | None) -> bool:
    """Whether a suggestion is more than a similar word."""
    return hint is not None and not hint.startswith("did you mean")


def taken(desk: Desk, text: str, meaning: Reader) -> Mistake | None:
    """The error in a suggested line at this table; None if there is none, or if it is no line of a position, a move or
    an expectation."""
    for line in lines_of(text):
        try:
            meaning(desk, line)
        except Mistake as mistake:
            return mistake
    return None


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a scenario in a text; none if it cannot be parsed."""
    # only where something is wrong: it loads the parser
    from unodsl.syntax.parse import parse

    tree, problems = parse(Source("help", f'scenario "help"\n  {text}\n', "help"))
    for item in tree.items if not problems else ():
        if isinstance(item, s.Scenario):
            yield from (x for x in item.lines if isinstance(x, s.Statement | s.Expect | s.ExpectNote))
