"""Pages, options, parameters and seats to one table."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from unodsl import limits
from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below, most, performed, steps
from unodsl.resolve.deck import Block
from unodsl.resolve.declare import Declarer
from unodsl.resolve.expressions import Expressions, settled
from unodsl.resolve.project import Page, Project
from unodsl.resolve.rules import Rules, Source
from unodsl.resolve.scope import YES_NO, Context, Vocabulary
from unodsl.resolve.words import Mistake
from unodsl.source import Span
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class TableSpec:
    """What the caller chooses. `games` None: the game of the first file given (several lay pages together); `seats` None:
    the least that everything allows. `lenient`: options that exclude or lack each other are put together all the same.
    `featured`: options that are on at some tables of a family and off at others: their rules ask a variable of the table
    whether they are there (`Table.features`). `any_seats`: the family is of all numbers of seats that the game allows, up to
    `seats`, and what its options allow is left to `Table.needs` and `Table.seats_of`."""

    games: tuple[str, ...] | None = None
    options: tuple[str, ...] = ()
    parameters: dict[str, int | str] = field(default_factory=dict)
    seats: int | None = None
    lenient: bool = False
    featured: tuple[str, ...] = ()
    any_seats: bool = False


@dataclass(frozen=True, slots=True)
class Resolved:
    """A table together with what is needed to resolve more text against it (scenarios): its names, and each page's view."""

    table: t.Table
    expressions: Expressions
    views: dict[str, tuple[str, ...]]


def load_table(project: Project, spec: TableSpec | None = None) -> t.Table:
    """The table that a project and the caller's choices give. Raises `RulesError` with everything that is wrong."""
    return resolve_table(project, spec).table


def resolve_table(project: Project, spec: TableSpec | None = None) -> Resolved:
    """As `load_table`, with the names kept."""
    return _Composer(project, spec or TableSpec()).run()


