"""Composes pages, options, parameters and seats to one table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

from unodsl.diagnostics import Diagnostic, Edit
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Type
from unodsl.model.walk import performed
from unodsl.resolve import reads
from unodsl.resolve.choice import Choice
from unodsl.resolve.choice import TableSpec as TableSpec
from unodsl.resolve.consequences import firsthand
from unodsl.resolve.deck import Block
from unodsl.resolve.declare import Declarer
from unodsl.resolve.defined import head_of, of_one_type
from unodsl.resolve.expressions import Expressions
from unodsl.resolve.project import Project
from unodsl.resolve.read_back import read_back
from unodsl.resolve.related import (
    check_acts,
    check_cyclic_tests,
    check_instead,
    check_relation,
    check_steps,
    happening,
    kind_of,
    ordering,
    replaced,
    taken_up,
)
from unodsl.resolve.rules import Rules, Source
from unodsl.resolve.scope import YES_NO, Context, Counter, DefinitionSource, Vocabulary
from unodsl.resolve.slips import passed_on
from unodsl.resolve.words import Mistake
from unodsl.source import Span
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Resolved:
    """A table with the context for resolving more text against it (scenarios): its names, and each page's view."""

    table: t.Table
    expressions: Expressions
    views: dict[str, tuple[str, ...]]


def load_table(project: Project, spec: TableSpec | None = None) -> t.Table:
    """Composes the table of a project and the caller's choices. Raises `RulesError` with all errors."""
    return resolve_table(project, spec).table


def resolve_table(project: Project, spec: TableSpec | None = None) -> Resolved:
    """Like `load_table`, and keeps the names."""
    return Composer(project, spec or TableSpec()).run()


