"""One reading of effects: which modules of the checker look at the classes of effects, and what the summaries say of each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

import pytest

from checker.effects.constants import facts
from checker.effects.counters import counters
from checker.effects.references import NUMBERS, REFERENCES
from checker.effects.summary import summaries
from tests import engine_tables as k
from tests.node_kinds import EFFECTS, EVENTS, EXPRESSIONS
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

ROOT = Path(__file__).parent.parent
READERS = {
    "checks/uno405_dead_part.py": "tells a dead branch from the lines in it, and knows what a line sets",
    "compare/match_declarations.py": "renumbers the fields that a situation begins with",
    "compare/normal_form.py": "rewrites branches",
    "effects/counted.py": "knows what is repeated how often",
    "effects/counters.py": "knows how often a block is repeated",
    "effects/facts.py": "knows what an effect leaves true",
    "effects/just_after.py": "knows what an act has just written",
    "effects/no_op.py": "puts two assignments to one variable together",
    "effects/summary.py": "says what each effect does",
    "kernel/accept.py": "forgets what a loop sets",
    "kernel/invariant.py": "knows while what a block is repeated",
    "search/cut_deck.py": "rewrites effects for fewer cards",
    "smt/claims.py": "finds the branches that a claim is about",
    "smt/step.py": "the symbolic step",
    "smt/hand_sizes.py": "the symbolic step, over how many cards players hold",
    "smt/abstract_effects.py": "the abstract step, over places and counts of cards",
    "smt/abstract_values.py": "which players a situation begins with",
    "termination/change_vectors.py": "how much each effect changes what is counted",
    "termination/bounds.py": "looks for effects of a shape that a bound needs",
    "smt/stack_system.py": "whether an effect certainly happens",
    "witness/trace.py": "the executor, watched",
}
"""The modules of the checker that ask what class an effect is of, and why."""

NUMBER = k.variable(k.NUMBER)
RESTED = t.ActEvent(k.REST, 0)


def asked(text: str) -> Iterator[str]:
    """The classes of effects that a module matches over or asks for."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.MatchClass):
            yield ast.unparse(node.cls)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            yield from ast.unparse(node.args[1]).strip("()").replace(",", " |").split(" | ")


def test_who_reads_effects() -> None:
    names = {f"f.{x}" for x in vars(f) if x[0].isupper()} - {"f.Effect"}
    modules = sorted((ROOT / "checker").rglob("*.py"))
    found = {str(p.relative_to(ROOT / "checker")) for p in modules if names & set(asked(p.read_text(encoding="utf-8")))}
    assert found == set(READERS)


@pytest.mark.parametrize("kind", [*EFFECTS, *EXPRESSIONS, *EVENTS], ids=lambda x: x.__name__)
def test_each_number_of_a_node_is_a_reference_or_none(kind: type) -> None:
    numbers = {x.name for x in fields(kind) if get_type_hints(kind)[x.name] is int}
    assert numbers == set(REFERENCES.get(kind, {})) | NUMBERS.get(kind, frozenset())


def more(amount: int) -> f.Assign:
    return f.Assign(NUMBER, e.Arithmetic("+", NUMBER, k.number(amount), Number(0, 20)))


def test_a_step_by_a_constant() -> None:
    table = k.build(k.offer("rests", k.REST))
    down = f.Assign(NUMBER, e.Arithmetic("-", NUMBER, k.number(3), Number(0, 20)))
    rows = [summaries(table).of(x).changes for x in (more(2), down, f.Assign(NUMBER, k.number(1)))]
    assert [[c.step for c in row] for row in rows] == [[2], [-3], [None]]


def test_a_variable_has_the_values_that_rules_give_it() -> None:
    five = k.trigger("five", RESTED, f.Assign(NUMBER, k.number(5)))
    found = [facts(k.build(k.offer("rests", k.REST), *rules)).variables[k.NUMBER] for rules in ((), (five,))]
    assert found == [{3}, {3, 5}]


