"""Definitions: each defined name with all its meanings, in order of precedence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from unodsl.diagnostics import Diagnostic
from unodsl.model.precedence import Place, by_precedence, place_of
from unodsl.model.types import Card, Player, Type, YesNo
from unodsl.resolve.deck import Block
from unodsl.resolve.kinds import alike, describe, one_line, where
from unodsl.resolve.scope import DefinitionSource, Symbol, Vocabulary, Words
from unodsl.resolve.words import Mistake, key, plain
from unodsl.syntax import nodes as s

_OF_ITSELF = frozenset({("left",), ("right",), ("top",), ("first",), ("one",)})
"""Names with a built-in meaning before `of`."""


class Definitions:
    """Collects the definitions of a table, and declares their names. `check_free` refuses a name that is taken."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        view: Callable[[str], tuple[str, ...]],
        check_free: Callable[[Block, Words, s.Phrase], None],
        diagnostics: list[Diagnostic],
    ) -> None:
        self.v = vocabulary
        self.view = view
        self.check_free = check_free
        self.diagnostics = diagnostics
        self.found: dict[Words, list[DefinitionSource]] = {}
        self.support: dict[Words, list[DefinitionSource]] = {}
        """Those of ancestor files only."""
        self.refused: set[str] = set()
        """Rules without a definition because their head is wrong, by full names."""

    def declare(self) -> None:
        """Declares all names."""
        found = dict(self.found)
        for name, sources in self.support.items():
            found.setdefault(name, sources)
        for name, sources in found.items():
            ordered = self.about_one_thing(name, self.by_replacement(sources))
            for page in {m.page for m in ordered}:
                self.v.declare(page, name, Symbol("definition", -1, page, tuple(ordered)))

    def about_one_thing(self, name: Words, ordered: list[DefinitionSource]) -> list[DefinitionSource]:
        """The meanings with the same subject as the last one, that of the ancestor; UNO106 for each other one."""
        base = ordered[-1]
        kept = [m for m in ordered if type(m.parameter) is type(base.parameter)]
        for other in ordered:
            if other not in kept:
                what = "nothing in particular" if base.parameter is None else describe(base.parameter)
                message = f"`{' '.join(name)}` is about {what}, by {where(head_of(base).span)}"
                hint = f"begin with `{first_words(base)}`, or give yours another name"
                self.diagnostics.append(Diagnostic("UNO106", message, head_of(other).head.span, hint))
                self.refused.add(f"{other.page}.{other.rule.name.text}")
        return kept

    def add(self, block: Block, rule: s.Rule, head: s.Means) -> None:
        """Adds a definition."""
        if head.predicate is not None:
            named = head.predicate
            subject_node: s.Expr | None = head.head
        elif isinstance(head.head, s.Apply):
            named = head.head.head
            subject_node = head.head.argument
        elif isinstance(head.head, s.Phrase):
            named, subject_node = head.head, None
        else:
            example = "for example `points of a card means 5`, `a player is rich means ...`, `the price means 3`"
            raise Mistake("UNO101", "a definition starts with the name that it defines", head.head.span, example)
        name = key(named)
        written = [w.text for w in named.words]
        if subject_node is None and len(written) > 2 and written[0] == "a" and written[1] in ("card", "player"):
            noun, rest = written[1], " ".join(written[2:])
            hint: str | None = f"write `a {noun} is {rest} means ...`, and then `if the {noun} is {rest}`"
            raise Mistake("UNO101", f"what a {noun} is comes after `is`", named.span, hint)
        parameter: Type | None = None
        subject: Words = ()
        if subject_node is not None:
            if not isinstance(subject_node, s.Phrase):
                raise Mistake("UNO101", "write `of a player` or `of a card` here", subject_node.span)
            subject = plain(subject_node.words)
            if subject and subject[-1] == "player":
                parameter = Player()
            elif subject and subject[-1] == "card":
                parameter = Card()
            else:
                hint = None
                if head.predicate is None and subject:
                    line = f"{' '.join(name)} of a card means {one_line(head.value)}"
                    hint = f"write `{line}`, and `if the card is {' '.join(subject)}` on a line of its own below"
                if head.predicate is not None and subject_node is head.head:
                    joined = "-".join((*subject, "is", *key(head.predicate)))
                    hint = f"`is` is a word of the language, and no name can have it: `{joined}` could be one"
                raise Mistake(
                    "UNO106",
                    "a definition is about `a player`, `a card`, or nothing in particular",
                    subject_node.span,
                    hint,
                )
        if not name:
            raise Mistake("UNO101", "a definition needs a name", head.span)
        self.check_free(block, name, named)
        self.check_values(block, name, named, parameter)
        into = self.support if block.support else self.found
        sources = into.setdefault(name, [])
        sources.append(DefinitionSource(block.page, block.option, rule, name, subject, parameter, head.value))

    def check_values(self, block: Block, name: Words, phrase: s.Phrase, parameter: Type | None) -> None:
        """Raises UNO108 for an unusable definition, because its words mean something else everywhere."""
        shown = " ".join(name)
        of_itself = parameter is not None and (name in _OF_ITSELF or (len(name) == 2 and name[0] == "card"))
        if of_itself or name[0] == "number" or name == ("deck", "size"):
            raise Mistake("UNO108", f"`{shown}` means something by itself: no name can be that", phrase.span)
        chain = set(self.v.chain(self.view(block.page)))
        if all(w.isdigit() or self.v.values.get(w, set()) & chain for w in name):
            hint = f"take another name, for example `{'-'.join(name)}-like`"
            raise Mistake("UNO108", f"`{shown}` is what cards show: no definition can be called so", phrase.span, hint)

    def by_replacement(self, sources: list[DefinitionSource]) -> list[DefinitionSource]:
        """Sorts meanings by precedence: each before those that it replaces; otherwise options before games; of two games the
        descendant; then those with a condition, then by name."""

        def qualified(m: DefinitionSource) -> str:
            return f"{m.page}.{m.rule.name.text}"

        names = {qualified(m) for m in sources}

        def target(m: DefinitionSource) -> set[str]:
            out = set()
            for n in m.rule.instead:
                out |= {q for q in names if q == n.text or q.partition(".")[2] == n.text}
            return out - {qualified(m)}

        by_name: dict[str, list[DefinitionSource]] = {}
        for m in sources:
            by_name.setdefault(qualified(m), []).append(m)

        def place(name: str) -> Place:
            m = by_name[name][0]
            return place_of(name, m.option is None, len(self.v.chain((m.page,))), bool(m.rule.conditions))

        replaced = {x: target(some[0]) for x, some in by_name.items()}
        return [m for x in by_precedence(by_name, replaced, place) for m in by_name[x]]


