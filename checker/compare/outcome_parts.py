"""The parts of an outcome, which a three-way merge compares one by one: a place, a variable, a field, who is waited for."""

from __future__ import annotations

from collections.abc import Mapping

from checker.compare.four_tables import Cards, FourTables, Key, Seen, Side
from checker.compare.rule_writes import adds, kind_of, overwrites, reach, writes
from checker.effects.never_meet import rules_of
from unodsl.model.types import Card, Number, Players

Distinct = tuple[Seen, ...] | None
"""None if refused, else the distinct observable outcomes."""

Plain = Mapping[Side, Distinct]
"""The distinct outcomes at each table, abstracted from the drawn cards."""

Names = tuple[str, ...]
"""Rules by name."""


class OutcomeParts:
    """What the parts of outcomes at four tables are, and which rules write them."""

    def __init__(self, four: FourTables) -> None:
        self.four = four
        context = four.context
        self.context = context
        self.rules = rules_of(context.table)
        base = four.at["none"].table
        self.shared = frozenset(x.name for group in (base.variables, base.situations) for x in group)

    def counted(self, key: Key, value: object, drawn: frozenset[int]) -> object:
        """A part of an outcome without the drawn cards; a place keeps its number of cards."""
        if isinstance(value, Cards):
            held = value.held
            for kind in drawn:
                if kind >= 0:
                    held &= ~self.context.layout.fields[kind]
            return Cards(held, tuple(-9 if k in drawn else k for k in value.top), value.held.bit_count())
        if key[0] in ("variable", "field") and value in drawn and isinstance(self.type_of(key), Card):
            return "drawn"
        return value

    def in_base(self, outcome: Seen, base: tuple[Seen, ...]) -> bool:
        """Whether an outcome, restricted to the declarations of the base, is one of the base's outcomes."""
        return self.at_table("none", (outcome,))[0] in base

    def writes_to(self, key: Key, rules: set[str]) -> bool:
        """Whether some rules write a part of an outcome, also where the result is that of the base."""
        return key[0] != "zone" and any(
            kind_of(self.context.table, key) in writes(self.context.table, self.rules[r]) for r in rules
        )

    def follows(self, key: Key, ran: list[set[str]], kept: tuple[bool, bool], sets: tuple[bool, ...]) -> bool:
        """Whether only one option sets a part of an outcome, and with the other option that part is a mere consequence: one says
        who plays next, the other one turns the direction round. Then neither overrules the other, as long as what the
        first one set is kept. `kept`: for each option, whether the part is with both as with that option alone; `sets`: whether
        it is for some player with both another than with the other option alone."""
        # (an option that ran no rule has its way by a meaning or a setting)
        if key[0] not in ("variable", "waits", "open", "field") or not all(ran):
            return False
        table = self.context.table
        set_by = [any(kind_of(table, key) in reach(table, self.rules[r]) for r in rules) for rules in ran]
        # (what is set for each player may be set for another one now)
        of_players = key[0] == "variable" and table.variables[key[1]].each_player
        if set_by.count(True) != 1:
            return False
        setter = set_by.index(True)
        return kept[setter] or (of_players and sets[setter])

    def only(self, answer: Distinct) -> Seen:
        """The single outcome; empty if refused."""
        return answer[0] if answer else {}

    def adds_up(self, key: Key, o: object, a: object, b: object, ab: object) -> bool:
        """Whether two changes of one part add up: numbers of cards, numbers, or disjoint changes of a set of players."""
        if isinstance(o, Cards) and isinstance(a, Cards) and isinstance(b, Cards) and isinstance(ab, Cards):
            return ab.number - o.number == (a.number - o.number) + (b.number - o.number)
        if not (isinstance(o, int) and isinstance(a, int) and isinstance(b, int) and isinstance(ab, int)):
            return False
        type_ = self.type_of(key)
        if isinstance(type_, Number):
            return ab - o == (a - o) + (b - o)
        return isinstance(type_, Players) and not (a ^ o) & (b ^ o) and ab == o ^ (a ^ o) ^ (b ^ o)

    def cut_off(self, key: Key, ran: list[set[str]], values: set[object]) -> bool:
        """Whether a number to which both options only add reaches an end of its range: there, sums do not add up."""
        type_ = self.type_of(key)
        if key[0] != "variable" or not isinstance(type_, Number) or values.isdisjoint((type_.low, type_.high)):
            return False
        writers = [[r for r in rules if self.writes_to(key, {r})] for rules in ran]
        return all(rows and all(adds(self.context.table, self.rules[r], key[1]) for r in rows) for rows in writers)

    def type_of(self, key: Key) -> object:
        """The type of a variable or a field."""
        table = self.context.table
        if key[0] == "variable":
            return table.variables[key[1]].type
        if key[0] == "field":
            return table.situations[key[1]].fields[key[2]].type
        return Players() if key[0] == "players" else None

    def sets_again(self, key: Key, mine: Names, theirs: Names) -> bool:
        """Whether rules of both options set a variable of the base anew: nothing is left of what the first one has set."""
        if key[0] != "variable" or not self.of_base(key) or isinstance(self.type_of(key), Number | Players):
            return False
        return all(any(overwrites(self.context.table, self.rules[r], key[1]) for r in x) for x in (mine, theirs))

    def visible(self, key: Key) -> bool:
        """Whether a part of an outcome is visible to all, or kept across rounds: not a note of one option."""
        if key[0] == "variable":
            variable = self.context.table.variables[key[1]]
            return variable.kept and variable.name in self.shared
        return key[0] != "field"

    def of_base(self, key: Key) -> bool:
        """Whether the base has a part of an outcome: not a variable or field that only an option declares."""
        table = self.context.table
        if key[0] == "variable":
            return table.variables[key[1]].name in self.shared
        if key[0] == "field":
            return table.situations[key[1]].name in self.shared
        return True

    def at_table(self, side: Side, outcomes: tuple[Seen, ...]) -> tuple[Seen, ...]:
        """Outcomes restricted to the parts that one table declares."""
        table = self.four.at[side].table
        known = frozenset(x.name for group in (table.variables, table.situations) for x in group)
        mine = self.context.table

        def there(key: Key) -> bool:
            if key[0] == "variable":
                return mine.variables[key[1]].name in known
            return key[0] not in ("field", "open") or mine.situations[key[1]].name in known

        return tuple({k: v for k, v in x.items() if there(k)} for x in outcomes)
