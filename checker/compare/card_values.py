"""Values that definitions give to cards, such as their points. Exact, for definitions that depend on the card alone."""

from __future__ import annotations

from functools import partial

from checker.context import Context
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.precedence import Place, by_precedence, place_of
from unodsl.model.types import Card
from unodsl.model.walk import below


def values_of_cards(context: Context, name: str) -> dict[str, tuple[int, str]]:
    """The value of a definition for each kind of card, with the rule that gives it: the first of the definitions whose
    condition holds. Empty if one of them depends on more than the card."""
    some = in_order(context, [d for d in context.table.definitions if d.name == name and isinstance(d.parameter, Card)])
    if any(not of_card_alone(d.guard) or not of_card_alone(d.value) or truth(d.value) for d in some):
        return {}
    holds = partial(context.executor.condition, context.executor.blank(1))
    out: dict[str, tuple[int, str]] = {}
    for index, kind in enumerate(context.table.deck.kinds):
        first = next((d for d in some if holds(d.guard, (index,))), None)
        if first is not None:
            out[kind.name] = holds(first.value, (index,)), first.info.name
    return out


def in_order(context: Context, definitions: list[t.Definition]) -> list[t.Definition]:
    """Definitions of one name by precedence, as the rules in the text (`unodsl.resolve.defined`)."""
    by_name = {d.info.name: d for d in definitions}

    def place(name: str) -> Place:
        d, extends = by_name[name], len(context.project.chain(name.partition(".")[0]))
        return place_of(name, d.info.option is None, extends, not isinstance(d.guard, e.Constant))

    replaced = {x: {*d.info.instead} - {x} for x, d in by_name.items()}
    return [by_name[x] for x in by_precedence(by_name, replaced, place)]


def of_card_alone(x: e.Expr) -> bool:
    """Whether a value depends on the card alone."""
    known = e.Constant | e.Local | e.Attribute | e.FaceNumber | e.Compare | e.Logic | e.Not | e.Arithmetic | e.Choose
    return all(isinstance(node, known) for node in below(x) if isinstance(node, e.Expr))


def truth(x: e.Expr) -> bool:
    """Whether a value is a truth value; differences in these show in play."""
    return isinstance(x, e.Compare | e.Logic | e.Not)