def head_of(meaning: DefinitionSource) -> s.Means:
    """The head of a definition."""
    head = meaning.rule.heads[0]
    assert isinstance(head, s.Means)
    return head


def first_words(meaning: DefinitionSource) -> str:
    """The words before `means`."""
    head = head_of(meaning)
    return (
        one_line(head.head)
        if head.predicate is None
        else f"{one_line(head.head)} is {' '.join(head.predicate.span.text.split())}"
    )


def of_one_type(vocabulary: Vocabulary, type_of: Callable[[DefinitionSource], Type | None]) -> list[Diagnostic]:
    """Raises UNO106 for definitions with another type than their ancestor's, and removes them, so that no other line
    gets an error because of them. `type_of` returns None if unknown."""
    found: dict[tuple[str, str], Diagnostic] = {}
    for names in vocabulary.symbols.values():
        for name, symbol in names.items():
            if len(symbol.meanings) < 2:
                continue
            base = symbol.meanings[-1]
            needed = type_of(base)
            kept = []
            for meaning in symbol.meanings[:-1]:
                there = None if needed is None else type_of(meaning)
                if needed is None or there is None or alike(there, needed):
                    kept.append(meaning)
                    continue
                if head_of(meaning).predicate is not None and not isinstance(there, YesNo):
                    continue  # (the check of the definition itself reports this)
                message = f"`{' '.join(name)}` is {describe(needed)}, by {where(head_of(base).span)}, and here stands {describe(there)}"
                hint = f"say what is meant by `{first_words(base)}`, or give yours another name"
                found[meaning.page, meaning.rule.name.text] = Diagnostic("UNO106", message, meaning.value.span, hint)
            names[name] = replace(symbol, meanings=(*kept, base))
    return list(found.values())


def parameter_of(head: s.Means) -> tuple[Words, Words, Type | None]:
    """Name, subject words and parameter type of a definition's head (UNO101, UNO106 for others)."""
    node: s.Expr | None
    if head.predicate is not None:
        name, node = plain(head.predicate.words), head.head
    elif isinstance(head.head, s.Apply):
        name, node = plain(head.head.head.words), head.head.argument
    elif isinstance(head.head, s.Phrase):
        return plain(head.head.words), (), None
    else:
        raise Mistake("UNO101", "a definition starts with the name that it defines", head.head.span)
    subject = plain(node.words) if isinstance(node, s.Phrase) else ()
    if subject and subject[-1] == "player":
        return name, subject, Player()
    if subject and subject[-1] == "card":
        return name, subject, Card()
    raise Mistake("UNO106", "a definition is about `a player`, `a card`, or nothing in particular", head.span)
