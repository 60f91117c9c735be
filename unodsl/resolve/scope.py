"""Scopes: declarations by page, and the bindings of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from unodsl.diagnostics import Diagnostic
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.resolve.occurrences import Kind as Named
from unodsl.resolve.occurrences import Recorder, Target
from unodsl.source import Span
from unodsl.syntax import nodes as s

Words = tuple[str, ...]
Kind = Literal["zone", "variable", "situation", "act", "setting", "attribute", "definition"]
VALUES: tuple[Kind, ...] = ("variable", "situation", "setting", "attribute", "definition")
"""The kinds of names with a value."""


@dataclass(frozen=True, slots=True)
class DefinitionSource:
    """One meaning of a defined name, as written: `subject`: the words for its parameter, or ()."""

    page: str
    option: str | None
    rule: s.Rule
    name: Words
    subject: Words
    parameter: Type | None
    value: s.Expr


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declaration. `index`: into the table's tuple of its kind; definitions have their sources in order."""

    kind: Kind
    index: int
    page: str
    meanings: tuple[DefinitionSource, ...] = ()


@dataclass(slots=True)
class Vocabulary:
    """The symbol table. Names are looked up page by page, in the order of a page's view."""

    deck: t.Deck | None = None
    zones: list[t.Zone] = field(default_factory=list)
    variables: list[t.Variable] = field(default_factory=list)
    situations: list[t.Situation] = field(default_factory=list)
    acts: list[t.Act] = field(default_factory=list)
    doing: set[int] = field(default_factory=set)
    """The indexes of acts with effects, until they are sorted."""
    settings: dict[str, t.Setting] = field(default_factory=dict)
    symbols: dict[str, dict[Words, Symbol]] = field(default_factory=dict)
    enumerations: dict[Enumeration, set[str]] = field(default_factory=dict)
    """The choices of variables and acts, each with the pages that declare it."""
    values: dict[str, set[str]] = field(default_factory=dict)
    """The values of cards, each with the pages whose decks declare it."""
    chains: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Each page with its ancestors: their declarations are its own, those of others are foreign."""
    views: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The lookup order of each page."""
    hidden: dict[Words, str] = field(default_factory=dict)
    """Names declared by options that are off, for hints."""
    seated: frozenset[str] = frozenset()
    """The names of seats in scenarios, for hints."""
    passing: dict[str, str | None] = field(default_factory=dict)
    """Situations that rules pass on whenever the table settles, with the effect that prevents it, for hints."""
    some_values: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """The values that a declaration lists, if these are some of an attribute: by the full name of the variable or the
    situation, and the name of the field."""
    stand_ins: bool = False
    """Whether an offer of the table lets a card stand for another."""
    made_so: list[tuple[int, Sequence[Diagnostic]]] = field(default_factory=list)
    """Conditions that the act of their event has just made true, by act: errors, if no rule lets players do that act."""
    features: dict[str, e.Expr] = field(default_factory=dict)
    """In a family: the condition that an option is on, for those that may be off."""
    droppers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """In a family: the options that remove a rule if they are on, by the rule's full name."""
    read_elsewhere: set[Span] = field(default_factory=set)
    """The places of conditions that not only rules read, but acts, or what a table needs."""

    known_verbs: dict[tuple[tuple[str, ...], str], frozenset[Words]] = field(default_factory=dict, repr=False)
    """The cache of `verbs`, until the next declaration."""

    recorder: Recorder | None = None
    """Records what words refer to, if requested."""

    def target(self, symbol: Symbol, name: Words) -> Target:
        """The target of a name for references."""
        kind: Named = "parameter" if symbol.kind == "setting" else symbol.kind
        if symbol.kind == "attribute":
            return Target(kind, "", " ".join(name))
        if symbol.kind == "definition":
            # all meanings share one name: that of the ancestor page
            page = min((m.page for m in symbol.meanings), key=lambda p: (len(self.chain((p,))), p))
            return Target(kind, page, " ".join(name))
        if symbol.kind == "act":
            page, _, verb = self.acts[symbol.index].name.partition(".")
            return Target(kind, page, verb)
        return Target(kind, symbol.page, " ".join(name))

    def note(self, words: Sequence[s.Word], symbol: Symbol, name: Words) -> None:
        """Records that words refer to a declaration."""
        if self.recorder is not None:
            self.recorder.note(words, self.target(symbol, name))

    def note_act(self, span: Span, act: int) -> None:
        """Records that a verb refers to an act."""
        if self.recorder is not None:
            page, _, verb = self.acts[act].name.partition(".")
            self.recorder.note_at(span, Target("act", page, verb))

    def note_manner(self, word: s.Word, act: int) -> None:
        """Records that a word refers to a manner of an act."""
        if self.recorder is not None:
            page, _, verb = self.acts[act].name.partition(".")
            self.recorder.note((word,), Target("manner", page, word.text, verb))

    def note_rule(self, span: Span, full: str) -> None:
        """Records that a word refers to a rule, by its full name."""
        if self.recorder is not None:
            page, _, name = full.partition(".")
            self.recorder.note_at(span, Target("rule", page, name))

    def note_field(self, words: Sequence[s.Word], situation: int, name: str) -> None:
        """Records that words refer to a field of a situation."""
        if self.recorder is not None:
            page, _, owner = self.situations[situation].name.partition(".")
            self.recorder.note(words, Target("field", page, name, owner))

    def note_value(self, words: Sequence[s.Word], choice: Enumeration, name: str, declares: bool = False) -> None:
        """Records that words refer to a value of cards, or of a choice."""
        if self.recorder is not None:
            owner = choice.name or " or ".join(choice.values)
            self.recorder.note(words, Target("value", "", name, owner), declares)

    def note_cards(self, words: Sequence[s.Word]) -> None:
        """Records that words are values of cards, one by one: `red 5`."""
        if self.recorder is not None and self.deck is not None:
            for word in words:
                for index, attribute in enumerate(self.deck.attributes):
                    if word.text in attribute.values:
                        self.note_value((word,), self.attribute_type(index), word.text)
                        break

    def presence(self, rule: str, option: str | None) -> list[e.Expr]:
        """The presence condition of a rule; empty for a single table."""
        mine = [self.features[option]] if option in self.features else []
        return [*mine, *(e.Not(self.features[o], YES_NO) for o in self.droppers.get(rule, ()))]

    def chain(self, view: tuple[str, ...]) -> tuple[str, ...]:
        """The pages whose names are own names in this view."""
        return self.chains.get(view[0], view[:1]) if view else ()

    def find(self, name: Words, view: tuple[str, ...], *kinds: Kind) -> Symbol | None:
        """The first declaration of a name in a view, or in the file of a full name; restricted to kinds, if given."""
        file, dot, first = name[0].partition(".") if name else ("", "", "")
        if dot and file in view:
            view, name = (file,), (first, *name[1:])
        for page in view:
            hit = self.symbols.get(page, {}).get(name)
            if hit is not None and (not kinds or hit.kind in kinds):
                return hit
        return None

    def own(self, name: Words, view: tuple[str, ...], *kinds: Kind) -> Symbol | None:
        """The same among the declarations of the page and its ancestors. A declaration of another page never changes
        the meaning of a line that has one without it."""
        return self.find(name, self.chain(view), *kinds)

    def is_foreign(self, words: Words, view: tuple[str, ...]) -> bool:
        """Whether some of these values of cards are declared in other files only."""
        chain = set(self.chain(view))
        return any(w in self.values and not self.values[w] & chain for w in words)

    def speaks(self, word: str, view: tuple[str, ...]) -> bool:
        """Whether a word occurs in an own name of a page, or is a value of cards."""
        if word in self.values:
            return True
        for page in self.chain(view):
            for name, symbol in self.symbols.get(page, {}).items():
                fields = self.situations[symbol.index].fields if symbol.kind == "situation" else ()
                if symbol.kind != "act" and (word in name or any(word in f.name.split() for f in fields)):
                    return True
        return False

    def verbs(self, view: tuple[str, ...], form: Literal["plain", "third", "both"], own: bool) -> frozenset[Words]:
        """The verbs visible to a page, plain (`play`), in the third person (`plays`), or both; with `own`, only its
        own."""
        pages = self.chain(view) if own else view
        known = self.known_verbs.get((pages, form))
        if known is not None:
            return known
        out: set[Words] = set()
        for page in pages:
            for name, symbol in self.symbols.get(page, {}).items():
                if symbol.kind == "act":
                    third = " ".join(name[1:]) == self.acts[symbol.index].third
                    if form == "both" or third == (form == "third"):
                        out.add(name[1:])
        return self.known_verbs.setdefault((pages, form), frozenset(out))

    def declare(self, page: str, name: Words, symbol: Symbol) -> None:
        """Adds a declaration; the composer has checked for duplicates."""
        self.known_verbs.clear()
        self.symbols.setdefault(page, {})[name] = symbol

    def names(self, view: tuple[str, ...]) -> list[str]:
        """All names visible to a page, for suggestions."""
        return sorted({" ".join(n) for page in view for n in self.symbols.get(page, {})})

    def attribute_type(self, index: int, optional: bool = False) -> Enumeration:
        """The type of an attribute of cards."""
        assert self.deck is not None
        attribute = self.deck.attributes[index]
        return Enumeration(attribute.name, attribute.values, optional)


