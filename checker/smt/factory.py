"""Smart constructors of z3 terms, which fold constants.

A condition on a given card is mostly constant. Unfolded, such constants make up most of a query, and z3's own functions
check the sorts of all parts each time. The folded terms are equivalent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import z3

Term = Any
"""A number: a term, or a known integer. (z3 has no type annotations.)"""


class _Constants:
    """The constants of one z3 context, by the addresses of their nodes: equal terms share one node."""

    def __init__(self, context: z3.Context) -> None:
        self.context, self.reference = context, context.ref()
        self.true, self.false = z3.BoolVal(True, context), z3.BoolVal(False, context)
        self.yes, self.no = self.true.ast.value, self.false.ast.value
        self.numbers: dict[int, z3.ArithRef] = {}
        self.values: dict[int, int] = {}
        self.zero = self.number(0).ast.value

    def number(self, value: int) -> z3.ArithRef:
        found = self.numbers.get(value)
        if found is None:
            found = self.numbers[value] = z3.IntVal(value, self.context)
            self.values[found.ast.value] = value
        return found

    def term(self, value: Term) -> z3.ExprRef:
        return self.number(value) if isinstance(value, int) else value


_constants: _Constants | None = None


def _here() -> _Constants:
    global _constants
    context = z3.main_ctx()
    if _constants is None or _constants.context is not context:
        _constants = _Constants(context)
    return _constants


def boolean(value: bool) -> z3.BoolRef:
    """A Boolean constant."""
    here = _here()
    return here.true if value else here.false


def integer(value: int) -> z3.ArithRef:
    """An integer constant."""
    return _here().number(value)


def conj(*parts: z3.BoolRef | Iterable[z3.BoolRef]) -> z3.BoolRef:
    """The conjunction of conditions, given one by one or as a sequence; of none: true."""
    here = _here()
    left: dict[int, z3.BoolRef] = {}
    for part in _row(parts):
        address = part.ast.value
        if address == here.no:
            return here.false
        if address != here.yes:
            left[address] = part
    if len(left) < 2:
        return next(iter(left.values()), here.true)
    return z3.BoolRef(z3.Z3_mk_and(here.reference, len(left), _array(left.values())), here.context)


def disj(*parts: z3.BoolRef | Iterable[z3.BoolRef]) -> z3.BoolRef:
    """The disjunction of conditions, given one by one or as a sequence; of none: false."""
    here = _here()
    left: dict[int, z3.BoolRef] = {}
    for part in _row(parts):
        address = part.ast.value
        if address == here.yes:
            return here.true
        if address != here.no:
            left[address] = part
    if len(left) < 2:
        return next(iter(left.values()), here.false)
    return z3.BoolRef(z3.Z3_mk_or(here.reference, len(left), _array(left.values())), here.context)


def neg(part: z3.BoolRef) -> z3.BoolRef:
    """The negation of a condition."""
    here = _here()
    address = part.ast.value
    if address in (here.yes, here.no):
        return here.false if address == here.yes else here.true
    return z3.BoolRef(z3.Z3_mk_not(here.reference, part.ast), here.context)


def implied(when: z3.BoolRef, then: z3.BoolRef) -> z3.BoolRef:
    """An implication."""
    return disj(neg(when), then)


def same(left: Term, right: Term) -> z3.BoolRef:
    """Equality of two numbers, or of two Booleans."""
    here = _here()
    a, b = here.term(left), here.term(right)
    one, other = a.ast.value, b.ast.value
    if one == other:
        return here.true
    if one in here.values and other in here.values:
        return here.false
    return z3.BoolRef(z3.Z3_mk_eq(here.reference, a.ast, b.ast), here.context)


def less(left: Term, right: Term) -> z3.BoolRef:
    """Whether a number is less than another."""
    here = _here()
    a, b = here.term(left), here.term(right)
    one, other = here.values.get(a.ast.value), here.values.get(b.ast.value)
    if one is not None and other is not None:
        return here.true if one < other else here.false
    return z3.BoolRef(z3.Z3_mk_lt(here.reference, a.ast, b.ast), here.context)


def at_most(left: Term, right: Term) -> z3.BoolRef:
    """Whether a number is at most another."""
    here = _here()
    a, b = here.term(left), here.term(right)
    one, other = here.values.get(a.ast.value), here.values.get(b.ast.value)
    if one is not None and other is not None:
        return here.true if one <= other else here.false
    return z3.BoolRef(z3.Z3_mk_le(here.reference, a.ast, b.ast), here.context)


def between(low: int, value: Term, high: int) -> tuple[z3.BoolRef, z3.BoolRef]:
    """Whether a number is between two bounds, both included, as two conditions."""
    return at_most(low, value), at_most(value, high)


def ite(condition: z3.BoolRef, then: Term, otherwise: Term) -> Any:
    """If-then-else over numbers or Booleans."""
    here = _here()
    address = condition.ast.value
    a, b = here.term(then), here.term(otherwise)
    if address == here.yes:
        return a
    if address == here.no or a.ast.value == b.ast.value:
        return b
    kind = z3.BoolRef if isinstance(a, z3.BoolRef) else z3.ArithRef
    return kind(z3.Z3_mk_ite(here.reference, condition.ast, a.ast, b.ast), here.context)


def summed(parts: Iterable[Term]) -> z3.ArithRef:
    """The sum of numbers; of none: 0."""
    here = _here()
    left = [here.term(x) for x in parts]
    left = [x for x in left if x.ast.value != here.zero]
    if len(left) < 2:
        return left[0] if left else here.number(0)
    return z3.ArithRef(z3.Z3_mk_add(here.reference, len(left), _array(left)), here.context)


def mentions(x: z3.ExprRef, known: dict[int, bool]) -> bool:
    """Whether a term contains certain unknowns. `known`: a cache by node id, which starts with the unknowns."""
    return _mentions(_here().reference, x.ast, known)


def _mentions(context: Any, node: Any, known: dict[int, bool]) -> bool:
    # (z3's own objects for the parts of a term take most of the time of a traversal)
    number = z3.Z3_get_ast_id(context, node)
    found = known.get(number)
    if found is None:
        parts = z3.Z3_get_app_num_args(context, node) if z3.Z3_is_app(context, node) else 0
        found = any(_mentions(context, z3.Z3_get_app_arg(context, node, i), known) for i in range(parts))
        known[number] = found
    return found


def subterms(x: z3.ExprRef) -> set[int]:
    """The node ids of a term and of all terms in it."""
    context, seen, left = _here().reference, set[int](), [x.ast]
    while left:
        node = left.pop()
        number = z3.Z3_get_ast_id(context, node)
        if number not in seen:
            seen.add(number)
            parts = z3.Z3_get_app_num_args(context, node) if z3.Z3_is_app(context, node) else 0
            left += (z3.Z3_get_app_arg(context, node, i) for i in range(parts))
    return seen


def _row(parts: Sequence[Any]) -> Iterable[z3.BoolRef]:
    if len(parts) == 1 and not isinstance(parts[0], z3.ExprRef):
        return parts[0]  # type: ignore[no-any-return]
    return parts


def _array(parts: Iterable[z3.ExprRef]) -> Any:
    row = [x.ast for x in parts]
    return (z3.Ast * len(row))(*row)
