"""Occurrences in scenarios: resolves the names in their lines, independently of errors in other lines."""

from __future__ import annotations

from dataclasses import dataclass, replace

from unodsl.model.table import SEAT_NAMES
from unodsl.resolve.compose import Resolved
from unodsl.resolve.occurrences import Occurrence, Recorder
from unodsl.resolve.project import Page
from unodsl.resolve.survey import Group, Surveyor, unharmed
from unodsl.resolve.words import Mistake, key, plain
from unodsl.scenarios.desk import Desk
from unodsl.scenarios.reading import step
from unodsl.syntax import nodes as s


@dataclass(slots=True)
class FileSurveyor(Surveyor):
    """Collects the occurrences of a file including its scenarios."""

    def of_scenario(self, page: Page, scenario: s.Scenario) -> tuple[Occurrence, ...]:
        """Returns the occurrences in a scenario, resolved with the options that the scenario enables."""
        options_named = {
            w.text for line in scenario.lines if isinstance(line, s.Names) and line.kind == "with" for w in line.names
        }
        group = max(
            self.groups, key=lambda g: len(options_named & {x for o in g.options for x in (o, o.partition(".")[2])})
        )
        seats = next((line.names for line in scenario.lines if isinstance(line, s.Names) and line.kind == "seats"), ())
        names = tuple(w.text for w in seats) or SEAT_NAMES[: max(4, group.resolved.table.seats)]
        recorder = Recorder()
        with unharmed():
            desk = Desk(_seated(group, len(names)), page.name, names)
            for line in scenario.lines:
                with group.recording() as found:
                    _line(desk, group, page, line)
                recorder.found.update(found.found)
        # occurrences in definitions of other files are collected there
        return tuple(x for x in recorder.found.values() if x.span.source == scenario.span.source)


def _seated(group: Group, seats: int) -> Resolved:
    """Returns the names of a group for a table with the given seat count."""
    return replace(group.resolved, table=replace(group.resolved.table, seats=seats, seats_low=seats, seats_high=seats))


def _line(
    desk: Desk, group: Group, page: Page, line: s.Names | s.SetParameter | s.Statement | s.Expect | s.ExpectNote
) -> None:
    rules = group.rules
    match line:
        case s.Names():
            return
        case s.SetParameter():
            symbol = rules.v.find(key(line.name), group.resolved.views[page.name], "setting")
            if symbol is not None:
                rules.v.note(line.name.words, symbol, key(line.name))
                setting = rules.v.settings[f"{symbol.page}.{' '.join(key(line.name))}"]
                rules.x.typed(line.value, setting.type, desk.context())
        case _:
            if isinstance(line, s.Statement | s.Expect) and line.by is not None:
                group.composer.choice.rule_name(line.by, page.name, rules.known)
            try:
                step(desk, line)
            except Mistake:
                # cards can exist with other options only, so resolve the items after an error as cards too
                for item in line.items if isinstance(line, s.Statement | s.Expect) else ():
                    if isinstance(item.body, s.Phrase) and desk.x.attribute_values(plain(item.body.words)) is not None:
                        rules.v.note_cards(item.body.words)
                raise
