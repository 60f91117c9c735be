"""Occurrences in scenarios: what the words of their lines name, whatever is wrong with other lines."""

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
    """Surveys a file with its scenarios."""

    def of_scenario(self, page: Page, scenario: s.Scenario) -> tuple[Occurrence, ...]:
        """What the lines of a scenario name: with the names of whichever options are its own."""
        asked = {
            w.text for line in scenario.lines if isinstance(line, s.Names) and line.kind == "with" for w in line.names
        }
        group = max(self.groups, key=lambda g: len(asked & {x for o in g.options for x in (o, o.partition(".")[2])}))
        seats = next((line.names for line in scenario.lines if isinstance(line, s.Names) and line.kind == "seats"), ())
        names = tuple(w.text for w in seats) or SEAT_NAMES[: max(4, group.resolved.table.seats)]
        recorder = Recorder()
        with unharmed():
            desk = Desk(_seated(group, len(names)), page.name, names)
            for line in scenario.lines:
                with group.recording() as found:
                    _line(desk, group, page, line)
                recorder.found.update(found.found)
        # what definitions of other files mean is found where they stand
        return tuple(x for x in recorder.found.values() if x.span.source == scenario.span.source)


def _seated(group: Group, seats: int) -> Resolved:
    """The names of a group at a table of so many seats."""
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
                # with other options there may be other cards: those behind the mistake are cards all the same
                for item in line.items if isinstance(line, s.Statement | s.Expect) else ():
                    if isinstance(item.body, s.Phrase) and desk.x.attribute_values(plain(item.body.words)) is not None:
                        rules.v.note_cards(item.body.words)
                raise
