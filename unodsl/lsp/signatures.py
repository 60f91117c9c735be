"""Signature help: the parameters of an act or a situation while its line is typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unodsl.lsp.completion import group_at
from unodsl.lsp.workspace import Workspace
from unodsl.model import table as t
from unodsl.model.types import Enumeration, Number, Type, YesNo
from unodsl.resolve.kinds import describe
from unodsl.syntax.comments import split_comment

MOST_VALUES = 16
"""Maximum number of values of a type that are listed."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature: the label, its parameters (substrings of the label, each with the permitted values), and the index
    of the active one."""

    label: str
    parts: tuple[tuple[str, str], ...]
    active: int | None


def signature(workspace: Workspace, path: Path, offset: int) -> Signature | None:
    """Returns the signature of the last act or situation named before an offset in its line. None if there is none."""
    view = workspace.view(path)
    before = view.text[view.positions.start_of(view.positions.line_of(offset)) : offset]
    code, comment = split_comment(before)
    group = group_at(view, offset)
    if comment or code.count('"') % 2 or group is None:
        return None
    code = " ".join(code.split()) + (" " if code[-1:].isspace() else "")
    v = group.rules.v
    found = [*acts(v.acts, code), *situations(v.situations, code)]
    # the last name wins; of names with the same end, the longest
    return max(found, key=lambda x: (x[0], x[1]))[2] if found else None


def acts(declared: Sequence[t.Act], code: str) -> Iterator[tuple[int, int, Signature]]:
    """Yields the acts whose verb occurs in a line followed by text: end and length of the verb, and the signature."""
    for act in declared:
        if act.verb != act.name:
            continue
        plain = act.name.partition(".")[2]
        for verb in (act.third, plain):
            at = after(code, verb)
            if at is None or (verb == plain and not verb_can_follow(code[: at - len(verb)])):
                continue
            parts = []
            if act.argument is not None:
                noun = article(act.argument_name)
                parts.append((noun, values_of(act.argument)))
            if len(act.manners) > 1:
                manners = ", ".join(f"`as {m}`" for m in act.manners[1:])
                parts.append((f"as {' or '.join(act.manners[1:])}", f"a manner, if it is not the plain way: {manners}"))
            parts += [(f"naming {article(x.noun)}", values_of(x.type)) for x in act.named]
            begun = [i for i, (part, _) in enumerate(parts) if re.search(rf" {part.split()[0]}\b", code[at:])]
            active = max((i for i in begun if parts[i][0].startswith(("as ", "naming "))), default=0 if parts else None)
            yield at, len(verb), Signature(" ".join([verb, *(x for x, _ in parts)]), tuple(parts), active)


def situations(declared: Sequence[t.Situation], code: str) -> Iterator[tuple[int, int, Signature]]:
    """Yields the situations that a line begins or tests, with the values of their fields."""
    for situation in declared:
        name = situation.name.partition(".")[2]
        at = after(code, name)
        if at is None:
            continue
        opened = code[: at - len(name)].rstrip().endswith("begin")
        rest = code[at:]
        if not opened and not re.match(r" on\b", rest):
            continue
        owner = "on players" if situation.on_players else "on a player"
        fields = [(f"{x.name} {noun(x.type)}", values_of(x.type)) for x in situation.fields]
        label = f"{name} {owner}" + (" with " + ", ".join(x for x, _ in fields) if fields else "")
        active = 0
        if re.search(r"\bwith\b", rest) and fields:
            last = rest[rest.rindex("with") + 4 :].rpartition(",")[2].strip()
            named = [i for i, x in enumerate(situation.fields) if re.match(rf"{re.escape(x.name)}\b", last)]
            commas = rest[rest.rindex("with") :].count(",")
            active = 1 + (named[0] if named else min(commas, len(fields) - 1))
        parts = ((owner, "a set of players" if situation.on_players else "whom the table waits for"), *fields)
        yield at, len(name), Signature(("begin " if opened else "") + label, parts, active)


def after(code: str, name: str) -> int | None:
    """Returns the end of the last occurrence of a name that is followed by a blank."""
    found = list(re.finditer(rf"(?<![\w.-]){re.escape(name)}(?=\s)", code))
    return found[-1].end() if found else None


def verb_can_follow(before: str) -> bool:
    """Returns whether a verb can follow: after `may`, `must`, `cannot`, `can`, or at the start of its declaration."""
    words = before.split()
    return bool(words) and words[-1] in ("may", "must", "cannot", "can", "only", "otherwise", "mistake", "will", "act")


def article(word: str) -> str:
    """Returns a noun with its indefinite article."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def noun(type_: Type) -> str:
    """Returns a short name for the type of a field."""
    if isinstance(type_, Enumeration) and not type_.name:
        return " or ".join(type_.values) if len(type_.values) < 4 else f"one of {len(type_.values)} words"
    return "yes or no" if isinstance(type_, YesNo) else describe(type_)


def values_of(type_: Type) -> str:
    """Returns a description of the values of a type."""
    match type_:
        case Number():
            return f"{type_.low} to {type_.high}"
        case Enumeration():
            shown = ", ".join(type_.values[:MOST_VALUES])
            return shown + (", ..." if len(type_.values) > MOST_VALUES else "")
        case _:
            return describe(type_)
