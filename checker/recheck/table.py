"""The tables of a report: the kernel closes each question again at the one that it is about, under the invariants given for it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, get_args

from checker.compare.four_tables import SIDES, four_tables
from checker.context import Context
from checker.effects.declarations import Kind
from checker.families.family import Family, family, legal
from checker.kernel.accept import Accepted, nothing_known
from checker.kernel.apart import declared_apart, never_apart
from checker.kernel.at_rest import AtRest
from checker.kernel.certificates import Damaged, claims_of, event, read, read_rest, whole
from checker.kernel.decide import Decided
from checker.kernel.obligations import Obligation, Question
from checker.kernel.ranking import Counted, Group
from checker.kernel.same import changes_nothing
from checker.known_tables import spec_of
from checker.recheck.questions import WITH
from checker.smt.cascade_ranking import Cascades
from checker.smt.counter_system import proof_of
from checker.smt.measures import Measure
from checker.termination.situations import reasons
from checker.termination.sums import words_of_sums
from unodsl.engine.layout import layout_of
from unodsl.model import table as t
from unodsl.resolve import Project, TableSpec, resolve_table


@dataclass
class At:
    """The subject of certificates (a table, a family, or a pair of tables) with the invariants given for it, by their
    ids."""

    project: Project
    row: Mapping[str, Any]
    others: list[At] = field(default_factory=list)
    layers: dict[str, str] = field(default_factory=dict)
    rests: dict[str, str] = field(default_factory=dict)
    _known: dict[str, Decided] = field(default_factory=dict)
    _rests: dict[str, tuple[Decided, AtRest]] = field(default_factory=dict)

    @cached_property
    def pair(self) -> tuple[t.Table, t.Table]:
        """The two tables that are compared. Raises `Damaged`, `RulesError`."""
        return table_of(self.project, self.row["one"]), table_of(self.project, self.row["other"])

    @cached_property
    def family(self) -> Family:
        """The family with the options as unknowns."""
        low, high = self.row["family"]
        return family(
            self.project,
            tuple(self.row["games"]),
            dict(self.row["parameters"]),
            range(low, high + 1),
            time.monotonic() + 600,
            tuple(self.row["options"]),
            tuple(self.row["without"]),
        )

    @cached_property
    def table(self) -> t.Table:
        """The table of the certificates. Raises `Damaged`, `RulesError`."""
        return self.family.context.table if "family" in self.row else table_of(self.project, self.row)

    @cached_property
    def nothing(self) -> Decided:
        """The kernel with no accepted claim."""
        out = nothing_known(self.table, layout_of(self.table).depth)
        self.limit(out)
        return Decided(out)

    def limit(self, known: Accepted) -> None:
        """Adds the feature model of a family to the constraints."""
        if "family" in self.row:
            found = self.family
            known.reader.st.constraints.extend(legal(self.table, known.reader, found.relations, found.seats))

    def has(self, number: str) -> bool:
        """Whether the report has an invariant with an id."""
        return number in self.layers or number in self.rests

    def known(self, number: str) -> tuple[Decided, AtRest | None]:
        """The kernel with the claims of an invariant proved again. Raises `Damaged`."""
        if number not in self.rests:
            return self.in_every_state(number), None
        if number not in self._rests:
            first = json.loads(self.rests[number])["invariant"]
            if first not in self.layers:
                raise Damaged(f"it supposes `{first}`, which is no invariant of every state in the report")
            basis = self.in_every_state(first)
            self._rests[number] = basis, read_rest(self.rests[number], basis.accepted)
        return self._rests[number]

    def in_every_state(self, number: str) -> Decided:
        """The same for an invariant of every state, not only of those between two moves."""
        if number not in self.layers:
            raise Damaged(f"it supposes the invariant `{number}`, which the report does not have for this table")
        if number not in self._known:
            found = read(self.layers[number], self.table, layout_of(self.table).depth, self.limit)
            self._known[number] = Decided(found)
        return self._known[number]

    def all_known(self) -> Iterator[tuple[Decided, AtRest | None]]:
        """The candidates for what a question without an invariant may suppose: nothing first."""
        yield self.nothing, None
        for number in self.layers:
            yield self.known(number)

    # ------------------------------------------------------------------------------------------------------- questions

    def closes(self, kind: str, row: tuple[str, ...], number: str) -> bool:
        """Whether the kernel closes a question again with the same kind of certificate. Raises `Damaged`."""
        if "one" in self.row:
            one, other = self.pair
            what, name, *games = row
            if kind != "declared" or games != [one.name, other.name] or what not in get_args(Kind):
                return False
            return declared_apart(one, other, what, name) is not None  # type: ignore[arg-type]
        if row[0] in ("never meet", "decide nothing"):
            return kind == "independent" and self.never_apart(row)
        bases = [self.known(number)] if number else self.all_known()
        return any(self.closed(kind, row, decided, rest) for decided, rest in bases)

    def closed(self, kind: str, row: tuple[str, ...], decided: Decided, rest: AtRest | None) -> bool:
        """Whether the kernel closes a question again under given claims."""
        head, *names = row
        match kind, head:
            case "ranking", "every cascade":
                return decided.ranking(cascades_of(names)) is not None
            case "ranking", "moves end" | "answers end" | "every round":
                data = json.loads(names[-1])
                found = decided.terminating_groups(self.groups(data), rest, cascades_of(data["cascades"]))
                return any(x.about == row for x in found.values())
            case "ranking", "the match":
                ending, counter, most, *rows = names
                return decided.last_round(ending, int(counter), int(most), rest, cascades_of(rows)) is not None
            case "no way out", "the match":
                shown = decided.goes_on()
                return shown is not None and shown.about == row
            case "no way out", "the round":
                return decided.round_goes_on(claims_of(json.loads(names[0])), rest) is not None
            case "unsat", "no table":
                return decided.no_table(tuple(names)) is not None
            case "equal", "without":
                return self.nothing_changes(decided, names[0], row)
            case "model", _:
                return decided.model(Obligation("two meanings", row)) is not None
            case "declared", _ if head not in get_args(Question):
                return decided.set_apart(head, tuple(names)) is not None
        if head not in get_args(Question) or kind not in ("unsat", "independent", "equal", "declared", "invariant"):
            return False
        on = tuple(x.removeprefix(WITH) for x in names if x.startswith(WITH))
        obligation = Obligation(head, tuple(x for x in names if not x.startswith(WITH)))  # type: ignore[arg-type]
        if rest is not None:
            return kind == "unsat" and decided.verdict_at_rest(obligation, rest)[0] == "impossible"
        shown = decided.closed(obligation, on)
        return shown is not None and shown.kind == kind

    def never_apart(self, row: tuple[str, ...]) -> bool:
        """Whether the kernel shows again, from the four tables of two options, that both never decide the same
        decision."""
        _, one, other = row
        four = four_tables(unsampled(self.project, spec_of(self.row)), one, other)
        if four is None:
            return False
        none, mine, theirs, both = (four.at[side].table for side in SIDES)
        found = never_apart(none, mine, theirs, both, (one, other))
        return found is not None and found.about == row

    def groups(self, data: Any) -> list[Group]:
        """The groups of situations of a ranking, with its sums or proofs."""
        number = {x.name: i for i, x in enumerate(self.table.situations)} | {"": -1}
        return [
            (
                frozenset(number[x] for x in names),
                None
                if sums is None
                else Counted(tuple(map(proof_of, sums[1])))
                if sums[:1] == ["Counted"]
                else tuple(map(sum_of, sums)),
            )
            for names, sums in data["groups"]
        ]

    def argument(self, decided: Decided, rest: AtRest | None, row: tuple[str, ...]) -> str:
        """The argument of a ranking in words."""
        data = json.loads(row[-1])
        for (names, _), (group, sums) in zip(data["groups"], self.groups(data), strict=True):
            if row[0] != "every round" and sorted(names) != sorted(row[1:-1]):
                continue
            if isinstance(sums, Counted):
                systems = [x for x in decided.systems(group, rest).all if x is not None]
                return reasons(self.table, list(zip(systems, sums.proofs, strict=True)))
            return words_of_sums(self.table, sums or ())
        return ""

    def nothing_changes(self, decided: Decided, option: str, row: tuple[str, ...]) -> bool:
        """Whether the kernel shows again that the table without an option has the same behavior."""
        left = {**self.row, "options": [x for x in self.row.get("options", ()) if x != option]}
        left = {name: value for name, value in left.items() if value or name != "options"}
        other = next((x for x in self.others if x.row == left), None) or At(self.project, left)
        for known, _ in other.all_known():
            found = changes_nothing(decided, partial(as_it_is, known), option)
            if found is not None and any(x.about == row for x in found):
                return True
        return False


def sum_of(row: Any) -> tuple[tuple[Measure, int], ...]:
    """A weighted sum, from a certificate."""
    return tuple(((str(kind), int(n), int(position)), int(by)) for (kind, n, position), by in row)


def cascades_of(rows: Sequence[str]) -> Cascades:
    """A ranking of cascades, from a certificate. Raises `Damaged`."""
    heights, layers = [*map(json.loads, rows), ()][:2]
    given = {event(name): whole(height) for name, height in heights}
    return given, [(sum_of(weights), frozenset(map(str, names))) for weights, names in layers]


def as_it_is(known: Decided) -> Decided:
    """The identity function."""
    return known


def unsampled(project: Project, spec: TableSpec) -> Context:
    """The analyses of a table without play. Raises `RulesError`."""
    return Context(project, spec, resolve_table(project, spec), float("inf"), sampled_moves=0)


def table_of(project: Project, row: Mapping[str, Any]) -> t.Table:
    """The table of a choice. Raises `Damaged`, `RulesError`."""
    try:
        spec = spec_of(row)
    except ValueError as error:
        raise Damaged(str(error)) from None
    return resolve_table(project, spec).table
