"""The declarations in the text of a file, without composing a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unodsl import limits
from unodsl.resolve.occurrences import Target
from unodsl.resolve.project import Page
from unodsl.resolve.words import ARTICLES, key, verb_of
from unodsl.source import Span
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declaration: its name, the whole item, and its option (None: the game's). `holder`: its parent, such as the
    situation of a field. `counted`: one of several in a range."""

    target: Target
    name: Span
    item: Span
    option: str | None = None
    title: str = ""
    holder: Target | None = None
    counted: bool = False


def named(phrase: s.Phrase) -> Span:
    """The span of a name without its articles."""
    words = [w for w in phrase.words if w.text not in ARTICLES] or list(phrase.words)
    return words[0].span.to(words[-1].span)


def declarations(page: Page) -> Iterator[Declaration]:
    """Yields all declarations of a file, in order."""
    if page.game is not None:
        title = page.game.title.text if page.game.title else ""
        yield Declaration(Target("game", page.name, page.name), page.game.name.span, page.game.span, None, title)
        yield from _items(page, None, page.game.items)
    for name, option in page.options.items():
        title = option.title.text if option.title else ""
        yield Declaration(Target("option", page.name, option.name.text), option.name.span, option.span, None, title)
        yield from _items(page, name, option.items)


def _items(page: Page, option: str | None, items: tuple[s.Item, ...]) -> Iterator[Declaration]:
    for item in items:
        match item:
            case s.Rule():
                yield from _rule(page, option, item)
            case s.Zone():
                yield Declaration(_target("zone", page, item.name), named(item.name), item.span, option)
            case s.Variable():
                yield Declaration(_target("variable", page, item.name), named(item.name), item.span, option)
            case s.Parameter():
                title = item.title.text if item.title else ""
                yield Declaration(_target("parameter", page, item.name), named(item.name), item.span, option, title)
            case s.Situation():
                situation = _target("situation", page, item.name)
                yield Declaration(situation, named(item.name), item.span, option)
                for field in item.fields:
                    of = Target("field", page.name, " ".join(key(field.name)), situation.name)
                    yield Declaration(of, named(field.name), field.span, option, "", situation)
            case s.Act():
                yield from _act(page, option, item)
            case s.Deck():
                yield from _deck(option, item)
            case _:
                pass


def _target(kind: str, page: Page, phrase: s.Phrase) -> Target:
    return Target(kind, page.name, " ".join(key(phrase)))  # type: ignore[arg-type]


def _rule(page: Page, option: str | None, rule: s.Rule) -> Iterator[Declaration]:
    title = rule.title.text if rule.title else ""
    target = Target("rule", page.name, rule.name.text)
    yield Declaration(target, rule.name.span, rule.span, option, title)
    for head in rule.heads:
        if isinstance(head, s.Means):
            phrase = head.predicate or (head.head.head if isinstance(head.head, s.Apply) else head.head)
            if isinstance(phrase, s.Phrase) and key(phrase):
                yield Declaration(_target("definition", page, phrase), named(phrase), rule.span, option, title, target)


def _act(page: Page, option: str | None, item: s.Act) -> Iterator[Declaration]:
    verb = verb_of(item)
    if not verb:
        return
    act = Target("act", page.name, " ".join(verb))
    yield Declaration(act, item.phrase.words[0].span.to(item.phrase.words[len(verb) - 1].span), item.span, option)
    for manner in item.manners:
        yield Declaration(Target("manner", page.name, manner.text, act.name), manner.span, item.span, option, "", act)


def _deck(option: str | None, item: s.Deck) -> Iterator[Declaration]:
    for line in item.lines:
        if isinstance(line, s.Attribute):
            attribute = Target("attribute", "", " ".join(key(line.name)))
            yield Declaration(attribute, named(line.name), line.span, option)
            for value in line.values:
                words = key(value.phrase)
                if value.to is None and words:
                    of = Target("value", "", " ".join(words), attribute.name)
                    yield Declaration(of, named(value.phrase), line.span, option, "", attribute)
                elif value.to is not None and len(words) == 1:
                    for number in numbers(words[0], value.to.text):
                        of = Target("value", "", number, attribute.name)
                        yield Declaration(of, value.span, line.span, option, "", attribute, True)


def numbers(low: str, high: str) -> list[str]:
    """The numbers of a range, as words; none if there are too many for a deck."""
    if not (low.isdigit() and high.isdigit()) or len(low) > 9 or len(high) > 9:
        return []
    return [str(n) for n in range(int(low), min(int(high), int(low) + limits.KINDS) + 1)]
