"""Proof obligations as SMT-LIB 2, for another solver: assumptions and negated claim, which both solvers find
unsatisfiable.

Example: the first line of `0003.smt2` says that it is about two offers, and the manifest names the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import z3

from checker.kernel.decide import Decided
from checker.kernel.ranking import finite
from checker.smt.claims import Known
from checker.smt.counter_system import Proof
from checker.smt.stack_system import Systems

MANIFEST = "manifest.json"


def questions(decided: Iterable[Decided]) -> Iterator[tuple[str, Known, list[z3.BoolRef]]]:
    """Each query that the solver refuted: its name, the table, and the assumptions with the formula."""
    seen: set[int] = set()
    for one in decided:
        rows = [(name, known, False, formula) for name, formula, known in one.accepted.queries]
        rows += [(name, one.accepted, at_rest, formula) for name, at_rest, formula in one.log]
        between = [(*x, one.steps.supposed()) for x in one.ends]
        for name, formula, supposed in (*(one.rest.queries if one.rest is not None else ()), *between):
            if not z3.is_false(formula) and formula.get_id() not in seen:
                seen.add(formula.get_id())
                yield name, one.accepted, [*supposed, formula]
        for name, parts in (x for systems, proofs in one.counted for x in counted(systems, proofs)):
            yield name, one.accepted, parts
        for name, known, at_rest, formula in rows:
            if not z3.is_false(formula) and formula.get_id() not in seen:
                seen.add(formula.get_id())
                rest = [known.reader.st.moved == -1] if at_rest else []
                yield name, known, [*known.reader.st.constraints, *known.bounds, *rest, formula]


def counted(systems: Systems, proofs: Sequence[Proof]) -> Iterator[tuple[str, list[z3.BoolRef]]]:
    """The refuted queries behind counter systems and behind the proofs about them."""
    supposed = list(systems.between.solver.assertions())
    yield from (("counted moves", [*supposed, x]) for x in systems.between.refuted)
    queries: list[list[z3.BoolRef]] = []
    finite(systems, proofs, queries)
    yield from (("moves end, counted", x) for x in queries)


def write(folder: Path, decided: Iterable[Decided]) -> int:
    """Writes each query to a file of its own, and the manifest, after those already there. Returns the number of files."""
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / MANIFEST
    entries = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else []
    for name, known, parts in questions(decided):
        solver = z3.Solver()
        solver.add(*parts)
        file = f"{len(entries) + 1:04}.smt2"
        text = f"; {name}\n; {known.table.name}, {known.table.seats} seats\n{solver.to_smt2()}"
        (folder / file).write_text(text, encoding="utf-8")
        options = sorted(o.name for o in known.table.options if o.on)
        entry = {"file": file, "question": name, "table": known.table.name, "seats": known.table.seats}
        entries.append({**entry, "options": options, "expected": "unsat"})
    manifest.write_text(json.dumps(entries, indent=1), encoding="utf-8")
    return len(entries)