@dataclass(frozen=True, slots=True)
class Binding:
    """A bound name and its value."""

    words: Words
    value: e.Expr


@dataclass(slots=True)
class Counter:
    """The state of one rule: the next local, the size of unfolded definitions, and the conditions in the text. `in_effects`:
    whether those are resolved that are read while its effects run."""

    next_local: int = 2
    nodes: int = 0
    parts: list[t.Part] = field(default_factory=list)
    in_effects: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """What can be named at one place of a rule.

    `view`: pages in the order in which names are looked up. `bound`: innermost last. `player`, `card`: whom a name means
    that says of whom or of what it is only by the context (`hand`, `next player`, `color`). `during`: situations of the rule.
    """

    view: tuple[str, ...]
    bound: tuple[Binding, ...] = ()
    player: e.Expr | None = None
    card: e.Expr | None = None
    during: tuple[int, ...] = ()
    counter: Counter = field(default_factory=Counter)
    unfolding: tuple[Words, ...] = ()
    seat_names: tuple[str, ...] = ()

    def local(self, name: str, type_: Type) -> e.Local:
        """A fresh local."""
        index = self.counter.next_local
        self.counter.next_local += 1
        return e.Local(index, name, type_)

    def part(self, role: Literal["line", "branch", "case", "word"], node: s.Expr, condition: e.Expr) -> e.Expr:
        """Records a condition of the text with its span; returns it."""
        self.counter.parts.append(t.Part(role, node.span, condition, in_effects=self.counter.in_effects))
        return condition

    def guard(self, start: int, node: s.Expr, condition: e.Expr, before: Sequence[e.Expr]) -> e.Expr:
        """Records a line with `if`, and what has to hold before it is read; returns its condition."""
        self.part("line", node, condition)
        self.behind(start, node.span, before, True)
        return condition

    def words(self, start: int, kind: str, nodes: Sequence[s.Expr], conditions: Sequence[e.Expr]) -> None:
        """Records the operands of `and` or `or`; what they consist of is recorded from `start` on."""
        for at, (node, condition) in enumerate(zip(nodes, conditions, strict=True)):
            self.part("word", node, condition)
            self.behind(start, node.span, conditions[:at], kind == "and")

    def line(self, span: Span, effects: list[f.Effect]) -> list[f.Effect]:
        """Records the effect of a line of the text with its span; returns it."""
        self.counter.parts += [
            t.Part("effect", span, yes(), effect=x, in_effects=True) for x in effects if len(effects) == 1
        ]
        return effects

    def behind(self, start: int, within: Span, conditions: Sequence[e.Expr], holds: bool = False) -> None:
        """Notes that the conditions of some words, recorded from `start` on, are read only if those before them are false,
        or if they hold."""
        for at, x in enumerate(self.counter.parts[start:], start):
            if within.source == x.span.source and within.start <= x.span.start and x.span.end <= within.end:
                before = (*conditions, *(x.given if holds else x.unless))
                self.counter.parts[at] = replace(x, given=before) if holds else replace(x, unless=before)

    def behind_in_branch(self, start: int, otherwise: Sequence[s.Effect], condition: e.Expr) -> None:
        """Notes the same for the branch `otherwise`: the condition of an `if` that it begins with, and of each `otherwise if`
        below that."""
        while otherwise and isinstance(first := otherwise[0], s.If):
            self.behind(start, first.condition.span, [condition])
            otherwise = first.otherwise

    def binding(self, words: Words) -> e.Expr | None:
        """The innermost binding of a name."""
        for b in reversed(self.bound):
            if b.words == words:
                return b.value
        return None


