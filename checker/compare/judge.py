"""The judge of one decision: a three-way merge of the answers of four tables.

An option *speaks* to a decision if one of its own rules decides it: allows it, forbids it, changes its outcome, or
writes something observable in its cascade. Contradiction: both speak, with different answers. Undone: one speaks, and
with both on its change is gone. Interaction: both together have an answer that neither implies. Changes side by side
(one draws, the other reverses play) are no finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal

from checker.codes import TWO_OUTCOMES
from checker.compare.end_of_round import ends_it, goes_on, is_over
from checker.compare.forbidden_moves import only_on_forbidden
from checker.compare.four_tables import SIDES, Answers, Decision, FourTables, Key, Side
from checker.compare.observe import writes_observably
from checker.compare.outcome_parts import Distinct, Names, OutcomeParts, Plain
from checker.compare.rule_writes import kind_of, name_of, writes
from checker.compare.taken_away import brought_back
from checker.effects.never_meet import concerns, rules_of
from unodsl.engine.describe import short
from unodsl.engine.layout import TOP
from unodsl.model import table as t
from unodsl.model.types import Card, Number

Kind = Literal["contradiction", "undone", "interaction"]
"""The kind of clash of two options at one decision."""

KINDS: tuple[Kind, ...] = ("contradiction", "undone", "interaction")
"""The kinds, the most severe first."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A decision with a clash of two options. `rules`: the rules of each option that speak. `answers`: all four.
    `undone`: the index (0 or 1) of the undone option, else -1. `keys`: the parts that clash, if known."""

    kind: Kind
    why: str
    rules: tuple[tuple[str, ...], tuple[str, ...]]
    answers: Answers
    undone: int = -1
    keys: frozenset[Key] = frozenset()


ONLY_FORBIDDEN = "the other one forbids each move on which its rule runs"
"""The reason of a clash: what an option makes of a move never happens with a ban of the other one."""

BROUGHT_BACK = "one brings what the other takes away"
"""The reason of a clash: an option has a rule with the same text as one that the other removes."""


@dataclass(frozen=True, slots=True)
class InPlace:
    """Rules of each option that replace a rule of the base, and the names of what that rule writes."""

    rules: tuple[Names, Names] = ((), ())
    writes: frozenset[str] = frozenset()


MergeResult = Literal["overwritten", "third"] | None
"""How one part of the four outcomes merges. `overwritten`: one change prevails over the other. `third`: a value that
neither change gives. None: both changes are there, side by side."""


@dataclass(frozen=True, slots=True)
class Merge:
    """What the merge of a single part depends on. `outcomes`: with the first option, the second, both, and neither.
    `allowed`: whether the table without them allows the act. `alone`: the rules of each that run at its own table.
    `both_ran`: whether all of these run with both on. `both_speak_or_neither`: not only one of the two. `ends`: whether one
    of the two ends the round. `meant`: the variables to which one gives another meaning."""

    outcomes: tuple[Mapping[Key, object], ...]
    allowed: bool
    alone: list[set[str]]
    both_ran: bool
    both_speak_or_neither: bool
    ends: bool
    meant: frozenset[str]


class Judge(OutcomeParts):
    """Judges the answers of four tables to one decision."""

    def __init__(self, four: FourTables) -> None:
        super().__init__(four)
        context = four.context
        self.back = brought_back(four)
        self._forbidden: dict[tuple[Side, str], bool] = {}
        self.both_spoke = False
        """Whether both options spoke to the last judged decision."""
        # a rule that only keeps notes does not speak
        self.speaking = frozenset(
            name
            for name, rule in self.rules.items()
            if isinstance(rule, t.Offer) or (isinstance(rule, t.Trigger) and writes_observably(context, rule.effects))
        )

    def names_other(self, mine: Iterable[str], theirs: Iterable[str]) -> bool:
        """Whether the text relates some rules to others (`instead of`, `before`, `after`, `despite`)."""
        left, right = set(mine), set(theirs)
        for here, there in ((left, right), (right, left)):
            for name in here:
                info = self.rules[name].info
                if {*info.instead, *info.before, *info.after, *info.despite} & there:
                    return True
        return False

    def left_to_choose(self, mine: Iterable[str], theirs: Iterable[str]) -> bool:
        """Whether an author allows two offers for one act, so that the player chooses."""
        left, right = set(mine), set(theirs)
        return any(
            allowance.code == TWO_OUTCOMES.id and (allowance.rule is None or allowance.rule in there)
            for here, there in ((left, right), (right, left))
            for name in here
            for allowance in self.rules[name].info.allows
        )

    def plain(self, answers: Answers) -> Plain:
        """The distinct outcomes, abstracted from the drawn cards: these count by number."""
        drawn = frozenset(k for side in SIDES for x in answers.by[side] or () for k in x.drawn)
        out: dict[Side, Distinct] = {}
        for side in SIDES:
            answer = answers.by[side]
            if answer is None:
                out[side] = None
                continue
            distinct: list[Mapping[Key, object]] = []
            for x in answer:
                seen = {k: self.counted(k, v, drawn) for k, v in x.seen.items()}
                if seen not in distinct:
                    distinct.append(seen)
            out[side] = tuple(distinct)
        return out

    def spoke(self, number: int, answers: Answers, plain: Plain) -> Names:
        """The rules of an option that speak to a decision, at the table with it alone."""
        side: Side = "one" if number == 0 else "other"
        own = self.four.own[number]
        here = answers.by[side]
        fired = {r for x in here or () for r in x.fired if r in own and r in self.speaking}
        if here is None:
            fired |= self.forbidding(number, side, answers)
        elif fired or plain[side] == plain["none"]:
            pass
        else:
            # none of its rules with effects ran, yet the outcome differs: its rules keep others from running
            fired |= {r for r in own if self.pushes_aside(r, answers)}
            fired |= {r for x in here for r in x.fired if r in own}
        if not fired and plain[side] != plain["none"]:
            # it redefines a name
            fired |= {r for r in own if isinstance(self.rules[r], t.Definition)}
        return tuple(sorted(fired))

    def pushes_aside(self, rule: str, answers: Answers) -> bool:
        """Whether a rule stands instead of one that ran at the base."""
        return not answers.fired("none").isdisjoint(self.rules[rule].info.instead)

    def forbidding(self, number: int, side: Side, answers: Answers) -> set[str]:
        """The rules of an option that refuse a decision at its table: bans on the offered moves, offers that must come
        first, and offers that stand instead. Where the base refuses it too, only rules that still refuse it with
        both on."""
        allowing: Side = "none" if answers.by["none"] is not None else "other" if number == 0 else "one"
        if answers.by[allowing] is None or (allowing != "none" and answers.by["both"] is not None):
            return set()
        at = self.context
        names = {r.info.name for r in self.rules.values() if r.info.name in self.four.own[number]}
        offered = {self.four.at[allowing].table.offers[x.move.offer].info.name for x in answers.by[allowing] or ()}
        moves = [
            (self.rules[name], x.move) for x in answers.by[allowing] or () for name in offered if name in self.rules
        ]
        out: set[str] = set()
        for offer, move in moves:
            if not isinstance(offer, t.Offer):
                continue
            argument = self.argument_at_both(allowing, offer, move.argument)
            for ban in at.table.bans:
                if ban.info.name not in names or not concerns(ban, offer):
                    continue
                if ban.situations and answers.state[TOP] not in ban.situations:
                    continue
                who = at.executor.condition(answers.state, ban.who)
                if who >> move.seat & 1 and at.executor.condition(answers.state, ban.guard, (move.seat, argument)):
                    out.add(ban.info.name)
        table = self.four.at[side].table
        state = answers.state if side == "both" else self.four.there[side].carried(answers.state)
        for other in () if state is None else self.four.at[side].executor.legal(state):
            mine = table.offers[other.offer]
            own = other.seat == answers.decision[0] and mine.info.name in names
            if own and (mine.mode == "must" or offered & set(mine.info.instead)):
                out.add(mine.info.name)
        return out

    def argument_at_both(self, side: Side, offer: t.Offer, argument: int) -> int:
        """The argument of a move of one table, with the indices of the table with both."""
        if side != "both" and isinstance(self.context.table.acts[offer.act].argument, Card):
            return self.four.back[side].kinds.get(argument, -1)
        return argument

    def judged(self, answers: Answers) -> tuple[Clash | None, str]:
        """Judges a decision: its clash or None, and for None how it is closed, in a word."""
        clash, how = self.compared(answers)
        if clash is None and how != "said" and self.back:
            plain = self.plain(answers)
            if plain["one"] == plain["other"]:
                return None, how
            again = tuple(self.stays(number, answers) for number in (0, 1))
            if any(again):
                return Clash("contradiction", BROUGHT_BACK, (again[0], again[1]), answers), ""
        return clash, how

    def stays(self, number: int, answers: Answers) -> Names:
        """The rules of an option that run, alone and beside the other option, although that option removes rules with
        the same text."""
        alone, both, other = (
            answers.fired(side) & self.back for side in (SIDES[1 + number], SIDES[3], SIDES[2 - number])
        )
        return tuple(sorted((alone & both & self.four.own[number]) - other))

    def compared(self, answers: Answers) -> tuple[Clash | None, str]:
        """Compares the four answers: the clash or None, and how it is closed."""
        plain = self.plain(answers)
        o, a, b, ab = (plain[x] for x in SIDES)
        first, second = self.spoke(0, answers, plain), self.spoke(1, answers, plain)
        # settings and removed rules change answers, too
        speaks = bool(first) or a != o, bool(second) or b != o
        self.both_spoke = all(speaks)
        if a == o and b == o and ab == o:
            return None, "alike"
        if not any(speaks):
            return None, "alike"
        if all(speaks):
            if a == b:
                return self.together(answers, plain, first, second)
            if self.names_other(first, second):
                return None, "said"
            if self.takes_values("one", first, second) or self.takes_values("other", second, first):
                return None, "side by side"
            return self.against(answers, plain, first, second)
        undone = 0 if speaks[0] else 1
        return self.unspoken(answers, plain, first, second, undone)

    def takes_values(self, side: Side, mine: Names, theirs: Names) -> bool:
        """Whether one option only sets parameters here, and the rules of the other one go by these values: it says what
        comes of whatever is set. `side`: of the option with the rules `mine`."""
        if theirs or not mine:
            return False
        one, both = self.four.at[side].table, self.context.table
        if (one.deck, one.variables, one.situations) != (both.deck, both.variables, both.situations):
            return False
        alone, beside = rules_of(one), rules_of(both)
        return any(x in alone and x in beside and alone[x] != beside[x] for x in mine)

    def against(self, answers: Answers, plain: Plain, first: Names, second: Names) -> tuple[Clash | None, str]:
        """Judges a decision to which both options speak, with different answers."""
        o, a, b, ab = (plain[x] for x in SIDES)

        def clash(why: str) -> tuple[Clash, str]:
            return Clash("contradiction", why, (first, second), answers), ""

        if (a is None) != (b is None):
            allows = first if b is None else second
            side: Side = "one" if b is None else "other"
            own_offers = {
                self.four.at[side].table.offers[x.move.offer].info.name for x in answers.by[side] or ()
            } & set(allows)
            if own_offers or self.means_it(allows, o):
                return clash("one allows what the other forbids")
            if any(self.runs_on_forbidden(side, x) for x in allows):
                return clash(ONLY_FORBIDDEN)
            return None, "side by side"
        if a is None:
            return None, "alike"
        if ab is None or b is None:
            return Clash("interaction", "both allow it, and together they refuse it", (first, second), answers), ""
        if len(a) > 1 or len(b) > 1 or len(ab) > 1 or (o is not None and len(o) > 1):
            at_a, at_b, at_o = (self.at_table(side, ab) for side in ("one", "other", "none"))
            a, b = self.at_table("one", a), self.at_table("other", b)
            o = None if o is None else self.at_table("none", o)
            known = [x in a or y in b or (o is not None and z in o) for x, y, z in zip(at_a, at_b, at_o, strict=True)]
            if all(known):
                if answers.decision[1] in self.four.numbers_of_rules and o is not None:
                    # a number that each of them adds to what the base offers
                    a, b = (tuple(x for x in some if not self.in_base(x, o)) for some in (a, b))
                    o = None
                apart = not any(x in self.at_table("none", b) for x in self.at_table("none", a))
                both = bool(a and b) and all(x in at_a for x in a) and all(x in at_b for x in b)
                if apart and both and (o is None or not any(x in at_o for x in o)):
                    if self.left_to_choose(first, second):
                        return None, "said"
                    return clash("with both on, a player can do either")
            return None, "side by side"
        return self.merged(answers, plain, first, second)

    def means_it(self, allows: Names, o: Distinct) -> bool:
        """Whether an option allows what the base refuses by redefining a name."""
        return o is None and bool(allows) and all(isinstance(self.rules[x], t.Definition) for x in allows)

    def runs_on_forbidden(self, side: Side, rule: str) -> bool:
        """Whether a trigger of one option runs on nothing but moves that the other one forbids (see `forbidden_moves`). Memoized."""
        key = side, rule
        if key not in self._forbidden:
            self._forbidden[key] = isinstance(self.rules[rule], t.Trigger) and only_on_forbidden(self.four, side, rule)
        return self._forbidden[key]

    def merged(self, answers: Answers, plain: Plain, first: Names, second: Names) -> tuple[Clash | None, str]:
        """Merges single outcomes part by part: are both changes present side by side?"""
        a, b, ab, o = (self.only(plain[side]) for side in ("one", "other", "both", "none"))
        ran = answers.fired("both")
        alone = [answers.fired(side) & own for side, own in zip(SIDES[1:3], self.four.own, strict=True)]
        both_ran = all(x <= ran for x in alone)
        ends = any(ends_it(number, answers) for number in (0, 1))
        for number, some in enumerate(alone):
            rules = [self.rules[r] for r in some & self.speaking]
            over = plain["both"] == plain[SIDES[1 + number]] and is_over(number, answers, rules)
            if over or goes_on(number, answers, rules, self.context.table):
                return None, "side by side"
        if both_ran and self.cancel(plain):
            return Clash("contradiction", "with both on, it is as if neither were", (first, second), answers), ""
        in_place = self.in_place_of_one(answers, alone)
        new = frozenset(
            k
            for k in o
            if a.get(k) != b.get(k)
            and (name_of(self.context.table, k) in in_place.writes or not {o.get(k), ab.get(k)} <= {a.get(k), b.get(k)})
        )
        if all(in_place.rules) and new:
            why = "each has its own rule in the place of the same one"
            return Clash("contradiction", why, in_place.rules, answers, keys=new), ""
        meant = self.other_meaning(answers, plain, (first, second), alone) if both_ran else frozenset()
        merge = Merge(
            (a, b, ab, o), plain["none"] is not None, alone, both_ran, bool(first) == bool(second), ends, meant
        )
        parts = {key: self.merged_part(key, merge) for key in {*a, *b, *ab, *o} if self.of_base(key)}
        if any(
            self.triggered_by(r, answers.decision)
            for own, mine in zip(self.four.own, alone, strict=True)
            for r in (ran & own) - mine
        ):
            # a rule about this very act runs only with both on: its author knew
            return None, "said"
        overwritten = frozenset(key for key, answer in parts.items() if answer == "overwritten")
        if overwritten:
            why = "they change the same thing in different ways"
            return Clash("contradiction", why, (first, second), answers, keys=overwritten), ""
        if "third" in parts.values():
            if both_ran:
                return None, "side by side"
            return Clash(
                "interaction", "together they have a result that neither of them gives", (first, second), answers
            ), ""
        return None, "side by side"

    def merged_part(self, key: Key, merge: Merge) -> MergeResult:
        """Merges one part of the four outcomes."""
        va, vb, vab, vo = (outcome.get(key) for outcome in merge.outcomes)
        values, alone, both_ran = {va, vb, vab}, merge.alone, merge.both_ran
        if not merge.allowed:
            return None if va == vb else "overwritten" if vab in (va, vb) else "third"
        if va == vb:
            kept = vab == va or (va != vo and self.adds_up(key, vo, va, vb, vab))
            return None if kept else "third"
        if vo in (va, vb):
            # one of the two changes it
            changes = 1 if va == vo else 0
            if vab == (va, vb)[changes] or self.cut_off(key, alone, values):
                return None
            # (the other one may write it again, as it is without both)
            again = self.writes_to(key, alone[1 - changes])
            return "overwritten" if vab == vo and (again or not both_ran) else "third"
        if (
            self.adds_up(key, vo, va, vb, vab)
            or self.cut_off(key, alone, values)
            # (two values of one parameter are UNO205)
            or (key[0] == "zone" and both_ran and merge.both_speak_or_neither)
            or kind_of(self.context.table, key) in merge.meant
        ):
            return None
        if vab not in (va, vb, vo):
            return "third"
        # what an option sets for players, beside the other one alone
        a, b, ab, _ = merge.outcomes
        sets = tuple(any(k[:2] == key[:2] and ab[k] != x.get(k) for k in ab) for x in (b, a))
        follows = both_ran and self.follows(key, alone, (vab == va, vab == vb), sets)
        return None if follows and not merge.ends else "overwritten"

    def cancel(self, plain: Plain) -> bool:
        """Whether two options that each move cards, or change a number, leave all as it is without them: each takes back what
        the other does."""
        a, b, ab, o = (self.only(plain[side]) for side in ("one", "other", "both", "none"))

        def counts(key: Key) -> bool:
            return key[0] == "zone" or isinstance(self.type_of(key), Number)

        changed = [any(x.get(k) != o.get(k) and counts(k) for k in {*x, *o}) for x in (a, b)]
        return bool(o) and ab == o and all(changed)

    def in_place_of_one(self, answers: Answers, alone: list[set[str]]) -> InPlace:
        """The rules of both options that run in the place of a base rule that gives way to either. Empty if there is no
        such rule, or if none of an option's rules runs with both on."""
        ran = [answers.fired(side) for side in SIDES]
        gone = {r for r in (ran[0] - ran[1] - ran[2] - ran[3]) & self.base_rules.keys() if self.gives_way(r)}
        gone = {r for r in gone if writes(self.four.at["none"].table, self.base_rules[r])}
        if not all(x & ran[3] for x in alone):
            return InPlace()
        if not gone:
            return self.in_one_place([x & ran[3] for x in alone])
        names: list[Names] = []
        wanted = {x for r in gone for x in writes(self.four.at["none"].table, self.base_rules[r])}
        for some in alone:
            mine = [r for r in sorted(some) if gone & set(self.rules[r].info.instead)]
            mine = mine or [r for r in sorted(some) if wanted & writes(self.context.table, self.rules[r])]
            names.append(tuple(mine or sorted(some)))
        return InPlace((names[0], names[1]), frozenset(wanted))

    def gives_way(self, rule: str) -> bool:
        """Whether each of the two has a rule instead of a rule of the base, or takes it away; not whether that one merely no longer applies."""
        for own, side in zip(self.four.own, SIDES[1:3], strict=True):
            table = self.four.at[side].table
            still = any(r.info.name == rule for group in (table.triggers, table.offers) for r in group)
            if still and not any(rule in self.rules[x].info.instead for x in own):
                return False
        return True

    def in_one_place(self, ran: list[set[str]]) -> InPlace:
        """The declared form of `in_place_of_one`: two rules that ran stand instead of the same rule and write the same
        thing."""
        table = self.context.table
        for mine, theirs in product(*map(sorted, ran)):
            one, other = self.rules[mine], self.rules[theirs]
            both = writes(table, one) & writes(table, other)
            if both and set(one.info.instead) & set(other.info.instead):
                return InPlace(((mine,), (theirs,)), both)
        return InPlace()

    def other_meaning(
        self, answers: Answers, plain: Plain, speaking: tuple[Names, Names], alone: list[set[str]]
    ) -> frozenset[str]:
        """What one option changes where the other one speaks only by redefining a name, and both hold: the write set of base
        rules that the first one replaces, and the variables that the new meaning still changes, for whichever player. Empty if
        the table with both has the outcome of the first option alone: the redefinition then has no effect."""
        ran = [answers.fired(side) for side in SIDES]
        both = self.only(plain["both"])
        sides: tuple[Side, Side] = ("one", "other")
        for number, side in enumerate(sides):
            words = speaking[1 - number]
            if not alone[number] or not words or not all(isinstance(self.rules[x], t.Definition) for x in words):
                continue
            mine = self.only(plain[side])
            gone = {r for r in ran[0] - ran[1 + number] if r in self.base_rules}
            changed = [k for k, v in mine.items() if both.get(k) != v]
            replaced = {x for r in gone for x in writes(self.four.at["none"].table, self.base_rules[r])}
            if changed:
                return frozenset({*replaced, *(kind_of(self.context.table, k) for k in changed if k[0] == "variable")})
        return frozenset()

    @cached_property
    def base_rules(self) -> Mapping[str, t.Rule]:
        """The rules of the base with observable effects, by name."""
        base = self.four.at["none"]
        return {r.info.name: r for r in base.table.running if writes_observably(base, r.effects)}

    def together(self, answers: Answers, plain: Plain, first: Names, second: Names) -> tuple[Clash | None, str]:
        """Judges a decision with equal answers of each option alone; both together may have another answer."""
        a, ab, o = plain["one"], plain["both"], plain["none"]
        if ab in (a, o) or self.names_other(first, second):
            return None, "alike"
        ran = answers.fired("both")
        if set(first) <= ran and set(second) <= ran and ab is not None:
            return None, "side by side"
        return Clash(
            "interaction",
            "each alone has the same result, and both together have another one",
            (first, second),
            answers,
        ), ""

    def unspoken(
        self, answers: Answers, plain: Plain, first: Names, second: Names, undone: int
    ) -> tuple[Clash | None, str]:
        """Judges a decision to which one option speaks: with both on, its change stays, is undone, or differs."""
        o, ab = plain["none"], plain["both"]
        mine = plain["one" if undone == 0 else "other"]
        theirs = plain["other" if undone == 0 else "one"]
        if mine in (ab, o) or theirs != o:
            return None, "alike"
        if self.names_other(first or second, self.four.own[1 - undone]):
            return None, "said"
        # rules of the other option that ran only because of this one
        ran = answers.fired("both")
        woken = tuple(sorted(ran & self.four.own[1 - undone]))
        rules = (first, woken) if undone == 0 else (woken, second)
        if self.is_undone(o, mine, ab) and not self.opens_again(answers, "one" if undone == 0 else "other"):
            return Clash("undone", "with both on, it is as if it were off", rules, answers, undone), ""
        seen = {k for k in {*self.only(mine), *self.only(ab)} if self.only(mine).get(k) != self.only(ab).get(k)}
        if o is None and any(self.sets_again(k, first or second, woken) for k in seen):
            return Clash("undone", "what it sets is set again by the other one", rules, answers, undone), ""
        if o is None or all(self.triggered_by(r, answers.decision) for r in woken):
            # rules about an act or its effects apply also where another option allows the act
            return None, "side by side"
        if not (mine is None or ab is None or any(map(self.visible, seen))):
            return None, "side by side"
        return Clash("interaction", "together they have a result that neither of them gives", rules, answers), ""

    def triggered_by(self, rule: str, decision: Decision) -> bool:
        """Whether a rule is triggered by the act of a decision."""
        known, acts = self.rules[rule], self.context.table.acts
        events = known.events if isinstance(known, t.Trigger) else ()
        return any(isinstance(x, t.ActEvent) and short(acts[x.act].name) == decision[1] for x in events)

    def opens_again(self, answers: Answers, side: Side) -> bool:
        """Whether a situation that an option opens is also open with both on. Then it has that effect, whatever
        follows."""
        alone, both = ({s for x in answers.by[at] or () for s in x.opened} for at in (side, "both"))
        return bool(alone & both)

    def is_undone(self, o: Distinct, mine: Distinct, ab: Distinct) -> bool:
        """Whether every change of an option is gone with both on."""
        if o is None or mine is None or ab is None or max(len(o), len(mine), len(ab)) > 1:
            return o == ab
        parts = [k for k in {*mine[0], *o[0]} if mine[0].get(k) != o[0].get(k)]
        # changes of the base's parts count; an option's own notes only if there are no others
        parts = [k for k in parts if self.of_base(k)] or parts
        return all(ab[0].get(k) == o[0].get(k) for k in parts)