def test_what_an_act_does_is_gone_through_once_and_weighed_each_time() -> None:
    table = k.build(k.offer("draws", k.DRAW))
    twice = tuple(f.Perform(k.DRAW, k.ACTOR, k.number(n), 0, None) for n in (1, 2))
    known = summaries(table)
    assert [x.effect for x in known.through(twice)] == [*twice, *table.acts[k.DRAW].effects]
    assert known.most(twice, lambda x: x.transfer is not None) == 2


@pytest.mark.parametrize("shown", [False, True])
def test_a_number_that_is_told_to_players_is_not_read_by_the_rule(shown: bool) -> None:
    """Nobody may do anything else for having been told it, so what can be gone round once can be gone round again."""
    tell = f.Tell("so many:", k.players(7), (NUMBER,))
    table = k.build(k.trigger("rule", RESTED, more(1), *((tell,) if shown else ())), k.offer("rests", k.REST))
    assert [(x.slot, x.readers) for x in counters(table)] == [((NUMBER.index, -1), frozenset())]


def test_a_card_drawn_onto_a_pile_lies_on_top() -> None:
    table = k.build(k.offer("rests", k.REST))
    drawn = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.PILE))
    (found,) = summaries(table).flat((drawn,))
    assert found.transfer is not None
    assert found.transfer.tops == {k.STOCK, k.PILE}
    assert found.transfer.takes == {k.STOCK}


DRAWS = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.HAND, k.ACTOR))
PUTS_BACK = f.MoveTop(k.number(1), k.place(k.HAND, k.ACTOR), k.place(k.STOCK))
REFILLS = f.If(k.yes(), (f.MoveAll(1, k.place(k.PILE), k.place(k.STOCK)),), ())


@pytest.mark.parametrize(
    ("effect", "amount"),
    [
        (f.MoveTop(NUMBER, k.place(k.STOCK), k.place(k.HAND, k.ACTOR)), True),
        (f.Repeat(NUMBER, None, (REFILLS, DRAWS)), True),
        (f.Perform(k.DRAW, k.ACTOR, NUMBER, 0, None), True),
        (f.If(k.same(NUMBER, k.number(7)), (DRAWS,), ()), True),
        # every second time the card is back where it was
        (f.Repeat(NUMBER, None, (DRAWS, PUTS_BACK)), False),
        (f.Repeat(NUMBER, None, (f.Assign(k.variable(k.KEPT), k.number(1)), DRAWS)), False),
        (f.Repeat(NUMBER, k.same(e.Builtin("moved", k.MAYBE_CARD), k.card(k.DARK_1)), (DRAWS,)), True),
        (f.MoveTop(e.Arithmetic("-", k.number(9), NUMBER, Number(-1, 9)), k.place(k.STOCK), k.place(k.PILE)), False),
        (f.If(e.Compare("<", k.variable(k.KEPT), NUMBER, k.YES_NO), (DRAWS,), ()), False),
        (f.Assign(NUMBER, e.Arithmetic("-", NUMBER, k.number(1), Number(-1, 9))), False),
    ],
)
def test_a_number_that_is_at_most_an_amount_of_cards(effect: f.Effect, amount: bool) -> None:
    """Above the size of the deck, all values of such a number are the same to the rules."""
    table = k.build(k.trigger("rule", RESTED, more(1), effect), k.offer("rests", k.REST))
    assert [(x.slot, x.amount) for x in counters(table)] == [((NUMBER.index, -1), amount)]


def test_an_amount_of_which_rules_hear() -> None:
    rows = k.trigger("rule", RESTED, more(1), f.Perform(k.DRAW, k.ACTOR, NUMBER, 0, None)), k.offer("rests", k.REST)
    for hears, amount, above in (
        (k.same(k.NUMBER_ARGUMENT, k.number(4)), True, 4),
        (k.same(k.NUMBER_ARGUMENT, k.variable(k.KEPT)), False, 0),
    ):
        (found,) = counters(k.build(k.trigger("hears", t.ActEvent(k.DRAW, 0), DRAWS, guard=hears), *rows))
        assert (found.amount, found.above) == (amount, above)