class _Composer:
    def __init__(self, project: Project, spec: TableSpec) -> None:
        self.project = project
        self.spec = spec
        self.diagnostics: list[Diagnostic] = []
        self.needs: list[tuple[str | None, e.Expr]] = []

    def stop_if_wrong(self) -> None:
        if self.diagnostics:
            unique = list(dict.fromkeys(self.diagnostics))
            raise RulesError(unique[: limits.DIAGNOSTICS])

    def run(self) -> Resolved:
        games = self.games()
        self.chains = [self.project.chain(g) for g in games]
        self.base = tuple(dict.fromkeys(p for chain in self.chains for p in chain))
        options = self.options()
        self.stop_if_wrong()
        self.active = options
        blocks = self.blocks(options)
        views = {b.page: self.view(b.page) for b in blocks}
        dropped, droppers = self.dropped(blocks)
        seats, low, high = self.seats(blocks)
        self.stop_if_wrong()
        declarer = Declarer(
            blocks,
            lambda page: views[page],
            dropped,
            dict(self.spec.parameters),
            seats,
            self.diagnostics,
            self.featured,
            self.spec.any_seats,
        )
        declarer.v.hidden = self.hidden(blocks)
        vocabulary = declarer.run()
        self.stop_if_wrong()
        vocabulary.droppers = droppers
        for option in self.featured:
            vocabulary.features[option] = e.Variable(len(vocabulary.variables), None, YES_NO)
            vocabulary.variables.append(t.Variable(option, False, YES_NO, 0, True, False, None))
        sources = self.sources(blocks, dropped)
        self.stop_if_wrong()
        offer_names = {x.info.name: i for i, x in enumerate(sources["offer"])}
        rules = Rules(
            declarer.x,
            views,
            offer_names,
            {x.info.name: x.info.instead for x in sources["offer"]},
            self.project.rule_names(),
        )
        for block in blocks:
            for item in block.items:
                if isinstance(item, s.Act) and item.effects:
                    verb, _ = declarer.split_act(item)
                    symbol = vocabulary.find(("act:", *verb), views[block.page])
                    assert symbol is not None
                    try:
                        effects = rules.act_effects(block.page, item, symbol.index)
                        vocabulary.acts[symbol.index] = replace(vocabulary.acts[symbol.index], effects=effects)  # type: ignore[arg-type]
                    except Mistake as mistake:
                        self.diagnostics.append(mistake.diagnostic)
        self.check_needs(blocks, views, declarer.x, vocabulary)
        self.check_acts(vocabulary.acts)
        triggers = self.each(sources["trigger"], rules.trigger)
        offers = self.each(sources["offer"], rules.offer)
        bans = self.each(sources["ban"], rules.ban)
        definitions = self.each(sources["definition"], rules.definition)
        self.stop_if_wrong()
        self.check_asking(offers, bans, vocabulary.acts)
        self.check_steps([*triggers, *offers], vocabulary.acts, seats)
        self.stop_if_wrong()
        triggers = self.replaced(triggers)
        offers = self.replaced(offers)
        order, ordered = self.order(triggers)
        self.stop_if_wrong()
        assert vocabulary.deck is not None
        page = self.project.pages[games[0]]
        assert page.game is not None
        table = t.Table(
            name=games[0],
            title=page.game.title.text if page.game.title else games[0],
            games=tuple(games),
            clauses=self.clauses(blocks),
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
            options=self.option_infos(),
            order=order,
            ordered=ordered,
            features=tuple((o, x.index) for o, x in vocabulary.features.items() if isinstance(x, e.Variable)),
            needs=tuple(self.needs),
            seats_of=self.seats_of(blocks) if self.spec.any_seats else None,
        )
        return Resolved(table, declarer.x, {p: self.view(p) for p in self.project.pages})

    # -------------------------------------------------------------------------------------------------- which rules count

    def games(self) -> list[str]:
        if self.spec.games is not None:
            for name in self.spec.games:
                if name not in self.project.pages or self.project.pages[name].game is None:
                    hint = did_you_mean(name, [p.name for p in self.project.pages.values() if p.game])
                    self.diagnostics.append(
                        Diagnostic("UNO105", f"there is no game `{name}` among these files", None, hint)
                    )
            self.stop_if_wrong()
            return list(self.spec.games)
        for name in self.project.given:
            for page in self.project.chain(name):
                if self.project.pages[page].game is not None:
                    return [page]
        self.diagnostics.append(
            Diagnostic("UNO105", "none of these files holds a game", None, "give the file of the game as well")
        )
        self.stop_if_wrong()
        return []

    def options(self) -> tuple[str, ...]:
        """All options whose rules are there, with what they bring; sets `featured`, those among them that may be off."""
        on = self.closed(self.spec.options)
        for full in on:
            self.relations(full, on)
        for page in self.base:
            game = self.project.pages[page].game
            self.excluded_by_game(page, () if game is None else game.items, on)
        self.featured = tuple(o for o in self.closed(self.spec.featured) if o not in on)
        return tuple(sorted((*on, *self.featured)))

    def closed(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Options, and those that they bring along over any number of steps."""
        out: list[str] = []
        here = tuple(dict.fromkeys((*self.base, *self.project.given)))
        asked: list[tuple[str, Span | None, tuple[str, ...]]] = [(n, None, here) for n in names]
        while asked:
            name, span, near = asked.pop(0)
            full = self.project.option(name, near)
            if full is None:
                known = self.project.option_names()
                hint = did_you_mean(name, [*known, *(k.partition(".")[2] for k in known)])
                if hint is None and known:
                    hint = "there are " + ", ".join(f"`{k}`" for k in known[:12])
                self.diagnostics.append(Diagnostic("UNO105", f"unknown option `{name}`", span, hint))
            elif full not in out:
                out.append(full)
                page = self.project.pages[full.partition(".")[0]]
                for item in page.options[full].items:
                    if isinstance(item, s.Names) and item.kind == "brings":
                        asked.extend((w.text, w.span, self.project.chain(page.name)) for w in item.names)
        return tuple(sorted(out))

    def excluded_by_game(self, page: str, items: tuple[s.Item, ...], on: tuple[str, ...]) -> None:
        """Options that a game cannot be played with."""
        for item in items:
            if not isinstance(item, s.Names) or item.kind != "excludes":
                continue
            for word in item.names:
                other = self.project.option(word.text, self.project.chain(page))
                if other is None:
                    hint = did_you_mean(word.text, self.project.option_names())
                    self.diagnostics.append(Diagnostic("UNO105", f"unknown option `{word.text}`", word.span, hint))
                elif other in on and not self.spec.lenient:
                    message = f"`{page}` is not played with `{other}`"
                    self.diagnostics.append(Diagnostic("UNO111", message, word.span, "leave the option out"))

    def relations(self, full: str, on: tuple[str, ...]) -> None:
        page = self.project.pages[full.partition(".")[0]]
        needed: dict[str, str] = {}
        for item in page.options[full].items:
            if not isinstance(item, s.Names) or item.kind not in ("requires", "brings", "excludes"):
                continue
            for word in item.names:
                other = self.project.option(word.text, self.project.chain(page.name))
                if other is None:
                    if item.kind != "brings":  # those have been looked up already
                        hint = did_you_mean(word.text, self.project.option_names())
                        self.diagnostics.append(Diagnostic("UNO105", f"unknown option `{word.text}`", word.span, hint))
                elif item.kind != "excludes":
                    needed[other] = item.kind
                    if other not in on and not self.spec.lenient:
                        message = f"`{full}` requires `{other}`, which is not switched on"
                        self.diagnostics.append(Diagnostic("UNO111", message, word.span, f"add `--with {other}`"))
                elif other in on and not self.spec.lenient and needed.get(other) != "brings":
                    message = f"`{full}` and `{other}` exclude each other"
                    self.diagnostics.append(Diagnostic("UNO111", message, word.span, "leave one of them out"))
        for item in page.options[full].items:
            if isinstance(item, s.Names) and item.kind == "excludes":
                for word in item.names:
                    other = self.project.option(word.text, self.project.chain(page.name))
                    if other is not None and (other in needed or other == full):
                        what = "itself" if other == full else f"`{other}`, which it {needed[other]}"
                        self.diagnostics.append(Diagnostic("UNO111", f"`{full}` excludes {what}", word.span))

    def blocks(self, options: tuple[str, ...]) -> list[Block]:
        """The items that count: of the games (those that others build on first, then by name), with what the options' own
        pages declare, and of the options."""
        out: list[Block] = []
        support: list[str] = []
        for option in options:
            page = option.partition(".")[0]
            support.extend(p for p in self.project.chain(page) if p not in self.base and p not in support)
        for name in sorted({*self.base, *support}, key=lambda n: (len(self.project.chain(n)), n)):
            game = self.project.pages[name].game
            if game is not None:
                out.append(Block(name, None, game.items, name not in self.base))
        for option in options:
            own = self.project.pages[option.partition(".")[0]]
            out.append(Block(own.name, option, own.options[option].items, False))
        return out

    def view(self, page: str) -> tuple[str, ...]:
        """The pages in the order in which a page looks names up: its own, what it builds on, the base, the others."""
        return tuple(dict.fromkeys((*self.project.chain(page), *self.base, *sorted(self.project.pages))))

    def hidden(self, blocks: list[Block]) -> dict[tuple[str, ...], str]:
        """Names that are declared only in options that are off."""
        out: dict[tuple[str, ...], str] = {}
        for page in self.project.pages.values():
            for name, option in page.options.items():
                if name in self.active:
                    continue
                for item in option.items:
                    if isinstance(item, s.Variable | s.Situation | s.Zone | s.Parameter):
                        out[tuple(w.text for w in item.name.words)] = name
        return out

    def dropped(self, blocks: list[Block]) -> tuple[frozenset[str], dict[str, tuple[str, ...]]]:
        """Rules taken out by `without`; and those that options of a family take out where they are on."""
        out: set[str] = set()
        droppers: dict[str, tuple[str, ...]] = {}
        known = self.project.rule_names()
        for block in blocks:
            for item in block.items:
                if isinstance(item, s.Names) and item.kind == "without" and not block.support:
                    for word in item.names:
                        full = self.rule_name(word, block.page, known, parents_first=block.option is None)
                        if full is not None and block.option in self.featured:
                            assert block.option is not None
                            droppers[full] = (*droppers.get(full, ()), block.option)
                        elif full is not None:
                            out.add(full)
        return frozenset(out), droppers

    def rule_name(self, word: s.Word, page: str, known: frozenset[str], parents_first: bool = False) -> str | None:
        """The qualified name of a rule that a page refers to: its own, or (`parents_first`) rather that of a page below."""
        if word.text in known:
            return word.text
        pages = self.view(page)
        for at in (*pages[1:], pages[0]) if parents_first else pages:
            if f"{at}.{word.text}" in known:
                return f"{at}.{word.text}"
        names = [*known, *(k.partition(".")[2] for k in known)]
        self.diagnostics.append(
            Diagnostic("UNO105", f"unknown rule `{word.text}`", word.span, did_you_mean(word.text, names))
        )
        return None

    def seats(self, blocks: list[Block]) -> tuple[int, int, int]:
        low, high = 1, limits.SEATS
        span: Span | None = None
        for block in blocks:
            for item in block.items:
                if isinstance(item, s.Seats) and not block.support and not self.left_to_family(block):
                    span = item.span
                    if not 1 <= item.low <= item.high <= limits.SEATS:
                        self.diagnostics.append(
                            Diagnostic("UNO107", f"a table has 1 to {limits.SEATS} seats", item.span)
                        )
                        continue
                    low, high = max(low, item.low), min(high, item.high)
        if low > high:
            self.diagnostics.append(Diagnostic("UNO111", "the chosen rules allow no number of seats together", span))
        seats = self.spec.seats if self.spec.seats is not None else low
        if not low <= seats <= high and low <= high:
            how_many = str(low) if low == high else f"{low} to {high}"
            self.diagnostics.append(Diagnostic("UNO111", f"these rules are for {how_many} seats, not {seats}", span))
        return seats, low, high

    def left_to_family(self, block: Block) -> bool:
        """Whether the number of seats that a block allows is looked at table by table."""
        return self.spec.any_seats and block.option in self.featured

    def seats_of(self, blocks: list[Block]) -> tuple[tuple[str, int, int], ...]:
        """The numbers of seats that options of a family allow."""
        return tuple(
            (block.option, item.low, item.high)
            for block in blocks
            if block.option is not None and self.left_to_family(block)
            for item in block.items
            if isinstance(item, s.Seats)
        )

    # ---------------------------------------------------------------------------------------------------------------- rules

    def sources(self, blocks: list[Block], dropped: frozenset[str]) -> dict[str, list[Source]]:
        out: dict[str, list[Source]] = {"trigger": [], "offer": [], "ban": [], "definition": []}
        known = self.project.rule_names()
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
        kinds = {s.When: "trigger", s.Offer: "offer", s.Ban: "ban", s.Means: "definition"}
        if not rule.heads:
            hint = "a rule says `when ...`, `... may ...`, `... must ...`, `... cannot ...` or `... means ...`"
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
        kind = kinds[type(rule.heads[0])]
        problems: list[tuple[str, Span]] = []
        if kind != "trigger":
            problems += [("`before` and `after` put triggers in order", n.span) for n in (*rule.before, *rule.after)]
        if kind != "offer":
            problems += [("`despite` belongs to an offer", n.span) for n in rule.despite]
        if kind == "definition" and rule.during:
            problems.append(("a definition holds at any time: leave `during` out", rule.during[0].span))
        for message, span in problems:
            self.diagnostics.append(Diagnostic("UNO110", message, span))
        return kind

    def info(self, name: str, block: Block, rule: s.Rule, known: frozenset[str]) -> t.RuleInfo:
        def names(words: Iterable[s.Word]) -> tuple[str, ...]:
            found = (self.rule_name(w, block.page, known) for w in words)
            return tuple(dict.fromkeys(f for f in found if f is not None))

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
                a.code.text, self.rule_name(a.rule, block.page, known) if a.rule else None, a.reason.text, a.span
            )
            for a in rule.allows
        )
        return t.RuleInfo(
            name=name,
            title=rule.title.text if rule.title else "",
            clauses=tuple(w.text for w in rule.clauses),
            option=block.option,
            instead=names(rule.instead),
            before=names(rule.before),
            after=names(rule.after),
            despite=names(rule.despite),
            allows=allows,
            span=rule.span,
            head=rule.heads[0].span,
        )

    def each(self, sources: list[Source], resolve) -> list:  # type: ignore[no-untyped-def,type-arg]
        out = []
        for source in sources:
            try:
                out.append(resolve(source))
            except Mistake as mistake:
                self.diagnostics.append(mistake.diagnostic)
        return out

    def check_needs(
        self, blocks: list[Block], views: dict[str, tuple[str, ...]], x: Expressions, vocabulary: Vocabulary
    ) -> None:
        """What the games and options need of the numbers of a table, before anything is dealt."""
        for block in blocks:
            for item in block.items:
                if not isinstance(item, s.Needs) or block.support:
                    continue
                try:
                    condition = x.condition(item.condition, Context(views[block.page]))
                except Mistake as mistake:
                    self.diagnostics.append(mistake.diagnostic)
                    continue
                holds = settled(condition)
                if holds is not True and vocabulary.features and (holds is None or block.option in self.featured):
                    self.needs.append((block.option, condition))
                    continue
                if holds is None:
                    message = "this is not known before the game begins"
                    hint = "`needs` is about parameters, `seats`, and `deck size`"
                    self.diagnostics.append(Diagnostic("UNO113", message, item.condition.span, hint))
                elif not holds:
                    said = {"seats": x.seats, "deck size": vocabulary.deck.size if vocabulary.deck else 0}
                    said |= {n.partition(".")[2]: v.value for n, v in vocabulary.settings.items() if v.type != YES_NO}
                    text = item.condition.span.text
                    known = [f"`{n}` is {v}" for n, v in said.items() if re.search(rf"(?<![\w-]){n}(?![\w-])", text)]
                    note = " and ".join(known) + " here" if known else None
                    self.diagnostics.append(Diagnostic("UNO111", item.message.text, item.span, note))

    def check_acts(self, acts: list[t.Act]) -> None:
        """An act may do other acts, but not, by any detour, itself."""
        calls = {i: performed(a.effects) for i, a in enumerate(acts)}

        def reach(start: int) -> bool:
            todo, seen = list(calls[start]), set()
            while todo:
                at = todo.pop()
                if at == start:
                    return True
                if at not in seen:
                    seen.add(at)
                    todo.extend(calls[at])
            return False

        for index, act in enumerate(acts):
            if reach(index):
                message = f"doing `{act.name.partition('.')[2]}` would mean doing it again, for ever"
                self.diagnostics.append(
                    Diagnostic("UNO109", message, act.span, "let a rule with `when` do the second part")
                )

    def check_asking(self, offers: list[t.Offer], bans: list[t.Ban], acts: list[t.Act]) -> None:
        """Whether an act can be done may be asked of other acts, but not in a circle."""
        asks: dict[int, set[int]] = {}
        rules: list[t.Offer | t.Ban] = [*offers, *bans]
        for rule in rules:
            asked = {n.act for n in below((rule.guard, rule.who)) if isinstance(n, e.Can)}
            if isinstance(rule, t.Offer) and rule.argument is not None:
                asked |= {n.act for n in below(rule.argument) if isinstance(n, e.Can)}
            for act in range(len(acts)) if rule.act is None else (rule.act,):
                asks.setdefault(act, set()).update(asked)
        for rule in rules:
            todo = list(asks.get(rule.act, ())) if rule.act is not None else []
            seen: set[int] = set()
            while todo:
                at = todo.pop()
                if at == rule.act:
                    what = acts[at].name.partition(".")[2]
                    message = f"whether somebody can {what} would depend on whether somebody can {what}"
                    self.diagnostics.append(
                        Diagnostic("UNO109", message, rule.info.head, "ask for something else here")
                    )
                    return
                if at not in seen:
                    seen.add(at)
                    todo.extend(asks.get(at, ()))

    def check_steps(self, rules: list[t.Trigger | t.Offer], acts: list[t.Act], seats: int) -> None:
        """No rule may come to more steps than the limit, however its repetitions are nested."""
        bodies = [a.effects for a in acts]
        for rule in rules:
            own = limits.CARDS
            extra = 0
            if isinstance(rule, t.Offer) and rule.argument is not None:
                own = most(rule.argument, limits.CARDS)
                extra = steps(bodies[rule.act], bodies, seats, own)
            if steps(rule.effects, bodies, seats, own) + extra > limits.EFFECT_STEPS:
                message = f"`{rule.info.name}` could come to more than {limits.EFFECT_STEPS} steps at once"
                hint = "repeat things fewer times, or do not nest repetitions"
                self.diagnostics.append(Diagnostic("UNO107", message, rule.info.head, hint))

    def replaced(self, rules: list) -> list:  # type: ignore[type-arg]
        where = {r.info.name: i for i, r in enumerate(rules)}
        by: dict[int, list[int]] = {}
        for index, rule in enumerate(rules):
            for name in rule.info.instead:
                if name == rule.info.name:
                    self.diagnostics.append(
                        Diagnostic("UNO109", "a rule cannot stand instead of itself", rule.info.span)
                    )
                elif name in where:
                    by.setdefault(where[name], []).append(index)
        return [replace(r, replaced_by=tuple(by.get(i, ()))) for i, r in enumerate(rules)]

    def order(
        self, triggers: list[t.Trigger]
    ) -> tuple[tuple[tuple[t.Event, tuple[int, ...]], ...], frozenset[tuple[int, int]]]:
        where = {r.info.name: i for i, r in enumerate(triggers)}
        edges: set[tuple[int, int]] = set()
        for index, rule in enumerate(triggers):
            edges |= {(index, where[n]) for n in (*rule.info.before, *rule.info.instead) if n in where}
            edges |= {(where[n], index) for n in rule.info.after if n in where}
        later: dict[int, set[int]] = {i: set() for i in range(len(triggers))}
        for first, second in edges:
            later[first].add(second)
        closure: set[tuple[int, int]] = set()
        for start in later:
            todo, seen = list(later[start]), set()
            while todo:
                at = todo.pop()
                if at not in seen:
                    seen.add(at)
                    todo.extend(later[at])
            closure |= {(start, x) for x in seen}
        circle = sorted(triggers[a].info.name for a, b in closure if a == b)
        if circle:
            span = triggers[where[circle[0]]].info.span
            message = "these rules go round in a circle of `before`, `after` or `instead of`: " + ", ".join(
                f"`{c}`" for c in circle
            )
            self.diagnostics.append(Diagnostic("UNO109", message, span))
            return (), frozenset()
        by_event: dict[t.Event, list[int]] = {}
        for index, rule in enumerate(triggers):
            for event in rule.events:
                by_event.setdefault(event, []).append(index)
        order = []
        for event in sorted(by_event, key=repr):
            order.append((event, self.sorted_run(by_event[event], closure, triggers)))
        return tuple(order), frozenset(closure)

    @staticmethod
    def sorted_run(indexes: list[int], closure: set[tuple[int, int]], triggers: list[t.Trigger]) -> tuple[int, ...]:
        """A topological order; the smallest qualified name first where there is a choice."""
        members = set(indexes)
        waiting = {i: sum((j, i) in closure for j in members) for i in members}
        ready = [(triggers[i].info.name, i) for i, n in waiting.items() if n == 0]
        heapq.heapify(ready)
        out: list[int] = []
        while ready:
            _, at = heapq.heappop(ready)
            out.append(at)
            for other in members:
                if (at, other) in closure:
                    waiting[other] -= 1
                    if waiting[other] == 0:
                        heapq.heappush(ready, (triggers[other].info.name, other))
        return tuple(out)

    # ---------------------------------------------------------------------------------------------------------------- notes

    def clauses(self, blocks: list[Block]) -> tuple[str, ...]:
        return tuple(
            sorted(
                {
                    w.text
                    for b in blocks
                    if not b.support
                    for i in b.items
                    if isinstance(i, s.Names) and i.kind == "clause"
                    for w in i.names
                }
            )
        )

    def option_infos(self) -> tuple[t.OptionInfo, ...]:
        return tuple(
            option_info(self.project, page, name, name in self.active)
            for page in sorted(self.project.pages.values(), key=lambda p: p.name)
            for name in sorted(page.options)
        )


def option_info(project: Project, page: Page, name: str, on: bool) -> t.OptionInfo:
    """What an option says of itself; relations to unknown options are left out."""
    option = page.options[name]

    def named(kind: str) -> tuple[str, ...]:
        words = [w.text for i in option.items if isinstance(i, s.Names) and i.kind == kind for w in i.names]
        if kind == "clause":
            return tuple(words)
        found = (project.option(w, project.chain(page.name)) for w in words)
        return tuple(f for f in found if f is not None)

    title = option.title.text if option.title else ""
    return t.OptionInfo(
        name, title, named("clause"), named("requires"), named("brings"), named("excludes"), on, option.span
    )
