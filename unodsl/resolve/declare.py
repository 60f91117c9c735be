"""Adds declarations to the symbol table: deck, zones, variables, situations, acts, parameters, definitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from unodsl import limits
from unodsl.diagnostics import Diagnostic, Edit, did_you_mean
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import NOTHING, Card, Enumeration, Number, Player, Players, Type, Visibility, YesNo
from unodsl.resolve.acts import Acts
from unodsl.resolve.builtin import RESERVED
from unodsl.resolve.consequences import declared_words
from unodsl.resolve.deck import Block
from unodsl.resolve.defined import Definitions
from unodsl.resolve.expressions import Expressions
from unodsl.resolve.kinds import describe, where
from unodsl.resolve.named import too_many, ways
from unodsl.resolve.scope import Context, Symbol, Vocabulary, Words
from unodsl.resolve.some_values import Key, refuse_other, written
from unodsl.resolve.words import Mistake, key, plain
from unodsl.source import Span
from unodsl.syntax import nodes as s
from unodsl.syntax.vocabulary import INSIDE_NO_NAME, STARTS_NO_NAME

_NO_FIELDS = RESERVED - {(w,) for w in ["card", "cards", "number", "opponent", "it", "they"]}
"""Names that no field of a situation can have; `of` distinguishes the other names of the language."""


_OTHER_YES_NO = ({("true",), ("false",)}, {("True",), ("False",)})
"""Yes and no in other languages."""
_RANGE = "write its range: `0 to 100`"
_TYPES_ELSEWHERE = {
    **dict.fromkeys(("int", "integer", "num", "numeric", "float", "uint", "count"), _RANGE),
    **dict.fromkeys(("bool", "boolean", "flag", "yes", "no", "true", "false"), "write `yes or no`"),
    **dict.fromkeys(
        ("list", "array", "set", "set of players"), "a set of players is `players`; there are no other sets"
    ),
    **dict.fromkeys(
        ("text", "string", "str"), "there are no variables with texts; a choice names its words: `first or second`"
    ),
}
"""Types of other languages, with suggestions."""
_EACH = (("per", "player"), ("each", "player"), ("every", "player"), ("per", "seat"), ("each", "seat"))


class Declarer(Acts):
    """Fills the symbol table from blocks."""

    def __init__(
        self,
        blocks: list[Block],
        view: Callable[[str], tuple[str, ...]],
        dropped: frozenset[str],
        given: dict[str, int | str],
        seats: int,
        diagnostics: list[Diagnostic],
        featured: tuple[str, ...] = (),
        any_seats: bool = False,
        stated_at: Mapping[str, Span] | None = None,
    ) -> None:
        self.blocks = blocks
        self.view = view
        self.dropped = dropped
        self.given = given
        self.stated_at = stated_at or {}
        self.diagnostics = diagnostics
        self.featured = featured
        self.v = Vocabulary()
        self.x = Expressions(self.v, seats, any_seats)
        self.places: dict[tuple[str, Words], Span] = {}
        self.refused: set[str] = set()
        """Rules without a definition because their head is wrong, by full names."""
        self.lost: set[str] | None = set()
        """The words of wrong declarations; None if hardly anything can be resolved without them."""

    def run(self) -> Vocabulary:
        """Declares everything; errors go to the diagnostics."""
        for step in self.steps():
            before = len(self.diagnostics)
            step()
            if len(self.diagnostics) > before and step in (self.attributes, self.zones, self.cards):
                self.lost = None
        return self.v

    def steps(self) -> tuple[Callable[[], None], ...]:
        """The declaration passes, in order."""
        return (
            self.attributes,
            partial(self.each, s.Parameter, self.parameter),
            self.settings,
            self.zones,
            self.cards,
            partial(self.each, s.Variable, self.variable),
            partial(self.each, s.Situation, self.situation),
            self.acts,
            self.sort,
            self.definitions,
        )

    def each(self, kind: type[s.Item], do: Callable[[Block, object], None]) -> None:
        for block in self.blocks:
            for item in block.items:
                if isinstance(item, kind):
                    self.guarded(partial(do, block, item), item)

    def guarded(self, do: Callable[[], None], item: s.Item) -> None:
        try:
            do()
        except Mistake as mistake:
            self.diagnostics.extend(mistake.diagnostics)
            if self.lost is not None:
                self.lost |= declared_words(item.span.text)

    def context(self, page: str) -> Context:
        return Context(self.view(page))

    def new_name(self, block: Block, phrase: s.Phrase, words: Words | None = None) -> Words:
        name = words if words is not None else key(phrase)
        if not name:
            raise Mistake("UNO101", "a name is missing here", phrase.span)
        if (block.page, name) in self.places:
            first = self.places[block.page, name]
            raise Mistake(
                "UNO108",
                f"`{' '.join(w for w in name if w != 'act:')}` is declared twice",
                phrase.span,
                f"the first time is at {first}",
            )
        if name[-2:] in _EACH and len(name) > 2:
            line = " ".join((*name[:-2], "of each player"))
            hint = f"what each player has of its own is `{line}`"
            raise Mistake("UNO101", f"`{' '.join(name[-2:])}` is no part of a name", phrase.span, hint)
        self.check_free(block, name, phrase)
        self.places[block.page, name] = phrase.span
        return name

    @staticmethod
    def check_words(name: Words, phrase: s.Phrase) -> None:
        """Raises UNO101 for a name that a keyword would cut, or that begins like a value of another kind."""
        verb = name[1:] if name[0] == "act:" else name
        inside = next((w for w in verb if w in INSIDE_NO_NAME), None)
        if inside is None and verb[0] not in STARTS_NO_NAME:
            return
        message = (
            f"`{inside or verb[0]}` is a word of the language: no name can {'have it' if inside else 'begin with it'}"
        )
        hint = f"take another name, or join its words with hyphens: `{'-'.join(verb)}`" if len(verb) > 1 else None
        raise Mistake("UNO101", message, phrase.span, hint)

    def check_free(self, block: Block, name: Words, phrase: s.Phrase) -> None:
        """Raises UNO108 for a name that is taken: by the language, by cards, or by an ancestor file."""
        shown = " ".join(name)
        self.check_words(name, phrase)
        if name in RESERVED or name[0] in ("its", "their"):
            raise Mistake("UNO108", f"`{shown}` means something by itself: no name can be that", phrase.span)
        below = self.v.own(name, self.view(block.page)) if name[0] != "act:" else None
        if below is None:
            return
        if below.kind == "attribute":
            raise Mistake("UNO108", f"`{shown}` is what cards have: no name can be that", phrase.span)
        there = self.places.get((below.page, name))
        raise Mistake(
            "UNO108",
            f"`{shown}` is declared already" + (f", in {where(there)}" if there is not None else ""),
            phrase.span,
            f"leave this line out to use that `{shown}`, or give yours another name",
        )

    # --------------------------------------------------------------------------------------------------------- parameters

    def parameter(self, block: Block, item: object) -> None:
        assert isinstance(item, s.Parameter)
        words = self.new_name(block, item.name)
        name = f"{block.page}.{' '.join(words)}"
        type_ = self.type(item.type, block)
        if item.default is None:
            value = type_.low if isinstance(type_, Number) else max(0, self.default(type_, item.type))
        else:
            value = self.constant(item.default, type_, block, "the default of a parameter")
        title = item.title.text if item.title else ""
        self.v.settings[name] = t.Setting(name, title, type_, value, (), item.span, usual=value)
        self.v.declare(block.page, words, Symbol("setting", -1, block.page))

    def settings(self) -> None:
        """The values of parameters from options and the caller; the caller's win."""
        for block in self.blocks:
            if block.support:
                continue
            stated: dict[Words, Span] = {}
            for item in block.items:
                if isinstance(item, s.SetParameter):
                    words = key(item.name)
                    if words in stated:
                        message, hint = f"`{' '.join(words)}` is set twice", f"the first time is at {stated[words]}"
                        self.diagnostics.append(Diagnostic("UNO108", message, item.span, hint))
                    stated.setdefault(words, item.span)
                    self.guarded(partial(self.set_by_rules, block, item), item)
        for name, raw in self.given.items():
            try:
                self.set_by_caller(name, raw)
            except Mistake as mistake:
                self.diagnostics.append(replace(mistake.diagnostic, span=self.stated_at.get(name)))

    def set_by_rules(self, block: Block, item: s.SetParameter) -> None:
        words = key(item.name)
        symbol = self.v.find(words, self.view(block.page), "setting")
        if symbol is None:
            known = [n.partition(".")[2] for n in self.v.settings]
            raise Mistake(
                "UNO105",
                f"there is no parameter `{' '.join(words)}`",
                item.name.span,
                did_you_mean(" ".join(words), known),
            )
        self.v.note(item.name.words, symbol, words)
        name = f"{symbol.page}.{' '.join(words)}"
        setting = self.v.settings[name]
        value = self.constant(item.value, setting.type, block, "a parameter")
        by = (*setting.set_by, (block.option or block.page, value, item.span))
        if block.option is not None and block.option in self.featured:
            varied = (*setting.varied, (block.option, value))
            self.v.settings[name] = replace(setting, varied=varied, set_by=by)
        else:
            usual = value if block.option is None else setting.usual
            self.v.settings[name] = replace(setting, value=value, set_by=by, usual=usual)

    def set_by_caller(self, name: str, raw: int | str) -> None:
        full = name if name in self.v.settings else None
        if full is None:
            hits = [n for n in self.v.settings if n.partition(".")[2] == name]
            full = hits[0] if len(hits) == 1 else None
        if full is None:
            known = [*self.v.settings, *(n.partition(".")[2] for n in self.v.settings)]
            raise Mistake("UNO105", f"there is no parameter `{name}`", None, did_you_mean(name, known))
        setting = self.v.settings[full]
        value = self.raw_value(full, setting.type, raw)
        self.v.settings[full] = replace(setting, value=value, varied=())

    def raw_value(self, name: str, type_: Type, raw: int | str) -> int:
        text = str(raw).strip()
        match type_:
            case Number():
                if not text.lstrip("-").isdigit():
                    raise Mistake("UNO106", f"`{name}` is a number, not `{text}`", None)
                if len(text) > 9 or not type_.low <= int(text) <= type_.high:
                    raise Mistake("UNO107", f"`{name}` goes from {type_.low} to {type_.high}, not {text}", None)
                return int(text)
            case YesNo():
                if text not in ("yes", "no"):
                    raise Mistake("UNO106", f"`{name}` is yes or no, not `{text}`", None)
                return int(text == "yes")
            case Enumeration():
                if text not in type_.values:
                    raise Mistake(
                        "UNO107",
                        f"`{name}` is one of {', '.join(type_.values)}, not `{text}`",
                        None,
                        did_you_mean(text, type_.values),
                    )
                return type_.values.index(text)
            case _:
                raise Mistake("UNO106", f"`{name}` cannot be set from outside", None)

    def constant(self, node: s.Expr, type_: Type, block: Block, what: str) -> int:
        value = self.x.typed(node, type_, self.context(block.page))
        if not isinstance(value, e.Constant):
            raise Mistake("UNO106", f"{what} must be known from the start", node.span)
        if isinstance(type_, Number) and not type_.low <= value.value <= type_.high:
            raise Mistake("UNO107", f"{value.value} is not between {type_.low} and {type_.high}", node.span)
        if value.value == NOTHING and not isinstance(type_, Number) and not getattr(type_, "optional", False):
            raise Mistake("UNO106", f"{describe(type_)} that is always there cannot be nothing", node.span)
        return value.value

    # -------------------------------------------------------------------------------------------------------------- types

    def type(self, node: s.Type, block: Block) -> Type:
        """Resolves a type."""
        parts = list(node.parts)
        if len(parts) == 1 and parts[0].phrase is None:
            low, high = parts[0].low, parts[0].high
            if low > high:
                hint = f"write `{high} to {low}`"
                raise Mistake("UNO107", "this range goes from the larger number to the smaller", node.span, hint)
            if re.search(r"-\s*0+\b", node.span.source.text[node.span.start : node.span.end]):
                hint = f"write `{low} to {high}`"
                raise Mistake(
                    "UNO101", "zero has no `-` in front of it", node.span, hint, Edit(node.span, f"{low} to {high}")
                )
            if low < -limits.NUMBER or high > limits.NUMBER:
                raise Mistake("UNO107", f"numbers go from -{limits.NUMBER} to {limits.NUMBER}", node.span)
            return Number(low, high)
        names: list[tuple[Words, s.TypePart]] = []
        for part in parts:
            if part.phrase is None:
                raise Mistake("UNO106", "a range of numbers stands alone", part.span)
            names.append((plain(part.phrase.words), part))
        optional = any(w == ("nothing",) for w, _ in names)
        rest = [(w, p) for w, p in names if w != ("nothing",)]
        words = [w for w, _ in rest]
        never = sorted(words) in ([("no",), ("yes",)], [("players",)], [("number",)])
        if optional and never:
            line = " or ".join(" ".join(w) for w in words)
            raise Mistake("UNO106", f"`{line}` is never nothing", node.span, f"write `{line}`")
        if sorted(words) == [("no",), ("yes",)]:
            return YesNo()
        if len(rest) == 1:
            only = words[0]
            if only == ("card",):
                return Card(optional)
            if only == ("player",):
                return Player(optional)
            if only == ("opponent",):
                return Player(optional)
            if only == ("players",):
                return Players()
            if only == ("number",):
                return Number(0, limits.CARDS)
            symbol = self.v.find(only, self.view(block.page), "attribute")
            if symbol is not None:
                assert rest[0][1].phrase is not None
                self.v.note(rest[0][1].phrase.words, symbol, only)
                return self.v.attribute_type(symbol.index, optional)
            assert self.v.deck is not None
            known = ["card", "player", "players", "number", "yes or no", *(a.name for a in self.v.deck.attributes)]
            meant = _TYPES_ELSEWHERE.get(" ".join(only)) or did_you_mean(" ".join(only), known)
            raise Mistake("UNO105", f"`{' '.join(only)}` is not a type", node.span, meant)
        if set(words) in _OTHER_YES_NO:
            message = f"`{node.span.text}` is a choice of two words, which no condition can be"
            raise Mistake("UNO106", message, node.span, "write `yes or no`")
        values = tuple(" ".join(w) for w in words)
        if len(set(values)) != len(values):
            raise Mistake("UNO108", "a choice is named twice", node.span)
        assert self.v.deck is not None
        for index, attribute in enumerate(self.v.deck.attributes):
            if set(values) <= set(attribute.values):
                type_ = self.v.attribute_type(index, optional)
                self.note_values(rest, type_, declares=False)
                return type_
        found = Enumeration("", values, optional)
        self.note_values(rest, found, declares=True)
        bare = replace(found, optional=False)
        self.v.enumerations.setdefault(bare, set()).add(block.page)
        return found

    def note_values(self, parts: list[tuple[Words, s.TypePart]], choice: Enumeration, declares: bool) -> None:
        """Records that the words of a type name values."""
        for words, part in parts:
            if part.phrase is not None:
                self.v.note_value(part.phrase.words, choice, " ".join(words), declares)

    @staticmethod
    def default(type_: Type, node: s.Type) -> int:
        """The default start value of a variable: for named choices the first."""
        first = node.parts[0].phrase
        if isinstance(type_, Enumeration) and not type_.optional and len(node.parts) > 1 and first is not None:
            return type_.values.index(" ".join(plain(first.words)))
        match type_:
            case Number():
                return max(type_.low, min(0, type_.high))
            case Enumeration() | Card() | Player():
                return NOTHING if type_.optional else 0
            case _:
                return 0

    # -------------------------------------------------------------------------------------------- zones, variables, the rest

    def zones(self) -> None:
        self.each(s.Zone, self.zone)

    def zone(self, block: Block, item: object) -> None:
        assert isinstance(item, s.Zone)
        words = self.new_name(block, item.name)
        visibility = item.visibility.span.text
        visibility = " ".join(visibility.split())
        if visibility not in ("face up", "face down", "private"):
            hint = did_you_mean(visibility, ["face up", "face down", "private"])
            hint = hint or "write `face up`, `face down` or `private`"
            raise Mistake("UNO106", f"a zone is not `{visibility}`", item.visibility.span, hint)
        if visibility == "private" and not item.each_player:
            raise Mistake(
                "UNO106", "a zone of the table has no player who sees it", item.visibility.span, "say `of each player`"
            )
        seen: Visibility = (
            "face up" if visibility == "face up" else "face down" if visibility == "face down" else "seen by its player"
        )
        self.v.zones.append(t.Zone(f"{block.page}.{' '.join(words)}", item.each_player, seen, item.span))
        self.v.declare(block.page, words, Symbol("zone", len(self.v.zones) - 1, block.page))

    def variable(self, block: Block, item: object) -> None:
        assert isinstance(item, s.Variable)
        words = self.new_name(block, item.name)
        self.once(item)
        type_ = self.type(item.type, block)
        starts = (
            self.default(type_, item.type)
            if item.starts is None
            else self.constant(item.starts, type_, block, "what a variable starts with")
        )
        if item.secret and not item.each_player:
            raise Mistake("UNO106", "only a variable of each player can be secret", item.span)
        name = f"{block.page}.{' '.join(words)}"
        self.some_values(item, type_, starts, (name, ""))
        self.v.variables.append(t.Variable(name, item.each_player, type_, starts, item.kept, item.secret, item.span))
        self.v.declare(block.page, words, Symbol("variable", len(self.v.variables) - 1, block.page))

    def some_values(self, item: s.Variable, type_: Type, starts: int, of: Key) -> None:
        """Records which values of an attribute a declaration lists, and checks its starting value."""
        values = written(item.type, type_)
        if values is not None:
            self.v.some_values[of] = values
            if item.starts is not None:
                refuse_other(self.v.some_values, of, e.Constant(starts, type_), type_, item.starts.span)

    @staticmethod
    def once(item: s.Variable) -> None:
        """Raises UNO108 for two values after `starts`, or another repeated part."""
        if item.again is not None:
            kind = item.again.text.split()[0]
            message = "the starting value appears twice" if kind == "starts" else f"`{kind}` appears twice"
            raise Mistake("UNO108", message, item.again, "leave one of them out")

    def situation(self, block: Block, item: object) -> None:
        assert isinstance(item, s.Situation)
        words = self.new_name(block, item.name)
        on = plain(item.on.words)
        if on not in (("player",), ("players",)):
            raise Mistake("UNO106", "a situation waits `on a player` or `on players`", item.on.span)
        fields: list[t.SituationField] = []
        for field in item.fields:
            type_ = self.type(field.type, block)
            name = " ".join(key(field.name))
            self.once(field)
            self.check_words(key(field.name), field.name)
            if tuple(name.split()) in _NO_FIELDS:
                raise Mistake(
                    "UNO108", f"`{name}` means something by itself: no field can be called so", field.name.span
                )
            if any(x.name == name for x in fields):
                raise Mistake("UNO108", f"the field `{name}` is declared twice", field.name.span)
            if field.kept:
                raise Mistake(
                    "UNO106",
                    "a field lives only as long as its situation",
                    field.span,
                    "use a variable for what is kept",
                )
            starts = (
                self.default(type_, field.type)
                if field.starts is None
                else self.constant(field.starts, type_, block, "what a field starts with")
            )
            self.some_values(field, type_, starts, (f"{block.page}.{' '.join(words)}", name))
            fields.append(t.SituationField(name, type_, starts, field.secret))
        full = f"{block.page}.{' '.join(words)}"
        self.v.situations.append(t.Situation(full, on == ("players",), tuple(fields), item.span))
        self.v.declare(block.page, words, Symbol("situation", len(self.v.situations) - 1, block.page))

    def sort(self) -> None:
        """Sorts all declarations by qualified names, so that the order of files has no effect."""
        v = self.v
        kinds: tuple[tuple[str, list[Any]], ...] = (
            ("zone", v.zones),
            ("variable", v.variables),
            ("situation", v.situations),
            ("act", v.acts),
        )
        for kind, things in kinds:
            names_of = [x.name for x in things]
            order = sorted(range(len(things)), key=names_of.__getitem__)
            where = {old: new for new, old in enumerate(order)}
            things[:] = [things[i] for i in order]
            for names in v.symbols.values():
                for name, symbol in names.items():
                    if symbol.kind == kind:
                        names[name] = replace(symbol, index=where[symbol.index])
            if kind == "zone":
                v.acts[:] = [replace(a, origin=None if a.origin is None else where[a.origin]) for a in v.acts]
                assert v.deck is not None
                away = tuple(sorted((where[zone], copies) for zone, copies in v.deck.elsewhere))
                v.deck = replace(v.deck, home=where.get(v.deck.home, 0), elsewhere=away)
        self.name_along()

    def name_along(self) -> None:
        """Adds the variants of acts with named values after each act."""
        v = self.v
        assert v.deck is not None
        kinds = len(v.deck.kinds)
        wrong: set[str] = set()
        for act in v.acts:
            many = too_many(act, self.x.seats, kinds)
            if many is not None:
                assert act.span is not None
                message = f"something can be named along with `{act.name.partition('.')[2]}` in {many} ways"
                hint = f"at most {limits.NAMED} are possible: name less, or give it a smaller range"
                self.diagnostics.append(Diagnostic("UNO107", message, act.span, hint))
                wrong.add(act.name)
        before = [x.name for x in v.acts]
        v.acts[:] = ways(v.acts, self.x.seats, v.deck.kinds, wrong)
        now = {x.name: i for i, x in enumerate(v.acts)}
        for names in v.symbols.values():
            for name, symbol in names.items():
                if symbol.kind == "act":
                    names[name] = replace(symbol, index=now[before[symbol.index]])

    # -------------------------------------------------------------------------------------------------------- definitions

    def definitions(self) -> None:
        """The definitions, without those whose head is wrong."""
        defined = Definitions(self.v, self.view, self.check_free, self.diagnostics)
        for block in self.blocks:
            for item in block.items:
                if isinstance(item, s.Rule) and f"{block.page}.{item.name.text}" not in self.dropped:
                    for head in item.heads:
                        if isinstance(head, s.Means):
                            before = len(self.diagnostics)
                            self.guarded(partial(defined.add, block, item, head), item)
                            if len(self.diagnostics) > before:
                                defined.refused.add(f"{block.page}.{item.name.text}")
        defined.declare()
        self.refused = defined.refused
