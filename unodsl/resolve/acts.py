"""Declarations of acts. Equal declarations in several files are one act."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from unodsl import limits
from unodsl.diagnostics import did_you_mean
from unodsl.model import table as t
from unodsl.model.types import Card, Number, Player, Players, Type
from unodsl.resolve.deck import Block, Decks
from unodsl.resolve.kinds import describe, where
from unodsl.resolve.scope import VALUES, Symbol, Words
from unodsl.resolve.words import ARTICLES, Mistake, key, phrase_of, third_person
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Shape:
    """The signature of an act: its argument type and noun, and whether the actor is excluded."""

    argument: Type | None
    noun: str
    excludes_self: bool

    def __str__(self) -> str:
        return "nothing" if self.argument is None else f"`{self.noun}` ({describe(self.argument)})"


class Acts(Decks):
    """The part of the declarer for `act`."""

    if TYPE_CHECKING:

        def type(self, node: s.Type, block: Block) -> Type: ...

        def new_name(self, block: Block, phrase: s.Phrase, words: Words | None = None) -> Words: ...

        @staticmethod
        def check_words(name: Words, phrase: s.Phrase) -> None: ...

        def guarded(self, do: Callable[[], None], item: s.Item) -> None: ...

    def acts(self) -> None:
        """Declares all acts; those that add manners to another one come last, wherever they stand."""
        adding: list[tuple[Block, s.Act]] = []
        for block in self.blocks:
            for item in block.items:
                if isinstance(item, s.Act):
                    if (item.manners or item.named) and not item.effects and item.origin is None:
                        adding.append((block, item))
                    else:
                        self.guarded(partial(self.act, block, item), item)
        for block, item in adding:
            self.guarded(partial(self.act, block, item), item)

    def act(self, block: Block, item: s.Act) -> None:
        """Declares an act, or merges it with an equal declaration."""
        verb, article, noun = self.split_act(block, item)
        if not verb:
            raise Mistake("UNO101", "an act starts with its verb, as in `act play a card`", item.phrase.span)
        shape = self.shape(block, item, article, noun)
        known = self.v.find(("act:", *verb), self.view(block.page))
        if known is not None and self.again(block, item, known, shape):
            act = self.v.acts[known.index]
            more = tuple(m.text for m in item.manners if m.text not in act.manners)
            named = self.more_named(block, item, act)
            self.v.acts[known.index] = replace(act, manners=(*act.manners, *sorted(more)), named=named)
            self.declared(block, verb, known.index)
            return
        self.check_words(("act:", *verb), item.phrase)
        self.check_others(block, item, verb)
        self.new_name(block, item.phrase, ("act:", *verb))
        origin = self.origin(block, item, shape.argument)
        manners = ("", *sorted({m.text for m in item.manners}))
        full, third = f"{block.page}.{' '.join(verb)}", " ".join(third_person(verb))
        self.v.acts.append(
            t.Act(
                full,
                third,
                shape.argument,
                shape.noun,
                shape.excludes_self,
                origin,
                manners,
                (),
                item.span,
                self.named_with(block, item, shape.noun),
            )
        )
        if item.effects:
            self.v.doing.add(len(self.v.acts) - 1)
        self.declared(block, verb, len(self.v.acts) - 1)

    # ------------------------------------------------------------------------------------------------- what is named with it

    def named_with(self, block: Block, item: s.Act, *taken: str) -> tuple[t.Named, ...]:
        """The values that can be named along with an act; `taken`: its other nouns."""
        out: list[t.Named] = []
        for line in item.named:
            shape = self.shape_named(block, line)
            if shape.noun in (*taken, *(x.noun for x in out)):
                hint = f"give it a noun of its own: `naming a second: {shape.noun}`"
                raise Mistake("UNO108", f"`{shape.noun}` is what this act is done with already", line.span, hint)
            assert shape.argument is not None
            self.check_named(shape.argument, line)
            out.append(t.Named(shape.noun, shape.argument, shape.excludes_self))
        return tuple(out)

    def shape_named(self, block: Block, line: s.Named) -> Shape:
        """The noun and the type of a named value."""
        first, *rest = line.phrase.words
        if first.text not in ARTICLES or not rest:
            raise Mistake("UNO101", "say what can be named, as in `naming a color`", line.phrase.span)
        wrapped = s.Act(line.phrase, line.type, None, (), (), (), line.span)
        shape = self.shape(block, wrapped, first.text, tuple(rest))
        another = line.type is not None and line.type.span.text.split() == ["opponent"]
        return replace(shape, excludes_self=shape.excludes_self or another)

    @staticmethod
    def check_named(type_: Type, line: s.Named) -> None:
        """Raises UNO106 and UNO107 for types that cannot be named."""
        if isinstance(type_, Players):
            hint = "name players one by one: `naming an opponent`"
            raise Mistake("UNO106", "a set of players cannot be named", line.span, hint)
        if getattr(type_, "optional", False):
            raise Mistake("UNO106", "what is named is never nothing", line.span, "leave `or nothing` out")
        if isinstance(type_, Number) and (type_.low < 0 or type_.high - type_.low >= limits.NAMED):
            hint = "give it a range: `naming a number: 0 to 3`"
            raise Mistake("UNO107", f"at most {limits.NAMED} numbers can be named, from 0 up", line.span, hint)

    def more_named(self, block: Block, item: s.Act, act: t.Act) -> tuple[t.Named, ...]:
        """The named values of an act with several declarations: their union."""
        own = [x for x in self.named_with(block, item, act.argument_name) if x not in act.named]
        for x in own:
            if any(x.noun == y.noun for y in act.named):
                message = f"`{x.noun}` is named along with `{act.name.partition('.')[2]}` already, and is something else there"
                raise Mistake("UNO108", message, item.span)
        return (*act.named, *sorted(own, key=lambda x: x.noun))

    def declared(self, block: Block, verb: Words, index: int) -> None:
        """Declares the two forms of a verb."""
        symbol = Symbol("act", index, block.page)
        self.v.declare(block.page, ("act:", *verb), symbol)
        if third_person(verb) != verb:
            self.v.declare(block.page, ("act:", *third_person(verb)), symbol)

    # ------------------------------------------------------------------------------------------------------- declared again

    def again(self, block: Block, item: s.Act, known: Symbol, shape: Shape) -> bool:
        """Whether a declaration repeats an act: the same verb and argument, and no `then` of its own. UNO108 if the
        file builds on the other one and differs; False for unrelated files, whose acts are separate."""
        act = self.v.acts[known.index]
        verb, whose = act.name.partition(".")[2], act.name.partition(".")[0]
        same = shape == Shape(act.argument, act.argument_name, act.excludes_self)
        origin = None if item.origin is None else self.origin(block, item, shape.argument)
        same = same and (origin is None or origin == act.origin)
        if whose not in self.v.chain(self.view(block.page)):
            return same and not item.effects and known.index not in self.v.doing
        assert act.span is not None
        there = f"`act {verb}` is declared in {where(act.span)}"
        if item.effects:
            hint = f"leave its `then` out; what else happens is a rule: `when player {act.third} ...`"
            raise Mistake("UNO108", f"{there}, with what it always does", item.phrase.span, hint)
        if not same:
            other = str(Shape(act.argument, act.argument_name, act.excludes_self))
            hint = f"take another verb, or declare it in the same way: there, it is done with {other}"
            if origin is not None and origin != act.origin:
                hint = "write `from` as it is there, or leave it out"
            raise Mistake("UNO108", f"{there} as another act", item.phrase.span, hint)
        return True

    def check_others(self, block: Block, item: s.Act, verb: Words) -> None:
        """Raises UNO108 for a verb that could be read as another one with its argument: `act play red`."""
        view = self.view(block.page)
        chain = self.v.chain(view)
        own = [x for x in self.v.situations if x.name.partition(".")[0] in chain]
        fields = {tuple(f.name.split()) for x in own for f in x.fields}
        for cut in range(1, len(verb)):
            other = self.v.own(("act:", *verb[:cut]), view)
            rest = verb[cut:]
            if other is None or self.v.acts[other.index].argument is None:
                continue
            if (
                self.x.attribute_values(rest) is not None
                or self.v.own(rest, view, *VALUES) is not None
                or rest in fields
            ):
                shown = " ".join(verb[:cut])
                message = f"`{' '.join(verb)}` could also mean `{shown}` with `{' '.join(rest)}`"
                raise Mistake("UNO108", message, item.phrase.span, "give the act another verb")

    # ---------------------------------------------------------------------------------------------------------- its parts

    def split_act(self, block: Block, item: s.Act) -> tuple[Words, str, tuple[s.Word, ...]]:
        """The verb of `act play a card`, the article, and the words of the noun. The last article counts; earlier ones
        belong to the verb and are ignored."""
        words = item.phrase.words
        cuts = [i for i, w in enumerate(words) if w.text in ARTICLES and 0 < i < len(words) - 1]
        nouns = [i for i, end in zip(cuts, [*cuts[1:], len(words)], strict=False) if self.is_type(block, words[i:end])]
        if len(nouns) > 1:
            hint = "let a situation ask for the second, or make one act of each"
            raise Mistake("UNO101", "an act is done with one thing", item.phrase.span, hint)
        last = cuts[-1] if cuts else len(words)
        if cuts and item.type is None and not self.is_type(block, words[last:]):
            if words[last].text != "the":
                self.no_noun(block, item, words, last)
            last = len(words)
        verb = tuple(w.text for w in words[:last] if w.text not in ARTICLES)
        return verb, words[last].text if last < len(words) else "", words[last + 1 :]

    def no_noun(self, block: Block, item: s.Act, words: tuple[s.Word, ...], at: int) -> None:
        """Raises UNO105 for a noun that is not a type."""
        noun = phrase_of(words[at + 1 :])
        assert noun is not None
        try:
            self.type(s.Type((s.TypePart(noun, 0, 0, noun.span),), noun.span), block)
        except Mistake as mistake:
            bare = " ".join(w.text for w in words if w.text not in ARTICLES)
            hint = mistake.diagnostic.hint
            hint = (
                f"{hint[:-1]}, or `act {bare}`, without an article?"
                if hint
                else f"without an article, `act {bare}`, it is a part of the verb"
            )
            raise Mistake("UNO105", mistake.diagnostic.message, noun.span, hint) from None

    def is_type(self, block: Block, words: tuple[s.Word, ...]) -> bool:
        """Whether an article and the words after it name a type: `a card`."""
        noun = phrase_of(words[1:])
        if noun is None:
            return False
        try:
            self.type(s.Type((s.TypePart(noun, 0, 0, noun.span),), noun.span), block)
        except Mistake:
            return False
        return True

    def shape(self, block: Block, item: s.Act, article: str, noun: tuple[s.Word, ...]) -> Shape:
        """The argument of an act."""
        name = " ".join(w.text for w in noun)
        words = phrase_of(noun)
        argument: Type | None = None
        if item.type is not None:
            argument = self.type(item.type, block)
            name = name or {"Number": "number", "YesNo": "answer", "Card": "card"}.get(
                type(argument).__name__, "choice"
            )
        elif words is not None:
            argument = self.type(s.Type((s.TypePart(words, 0, 0, words.span),), words.span), block)
        if isinstance(argument, Player) and name == "player":
            name = "chosen player"
        return Shape(argument, name, name == "opponent")

    def origin(self, block: Block, item: s.Act, argument: Type | None) -> int | None:
        """The zone from which a card is taken; None without `from`."""
        if item.origin is None:
            return None
        symbol = self.v.find(key(item.origin), self.view(block.page), "zone")
        seen = {i for i, z in enumerate(self.v.zones) if z.each_player or z.visibility == "face up"}
        if symbol is None or symbol.index not in seen:
            known = [self.v.zones[i].name.partition(".")[2] for i in sorted(seen)]
            raise Mistake(
                "UNO105",
                "cards are taken from a zone of each player, or from one that lies face up",
                item.origin.span,
                did_you_mean(" ".join(key(item.origin)), known),
            )
        if not isinstance(argument, Card):
            raise Mistake("UNO106", "only an act with a card takes it from somewhere", item.origin.span)
        self.v.note(item.origin.words, symbol, key(item.origin))
        return symbol.index
