"""The statements of a report: whether its findings have messages, severities, places and options as findings have, and whether it
is about the tables of its proofs.

It reads the rules and the JSON alone; certificates and scenarios are decided elsewhere. It does not decide what explains a
finding in words (`basis`, `details`, labels), how long a search was, what `fixes` were tried, and what a baseline lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from checker import codes
from checker.checks.uno206_double import other_neighbors
from checker.compare.rulesets.stories import NO_SUCH_MOVE
from checker.effects.ways import allowances
from checker.report.message_forms import OPEN, severities
from unodsl.engine.describe import short
from unodsl.model import table as t
from unodsl.resolve import Project
from unodsl.source import Span
from unodsl.syntax import nodes as s
from unodsl.tables import set_parameters

Row = Mapping[str, Any]
"""A part of a JSON report."""

SIDES_IN_WITNESS = frozenset(x.id for x in (codes.TWO_OUTCOMES, codes.INTERACTION, codes.CONTRADICTION))
"""Codes whose facts about each side are expectations of the scenarios."""


@dataclass
class Statements:
    """A report and its tables. `tables`: by the identity of the row that chooses each; `pairs`: those of rulesets laid together. `found`:
    what is wrong, a line each."""

    project: Project
    value: Row
    tables: Mapping[int, t.Table]
    pairs: Sequence[t.Table]
    found: list[str] = field(default_factory=list)

    def wrong(self) -> list[str]:
        """What is wrong, a line each. Raises `KeyError` and the like where something is missing."""
        for row in self.value["findings"]:
            self.finding(row)
        self.scope()
        return self.found

    def refuse(self, name: object, why: str) -> None:
        """Records what is wrong."""
        self.found.append(f"{name}: {why}")

    @cached_property
    def together(self) -> bool:
        """Whether two rulesets are laid together."""
        return bool(self.value["mode"] == "together")

    @cached_property
    def singles(self) -> list[Row]:
        """The rows of single tables."""
        return [x for x in self.value["tables"] if not {"family", "one"} & x.keys()]

    @cached_property
    def rules(self) -> dict[str, t.Rule | t.Definition]:
        """The rules of all tables, as written."""
        tables = [*self.tables.values(), *self.pairs]
        all_: Iterator[t.Rule | t.Definition] = chain.from_iterable(
            (*x.triggers, *x.offers, *x.bans, *x.definitions) for x in tables
        )
        return {r.info.name.partition(" ")[0]: r for r in all_}

    # -------------------------------------------------------------------------------------------------------- findings

    def finding(self, row: Row) -> None:
        """Whether a finding says what findings of its code say."""
        name, code = str(row["id"]), str(row["code"])
        known = next((x for x in codes.CODES if x.id == code), None)
        if known is None or row["name"] != known.name:
            self.refuse(name, "its code has another name")
            return
        self.severity(name, row)
        named = [self.rules[x] for x in row["rules"] if x in self.rules]
        if row["suppressed"] is not None and row["suppressed"] not in {x.reason for _, x in allowances(code, named)}:
            self.refuse(name, "no rule allows it with this reason")
        if row["evidence"] == "bounded" and (row["also_codes"] or row["witness"] is not None or row["certificates"]):
            self.refuse(name, "it is called open, and has what answers it")
        if not {*row["also_codes"]} <= {x.id for x in codes.CODES} - {code}:
            self.refuse(name, "it covers no such codes")
        if code in self.value["codes_ignored"]:
            self.refuse(name, "its code is not reported")
        if row["table"] is not None and not row["certificates"]:
            self.refuse(name, "it names a table, and has no certificate about it")
        if row["witness"] is None and (row["scene"] or row["evidence"] == "witnessed"):
            self.refuse(name, "it has no scenario")
        if not isinstance(row["in_baseline"], bool | None):
            self.refuse(name, "it is neither in a baseline nor not")
        if (self.seats or self.together) and row["seats"] not in self.seats | {*self.value["seats"]}:
            self.refuse(name, f"no table is of {row['seats']}")
        for fix in row["fixes"]:
            if fix["file"] not in self.files or not 0 < fix["line"] <= self.files[fix["file"]]:
                self.refuse(name, "one of its fixes is for no line of the files")
        if row["scope"] is not None and row["scope"]["seats"] not in self.seats | {*self.value["seats"], row["seats"]}:
            self.refuse(name, f"no table is of {row['scope']['seats']}")
        if any(x not in self.rules for x in row["rules"]) and not self.together and self.rules:
            self.refuse(name, "it names rules that no table of the report has")
        if not all(self.is_place(x) for x in row["locations"]):
            self.refuse(name, "one of its places is none of a rule, a part, an option or a situation")
        if not row["locations"] and row["evidence"] != "bounded":
            self.refuse(name, "it has no place")
        if not {x["rule"] for x in row["sides"]} <= {"", *row["rules"]}:
            self.refuse(name, "one of its sides is of another rule")
        if any(x["rule"] != x["label"] for x in row["sides"] if x["label"] in row["rules"]):
            self.refuse(name, "one of its sides is of another rule than it says")
        self.sides(name, row)

    def severity(self, name: str, row: Row) -> None:
        """Whether its severity is that of its message, and its message one of its code."""
        options = [*row["options"], *(x for some in row["also"] for x in some), *self.value["judged"]]
        wanted = severities(str(row["code"]), row["message"], row["rules"], options, self.together)
        if wanted is None:
            self.refuse(name, "no finding of its code says this of its rules")
        elif wanted == OPEN and row["evidence"] != "bounded":
            self.refuse(name, "it says that a question is open, and calls it answered")
        elif row["severity"] not in (("note",) if wanted == OPEN else wanted):
            self.refuse(name, f"its severity is {' or '.join(wanted)}, not {row['severity']}")
        elif len(wanted) > 1 and not self.together and not self.severe(row):
            self.refuse(name, f"its severity is not {row['severity']}")

    def severe(self, row: Row) -> bool:
        """Whether the severity of a finding follows from its evidence, parameters, rules and files, where its message leaves it
        open."""
        code, note = row["code"], row["severity"] == "note"
        if code in (codes.DEAD_PART.id, codes.PARAMETER.id):
            return bool(note == (row["evidence"] == "bounded"))
        if row["evidence"] == "bounded":
            return True
        if code == codes.DOUBLE.id:
            several = len({x.partition(".")[0] for x in row["rules"]}) > 1
            return not note or several or other_neighbors(*(self.rules[x] for x in row["rules"]))
        if code in (codes.CONTRADICTION.id, codes.UNDONE.id):
            # (a clash with another value of a parameter than the table's)
            here = {name.rpartition(".")[2]: value for name, value in self.value["parameters"].items()}
            set_ = row["parameters"].items()
            return bool(note == any(here.get(name.rpartition(".")[2]) != value for name, value in set_))
        if code == codes.OPTION_WITHOUT_EFFECT.id:
            own = (x for x in self.rules.values() if not isinstance(x, t.Definition))
            return bool(note == any(f"the option `{x.info.option}` " in row["message"] for x in own))
        rule, *others = (self.rules[x].info for x in row["rules"])
        home = rule.option, rule.name.partition(".")[0]
        declared = (rule.name in x.instead and (x.option, x.name.partition(".")[0]) != home for x in others)
        return bool(note == all(declared))

    @cached_property
    def files(self) -> dict[str, int]:
        """The lines of each file."""
        sources = (x.file.source for x in self.project.pages.values())
        return {x.name: x.text.count("\n") + 1 for x in sources}

    @cached_property
    def places(self) -> set[tuple[str, int, int, int]]:
        """All places that a finding can have: of rules and parts of them, situations, options, settings, and games."""
        return {(x.source.name, x.line, x.column, x.end - x.start) for x in self.spans() if x is not None}

    def spans(self) -> Iterator[Span | None]:
        """The same as spans."""
        for rule in self.rules.values():
            yield from (rule.info.head, *(x.span for x in rule.info.parts))
        for table in (*self.tables.values(), *self.pairs):
            yield from (x.span for some in (table.situations, table.zones, table.variables) for x in some)
            yield from (x.span for x in table.options)
            yield from (span for x in table.settings for span in (x.span, *(y[2] for y in x.set_by)))
        for page in self.project.pages.values():
            yield None if page.game is None else page.game.name.span
            for _, items in page.blocks():
                yield from (y.span for x in items if isinstance(x, s.Names) for y in x.names)
                yield from (x.span for x in items if isinstance(x, s.Seats | s.Deck))

    def is_place(self, at: Row) -> bool:
        """Whether a location is one of these places."""
        return not self.rules or (at["file"], at["line"], at["column"], at["length"]) in self.places

    def sides(self, name: str, row: Row) -> None:
        """Whether the facts about each side stand in the scenarios and among the details."""
        if row["witness"] is None or (self.together and row["certificates"]):
            return
        texts: dict[str, str] = dict.fromkeys((x["label"] for x in row["sides"]), str(row["witness"]))
        if self.together and row["code"] == codes.CONTRADICTION.id:
            # (each side has a scenario of its own)
            texts |= {x["label"]: scenario_of(row["witness"], x["label"]) for x in row["sides"]}
        for side in row["sides"]:
            lines = {x.strip().removeprefix("expect ") for x in texts[side["label"]].splitlines()}
            lines |= {x.partition(" by ")[0] for x in lines}
            facts = [re.sub(r"^by \S+: ", "", x) for x in side["facts"]]
            gone = self.together and not texts[side["label"]] and self.has_no_such_move(side)
            if row["code"] in SIDES_IN_WITNESS and not {*facts} <= lines and not gone:
                self.refuse(name, f"its scenario does not show what it says of `{side['label']}`")
            words = f"{side['label']}: {'; '.join(side['facts'])}"
            if row["code"] != codes.DOUBLE.id and not {words, f"by {words}"} & {*row["details"]}:
                self.refuse(name, f"its details are not what it says of `{side['label']}`")

    def has_no_such_move(self, side: Row) -> bool:
        """Whether a ruleset does not have the act that a finding says that it does not have."""
        names = {NO_SUCH_MOVE + short(y.name) for x in self.pairs if x.name == side["label"] for y in x.acts}
        return all(x.startswith(NO_SUCH_MOVE) and x not in names for x in side["facts"])

    # ----------------------------------------------------------------------------------------------------------- scope

    @cached_property
    def seats(self) -> set[int]:
        """The numbers of seats of the tables of the proofs."""
        return {x["seats"] for x in self.singles if "seats" in x}

    def scope(self) -> None:
        """Whether what the report is about is what its proofs are about."""
        value = self.value
        for name in ("games", "judged", "seats", "options"):
            if len({*value[name]}) < len(value[name]):
                self.refuse(name, "it says the same twice")
        known = {x.id for x in codes.CODES}
        if not {*value["codes_ignored"]} <= known:
            self.refuse("codes_ignored", "there are no such codes")
        if not {x["code"] for x in value["proofs"]} <= {None, *known}:
            self.refuse("proofs", "there are no such codes")
        # (only what may be pointless is seen to have a use; a pair of rules may be undecided)
        pointless = {x.id for x in codes.CODES if x.kind == "pointless part"}
        if any(x["code"] not in (known if x["closes"] is None else pointless) for x in value["not_proved"]):
            self.refuse("not_proved", "there are no such codes")
        seen = [y for x in value["not_proved"] for y in x["closes"] or ()]
        options = {o.name for x in (*self.tables.values(), *self.pairs) for o in x.options}
        if any(not y or y[0] not in self.rules.keys() | options for y in seen):
            self.refuse("not_proved", "what was seen in play is of no rule or option")
        if value.get("baseline_gone") and any(x["in_baseline"] is None for x in value["findings"]):
            self.refuse("baseline_gone", "the findings were compared with no baseline")
        if any(not {"games", "seats"} <= x.keys() for x in self.singles):
            self.refuse("tables", "one of them is of no game")
        if any(len({*x[y]}) < len(x[y]) for x in value["tables"] for y in ("games", "options") if y in x):
            self.refuse("tables", "one of them says the same twice")
        if value["remarks"] and not self.together:
            self.refuse("remarks", "only a comparison of two rulesets has some")
        if (value["combinations"] is not None) != (value["mode"] in ("options", "every")):
            self.refuse("combinations", "only a check of several tables has some")
        for cell in (value["combinations"] or {}).get("matrix", ()):
            self.cell(cell)
        if value["mode"] is None or value["cut_short"] or value["stopped"] or not self.singles:
            return
        for option in value["judged"]:
            if not any(option in x.get("options", ()) or self.is_on(x, option) for x in self.singles):
                self.refuse("judged", f"no proof is of a table with `{option}`")
        families = [x for x in value["tables"] if "family" in x]
        at = self.seats.union(*(range(x["family"][0], x["family"][-1] + 1) for x in families))
        if not value["seats"] or (not {*value["seats"]} <= at and not self.together):
            self.refuse("seats", "no proof is of a table of so many")
        for name in value["without"]:
            if not any(name in x.get("without", ()) for x in self.singles):
                self.refuse("without", f"no proof is of a table without `{name}`")
        # (a row has them as the caller wrote them: with or without the file; others are set by options)
        given = [(name, text) for x in (*self.singles, *families) for name, text in x.get("parameters", {}).items()]
        given += [x for y in self.singles for x in set_parameters(self.tables[id(y)]).items()]
        set_ = {f"{name} {text}" for name, text in given} | {f"{name.partition('.')[2]} {text}" for name, text in given}
        stated = [f"{name} {text}" for name, text in value["parameters"].items()]
        for text in (*stated, *(y for x in value["parameters_varied"] for y in x.split(", "))):
            if not {text, text.partition(".")[2]} & set_:
                self.refuse("parameters", f"no proof is of a table with {text}")
        if value["mode"] == "options":
            named = {*value["judged"], *(x["option"] for x in value["not_judged"])}
            own = {o for x in self.project.given for o in self.project.pages[x].options}
            if named != own:
                self.refuse(
                    "judged", f"`{min(named ^ own)}` is not said to be judged or not, as all options of the files are"
                )
        if value["mode"] == "table":
            self.one_table()

    def cell(self, cell: Row) -> None:
        """Whether the verdict on two options agrees with the findings."""
        there = [
            x["code"]
            for x in self.value["findings"]
            if {*x["options"]} == {*cell["options"]} and x["evidence"] != "bounded" and x["suppressed"] is None
            if x["severity"] != "note"
        ]
        name, codes_ = " and ".join(cell["options"]), {x["code"] for x in self.value["findings"]}
        codes_ |= {y for x in self.value["findings"] for y in x["also_codes"]}
        if there and cell["verdict"] in ("clean", "none_found", "unasked", "open", "note", "allowed"):
            self.refuse("combinations", f"{name}: {there[0]} says that they clash")
        if not {*cell["codes"]} <= codes_ or (cell["verdict"] in ("clash", "brought") and not cell["codes"]):
            self.refuse("combinations", f"{name}: no finding has these codes")

    def one_table(self) -> None:
        """Whether the options of a table and its numbers of seats are those of its proofs."""
        value = self.value
        proofs = {x["table"] for y in ("proofs", "not_proved") for x in value[y] if x["code"] is not None}
        rows = [value["tables"][x] for x in sorted(x for x in proofs if x is not None)]
        own = {o for x in rows for o in x.get("options", ())}
        on = {o.name for x in rows for o in self.tables[id(x)].options if o.on}
        if not own <= {*value["judged"]} or (rows and {*value["options"]} != on):
            self.refuse("judged", "its proofs are of a table with other options")
        if rows and (
            {x["seats"] for x in rows} != {*value["seats"]} or value["summary"]["tables"] != len(value["seats"])
        ):
            self.refuse("seats", "its proofs are of other tables")
        if any(set_parameters(self.tables[id(x)]) != value["parameters"] for x in rows):
            self.refuse("parameters", "its proofs are of tables with other ones")

    def is_on(self, row: Row, option: str) -> bool:
        """Whether an option is on at a table, such as by default, or brought by another one."""
        return any(o.name == option and o.on for o in self.tables[id(row)].options)


def scenario_of(witness: str, game: str) -> str:
    """The scenario of a witness that is played with a game; "" if there is none."""
    return next((x for x in witness.split("\n\n") if f"\n  game {game}\n" in x), "")
