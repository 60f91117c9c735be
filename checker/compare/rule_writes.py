"""Write sets of rules in the terms of observable outcomes.

Over-approximates what a rule changes by itself (`writes`), and with the rules that answer it (`reach`).
"""

from __future__ import annotations

from checker.compare.four_tables import Key
from checker.effects.deeds import OVER
from checker.effects.summary import only_adds, summaries
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.walk import below


def kind_of(table: t.Table, key: Key) -> str:
    """The name of a part in the terms of `writes`: a variable by name, cards, a situation, or a phase."""
    match key[0]:
        case "variable":
            return name_of(table, key)
        case "zone":
            return "cards"
        case "open" | "field" | "waits":
            return "situation"
        case other:
            return other


def name_of(table: t.Table, key: Key) -> str:
    """The name of the variable of a part; "" for other parts."""
    return table.variables[key[1]].name if key[0] == "variable" else ""


def writes(table: t.Table, rule: t.Rule) -> frozenset[str]:
    """The names of what a rule changes: variables, and the words `cards`, `situation`, or the phase that ends."""
    if not isinstance(rule, t.Trigger | t.Offer):
        return frozenset()
    out: set[str] = set()
    for x in summaries(table).through(rule.effects):
        for change in x.changes:
            target = change.target
            out.add(table.variables[target.index].name if isinstance(target, e.Variable) else "situation")
        out |= {
            word
            for word, there in (("cards", x.transfer), ("situation", x.situation), (str(x.phase), x.phase))
            if there is not None
        }
    return frozenset(out)


def overwrites(table: t.Table, rule: t.Rule, variable: int) -> bool:
    """Whether a rule itself gives a variable a value that does not depend on the one before."""
    if not isinstance(rule, t.Trigger | t.Offer):
        return False
    changes = (c for x in summaries(table).flat(rule.effects) for c in x.changes if c.how == "assign")
    return any(
        isinstance(c.target, e.Variable)
        and c.target.index == variable
        and not any(isinstance(n, e.Variable) and n.index == variable for n in below(c.value))
        for c in changes
    )


def adds(table: t.Table, rule: t.Rule, variable: int) -> bool:
    """Whether all that a rule does to a variable is to add amounts to it, or to take them away."""
    if not isinstance(rule, t.Trigger | t.Offer):
        return False
    values = [
        only_adds(c.target, c.value)
        for x in summaries(table).through(rule.effects)
        for c in x.changes
        if isinstance(c.target, e.Variable) and c.target.index == variable
    ]
    return bool(values) and None not in values


def reach(table: t.Table, rule: t.Rule) -> frozenset[str]:
    """The names of what a rule changes, with the rules that answer it, except those of the end of a round."""
    out = writes(table, rule)
    if not isinstance(rule, t.Trigger | t.Offer):
        return out
    _, answers = follows(table, emitted(table, rule.effects), OVER)
    return out.union(*(writes(table, x) for x in answers))