class Composer:
    """Composes one table. `choice`: determines what is on."""

    def __init__(self, project: Project, spec: TableSpec, choice: type[Choice] = Choice) -> None:
        self.project = project
        self.spec = spec
        self.diagnostics: list[Diagnostic] = []
        self.needs: list[tuple[str | None, e.Expr]] = []
        self.choice = choice(project, spec, self.diagnostics)

    def run(self) -> Resolved:
        choice, stop_if_wrong = self.choice, self.choice.stop_if_wrong
        blocks = choice.blocks(choice.active)
        reads.note((b.page, b.option) for b in blocks)
        views = {b.page: choice.view(b.page) for b in blocks}
        dropped, droppers = choice.dropped(blocks)
        seats, low, high = choice.seats(blocks)
        stop_if_wrong()
        declarer = Declarer(
            blocks,
            lambda page: views[page],
            dropped,
            dict(self.spec.parameters),
            seats,
            self.diagnostics,
            choice.featured,
            self.spec.any_seats,
            self.spec.places,
        )
        declarer.v.hidden = choice.hidden()
        declarer.v.seated = choice.seated()
        declarer.v.chains = {p: self.project.chain(p) for p in self.project.pages}
        declarer.v.views = {p: choice.view(p) for p in self.project.pages}
        vocabulary = declarer.run()
        if declarer.lost is None:
            stop_if_wrong()
        declared = len(self.diagnostics)
        vocabulary.droppers = droppers
        for option in choice.featured:
            vocabulary.features[option] = e.Variable(len(vocabulary.variables), None, YES_NO)
            vocabulary.variables.append(t.Variable(option, False, YES_NO, 0, True, False, None))
        sources = self.sources(blocks, dropped | declarer.refused)
        vocabulary.passing = passed_on(x.rule for x in sources["trigger"])
        vocabulary.stand_ins = any(" standing for " in x.rule.span.text for x in sources["offer"])
        offer_names = {x.info.name: i for i, x in enumerate(sources["offer"])}
        rules = Rules(
            declarer.x,
            views,
            offer_names,
            {x.info.name: x.info.instead for x in sources["offer"]},
            choice.rule_names,
        )
        self.diagnostics.extend(of_one_type(vocabulary, partial(self.type_of, rules, sources["definition"])))
        for block in blocks:
            for item in block.items:
                if isinstance(item, s.Act) and item.effects:
                    try:
                        # (the error in its declaration was reported already)
                        verb, _, _ = declarer.split_act(block, item)
                        symbol = vocabulary.find(("act:", *verb), views[block.page])
                        if symbol is None:
                            continue
                        for index, effects in rules.act_effects(block.page, item, symbol.index).items():
                            vocabulary.acts[index] = replace(vocabulary.acts[index], effects=effects)
                    except Mistake as mistake:
                        self.diagnostics.extend(mistake.diagnostics)
        self.check_needs(blocks, views, declarer.x, vocabulary)
        check_acts(vocabulary.acts, self.diagnostics)
        triggers = self.each(rules, sources["trigger"], rules.trigger)
        offers = self.each(rules, sources["offer"], rules.offer)
        triggers = taken_up(triggers, [x.info.name for x in sources["offer"]], offers)
        bans = self.each(rules, sources["ban"], rules.ban)
        definitions = self.each(rules, sources["definition"], rules.definition)
        made = performed(y for x in (*triggers, *offers, *vocabulary.acts) for y in x.effects)
        self.diagnostics += [x for act, found in vocabulary.made_so if act not in made for x in found]
        self.diagnostics[declared:] = firsthand(self.diagnostics[declared:], declarer.lost or set())
        stop_if_wrong()
        triggers, bans = happening(triggers, offers, bans, vocabulary.acts)
        check_cyclic_tests(offers, bans, vocabulary.acts, self.diagnostics)
        cards = 0 if vocabulary.deck is None else vocabulary.deck.size
        check_steps([*triggers, *offers], vocabulary.acts, seats, cards, self.diagnostics)
        stop_if_wrong()
        triggers = replaced(triggers, self.diagnostics)
        offers = replaced(offers, self.diagnostics)
        check_instead(offers, self.diagnostics)
        order, ordered = ordering(triggers, self.diagnostics, choice.featured, droppers)
        stop_if_wrong()
        assert vocabulary.deck is not None
        page = self.project.pages[choice.names[0]]
        assert page.game is not None
        table = t.Table(
            name=choice.names[0],
            title=page.game.title.text if page.game.title else choice.names[0],
            games=tuple(choice.names),
            clauses=choice.clauses(blocks),
            seats=seats,
            seats_low=low,
            seats_high=high,
            deck=vocabulary.deck,
            zones=tuple(vocabulary.zones),
            variables=tuple(vocabulary.variables),
            situations=tuple(vocabulary.situations),
            acts=tuple(vocabulary.acts),
            triggers=tuple(triggers),
            offers=tuple(offers),
            bans=tuple(bans),
            definitions=tuple(definitions),
            settings=tuple(vocabulary.settings[n] for n in sorted(vocabulary.settings)),
            options=choice.option_infos(),
            order=order,
            ordered=ordered,
            features=tuple((o, x.index) for o, x in vocabulary.features.items() if isinstance(x, e.Variable)),
            needs=tuple(self.needs),
            seats_of=choice.seats_of(blocks) if self.spec.any_seats else None,
            read_elsewhere=frozenset(vocabulary.read_elsewhere),
        )
        return Resolved(table, declarer.x, vocabulary.views)

    @staticmethod
    def type_of(rules: Rules, sources: list[Source], meaning: DefinitionSource) -> Type | None:
        """The type of a definition's value; None if it is not at this table, or has errors."""
        for source in sources:
            if source.rule is meaning.rule:
                recorder, rules.v.recorder = rules.v.recorder, None
                rules.counter = Counter()
                try:
                    return rules.defined(source, head_of(meaning))[2].type
                except Mistake:
                    return None
                finally:
                    rules.v.recorder = recorder
        return None

    def sources(self, blocks: list[Block], dropped: frozenset[str]) -> dict[str, list[Source]]:
        out: dict[str, list[Source]] = {"trigger": [], "offer": [], "ban": [], "definition": []}
        known = self.choice.rule_names
        seen: dict[str, s.Rule] = {}
        for block in blocks:
            if block.support:
                continue
            for item in block.items:
                if not isinstance(item, s.Rule):
                    continue
                name = f"{block.page}.{item.name.text}"
                if name in seen and seen[name] is not item:
                    hint = f"the other one is at {seen[name].name.span}"
                    self.diagnostics.append(
                        Diagnostic("UNO108", f"two rules are called `{item.name.text}`", item.name.span, hint)
                    )
                    continue
                seen[name] = item
                kind = self.kind(item)
                if kind is None or name in dropped:
                    continue
                out[kind].append(Source(block.page, block.option, item, self.info(name, block, item, known)))
        for sources in out.values():
            sources.sort(key=lambda x: x.info.name)
        return out

    def kind(self, rule: s.Rule) -> str | None:
        if not rule.heads:
            hint = "a rule says `when ...`, `... may ...`, `... must ...`, `... cannot ...` or `... means ...`"
            happens = [x for x in rule.conditions if isinstance(x, s.Phrase) and "player" in [w.text for w in x.words]]
            if happens and rule.effects is not None:
                hint = f"what happens stands behind `when`, and what is so behind `if`: `when {happens[0].span.text}`"
            self.diagnostics.append(
                Diagnostic("UNO110", f"the rule `{rule.name.text}` never says when it applies", rule.name.span, hint)
            )
            return None
        if len(rule.heads) > 1:
            hint = "make two rules of it"
            self.diagnostics.append(
                Diagnostic("UNO110", f"the rule `{rule.name.text}` is two rules at once", rule.heads[1].span, hint)
            )
            return None
        kind = kind_of(rule)
        problems: list[tuple[str, Span]] = []
        if kind != "trigger":
            problems += [("`before` and `after` put triggers in order", n.span) for n in (*rule.before, *rule.after)]
        if kind != "offer":
            problems += [("`despite` belongs to an offer", n.span) for n in rule.despite]
        if kind == "definition" and rule.during:
            problems.append(("a definition holds at any time: leave this line out", rule.during[0].span))
        elif kind != "offer" and rule.during and not rule.during[0].situations:
            what = "a trigger reacts to its event" if kind == "trigger" else "a ban holds"
            message = f"{what} at any time, unless `during` says when: leave this line out"
            place = rule.during[0].span
            self.diagnostics.append(Diagnostic("UNO110", message, place, None, Edit(whole_line(place), "")))
        for message, span in problems:
            self.diagnostics.append(Diagnostic("UNO110", message, span))
        return kind

    def info(self, name: str, block: Block, rule: s.Rule, known: frozenset[str]) -> t.RuleInfo:
        def names(relation: str, words: Iterable[s.Name]) -> tuple[str, ...]:
            found: dict[str, None] = {}
            for word in words:
                full = self.choice.rule_name(word, block.page, known)
                if full is None:
                    continue
                found[full] = None
                wrong = check_relation(relation, rule, word, self.choice.rules[full])
                if wrong is not None:
                    self.diagnostics.append(wrong)
            return tuple(found)

        for allow in rule.allows:
            if not re.fullmatch(r"UNO[2-5]\d\d", allow.code.text):
                self.diagnostics.append(
                    Diagnostic(
                        "UNO110",
                        f"`{allow.code.text}` is not the code of a finding",
                        allow.code.span,
                        "codes look like UNO203",
                    )
                )
        allows = tuple(
            t.Allowance(
                a.code.text, self.choice.rule_name(a.rule, block.page, known) if a.rule else None, a.reason.text, a.span
            )
            for a in rule.allows
        )
        return t.RuleInfo(
            name=name,
            title=rule.title.text if rule.title else "",
            clauses=tuple(w.text for w in rule.clauses),
            option=block.option,
            instead=names("instead of", rule.instead),
            before=names("before", rule.before),
            after=names("after", rule.after),
            despite=names("despite", rule.despite),
            allows=allows,
            span=rule.span,
            head=rule.heads[0].span,
        )

    def each(self, rules: Rules, sources: list[Source], resolve) -> list:  # type: ignore[no-untyped-def,type-arg]
        """Rules of one kind, with the conditions in their text, and a copy for each combination of named values that
        makes a difference."""
        out = []
        for source in sources:
            try:
                rules.counter, rules.named_values = Counter(), None
                rule = resolve(source)
                parts = tuple(dict.fromkeys(rules.counter.parts))
                out.extend(rules.naming.spread(replace(rule, info=replace(rule.info, parts=parts)), rules.named_values))
            except Mistake as mistake:
                recorder, rules.v.recorder = rules.v.recorder, None
                again = partial(self.again, rules, source)
                events = [
                    "when player leaves",
                    *(f"when player {x.third}" for x in rules.v.acts if isinstance(x.argument, Card)),
                ]
                self.diagnostics.extend(read_back(d, source.rule, again, events) for d in mistake.diagnostics)
                rules.v.recorder = recorder
        return out

    @staticmethod
    def again(rules: Rules, source: Source, rule: s.Rule) -> None:
        """Resolves another text of a rule. Raises `Mistake` on errors."""
        rules.counter, rules.named_values = Counter(), None
        resolve = {s.When: rules.trigger, s.Offer: rules.offer, s.Ban: rules.ban, s.Means: rules.definition}
        if len(rule.heads) != 1:
            raise Mistake("UNO110", f"the rule `{rule.name.text}` is not one rule", rule.span)
        resolve[type(rule.heads[0])](replace(source, rule=rule))

    def check_needs(
        self, blocks: list[Block], views: dict[str, tuple[str, ...]], x: Expressions, vocabulary: Vocabulary
    ) -> None:
        """Checks the requirements of games and options on the numbers of a table, before any deal."""
        for block in blocks:
            for item in block.items:
                if not isinstance(item, s.Needs) or block.support:
                    continue
                ctx = Context(views[block.page])
                try:
                    condition = x.condition(item.condition, ctx)
                except Mistake as mistake:
                    self.diagnostics.extend(mistake.diagnostics)
                    continue
                vocabulary.read_elsewhere |= {part.span for part in ctx.counter.parts}
                holds = settled(condition)
                if (
                    holds is not True
                    and (vocabulary.features or x.any_seats)
                    and (holds is None or block.option in self.choice.featured)
                ):
                    self.needs.append((block.option, condition))
                    continue
                if holds is None:
                    message = "this is not known before the game begins"
                    hint = "`needs` is about parameters, `seats`, and `deck size`"
                    self.diagnostics.append(Diagnostic("UNO113", message, item.condition.span, hint))
                elif not holds:
                    known_numbers = {"seats": x.seats, "deck size": vocabulary.deck.size if vocabulary.deck else 0}
                    known_numbers |= {
                        n.partition(".")[2]: v.value for n, v in vocabulary.settings.items() if v.type != YES_NO
                    }
                    text = item.condition.span.text
                    known = [
                        f"`{n}` is {v}" for n, v in known_numbers.items() if re.search(rf"(?<![\w-]){n}(?![\w-])", text)
                    ]
                    note = " and ".join(known) + " here" if known else None
                    self.diagnostics.append(Diagnostic("UNO111", item.message.text, item.span, note))


def whole_line(place: Span) -> Span:
    """The whole lines of a place, if nothing else stands on them; else the place."""
    text = place.source.text
    begin, end = text.rfind("\n", 0, place.start) + 1, text.find("\n", place.end) + 1 or len(text)
    alone = not (text[begin : place.start] + text[place.end : end]).strip()
    return Span(place.source, begin, end) if alone else place


def settled(value: e.Expr) -> bool | None:
    """The truth of a condition on constants; None for others."""
    if isinstance(value, e.Stored | e.Count | e.PlayerSet | e.Derived):
        return None
    match value:
        case e.Constant():
            return bool(value.value)
        case e.Not():
            inner = settled(value.operand)
            return None if inner is None else not inner
        case e.Logic():
            parts = [settled(o) for o in value.operands]
            if None in parts:
                return None
            return all(parts) if value.kind == "and" else any(parts)
        case e.Compare(left=e.Constant() as left, right=e.Constant() as right):
            a, b = left.value, right.value
            return a == b if value.operator == "==" else a <= b if value.operator == "<=" else a < b
        case e.Local() | e.Builtin() | e.Choose() | e.IsOpen() | e.IsTop() | e.Member() | e.Compare() | e.Can():
            return None
        case _:
            assert_never(value)
