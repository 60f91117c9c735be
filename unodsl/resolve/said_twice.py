"""Duplicates in a file: names in a list, lines of a rule. The second one is useless, or not what the writer thinks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from unodsl.diagnostics import Diagnostic
from unodsl.resolve.kinds import one_line
from unodsl.resolve.words import ARTICLES, plain
from unodsl.syntax import nodes as s

T = TypeVar("T")
_LISTS = ("clause", "requires", "brings", "excludes", "without")


def duplicates(tree: s.File) -> Iterator[Diagnostic]:
    """UNO108 for each duplicate."""
    meant = [i for i in tree.items if isinstance(i, s.OptionsFor)]
    for extra in meant[1:]:
        hint = "put the options for the other game into a file of their own"
        yield Diagnostic("UNO108", "a file holds options for one game", extra.span, hint)
    for use in _twice((i.path for i in tree.items if isinstance(i, s.Use)), _text):
        yield Diagnostic("UNO108", f"`{use.text}` is used twice", use.span, _LEAVE)
    for top in tree.items:
        if isinstance(top, s.Game | s.Option):
            yield from _in_block(top.items)


_LEAVE = "leave one of them out"


def _in_block(items: tuple[s.Item, ...]) -> Iterator[Diagnostic]:
    for kind in _LISTS:
        names = [n for i in items if isinstance(i, s.Names) and i.kind == kind for n in i.names]
        yield from _named_twice(kind, names)
    defaults = [i for i in items if isinstance(i, s.OnByDefault)]
    for line in defaults[1:]:
        yield Diagnostic("UNO108", "`on by default` appears twice", line.span, _LEAVE)
    for item in items:
        if isinstance(item, s.Rule):
            yield from _in_rule(item)
        elif isinstance(item, s.Deck):
            gone = [(x, v) for x in item.lines if isinstance(x, s.Cards) and x.count is None for v in x.values]
            for _, value in _twice(gone, _taken_out):
                yield Diagnostic("UNO108", f"`{value.span.text}` is taken out twice", value.span, _LEAVE)
        elif isinstance(item, s.Act):
            yield from _named_twice("manners", item.manners)


def _in_rule(rule: s.Rule) -> Iterator[Diagnostic]:
    lists = {
        "clause": rule.clauses,
        "instead of": rule.instead,
        "before": rule.before,
        "after": rule.after,
        "despite": rule.despite,
    }
    for kind, names in lists.items():
        yield from _named_twice(kind, names)
    first, *others = rule.during or (None,)
    for line in others:
        assert first is not None
        at_all = next((x for x in (first, line) if not x.situations), None)
        if at_all is not None:
            message, hint = "`at any time` and `during` do not go together", "leave one of them out"
        else:
            every = dict.fromkeys(one_line(p) for x in rule.during for p in x.situations)
            message, hint = "a rule has one `during`", f"write `during {' or '.join(every)}`"
        yield Diagnostic("UNO108", message, line.span, hint)
    for line in rule.during:
        for phrase in _twice(line.situations, lambda p: " ".join(plain(p.words))):
            yield Diagnostic("UNO108", f"`during` names `{one_line(phrase)}` twice", phrase.span, _LEAVE)
    for condition in _twice(rule.conditions, lambda c: tuple(w for w in one_line(c).split() if w not in ARTICLES)):
        yield Diagnostic("UNO108", "this condition appears twice", condition.span, _LEAVE)
    for allow in _twice(rule.allows, lambda a: (a.code.text, a.rule.text if a.rule else None)):
        what = allow.code.text + (f" with {allow.rule.text}" if allow.rule else "")
        yield Diagnostic("UNO108", f"`allow {what}` appears twice", allow.span, _LEAVE)


def _named_twice(kind: str, names: Iterable[s.Name]) -> Iterator[Diagnostic]:
    for name in _twice(names, _text):
        yield Diagnostic("UNO108", f"`{kind}` names `{name.text}` twice", name.span, _LEAVE)


def _taken_out(taken: tuple[s.Cards, s.Value]) -> object:
    line, value = taken
    of = "" if line.of is None else one_line(line.of)
    return None if line.each is None else one_line(line.each), of, value.span.text


def _text(word: s.Word) -> str:
    return word.text


def _twice(things: Iterable[T], key: Callable[[T], object]) -> Iterator[T]:
    """Yields the elements that equal an earlier one."""
    seen: set[object] = set()
    for thing in things:
        if key(thing) in seen:
            yield thing
        seen.add(key(thing))
