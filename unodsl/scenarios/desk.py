"""Names and values of a scenario: the meaning of its words at its table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from unodsl.diagnostics import did_you_mean
from unodsl.model import expressions as e
from unodsl.model.types import NOTHING, Card, Enumeration, Number, Type
from unodsl.resolve.compose import Resolved
from unodsl.resolve.effects import Effects
from unodsl.resolve.kinds import describe, short
from unodsl.resolve.scope import PLAYER, Binding, Context, Counter
from unodsl.resolve.words import Mistake, leftmost, phrase_of, plain, with_leftmost
from unodsl.scenarios import steps
from unodsl.source import Span
from unodsl.syntax import nodes as s

MOST_COPIES = 1_000
"""The greatest factor in `N * CARD`."""


@dataclass(frozen=True, slots=True)
class Cards:
    """A list of cards as kinds, with repeats; `exactly`: there are no others."""

    kinds: tuple[int, ...]
    exactly: bool


class Desk:
    """Resolves the words of one scenario. `names`: those of its seats."""

    def __init__(self, resolved: Resolved, page: str, names: tuple[str, ...]) -> None:
        self.resolved = resolved
        self.table = resolved.table
        self.x = resolved.expressions
        self.fx = Effects(self.x)
        self.names = names
        self._bound = tuple(Binding((n,), e.Constant(i, PLAYER)) for i, n in enumerate(names))
        self._ctx = Context(resolved.views[page], self._bound)

    def context(self) -> Context:
        """The names that a line can use. Each line numbers its own locals, so that equal lines have equal meanings."""
        return replace(self._ctx, counter=Counter())

    @property
    def seats_text(self) -> str:
        """The seats, for a hint."""
        return "the seats are " + ", ".join(self.names)

    def check_names(self, seats: tuple[s.Word, ...]) -> None:
        """Checks that the names of seats have no other meaning at the table."""
        for word in seats:
            what = self.taken(word.text)
            if what is not None:
                article = "" if what == "part of a name" else "a "
                message = f"`{word.text}` is {article}{what} at this table, so no seat can be called that"
                raise Mistake("UNO108", message, word.span, "call the seat something else")

    def taken(self, word: str) -> str | None:
        """What a word is at the table, if a line with it could be read in two ways; None if it is free."""
        table = self.table
        for attribute in table.deck.attributes:
            if word in attribute.values:
                return attribute.name
        if self.x.v.find((word,), self._ctx.view) is not None:
            return "name"
        if any(word in (short(a.verb).split()[0], a.third.split()[0]) for a in table.acts):
            return "verb"
        if any(word in a.manners for a in table.acts):
            return "manner"
        fields = [x for situation in table.situations for x in situation.fields]
        if any(word == x.name for x in fields):
            return "field"
        types = [x.type for x in fields] + [x.type for x in table.variables] + [x.type for x in table.settings]
        if any(isinstance(x, Enumeration) and word in x.values for x in types):
            return "value"
        starts = {name[0] for page in self._ctx.view for name in self.x.v.symbols.get(page, {}) if len(name) > 1}
        return "part of a name" if word in starts else None

    # -------------------------------------------------------------------------------------------------------------- values

    def constant(self, node: s.Expr, type_: Type) -> int:
        """A value that is constant before the game begins."""
        return self.known(self.value(node, type_), node)

    @staticmethod
    def known(value: e.Expr, node: s.Expr) -> int:
        """The constant value of an expression. Raises UNO113 for others."""
        if not isinstance(value, e.Constant):
            raise Mistake("UNO113", f"`{node.span.text}` is not known before the game begins", node.span)
        return value.value

    def value(self, node: s.Expr, type_: Type) -> e.Expr:
        """Resolves a value of a type; the error for an unknown name lists the few valid ones, if so."""
        try:
            return self.x.typed(node, type_, self.context())
        except Mistake as mistake:
            if not isinstance(type_, Enumeration) or mistake.diagnostic.code not in ("UNO105", "UNO106"):
                raise
            what = type_.name or "value"
            hint = did_you_mean(node.span.text, type_.values) or f"the {what}s are {', '.join(type_.values)}"
            raise Mistake("UNO105", f"`{node.span.text}` is no {what} of this table", node.span, hint) from mistake

    def seat(self, node: s.Expr) -> int:
        """The constant seat that words name."""
        return self.known(self.player(node), node)

    def player(self, node: s.Expr) -> e.Expr:
        """The player that words mean: a named seat, or an expression evaluated later."""
        try:
            value = self.value(node, PLAYER)
        except Mistake as mistake:
            words = plain(node.words) if isinstance(node, s.Phrase) else ()
            if len(words) == 1 and mistake.diagnostic.code == "UNO105":
                raise self.no_seat(node) from mistake
            raise
        if isinstance(value, e.Constant) and value.value == NOTHING:
            raise Mistake("UNO113", f"`{node.span.text}` is nobody", node.span, self.seats_text)
        return value

    def no_seat(self, node: s.Expr) -> Mistake:
        """The error for a player without a seat here."""
        hint = did_you_mean(node.span.text, self.names)
        return Mistake("UNO105", f"there is no seat `{node.span.text}`", node.span, hint or self.seats_text)

    def named(self, mistake: Mistake) -> Mistake:
        """The same error; for an unknown word after `of` or `on`, with the names of the seats."""
        found = mistake.diagnostic
        if found.code != "UNO105" or found.span is None or not found.message.startswith("unknown"):
            return mistake
        before = found.span.source.line_text(found.span.line)[: found.span.column - 1].split()
        if not before or before[-1] not in ("of", "on"):
            return mistake
        hint = self.seats_text if found.hint is None else f"{found.hint} {self.seats_text}"
        return Mistake(found.code, found.message, found.span, hint)

    def is_seat(self, node: s.Expr) -> bool:
        """Whether words name a seat."""
        return isinstance(node, s.Phrase) and plain(node.words) in {b.words for b in self._bound}

    @staticmethod
    def fits(type_: Type, value: int, span: Span) -> None:
        """Checks that a value fits a type; UNO107 or UNO106 if not."""
        if isinstance(type_, Number) and not type_.low <= value <= type_.high:
            raise Mistake("UNO107", f"{value} is not between {type_.low} and {type_.high}", span)
        if value == NOTHING and getattr(type_, "optional", None) is False:
            raise Mistake("UNO106", f"here stands nothing, and {describe(type_)} is needed", span)

    # --------------------------------------------------------------------------------------------------------------- cards

    def cards(self, nodes: tuple[s.Expr, ...]) -> Cards:
        """Resolves a list of cards: `red 1, 2 * blue 5`, `nothing`, `empty`, `exactly red 1`."""
        first = self.without_exactly(nodes[0])
        exactly = first is not None
        nodes = (first if first is not None else nodes[0], *nodes[1:])
        out: list[int] = []
        for node in nodes:
            words = plain(node.words) if isinstance(node, s.Phrase) else ()
            if words in (("nothing",), ("empty",)):
                if len(nodes) > 1:
                    raise Mistake("UNO113", f"`{node.span.text}` stands alone, without cards beside it", node.span)
                return Cards((), exactly or words == ("empty",))
            counted = self.x.counted(node)
            if counted is not None and not counted[0]:
                raise Mistake("UNO113", "here stand the cards themselves", node.span, "no cards at all are `nothing`")
            if counted is not None:
                count, which = counted
                hint = f"`number of {which} in ... is {count}` asks how many there are; here stand the cards themselves"
                raise Mistake("UNO113", f"which {'cards' if count != 1 else 'card'}?", node.span, hint)
            copies, inner = self.copies(node)
            kind = self.constant(inner, Card())
            if kind == NOTHING:
                raise Mistake("UNO113", "here stands nothing, and a card is needed", inner.span)
            out.extend([kind] * copies)
        return Cards(tuple(out), exactly)

    def copies(self, node: s.Expr) -> tuple[int, s.Expr]:
        """Splits `2 * red 5` into 2 and `red 5`; the count is 1 without a number."""
        if not isinstance(node, s.Arithmetic) or len(node.rest) != 1 or node.rest[0][0] != "*":
            return 1, node
        copies = self.constant(node.first, Number(0, 0))
        if not 1 <= copies <= MOST_COPIES:
            raise Mistake("UNO107", f"{copies} is not between 1 and {MOST_COPIES}", node.first.span)
        return copies, node.rest[0][1]

    def without_exactly(self, node: s.Expr) -> s.Expr | None:
        """The text after the word `exactly`; None if a list does not begin with it."""
        first = leftmost(node)
        if not isinstance(first, s.Phrase) or plain(first.words)[:1] != ("exactly",):
            return None
        at = next(i for i, w in enumerate(first.words) if w.text == "exactly")
        rest = with_leftmost(node, phrase_of(first.words[at + 1 :]))
        if rest is None:
            raise Mistake("UNO113", "exactly what?", node.span, "`exactly red 1, 2 * blue 5`, or `exactly nothing`")
        return rest

    # ---------------------------------------------------------------------------------------------------------- situations

    def situation_line(self, body: s.Expr) -> tuple[int, s.Expr] | None:
        """Splits `turn of ann`, `draw-due on bob` into the situation and its owner; None for other lines."""
        if isinstance(body, s.Apply):
            head: s.Expr = body.head
            owner = body.argument
        elif isinstance(body, s.Compare) and body.relation == "on":
            head, owner = body.left, body.right
        else:
            return None
        index = self.x.situation_named(head, self.context())
        return None if index is None else (index, owner)

    def fields(self, situation: int, nodes: tuple[s.Expr, ...]) -> tuple[tuple[int, e.Expr], ...]:
        """The given fields of a situation, each once."""
        out: list[tuple[int, e.Expr]] = []
        for node in nodes:
            position, value = self.fx.field_value(situation, node, self.context())
            declared = self.table.situations[situation].fields[position]
            if any(p == position for p, _ in out):
                raise Mistake("UNO108", f"`{declared.name}` is given twice", node.span)
            if isinstance(value, e.Constant):
                self.fits(declared.type, value.value, node.span)
            out.append((position, value))
        return tuple(out)

    # ---------------------------------------------------------------------------------------------------------------- moves

    def ways(self, items: tuple[s.Expr, ...], act: int) -> frozenset[int]:
        """The variants of an act that name at least these items."""
        acts = self.table.acts
        if items and not acts[act].named:
            text = f"naming {items[0].span.text}"
            hint = f"leave `{text}` out: what is chosen after a move is a move of its own"
            raise Mistake("UNO113", f"`{short(acts[act].verb)}` is done without naming anything", items[0].span, hint)
        named = self.fx.naming.requested(items, act, self.context())
        values = {at: None if value is None else self.known(value, item) for item, at, value in named}
        return frozenset(
            i
            for i in self.fx.naming.of(act)
            if all(v == acts[i].values[at] or (v is None and acts[i].values[at] >= 0) for at, v in values.items())
        )

    def manner(self, word: s.Word | None, act: int) -> int | None:
        """The manner of a move in a scenario; None if none is given."""
        if word is None:
            return None
        manner = self.fx.manner(s.Manner(word, None, word.span), act, self.context())[0]
        return steps.ANY_MANNER if manner is None else manner

    def rule(self, word: s.Word | None, act: int | None, manner: int | None = None) -> str | None:
        """The rule that offers a move, by its written name; UNO105 if no offer has that name, UNO113 if it offers
        another act than `act`, or another manner than `manner`."""
        if word is None:
            return None
        known = [n for o in self.table.offers for n in (o.info.name, short(o.info.name))]
        if word.text not in known:
            hint = did_you_mean(word.text, known)
            raise Mistake("UNO105", f"there is no offer `{word.text}` here", word.span, hint)
        if act is None:
            return word.text
        offers = [o for o in self.table.offers if word.text in (o.info.name, short(o.info.name))]
        alike = [o for o in offers if self.table.same_verb(o.act, act)]
        name = short(self.table.acts[act].name)
        if not alike:
            other = short(self.table.acts[offers[0].act].verb)
            names = list(dict.fromkeys(o.info.name for o in self.table.offers if self.table.same_verb(o.act, act)))
            hint = f"what offers it: {', '.join(f'`by {n}`' for n in names)}" if names else None
            raise Mistake("UNO113", f"`{word.text}` offers `{other}`, not `{name}`", word.span, hint)
        if manner not in (None, steps.ANY_MANNER) and all(o.manner != manner for o in alike):
            manners = self.table.acts[act].manners
            manners_text = list(dict.fromkeys(f"`as {manners[o.manner]}`" if o.manner else "no manner" for o in alike))
            hint = f"it offers `{name}` with {' or '.join(manners_text)}"
            raise Mistake("UNO113", f"`{word.text}` does not offer `{name}` in this manner", word.span, hint)
        return word.text