YES_NO = YesNo()
PLAYER = Player()
PLAYERS = Players()
CARD = Card()
MAYBE_CARD = Card(True)
MAYBE_PLAYER = Player(True)


def yes(value: bool = True) -> e.Constant:
    """The constant yes or no."""
    return e.Constant(int(value), YES_NO)


def number(value: int) -> e.Constant:
    """A constant number."""
    return e.Constant(value, Number(value, value))


def both(parts: list[e.Expr]) -> e.Expr:
    """The conjunction of conditions, without constants."""
    flat: list[e.Expr] = []
    for p in parts:
        if isinstance(p, e.Constant):
            if p.value:
                continue
            return yes(False)
        flat.extend(p.operands if isinstance(p, e.Logic) and p.kind == "and" else [p])
    if not flat:
        return yes()
    return flat[0] if len(flat) == 1 else e.Logic("and", tuple(flat), YES_NO)


def either(parts: list[e.Expr]) -> e.Expr:
    """The disjunction of conditions, without constants."""
    flat: list[e.Expr] = []
    for p in parts:
        if isinstance(p, e.Constant):
            if not p.value:
                continue
            return yes()
        flat.extend(p.operands if isinstance(p, e.Logic) and p.kind == "or" else [p])
    if not flat:
        return yes(False)
    return flat[0] if len(flat) == 1 else e.Logic("or", tuple(flat), YES_NO)


def negation(part: e.Expr) -> e.Expr:
    """The negation of a condition."""
    if isinstance(part, e.Constant):
        return yes(not part.value)
    return part.operand if isinstance(part, e.Not) else e.Not(part, YES_NO)
