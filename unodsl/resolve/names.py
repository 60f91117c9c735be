"""Name resolution: the meaning of the words of a phrase in their context."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NoReturn, assert_never

from unodsl import limits
from unodsl.diagnostics import Edit, did_you_mean
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import NOTHING, Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.resolve.builtin import ABSENT, ANY, BUILT_IN, BUILTINS, IN_PLAY, OTHERS
from unodsl.resolve.kinds import alike, describe, joined, one_line, short, spread
from unodsl.resolve.scope import (
    CARD,
    MAYBE_CARD,
    MAYBE_PLAYER,
    PLAYER,
    PLAYERS,
    VALUES,
    YES_NO,
    Binding,
    Context,
    Symbol,
    Words,
    both,
    number,
    yes,
)
from unodsl.resolve.unknown import Unknown
from unodsl.resolve.words import ARTICLES, NOUNS, Mistake, Split, of_another_option, phrase_of, plain, split_at_verb
from unodsl.syntax import nodes as s


class Names(Unknown):
    """Resolves phrases, `... of ...`, and places for cards."""

    seats: int
    any_seats: bool

    if TYPE_CHECKING:

        def value(self, node: s.Expr, expected: Type | None, ctx: Context) -> e.Expr: ...

        def condition(self, node: s.Expr, ctx: Context) -> e.Expr: ...

        def typed(self, node: s.Expr, expected: Type, ctx: Context) -> e.Expr: ...

        def fit(self, value: e.Expr, expected: Type, node: s.Expr) -> e.Expr: ...

    def phrase(self, node: s.Phrase, expected: Type | None, ctx: Context) -> e.Expr:
        words = plain(node.words)
        found = self.maybe_phrase(words, node, expected, ctx)
        self.refuse_any(words, node, found, ctx)
        if found is None:
            self.unknown(node, ctx, expected)
        return found

    def refuse_any(self, words: Words, node: s.Phrase, found: e.Expr | None, ctx: Context) -> None:
        """Raises UNO106 for an indefinite phrase where a particular value is needed: `a player`, `any player`."""
        text = one_line(node)
        if words in ANY:
            every = ANY[words]
            hint = f"all of them are `{every}`; to let somebody choose, begin a situation"
            raise Mistake("UNO106", f"`{text}` says no particular one", node.span, hint, Edit(node.span, every))
        if node.words[0].text not in ("a", "an") or found is None or isinstance(found, e.Constant):
            return
        if ctx.unfolding and ctx.binding(words) is not None:
            return  # a definition says of whom it is with `a player` as well
        noun = " ".join(words)
        hint = f"the one at hand is `the {noun}`; a rule cannot ask a player here: to let a player choose, begin a situation"
        if isinstance(found.type, Player | Card):
            some = "a player" if isinstance(found.type, Player) else "a card in hand of player"
            hint = f"the one at hand is `the {noun}`; to ask whether there is one, write `there is {some} where (...)`"
        raise Mistake("UNO106", f"`{text}` says no particular one", node.span, hint)

    def maybe_phrase(self, words: Words, node: s.Phrase, expected: Type | None, ctx: Context) -> e.Expr | None:
        """The value of words, or None."""
        if not words:
            raise Mistake("UNO101", "a name is missing here", node.span)
        if isinstance(expected, Number) and len(words) == 2 and words[0].isdigit() and words[1] in NOUNS:
            words = words[:1]
        if len(words) == 1 and words[0].isdigit() and not isinstance(expected, Enumeration | Card):
            if isinstance(expected, Number) and node.words[0].text in ARTICLES and node.words[-1].text == words[0]:
                hint = f"write `{words[0]}` if that is how many, or which number it is"
                raise Mistake("UNO106", f"`{one_line(node)}` is a card, and a number is needed", node.span, hint)
            return self.number(words[0], node)
        symbol = self.v.own(words, ctx.view)
        literal = self.literal(words, expected)
        if literal is not None and not (symbol is not None and self.v.is_foreign(words, ctx.view)):
            self.note_constant(node, literal)
            return literal
        if isinstance(expected, Card):
            self.refuse_count(node)
        bound = ctx.binding(words)
        if bound is not None:
            return bound
        if words in BUILTINS:
            return BUILTINS[words]
        if words in OTHERS:
            me = self.subject_player(ctx, node, "other players than whom?")
            return e.SetOperation("difference", IN_PLAY, e.SetOf(me, PLAYERS), PLAYERS)
        if words in ABSENT:
            return self.absent()
        if words in (("its", "player"), ("its", "players")):
            return self.owner_of_during(ctx, node)
        if words[0] in ("their", "its") and len(words) > 1:
            return self.possessive(words, node, expected, ctx)
        if symbol is not None:
            return self.named(symbol, words, node, expected, ctx)
        field = self.field_of_during(words, ctx)
        if field is not None:
            self.v.note_field(node.words, field.situation, " ".join(words))
            return field
        if words in (("yes",), ("no",)):
            return yes(words[0] == "yes")
        if words == ("seats",):
            return self.number_of_seats()
        if words == ("deck", "size"):
            return self.deck_size(node)
        if words == ("nothing",):
            if isinstance(expected, Number | YesNo):
                hint = "a number that is not there is 0" if isinstance(expected, Number) else "write `yes` or `no`"
                raise Mistake("UNO106", f"{describe(expected)} is never nothing", node.span, hint)
            return e.Constant(NOTHING, expected if expected is not None else MAYBE_CARD)
        if words in (("left",), ("right",)):
            me = self.subject_player(ctx, node, f"{words[0]} of whom?")
            return e.Neighbor("left" if words[0] == "left" else "right", me, PLAYER)
        found = self.enumerated(words, ctx.view) or self.card_constant(words)
        foreign = self.v.find(words, ctx.view)
        if foreign is not None and (found is None or not alike(found.type, expected)):
            # a declaration of another page, if the words have no other meaning
            return self.named(foreign, words, node, expected, ctx)
        if found is None and len(words) == 1 and words[0].isdigit():
            return self.number(words[0], node)
        if found is not None:
            self.note_constant(node, found)
        return found

    def note_constant(self, node: s.Phrase, found: e.Constant) -> None:
        """Records that words name a value of a choice, or a card."""
        if isinstance(found.type, Enumeration) and found.value != NOTHING:
            self.v.note_value(node.words, found.type, found.type.values[found.value])
        elif isinstance(found.type, Card):
            self.v.note_cards(node.words)

    def absent(self) -> e.Expr:
        """The seats that do not take part."""
        return e.SetOperation("difference", self.everybody(), IN_PLAY, PLAYERS)

    def everybody(self) -> e.Expr:
        """All seats of the table."""
        return e.Constant((1 << self.seats) - 1, PLAYERS)

    def number_of_seats(self) -> e.Expr:
        """The number of seats; constant except in a family over numbers of seats."""
        if self.any_seats:
            return e.SetSize(self.everybody(), Number(0, self.seats))
        return number(self.seats)

    def number(self, text: str, node: s.Phrase) -> e.Expr:
        if len(text) > 9 or int(text) > limits.NUMBER:
            raise Mistake("UNO107", f"numbers go up to {limits.NUMBER}", node.span)
        return number(int(text))

    def named(self, symbol: Symbol, words: Words, node: s.Phrase, expected: Type | None, ctx: Context) -> e.Expr:
        """A declared name without `of`: the context determines its subject."""
        name = " ".join(words)
        self.v.note(node.words, symbol, words)
        match symbol.kind:
            case "variable":
                variable = self.v.variables[symbol.index]
                if not variable.each_player:
                    return e.Variable(symbol.index, None, variable.type)
                return e.Variable(symbol.index, self.subject_player(ctx, node, f"{name} of whom?"), variable.type)
            case "setting":
                return self.value_of(self.v.settings[f"{symbol.page}.{name}"], node)
            case "attribute":
                card = self.subject_card(ctx, node, f"{name} of which card?")
                return e.Attribute(symbol.index, card, self.v.attribute_type(symbol.index, True))
            case "definition":
                return self.unfold(symbol, None, node, expected, ctx)
            case "zone":
                raise Mistake(
                    "UNO106",
                    f"`{name}` is a place for cards, not a value",
                    node.span,
                    f"`number of cards in {name}` is a number",
                )
            case "situation":
                return e.IsOpen(symbol.index, YES_NO)
            case "act":
                raise Mistake("UNO106", f"`{name}` is something that players do, not a value", node.span)
            case _:
                assert_never(symbol.kind)

    def varies(self, what: str, node: s.Phrase) -> Mistake:
        """The error that something has to be constant before the game begins, but varies in a family."""
        return Mistake("UNO113", f"`{what}` is not the same at all tables of this family", node.span)

    def deck_size(self, node: s.Phrase) -> e.Expr:
        """The number of cards; in a family, by the options that change the deck."""
        deck = self.v.deck
        assert deck is not None
        if not deck.by_options:
            return number(deck.size)
        sizes = [(on, sum(copies)) for on, copies in deck.by_options]
        low, high = min(n for _, n in sizes), max(n for _, n in sizes)
        (_, plainly), *others = sizes
        varying = {o for on, _ in others for o in on}
        out: e.Expr = number(plainly)
        for on, size in others:
            if not varying <= set(self.v.features):
                raise self.varies("deck size", node)
            there = [self.v.features[o] if o in on else e.Not(self.v.features[o], YES_NO) for o in sorted(varying)]
            out = e.Choose(e.Logic("and", tuple(there), YES_NO), number(size), out, Number(low, high))
        return out

    def value_of(self, setting: t.Setting, node: s.Phrase) -> e.Expr:
        """The value of a parameter; in a family, by its options."""

        def constant(value: int) -> e.Expr:
            return e.Constant(value, Number(value, value) if isinstance(setting.type, Number) else setting.type)

        out = constant(setting.value)
        values = [setting.value, *(v for _, v in setting.varied)]
        type_ = Number(min(values), max(values)) if isinstance(setting.type, Number) else setting.type
        for option, value in setting.varied:
            if option not in self.v.features:
                raise self.varies(setting.name, node)
            out = e.Choose(self.v.features[option], constant(value), out, type_)
        return out

    def possessive(self, words: Words, node: s.Phrase, expected: Type | None, ctx: Context) -> e.Expr | None:
        who = ctx.binding(("they",)) if words[0] == "their" else ctx.binding(("it",)) or ctx.card
        if who is None:
            who = ctx.player if words[0] == "their" else None
        if who is None:
            raise Mistake("UNO105", f"`{words[0]}` refers to nobody here", node.span)
        inner = phrase_of(node.words[1:])
        assert inner is not None
        bare = replace(ctx, player=who) if isinstance(who.type, Player) else replace(ctx, card=who)
        found = self.maybe_phrase(plain(inner.words), inner, expected, bare)
        if isinstance(found, e.Constant):
            text = one_line(inner)
            raise Mistake("UNO106", f"`{text}` is nobody's", node.span, f"write `{text}`")
        return found

    def unfold(
        self, symbol: Symbol, argument: e.Expr | None, node: s.Expr, expected: Type | None, ctx: Context
    ) -> e.Expr:
        """Unfolds a definition: its meanings as a case distinction, those with a condition first."""
        name = symbol.meanings[0].name
        if name in ctx.unfolding:
            circle = " means ".join(" ".join(n) for n in (*ctx.unfolding, name))
            raise Mistake("UNO109", f"this definition goes round in a circle: {circle}", node.span)
        if len(ctx.unfolding) >= limits.NESTING:
            raise Mistake("UNO103", f"definitions refer to each other more than {limits.NESTING} deep", node.span)
        ctx.counter.nodes += 1
        if ctx.counter.nodes > limits.EXPANSION:
            raise Mistake(
                "UNO103", f"the definitions used here unfold into more than {limits.EXPANSION} parts", node.span
            )
        result: e.Expr | None = None
        for meaning in reversed(symbol.meanings):
            bound: tuple[Binding, ...] = ()
            player, card = None, None
            if meaning.parameter is not None:
                given = argument
                if given is None:
                    what = " ".join(name)
                    if isinstance(meaning.parameter, Player):
                        given = self.subject_player(ctx, node, f"`{what}` of whom?")
                    else:
                        given = self.subject_card(ctx, node, f"`{what}` of which card?")
                wrong = not isinstance(given.type, type(meaning.parameter))
                if wrong:
                    raise Mistake("UNO106", f"`{' '.join(name)}` is about {describe(meaning.parameter)}", node.span)
                bound = (Binding(meaning.subject, given),)
                if isinstance(meaning.parameter, Player):
                    player = given
                else:
                    card = given
                    bound = (*bound, Binding(("it",), given))
            elif argument is not None:
                raise Mistake("UNO106", f"`{' '.join(name)}` is not said of anything: leave the `of` out", node.span)
            inner = Context(
                self.view_of(meaning.page, ctx),
                bound,
                player,
                card,
                (),
                ctx.counter,
                (*ctx.unfolding, name),
                ctx.seat_names,
            )
            value = self.value(meaning.value, expected, inner)
            there = self.v.presence(f"{meaning.page}.{meaning.rule.name.text}", meaning.option)
            guards = [inner.part("line", c, self.condition(c, inner)) for c in meaning.rule.conditions]
            guard = both([*there, *guards])
            if result is None and not guards and not isinstance(value.type, YesNo):
                result = value  # where no meaning is there, no rule asks for it
            elif isinstance(guard, e.Constant):
                result = value if guard.value or result is None else result
            elif result is None:
                if not isinstance(value.type, YesNo):
                    hint = "leave its `if` out, or let it stand `instead of` one without"
                    raise Mistake(
                        "UNO110",
                        f"nothing says what `{' '.join(name)}` means when this condition does not hold",
                        meaning.rule.span,
                        hint,
                    )
                result = both([guard, value])
            else:
                result = e.Choose(
                    guard, value, self.fit(result, value.type, meaning.value), joined(value.type, result.type)
                )
        assert result is not None
        return result

    def view_of(self, page: str, ctx: Context) -> tuple[str, ...]:
        """The lookup order of a definition's file."""
        return self.v.views.get(page, (page, *(p for p in ctx.view if p != page)))

    def subject_player(self, ctx: Context, node: s.Expr, question: str) -> e.Expr:
        if ctx.player is None:
            raise Mistake("UNO105", question, node.span, "say of whom with `of`, for example `of player of turn`")
        return ctx.player

    def face_number(self, what: s.Expr, ctx: Context) -> e.Expr | None:
        """Resolves `number of face of the card`, and `number of face` or `number of its face` if the card is clear."""
        head: s.Expr | None = what.head if isinstance(what, s.Apply) else what
        if isinstance(what, s.Phrase) and plain(what.words)[:1] == ("its",):
            head = phrase_of(what.words[1:])
        if not isinstance(head, s.Phrase):
            return None
        symbol = self.v.find(plain(head.words), ctx.view, "attribute")
        card = what.argument if isinstance(what, s.Apply) else None
        if symbol is None:
            return None
        self.v.note(head.words, symbol, plain(head.words))
        assert self.v.deck is not None
        of = self.typed(card, CARD, ctx) if card is not None else self.subject_card(ctx, what, "of which card?")
        shown = [n for n in self.v.deck.attributes[symbol.index].numbers if n is not None]
        return e.FaceNumber(symbol.index, of, spread(min([0, *shown]), max([0, *shown])))

    def subject_card(self, ctx: Context, node: s.Expr, question: str) -> e.Expr:
        if ctx.card is None:
            raise Mistake("UNO105", question, node.span, "say of which card with `of`")
        return ctx.card

    def owner_of_during(self, ctx: Context, node: s.Expr) -> e.Expr:
        if not ctx.during:
            raise Mistake("UNO110", "`its player` needs a `during` line: whose player?", node.span)
        result: e.Expr = self.owner(ctx.during[-1])
        for index in reversed(ctx.during[:-1]):
            mine: e.Expr = self.owner(index)
            if type(mine.type) is not type(result.type):
                mine, result = self.as_set(mine), self.as_set(result)
            result = e.Choose(e.IsTop(index, YES_NO), mine, result, result.type)
        return result

    def as_set(self, value: e.Expr) -> e.Expr:
        """A player as a set of one; a set unchanged."""
        return value if isinstance(value.type, Players) else e.SetOf(value, PLAYERS)

    def owner(self, situation: int) -> e.Owner:
        """The owner of a situation."""
        return e.Owner(situation, PLAYERS if self.v.situations[situation].on_players else MAYBE_PLAYER)

    def field_of_during(self, words: Words, ctx: Context) -> e.Field | None:
        name = " ".join(words)
        for situation in ctx.during:
            for index, field in enumerate(self.v.situations[situation].fields):
                if field.name == name:
                    return e.Field(situation, index, field.type)
        return None

    def apply(self, node: s.Apply, expected: Type | None, ctx: Context) -> e.Expr:
        words = plain(node.head.words)
        symbol = self.v.find(words, ctx.view)
        situation = self.situation_named(node.argument, ctx)
        if situation is not None and (symbol is None or not self.means_more(node.argument, ctx)):
            return self.of_situation(words, situation, node)
        counted = len(words) == 2 and words[0] == "card" and words[-1].isdigit()
        if counted or words == ("top",):
            depth = int(words[-1][:4]) - 1 if counted else 0
            place = self.place(node.argument, ctx)
            if self.v.zones[place.zone].visibility != "face up":
                raise Mistake("UNO106", "only a face-up zone has a top that rules can look at", node.argument.span)
            if not 0 <= depth < 10:
                raise Mistake("UNO107", "rules can look at card 1 (the top) to card 10 of a zone", node.head.span)
            return e.TopCard(place, depth, MAYBE_CARD)
        if words in (("left",), ("right",)):
            seat = self.typed(node.argument, PLAYER, ctx)
            return e.Neighbor("left" if words[0] == "left" else "right", seat, PLAYER)
        if words in OTHERS:
            me = self.typed(node.argument, PLAYER, ctx)
            return e.SetOperation("difference", IN_PLAY, e.SetOf(me, PLAYERS), PLAYERS)
        if words == ("first",):
            return e.TheOne(self.typed(node.argument, PLAYERS, ctx), MAYBE_PLAYER)
        if words == ("one",):
            hint = f"the first in the order of seats is `first of {one_line(node.argument)}`"
            edit = Edit(node.head.span, "first")
            raise Mistake("UNO106", "`one of` does not say which one", node.span, hint, edit)
        if symbol is None:
            swapped = self.nearly_card((*_words(node.argument), *words)) or " ".join((*_words(node.argument), *words))
            if self.attribute_values(tuple(swapped.split())) is not None:
                raise Mistake(
                    "UNO105", f"`{one_line(node)}` is not how a card is called", node.span, f"write `{swapped}`"
                )
            self.unknown(node.head, ctx)
        name = " ".join(words)
        self.v.note(node.head.words, symbol, words)
        match symbol.kind:
            case "variable":
                variable = self.v.variables[symbol.index]
                if not variable.each_player:
                    raise Mistake(
                        "UNO106", f"`{name}` belongs to the table, not to a player: leave the `of` out", node.span
                    )
                return e.Variable(symbol.index, self.typed(node.argument, PLAYER, ctx), variable.type)
            case "attribute":
                card = self.typed(node.argument, CARD, ctx)
                return e.Attribute(symbol.index, card, self.v.attribute_type(symbol.index, True))
            case "definition":
                parameter = symbol.meanings[0].parameter
                if parameter is None:
                    raise Mistake("UNO106", f"`{name}` is not said of anything: leave the `of` out", node.span)
                return self.unfold(symbol, self.typed(node.argument, parameter, ctx), node, expected, ctx)
            case "zone":
                raise Mistake(
                    "UNO106",
                    f"`{name}` is a place for cards, not a value",
                    node.span,
                    f"`number of cards in {name} of ...` is a number",
                )
            case "situation":
                return self.open_on(symbol.index, node.argument, ctx)
            case "setting" | "act":
                raise Mistake("UNO106", f"`{name}` cannot have an `of`", node.span)
            case _:
                assert_never(symbol.kind)

    def situation_named(self, node: s.Expr, ctx: Context) -> int | None:
        if not isinstance(node, s.Phrase):
            return None
        words = plain(node.words)
        if not words or ctx.binding(words) is not None:
            return None
        symbol = self.v.find(words, ctx.view, "situation")
        if symbol is None:
            return None
        self.v.note(node.words, symbol, words)
        return symbol.index

    def means_more(self, node: s.Expr, ctx: Context) -> bool:
        """Whether words that name a situation also name a card, or something else on the page itself."""
        words = _words(node)
        own = self.v.own(words, ctx.view)
        if own is not None and own.kind != "situation":
            return True
        return self.attribute_values(words) is not None or self.field_of_during(words, ctx) is not None

    def of_situation(self, words: Words, situation: int, node: s.Apply) -> e.Expr:
        declared = self.v.situations[situation]
        if words in (("player",), ("players",)):
            return self.owner(situation)
        name = " ".join(words)
        for index, field in enumerate(declared.fields):
            if field.name == name:
                self.v.note_field(node.head.words, situation, name)
                return e.Field(situation, index, field.type)
        hint = did_you_mean(name, [f.name for f in declared.fields] + ["player"])
        raise Mistake("UNO105", f"the situation `{short(declared.name)}` has no `{name}`", node.head.span, hint)

    def open_on(self, situation: int, node: s.Expr, ctx: Context) -> e.Expr:
        owner = self.owner(situation)
        player = self.typed(node, PLAYER, ctx)
        waits = (
            e.Member(player, owner, YES_NO)
            if isinstance(owner.type, Players)
            else e.Compare("==", owner, player, YES_NO)
        )
        return both([e.IsOpen(situation, YES_NO), waits])

    def place(self, node: s.Expr, ctx: Context) -> e.Place:
        """Resolves a zone and its seat."""
        found = self.maybe_place(node, ctx, needed=True)
        if found is None:
            names = [z.name for z in self.v.zones]
            hint = did_you_mean(one_line(node).partition(" of ")[0], [short(n) for n in names])
            option = self.v.hidden.get(tuple(one_line(node).partition(" of ")[0].removeprefix("the ").split()))
            if option is not None:
                hint = of_another_option(option)
            if hint is None and one_line(node).removeprefix("the ") in ("deck", "cards", "stock", "talon", "pack"):
                hint = None if self.v.deck is None else f"write `{short(self.v.zones[self.v.deck.home].name)}`"
            raise Mistake(
                "UNO105", f"`{one_line(node)}` is not a place for cards", node.span, picked_first(node) or hint
            )
        return found

    def maybe_place(self, node: s.Expr, ctx: Context, needed: bool = False) -> e.Place | None:
        """Resolves a zone and its seat; None if it is not one. Words with a value count as a zone only if `needed`."""
        match node:
            case s.Group(inner=inner, trailing=None):
                return self.maybe_place(inner, ctx, needed)
            case s.Phrase():
                words = plain(node.words)
                if words and words[0] in ("their", "its") and len(words) > 1:
                    who = ctx.binding(("they",)) or ctx.player
                    if words[0] == "its":
                        who = self.owner_of_during(ctx, node) if ctx.during else ctx.player
                    rest = phrase_of(node.words[1:])
                    assert rest is not None
                    return self.maybe_place(rest, replace(ctx, player=who), needed)
                zone = self.zone_named(words, ctx, needed, node)
                if zone is None:
                    return None
                if not self.v.zones[zone].each_player:
                    return e.Place(zone, None)
                return e.Place(zone, self.subject_player(ctx, node, f"the {' '.join(words)} of whom?"))
            case s.Apply():
                words = plain(node.head.words)
                zone = self.zone_named(words, ctx, needed, node.head)
                if zone is None:
                    return None
                if not self.v.zones[zone].each_player:
                    raise Mistake(
                        "UNO106", f"the {' '.join(words)} belongs to the table: leave the `of` out", node.span
                    )
                whose = self.value(node.argument, PLAYER, ctx)
                if isinstance(whose.type, Players):
                    self.refuse_several(self.v.zones[zone], node)
                return e.Place(zone, self.fit(whose, PLAYER, node.argument))
            case _:
                return None

    @staticmethod
    def refuse_several(zone: t.Zone, node: s.Apply) -> NoReturn:
        """Raises UNO106 for the zone of several players, where one is needed."""
        name, text = short(zone.name), one_line(node.argument)
        plain_set = text if isinstance(node.argument, s.Phrase | s.Group) else f"({text})"
        hint = (
            f"for all of them: `for each player in {text}`, or `total of (number of cards in {name}) for {text}`; "
            f"one of them is `first of {plain_set}`"
        )
        raise Mistake("UNO106", f"each of them has a {name} of their own, and one is needed", node.argument.span, hint)

    def zone_named(self, words: Words, ctx: Context, needed: bool, node: s.Phrase) -> int | None:
        """The zone of a name. A zone of another page counts only if the words have no other meaning, or a zone is
        needed."""
        if not words:
            return None
        kinds = ("zone",) if needed else ("zone", *VALUES)
        symbol = self.v.own(words, ctx.view, *kinds)
        if symbol is None and not needed and (ctx.binding(words) is not None or words in BUILTINS):
            return None
        symbol = symbol or self.v.find(words, ctx.view, *kinds)
        if symbol is None or symbol.kind != "zone":
            return None
        self.v.note(node.words, symbol, words)
        return symbol.index

    def split(self, node: s.Expr, form: Literal["plain", "third", "both"], ctx: Context) -> Split | None:
        """Splits a deed at its verb. Verbs of other files count only if those of the file itself leave words without a
        meaning."""
        every = split_at_verb(node, self.v.verbs(ctx.view, form, own=False))
        own = split_at_verb(node, self.v.verbs(ctx.view, form, own=True))
        if own is None or every is None or own.verb == every.verb:
            return every
        words = every.verb_span.text.split()
        extra = [w for w in words if w not in own.verb]
        known = all(w in BUILT_IN or w.isdigit() or self.v.speaks(w, ctx.view) for w in extra)
        return own if known else every


def picked_first(node: s.Expr) -> str | None:
    """The intended reading of `hand of first of players where (...)`: the condition picks players, not hands."""
    if not isinstance(node, s.Select) or node.condition is None or not isinstance(node.what, s.Apply):
        return None
    heads = ""
    at: s.Expr = node.what
    while isinstance(at, s.Apply):
        heads, at = f"{heads}{one_line(at.head)} of ", at.argument
    first = "" if heads.endswith("first of ") else "first of "
    return f"write `{heads}{first}({one_line(at)} where {one_line(node.condition)})`"


def _words(node: s.Expr) -> Words:
    """The words of a phrase; empty for other nodes."""
    return plain(node.words) if isinstance(node, s.Phrase) else ()
