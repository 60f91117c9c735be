"""Disabling options by counterexample-guided search: for which sets of options is a rule a no-op in every state?

For one set of options, the solver searches for a state in which the rule has an effect. A state found is generalized to
all sets of options for which it works, and these are closed. If there is none, a minimized unsat core names options
that disable the rule, and every set of options that satisfies the core is closed. The search ends when no set of
options is left; the cores are then all the reasons.

A state found need not be reachable. So a disabling set is certain (the table with exactly these options is checked
again). A rule that is not named may still be dead for other reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import cast

import z3

from checker.codes import ids
from checker.effects.constants import facts
from checker.effects.values import Facts
from checker.families.family import MOST_SETS, Family, legal
from checker.families.sample_products import Hint
from checker.invariants.certified import certified
from checker.invariants.known import solver as solver_of
from checker.invariants.participation import between_moves
from checker.smt.factory import between, conj, mentions, neg, same
from checker.smt.no_op import something_to_do
from checker.smt.query import Solver
from checker.witness.scenario import written_rules
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below

MOST_ROUNDS = 40
"""The maximal number of sets of options tried for one rule; after that the rule is open."""


RULES = ids("rule")
"""The codes about one rule that does nothing."""

OPTIONS = ids("option")
"""The code about an option none of whose rules does anything."""


Blamed = tuple[frozenset[str], bool]
"""Options that disable a rule, and whether they do so whatever other options are on."""


@dataclass(slots=True)
class DisabledRules:
    """The result. `found`: by rule, the smallest disabling sets of options, closed under `requires`. `whatever`: those
    that disable it whatever else is on. `open`: the undecided rules."""

    found: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    whatever: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)


def tables_to_ask(family: Family, known: DisabledRules) -> list[Hint]:
    """The tables at which some rules do nothing, and those at which no rule of an option does anything."""
    out = [hint(family, RULES, options, [rule]) for rule, sets in known.found.items() for options in sets]
    rules = written_rules(family.context.table)
    of_option: dict[str, list[str]] = {}
    for name, rule in rules.items():
        if rule.info.option is not None:
            of_option.setdefault(rule.info.option, []).append(name)
    for option, names in of_option.items():
        sets = {family.relations.closed([option])} if option in family.options else set()
        for name in names:
            sets = {one | other for one in sets for other in known.found.get(name, ())}
            sets = {x for x in sets if not any(y < x for y in sets)}
        for options in sorted(sets, key=lambda x: (len(x), sorted(x)))[:MOST_SETS]:
            if family.legal_seats(options) and family.relations.together(options):
                out.append(hint(family, OPTIONS, options, names))
    return out


def hint(family: Family, codes: frozenset[str], options: frozenset[str], rules: Iterable[str]) -> Hint:
    """A table to check for some rules, without play."""
    return Hint(codes, tuple(sorted(options)), family.legal_seats(options)[0], frozenset(rules), played=False)


def disabled_rules(family: Family) -> DisabledRules:
    """The disabling options of every rule at home in a family's game, and of rules of files without a game. Iterates to
    a fixpoint: a disabled rule can disable the rules that follow from it, so these are checked again."""
    out = DisabledRules()
    pages = family.project.pages
    rules = written_rules(family.context.table)
    candidates = {
        name
        for name in rules
        if name.partition(".")[0] in family.context.table.games or pages[name.partition(".")[0]].game is None
    }
    names = candidates
    while names:
        ask_all(family, sorted(names), out)
        context = family.context
        keys = changed(context.facts, facts(context.table, context.never, out.whatever, context.false_conditions))
        names = {n for n in candidates if follows(rules[n], keys)}
        if names:
            family = family.knowing({name: list(sets) for name, sets in out.whatever.items()})
    return out


def ask_all(family: Family, names: Iterable[str], out: DisabledRules) -> None:
    """Searches the disabling options of some rules and stores them in `out`."""
    option_sets = OptionSets(family)
    rules = written_rules(family.context.table)
    for name in names:
        if not family.context.within_budget():
            family.context.cut_short.append("what rules are left to do")
            out.open.add(name)
            continue
        blamed = option_sets.without(rules[name])
        if blamed is None:
            out.open.add(name)
        elif blamed:
            out.found[name] = sorted({x for x, _ in blamed}, key=lambda x: (len(x), sorted(x)))
            # entries are never removed, so that the iteration ends
            known = out.whatever.setdefault(name, [])
            known += [x for x, whatever in blamed if whatever and not any(y <= x for y in known)]


def changed(before: Facts, now: Facts) -> frozenset[object]:
    """The events, situations, and values whose presence conditions have changed."""
    return frozenset(key for key in now.due_to if now.due_to[key] != before.due_to.get(key))


def follows(rule: t.Rule, keys: frozenset[object]) -> bool:
    """Whether changed facts about events, situations, or values can disable a rule."""
    events = set(rule.events) if isinstance(rule, t.Trigger) else set()
    situations = set() if isinstance(rule, t.Trigger | t.Definition) else set(rule.situations)
    if (events | situations) & keys:
        return True
    slots = {key[0] for key in keys if isinstance(key, tuple)}
    for node in below(rule):
        if isinstance(node, e.IsOpen | e.IsTop | e.Owner) and node.situation in keys:
            return True
        if isinstance(node, e.Variable) and node.index in slots:
            return True
        if isinstance(node, e.Field) and (node.situation, node.index) in slots:
            return True
    return False


class OptionSets:
    """The legal sets of options, for queries about one rule after the other."""

    def __init__(self, family: Family) -> None:
        self.family = family
        context = family.context
        features = {o: context.reader.features[o] for o in family.options}
        self.on = {o: same(f, 1) for o, f in features.items()}
        self.off = {o: same(f, 0) for o, f in features.items()}
        # a model assigns every constant but leaves variables free: as variables, options stay symbolic in an evaluated
        # term
        self.features = [cast(z3.ArithRef, f) for f in features.values()]
        self.variables = [(f, z3.Var(i, f.sort())) for i, f in enumerate(self.features)]
        known = {f.get_id(): True for f in self.features}
        self.about_options = self.opened(conj([x for x in solver_of(context).assertions() if mentions(x, known)]))
        self.resting = self.opened(conj([x for x in between_moves(context) if mentions(x, known)]))
        self.unsettled = Solver()
        self.unsettled.add(*legal(context.table, context.reader, family.relations, family.seats))
        seats = context.reader.st.seats
        self.unsettled.add(*between(family.seats[0], seats, family.seats[-1]))
        for option, number in context.reader.features.items():
            self.unsettled.add(*(between(0, number, 1) if option in family.options else [number == 0]))

    def opened(self, x: z3.BoolRef) -> z3.BoolRef:
        """A condition with its options replaced by bound variables."""
        return cast(z3.BoolRef, z3.substitute(x, *self.variables))

    def would_do(self, model: z3.ModelRef, opened: z3.BoolRef) -> z3.BoolRef:
        """The presence condition under which a formula holds in the state of a model."""
        return cast(z3.BoolRef, z3.substitute_vars(model.eval(opened, model_completion=True), *self.features))

    def without(self, rule: t.Rule) -> list[Blamed] | None:
        """The minimal sets of options that disable a rule; None if some set of options is undecided."""
        question = something_to_do(certified(self.family.context), rule)
        if question is None or z3.is_true(question):
            return []
        own = self.family.relations.closed([rule.info.option] if rule.info.option in self.family.options else [])
        solver = solver_of(self.family.context)
        solver.push()
        self.unsettled.push()
        try:
            solver.add(question)
            if not isinstance(rule, t.Trigger):
                solver.add(*between_moves(self.family.context))
            self.unsettled.add([self.on[o] for o in sorted(own)])
            return self.rounds(solver, self.opened(question), own, not isinstance(rule, t.Trigger))
        finally:
            solver.pop()
            self.unsettled.pop()

    def rounds(
        self, solver: z3.Solver, question: z3.BoolRef, own: frozenset[str], at_rest: bool
    ) -> list[Blamed] | None:
        out: list[Blamed] = []
        open_question = conj([question, self.about_options, *([self.resting] if at_rest else [])])
        for on in self.next_sets(own):
            answer = solver.check(*(self.on[o] if o in on else self.off[o] for o in self.family.options))
            if answer == z3.unknown or not self.family.context.within_budget():
                return None
            if answer == z3.sat:
                self.unsettled.add(neg(self.would_do(solver.model(), open_question)))
                continue
            core = self.smallest(solver)
            self.unsettled.add(neg(conj(core)))
            ids = {x.get_id() for x in core}
            options = self.family.relations.closed((*own, *(o for o, x in self.on.items() if x.get_id() in ids)))
            without = {o for o, x in self.off.items() if x.get_id() in ids}
            if not without & options and self.family.legal_seats(options) and self.family.relations.together(options):
                out.append((options, not without))
        return out if self.unsettled.check() == z3.unsat else None

    def next_sets(self, own: frozenset[str]) -> Iterator[frozenset[str]]:
        """Sets of options that are not closed yet. The first is the rule's own options alone, if legal."""
        for number in range(MOST_ROUNDS):
            alone = () if number else [self.off[o] for o in self.family.options if o not in own]
            if self.unsettled.check(*alone) != z3.sat:
                if number:
                    return
                continue
            model = self.unsettled.model()
            yield frozenset(o for o in self.family.options if z3.is_true(model.eval(self.on[o], model_completion=True)))

    def smallest(self, solver: z3.Solver) -> list[z3.BoolRef]:
        """A minimal unsat core. It first drops the conditions that an option is off."""
        off = {x.get_id() for x in self.off.values()}
        core = sorted(solver.unsat_core(), key=lambda x: (x.get_id() not in off, str(x)))
        for one in tuple(core):
            fewer = [x for x in core if x.get_id() != one.get_id()]
            if solver.check(*fewer) == z3.unsat:
                core = fewer
        return core
