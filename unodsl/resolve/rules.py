"""Resolves rules of the text to rules of the model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import NoReturn, get_args

from unodsl.diagnostics import Diagnostic, did_you_mean, in_place
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Number, Player, Players, Type, YesNo
from unodsl.resolve.always_so import made_so_below, refuse_made_so
from unodsl.resolve.builtin import BUILT_IN, OTHERS
from unodsl.resolve.defined import parameter_of
from unodsl.resolve.effects import Effects
from unodsl.resolve.event_slips import called, in_plain_form, meant, passive, phrase_meant, refuse_never
from unodsl.resolve.expressions import Expressions
from unodsl.resolve.kinds import describe, one_line, refuse_argument, short
from unodsl.resolve.named import NamedValues
from unodsl.resolve.offer_slips import refuse_cards, refuse_negative, refuse_nobody, refuse_unclear, without_situation
from unodsl.resolve.phrase_books import with_phrase_book
from unodsl.resolve.scope import (
    MAYBE_PLAYER,
    PLAYER,
    PLAYERS,
    YES_NO,
    Binding,
    Context,
    Counter,
    Words,
    both,
    either,
    yes,
)
from unodsl.resolve.words import Mistake, Mistakes, Split, leftmost, of_another_option, phrase_of, plain
from unodsl.syntax import nodes as s
from unodsl.syntax.condition_phrases import condition_meant
from unodsl.syntax.offer_phrases import offer_meant

EventMeant = tuple[tuple[t.Event, ...], list[e.Expr], Context]
"""The events of a trigger, the conditions from its `when`, and the context of its other lines."""
Offered = tuple[e.Expr, int, e.Expr | None, int, e.Expr | None, list[e.Expr], Context]
"""The players, act, argument, manner, and replaced card of an offer; conditions and context of the other lines."""

_TABLE_EVENTS: dict[Words, t.TableEvent] = {
    ("match", "begins"): t.TableEvent("match begins"),
    ("match", "ends"): t.TableEvent("match ends"),
    ("round", "begins"): t.TableEvent("round begins"),
    ("round", "ends"): t.TableEvent("round ends"),
    ("table", "settles"): t.TableEvent("settles"),
    ("position", "stands"): t.TableEvent("position"),
    ("player", "joins"): t.TableEvent("joins"),
    ("player", "leaves"): t.TableEvent("leaves"),
}
_NEAR = 0.75
"""How similar the verb of an act has to be: `palys`, but not `speaks`."""
_ANYBODY = frozenset({("player",), ("any", "player"), ("somebody",), ("someone",), ("anybody",), ("anyone",)})


@dataclass(frozen=True, slots=True)
class Source:
    """A rule as written, with its place and resolved head."""

    page: str
    option: str | None
    rule: s.Rule
    info: t.RuleInfo


_NOUNS = {"a player": " a player", "an opponent": " an opponent", "a card": " a card from hand"}
"""How acts are declared that players do with something, by how it is called where they do."""


class Rules:
    """Resolves triggers, offers and bans. `offers`: the index of each offer by its qualified name."""

    def __init__(
        self,
        expressions: Expressions,
        views: dict[str, tuple[str, ...]],
        offers: dict[str, int],
        instead: dict[str, tuple[str, ...]],
        known: frozenset[str],
    ) -> None:
        self.x = expressions
        self.v = expressions.v
        self.fx = Effects(expressions)
        self.naming = self.fx.naming
        self.views = views
        self.offers = offers
        self.instead = instead
        self.known = known
        self.counter = Counter()
        """The counter of the current rule."""
        self.named_values: NamedValues | None = None
        """The named values of the current rule; None if it is about no act."""

    def context(self, source: Source) -> Context:
        """The context of a rule: its page's view and its situations."""
        ctx = Context(self.views[source.page], counter=self.counter)
        during: list[int] = []
        for line in source.rule.during:
            for phrase in line.situations:
                index = self.fx.situation(phrase, ctx)
                if index not in during:
                    during.append(index)
        return replace(ctx, during=tuple(during))

    def conditions(self, source: Source, ctx: Context, first: list[e.Expr]) -> e.Expr:
        there = self.v.presence(source.info.name, source.option)
        own: list[e.Expr] = []
        mistakes = Mistakes()
        for c in source.rule.conditions:
            with mistakes.noted():
                own.append(ctx.guard(len(ctx.counter.parts), c, self.condition(c, ctx), [*first, *own]))
        mistakes.stop_if_any()
        return both([*there, *first, *own])

    def rest(self, source: Source, ctx: Context, first: list[e.Expr]) -> tuple[e.Expr, tuple[f.Effect, ...]]:
        """Resolves the conditions and the effects of a rule."""
        guard: e.Expr = yes()
        effects: tuple[f.Effect, ...] = ()
        mistakes = Mistakes()
        with mistakes.noted():
            guard = self.conditions(source, ctx, first)
        ctx.counter.in_effects = True
        with mistakes.noted():
            effects = self.fx.block(source.rule.effects or (), ctx)
        ctx.counter.in_effects = False
        mistakes.stop_if_any()
        return guard, effects

    @contextmanager
    def head(self, source: Source, ctx: Context) -> Iterator[None]:
        """If the head of a rule is wrong, also collects the errors in its other lines that do not depend on the
        head."""
        try:
            yield
        except Mistake as mistake:
            inner = self.bind(ctx, e.Local(t.PLAYER_LOCAL, "player", PLAYER), None)
            everything = inner
            from_head = {"player", "card", "number", "opponent", "it", "its", "they", "their"}
            always: list[Diagnostic] | None = None
            for act in range(len(self.v.acts)):
                found = self.mistakes_below(source, self.bind(inner, None, act))
                always = found if always is None else [d for d in always if d in found]
                everything = self.bind(everything, None, act)
                from_head |= set((self.v.acts[act].argument_name or "").split())
                from_head |= {word for x in self.v.acts[act].named for word in x.noun.split()}
            unknown = [
                d
                for d in self.mistakes_below(source, everything)
                if d.code == "UNO105" and d.span is not None and not from_head & set(d.span.text.split())
            ]
            more = in_place([*unknown, *(always or ())])
            mistake.diagnostics = tuple(dict.fromkeys((*mistake.diagnostics, *more)))
            raise

    def mistakes_below(self, source: Source, ctx: Context) -> list[Diagnostic]:
        """The errors in a rule below its head."""
        mistakes = Mistakes()
        with mistakes.noted():
            self.rest(source, ctx, [])
        return mistakes.found

    def condition(self, node: s.Expr, ctx: Context) -> e.Expr:
        """Resolves the condition of an `if` line; on failure adds the intended meaning of a common phrase."""
        with with_phrase_book(node.span, condition_meant, self.x.zones_named):
            return self.x.condition(node, ctx)

    def act_effects(self, source_page: str, item: s.Act, index: int) -> dict[int, tuple[f.Effect, ...]]:
        """The effects of an act, for each variant with named values."""
        ctx = self.bind(Context(self.views[source_page]), e.Local(t.PLAYER_LOCAL, "player", PLAYER), index)
        known, ctx = self.naming.bind_all(index, ctx)
        effects = self.fx.block(item.effects, ctx)
        self.v.read_elsewhere |= {x.span for x in ctx.counter.parts}
        return {i: self.naming.effects(known, effects, i) for i in self.naming.of(index)}

    def named(self, deed: s.Deed, act: int, ctx: Context) -> tuple[list[e.Expr], Context]:
        """The conditions on the values that a rule names along with its act, and a context in which their nouns are
        bound."""
        self.named_values, guards, inner = self.naming.bind(deed.naming, act, ctx)
        return guards, inner

    def bind(self, ctx: Context, player: e.Expr | None, act: int | None) -> Context:
        """Binds the acting player, and the argument of an act by its noun."""
        bound = list(ctx.bound)
        card = ctx.card
        if player is not None:
            bound.append(Binding(("player",), player))
        if act is not None and self.v.acts[act].argument is not None:
            declared = self.v.acts[act]
            assert declared.argument is not None
            local = e.Local(t.ARGUMENT_LOCAL, declared.argument_name, declared.argument)
            name = tuple(declared.argument_name.split())
            bound.append(Binding(name, local))
            noun = (
                "number"
                if isinstance(declared.argument, Number)
                else "card"
                if isinstance(declared.argument, Card)
                else ""
            )
            if noun and name != (noun,):
                bound.append(Binding((noun,), local))
            if isinstance(declared.argument, Card):
                card = local
                bound.append(Binding(("it",), local))
        return replace(ctx, bound=tuple(bound), player=player if player is not None else ctx.player, card=card)

    # ------------------------------------------------------------------------------------------------------------ triggers

    def trigger(self, source: Source) -> t.Trigger:
        """Resolves `when ... if ... then ...`."""
        when = source.rule.heads[0]
        assert isinstance(when, s.When)
        ctx = self.context(source)
        with self.head(source, ctx), with_phrase_book(when.deed.span, self.event_meant, self.x.zones_named):
            events, guards, ctx = self.event(when.deed, ctx)
        if ctx.during:
            guards.insert(0, either([e.IsTop(i, YES_NO) for i in ctx.during]))
        guard, effects = self.rest(source, ctx, guards)
        if events and isinstance(events[0], t.ActEvent) and not self.v.stand_ins:
            apart = replace(ctx, counter=Counter())
            compared = [(c, self.condition(c, apart)) for c in source.rule.conditions if isinstance(c, s.Compare)]
            self.v.made_so += made_so_below(compared, events[0].act, self.v)
        if source.rule.effects is None:
            raise Mistake(
                "UNO110",
                f"the rule `{source.rule.name.text}` never says what happens",
                source.rule.name.span,
                "add `then` and what it does",
            )
        return t.Trigger(source.info, events, guard, effects, ())

    def event(self, deed: s.Deed, ctx: Context) -> EventMeant:
        player = e.Local(t.PLAYER_LOCAL, "player", PLAYER)
        if isinstance(deed.body, s.Phrase):
            found = self.table_event(deed.body, ctx, player)
            if found is not None:
                return self.without_manner(deed, found)
        taken = self.one_of_offers(deed.body, ctx, player)
        if taken is not None:
            return self.without_manner(deed, taken)
        split = self.x.split(deed.body, "third", ctx)
        if split is None:
            self.unknown_event(deed, ctx)
        act = self.x.act(split.verb, ctx, split.verb_span)
        declared = self.v.acts[act]
        if split.subject is None:
            raise Mistake("UNO110", f"who {' '.join(split.verb)}?", deed.span, f"say `player {' '.join(split.verb)}`")
        inner = self.bind(ctx, player, act)
        guards = self.acting(split.subject, player, ctx)
        for guard in self.argument_guard(split, act, inner):
            refuse_made_so(split.rest or deed.body, guard, declared, self.v.zones)
            guards.append(guard)
        named, inner = self.named(deed, act, inner)
        guards.extend(named)
        manner, stands = self.fx.manner(deed.manner, act, ctx)
        if stands is not None:
            raise Mistake("UNO110", "an event already carries the card that the played one stands for", deed.span)
        manners = range(len(declared.manners)) if manner is None else (manner,)
        return tuple(t.ActEvent(act, m) for m in manners), guards, inner

    def acting(self, subject: s.Expr, player: e.Local, ctx: Context) -> list[e.Expr]:
        """The condition that the player of an event is the given one; none if it may be anybody."""
        if isinstance(subject, s.Phrase) and plain(subject.words) in _ANYBODY:
            return []
        found = self.subject(subject, player, ctx)
        if found == e.Builtin("in play", PLAYERS):
            rest = subject.span.source.text[subject.span.end :].split("\n")[0].split("#")[0].strip()
            hint = f"write `when player {rest}`; whether all of them have done it is kept in a variable"
            message = f"`{one_line(subject)}` do nothing all at once: an event is of one player"
            raise Mistake("UNO106", message, subject.span, hint)
        return [self.x.equal(player, found, subject)]

    def subject(self, node: s.Expr, player: e.Local, ctx: Context) -> e.Expr:
        """Resolves the actor of an event. Raises UNO105 with the intended rule if it is a neighbor of the actor."""
        try:
            return self.x.value(node, PLAYER, replace(ctx, player=None))
        except Mistake as mistake:
            beside = self.x.attempt(lambda: self.x.value(node, PLAYER, replace(ctx, player=player)), ctx)
            if beside is None or mistake.diagnostic.hint is None:
                raise
            behind = node.span.source.text[node.span.end :].split("\n")[0].split("#")[0].strip()
            who = one_line(node)
            hint = f"whoever does it is called `player`: write `when player {behind}`, and below it who that is: `if player is {who} of ...`"
            raise mistake.with_hint(hint) from None

    @staticmethod
    def without_manner(deed: s.Deed, found: EventMeant) -> EventMeant:
        """Raises UNO110 for a manner, or named values, of an event that is not an act."""
        if deed.naming:
            text = one_line(deed.body)
            raise Mistake("UNO110", f"`{text}` names nothing", deed.naming[0].span, f"write `when {text}`")
        if deed.manner is not None:
            text = one_line(deed.body)
            raise Mistake("UNO110", f"`{text}` happens in one manner only", deed.manner.span, f"write `when {text}`")
        return found

    def argument_guard(self, split: Split, act: int, ctx: Context) -> list[e.Expr]:
        declared = self.v.acts[act]
        if split.rest is None:
            return []
        if declared.argument is None:
            refuse_argument(declared, split.rest)
        refuse_cards(split.rest, declared.argument)
        local = e.Local(t.ARGUMENT_LOCAL, declared.argument_name, declared.argument)
        return [self.x.argument_pattern(split.rest, local, act, ctx)]

    def table_event(self, phrase: s.Phrase, ctx: Context, player: e.Local) -> EventMeant | None:
        words = plain(phrase.words)
        if words in _TABLE_EVENTS:
            event = _TABLE_EVENTS[words]
            inner = self.bind(ctx, player, None) if event.kind in ("joins", "leaves") else ctx
            return (event,), [], inner
        if len(words) >= 2 and words[-1] in get_args(t.SituationKind):
            symbol = self.v.find(words[:-1], ctx.view, "situation")
            if symbol is not None:
                self.v.note(phrase.words[:-1], symbol, words[:-1])
                kind = words[-1]
                refuse_never(phrase, self.v.situations[symbol.index])
                inner = self.bind(ctx, e.Local(t.PLAYER_LOCAL, "player", MAYBE_PLAYER), None)
                return (t.SituationEvent(kind, symbol.index),), [], inner  # type: ignore[arg-type]
        who = self.taker(phrase)
        if who is not None:
            taken = self.taken_up(words[-1], ctx, phrase.words[-1])
            return tuple(t.OfferEvent(i) for i in taken), self.acting(who, player, ctx), self.bind(ctx, player, None)
        return None

    @staticmethod
    def taker(phrase: s.Phrase) -> s.Phrase | None:
        """The actor in a phrase of the form `... takes up ...`."""
        words = [w.text for w in phrase.words]
        return phrase_of(phrase.words[:-3]) if words[-3:-1] == ["takes", "up"] else None

    def one_of_offers(self, body: s.Expr, ctx: Context, player: e.Local) -> EventMeant | None:
        """Resolves `player takes up draw or challenge`: one of several offers."""
        if not isinstance(body, s.Logic) or body.kind != "or":
            return None
        first, *rest = body.operands
        who = self.taker(first) if isinstance(first, s.Phrase) else None
        if who is None or not isinstance(first, s.Phrase):
            return None
        events: list[t.Event] = []
        names = [first.words[-1]]
        for operand in rest:
            if not isinstance(operand, s.Phrase) or len(plain(operand.words)) != 1:
                raise Mistake("UNO101", "this should be the name of an offer", operand.span)
            names.append(operand.words[-1])
        for word in names:
            events.extend(t.OfferEvent(i) for i in self.taken_up(word.text, ctx, word))
        return tuple(dict.fromkeys(events)), self.acting(who, player, ctx), self.bind(ctx, player, None)

    def taken_up(self, name: str, ctx: Context, word: s.Word) -> list[int]:
        """The offers of a name: the one with that name, and those that replace it."""
        full = (
            name if name in self.known else next((f"{p}.{name}" for p in ctx.view if f"{p}.{name}" in self.known), None)
        )
        if full is None:
            hint = did_you_mean(name, [q.partition(".")[2] for q in self.offers])
            raise Mistake("UNO105", f"there is no offer `{name}` here", word.span, hint)
        self.v.note_rule(word.span, full)
        return [i for q, i in self.offers.items() if q == full or full in self.instead[q]]

    def unknown_event(self, deed: s.Deed, ctx: Context) -> NoReturn:
        forms = {"player " + a.third for a in self.v.acts} | {" ".join(("the", *w)) for w in _TABLE_EVENTS}
        forms |= {f"{short(x.name)} begins" for x in self.v.situations}
        text = deed.body.span.text
        hint = did_you_mean(" ".join(text.split()[:3]), forms)
        words = {w for a in self.v.acts for w in a.third.split()}
        if hint is None:
            for word in text.split():
                if word not in BUILT_IN and not self.v.speaks(word, ctx.view):
                    hint = hint or did_you_mean(word, words, _NEAR)
        table = called(self.v)
        first = leftmost(deed.body)
        option = self.x.hidden_act(s.Phrase(first.words[1:], first.span)) if isinstance(first, s.Phrase) else None
        hint = (
            (None if option is None else of_another_option(option))
            or passive(" ".join(text.split()), table)
            or meant(text, table)
            or in_plain_form(text, table)
            or self.by_several_words(deed, ctx)
            or hint
            or "a trigger starts like `when player plays ...` or `when the table settles`"
        )
        raise Mistake("UNO105", f"`{text}` is not something that happens here", deed.body.span, hint)

    def by_several_words(self, deed: s.Deed, ctx: Context) -> str | None:
        """The suggestion for an actor of several words: `player of turn plays 5`."""
        for verb in sorted((a.third for a in self.v.acts), key=len, reverse=True):
            who, found, rest = " ".join(deed.body.span.text.split()).partition(f" {verb} ")
            if found and isinstance(deed.body, s.Apply) and "(" not in who:
                return f"put who it is in parentheses: `when ({who}) {verb} {rest}`"
        return None

    def event_meant(self, text: str) -> str | None:
        """The intended meaning of a common phrase for an event."""
        return phrase_meant(text, called(self.v))

    # -------------------------------------------------------------------------------------------------------------- offers

    def offer_book(self, head: s.Offer | s.Ban) -> AbstractContextManager[None]:
        """The phrase book for the first line of an offer or a ban."""
        return with_phrase_book(head.who.span.to(head.deed.span), offer_meant, self.x.zones_named)

    def who(self, node: s.Expr, ctx: Context) -> e.Expr:
        """The set of players of an offer or ban."""
        if isinstance(node, s.Phrase):
            words = plain(node.words)
            refuse_unclear(node, words, len(ctx.during), self.waits_for_many(ctx))
            if words in _ANYBODY:
                return e.Builtin("in play", PLAYERS)
            if words in OTHERS:
                others = self.x.as_set(self.x.owner_of_during(ctx, node))
                return e.SetOperation("difference", e.Builtin("in play", PLAYERS), others, PLAYERS)
        mine = (
            replace(ctx, player=self.x.owner_of_during(ctx, node))
            if ctx.during and not self.waits_for_many(ctx)
            else ctx
        )
        return self.x.as_set(self.x.fit(self.x.value(node, PLAYERS, mine), PLAYERS, node))

    def waits_for_many(self, ctx: Context) -> bool:
        return any(self.v.situations[i].on_players for i in ctx.during)

    def offer(self, source: Source) -> t.Offer:
        """Resolves `WHO may ...`."""
        head = source.rule.heads[0]
        assert isinstance(head, s.Offer)
        ctx = self.context(source)
        refuse_negative(head)
        refuse_nobody(head)
        if not source.rule.during:
            raise without_situation(source.rule, head)
        with self.head(source, ctx), self.offer_book(head):
            who, act, argument, manner, stands, guards, inner = self.offered(head, ctx)
        guard, effects = self.rest(source, inner, guards)
        return t.Offer(
            source.info,
            head.mode,
            ctx.during,
            who,
            act,
            argument,
            None,
            manner,
            stands,
            guard,
            effects,
            (),
            who == self.x.absent(),
        )

    def offered(self, head: s.Offer, ctx: Context) -> Offered:
        """Resolves the head of an offer."""
        who = self.who(head.who, ctx)
        split = self.deed(head.deed, ctx)
        act = self.x.act(split.verb, ctx, split.verb_span)
        declared = self.v.acts[act]
        player = e.Local(t.PLAYER_LOCAL, "player", PLAYER)
        inner = self.bind(ctx, player, act)
        argument: e.Expr | None = None
        guards: list[e.Expr] = []
        if declared.argument is None:
            if split.rest is not None:
                refuse_argument(declared, split.rest)
        elif split.rest is not None and not self.is_noun(split.rest, act):
            if declared.origin is not None or self.is_pattern(split.rest, declared.argument, inner):
                guards.extend(self.argument_guard(split, act, inner))
            else:
                try:
                    argument = self.x.typed(split.rest, declared.argument, self.bind(ctx, player, None))
                except Mistake:
                    refuse_cards(split.rest, declared.argument)
                    raise
                self.x.refuse_self(act, player, argument, split.rest)
                self.fx.within(argument, declared.argument, split.rest)
                if isinstance(declared.argument, Number):
                    self.fx.bounded(argument, split.rest)
        elif isinstance(declared.argument, Number) and declared.argument.high - declared.argument.low > 1000:
            raise Mistake(
                "UNO107",
                f"any of {declared.argument.high - declared.argument.low + 1} numbers could be chosen here",
                head.deed.span,
                "say which number, or give the act a range",
            )
        manner, stands = self.fx.manner(head.deed.manner, act, inner)
        if manner is None:
            raise Mistake("UNO110", "an offer is made in one manner", head.deed.span)
        named, inner = self.named(head.deed, act, inner)
        guards.extend(named)
        return who, act, argument, manner, stands, guards, inner

    def is_noun(self, rest: s.Expr, act: int) -> bool:
        if not isinstance(rest, s.Phrase):
            return False
        words = plain(rest.words)
        return not words or words == tuple(self.v.acts[act].argument_name.split())

    def is_pattern(self, rest: s.Expr, type_: Type, ctx: Context) -> bool:
        """Whether the words after the verb describe a set of arguments rather than name one."""
        if isinstance(rest, s.Logic | s.Not | s.Range):
            return True
        if isinstance(type_, Player | Card) and isinstance(rest, s.Phrase):
            if self.x.phrase_pattern(rest, e.Local(t.ARGUMENT_LOCAL, "it", type_), ctx) is not None:
                return self.x.card_constant(plain(rest.words)) is None
            return isinstance(type_, Player) and isinstance(self.x.value(rest, type_, ctx).type, Players)
        return False

    def deed(self, deed: s.Deed, ctx: Context) -> Split:
        split = self.x.split(deed.body, "plain", ctx)
        if split is None or split.subject is not None:
            text = deed.body.span.text
            plain_words = tuple(text.split())
            verbs = self.v.verbs(ctx.view, "plain", own=False)
            # `say uno` for `call uno`, and else what looks alike
            meant = (f"did you mean `{' '.join(v)}`?" for v in verbs if v[1:] and v[1:] == plain_words[1:])
            option = self.x.hidden_act(deed.body)
            hint = next(meant, None) if option is None else of_another_option(option)
            for word in plain_words:
                hint = hint or did_you_mean(word, {w for v in verbs for w in (*v, " ".join(v))})
            first = text.split()[0] if text.split() else text
            raise Mistake(
                "UNO105",
                f"`{first}` is not something that players do here",
                deed.body.span,
                hint or f"declare it with `act {first}{_NOUNS.get(' '.join(text.split()[1:]), '')}`",
            )
        return split

    # ---------------------------------------------------------------------------------------------------------------- bans

    def ban(self, source: Source) -> t.Ban:
        """Resolves `WHO cannot ...`."""
        head = source.rule.heads[0]
        assert isinstance(head, s.Ban)
        ctx = self.context(source)
        with self.offer_book(head):
            who = self.who(head.who, ctx)
        player = e.Local(t.PLAYER_LOCAL, "player", PLAYER)
        if source.rule.effects:
            raise Mistake("UNO110", "a ban has no effects: it only takes moves away", source.rule.name.span)
        if isinstance(head.deed.body, s.Phrase) and plain(head.deed.body.words) == ("do", "anything"):
            if head.deed.naming:
                raise Mistake("UNO110", "who cannot do anything names nothing", head.deed.naming[0].span)
            inner = self.bind(ctx, player, None)
            return t.Ban(source.info, ctx.during, who, None, None, self.conditions(source, inner, []))
        with self.head(source, ctx), self.offer_book(head):
            split = self.deed(head.deed, ctx)
            act = self.x.act(split.verb, ctx, split.verb_span)
            inner = self.bind(ctx, player, act)
            guards = self.argument_guard(split, act, inner)
            named, inner = self.named(head.deed, act, inner)
            guards.extend(named)
        manners: tuple[int, ...] | None = None
        if head.deed.manner is not None:
            manner, stands = self.fx.manner(head.deed.manner, act, inner)
            if stands is not None:
                raise Mistake(
                    "UNO110", "a ban is about the card that is played, whatever it stands for", head.deed.span
                )
            manners = None if manner is None else (manner,)
        return t.Ban(source.info, ctx.during, who, act, manners, self.conditions(source, inner, guards))

    # --------------------------------------------------------------------------------------------------------- definitions

    def definition(self, source: Source) -> t.Definition:
        """Resolves a definition by itself: for explanations, and so that an unused one is checked."""
        head = source.rule.heads[0]
        assert isinstance(head, s.Means)
        if source.rule.effects:
            raise Mistake("UNO110", "a definition has no effects", source.rule.name.span)
        name, parameter, value, ctx = self.defined(source, head)
        if head.predicate is not None and not isinstance(value.type, YesNo):
            raise Mistake(
                "UNO106",
                f"`{' '.join(name)}` needs a yes-or-no, and here stands {describe(value.type)}",
                head.value.span,
            )
        return t.Definition(source.info, " ".join(name), parameter, value, self.conditions(source, ctx, []))

    def defined(self, source: Source, head: s.Means) -> tuple[Words, Type | None, e.Expr, Context]:
        """The name, subject and value of a definition, and the context of its other lines."""
        ctx = self.context(source)
        name, subject, parameter = parameter_of(head)
        if parameter is not None:
            local = e.Local(t.PLAYER_LOCAL, " ".join(subject), parameter)
            bound = (*ctx.bound, Binding(subject, local))
            if isinstance(parameter, Player):
                ctx = replace(ctx, bound=bound, player=local)
            else:
                ctx = replace(ctx, bound=(*bound, Binding(("it",), local)), card=local)
        expected: Type | None = None
        return name, parameter, self.x.value(head.value, expected, replace(ctx, unfolding=(name,))), ctx
