"""The table of a scenario, from its header lines: options, parameters, seats."""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.deal import check_deal
from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean, underlined
from unodsl.resolve.builtin import BUILT_IN
from unodsl.resolve.compose import TableSpec, resolve_table
from unodsl.resolve.options import is_default, unknown_option
from unodsl.resolve.project import Page, Project
from unodsl.resolve.words import ARTICLES, Mistake, plain
from unodsl.scenarios import parts as p
from unodsl.scenarios import steps
from unodsl.scenarios.expecting import about_table
from unodsl.source import Span
from unodsl.syntax import nodes as s

EVERYTHING = "everything"
"""In `with everything`: all options of the scenario's own file, or, if it has none, of the file that it is for."""

_SENTENCE_WORDS = """
nobody anybody everybody nothing anything chance exactly only empty shown over open absent
is not can cannot holds do see on in of at and or with as by when where there wins win note expect
"""
NOT_SEATS = BUILT_IN | frozenset(_SENTENCE_WORDS.split())
"""Words with a meaning in every scenario: keywords, and words of lines on seats and places."""

_REFUSING = frozenset({"UNO111", "UNO112"})
"""Error codes of tables without syntax or name errors."""


@dataclass(frozen=True, slots=True)
class TableSelection:
    """The table selection of a scenario. `seats`: the names of its seats, () if it has none."""

    spec: TableSpec
    seats: tuple[s.Word, ...]
    clauses: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(w.text for w in self.seats)


def table_selection(
    project: Project, page: Page, scenario: s.Scenario, extra: tuple[str, ...] = (), given: TableSpec | None = None
) -> TableSelection:
    """The table of a scenario. `extra`: further options that are on; `given`: the game, if it is not the scenario's
    own. Raises `RulesError` with all errors."""
    reader = _Reader(project, page, extra)
    # option names are resolved in the selected games
    for line in scenario.lines:
        if isinstance(line, s.Names) and line.kind == "game":
            reader.games_line(line)
    for line in scenario.lines:
        if isinstance(line, s.Names):
            reader.names_line(line)
        elif isinstance(line, s.SetParameter):
            reader.parameter(line)
    if reader.problems:
        raise RulesError(reader.problems)
    game = tuple(reader.games) or (given.games if given is not None else None)
    if game is None:
        found = next((p for p in project.chain(page.name) if project.pages[p].game is not None), None)
        game = (found,) if found is not None else None
    spec = TableSpec(
        games=game,
        options=reader.switched_on(),
        parameters=reader.parameters,
        seats=len(reader.seats) or None,
        lenient=len(reader.games) > 1 or (given is not None and given.lenient),
        without=reader.switched_off(),
        beside=(page.name,),
        places={**reader.places, **reader.without},
    )
    return TableSelection(spec, tuple(reader.seats), tuple(reader.clauses))


class _Reader:
    """Reads the header lines of a scenario."""

    def __init__(self, project: Project, page: Page, extra: tuple[str, ...]) -> None:
        self.project = project
        self.page = page
        self.near = project.chain(page.name)
        self.games: dict[str, Span] = {}
        self.options: list[str] = [*extra]
        self.named: dict[str, s.Word] = {}
        self.without: dict[str, Span] = {}
        self.all_of_them: set[str] = set()
        self.seats: list[s.Word] = []
        self.seats_span: Span | None = None
        self.clauses: list[str] = []
        self.parameters: dict[str, int | str] = {}
        self.places: dict[str, Span] = {}
        self.problems: list[Diagnostic] = []

    def wrong(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Adds a diagnostic for a line."""
        self.problems.append(Diagnostic(code, message, span, hint))

    def names_line(self, line: s.Names) -> None:
        """Reads `with ...`, `seats ...`, `clause ...`."""
        if line.kind == "seats" and self.seats_span is not None:
            self.wrong("UNO113", "the seats are named twice", line.span, f"the first time is at {self.seats_span}")
            return
        for word in line.names:
            if line.kind == "with":
                self.option(word)
            elif line.kind == "without":
                self.left_out(word)
            elif line.kind == "seats":
                self.seat(word)
            elif line.kind == "game":
                pass  # read before all others
            elif line.kind == "clause":
                if word.text in self.clauses:
                    self.wrong("UNO108", f"the clause `{word.text}` is named twice", word.span)
                self.clauses.append(word.text)
            else:
                raise AssertionError(line.kind)
        if line.kind == "seats":
            self.seats_span = line.span

    def games_line(self, line: s.Names) -> None:
        """Reads `game kitchen` or `game kitchen, garden`: the games of the scenario, several of which are combined."""
        if self.games:
            first = next(iter(self.games.values()))
            hint = f"the first time is at {first}; games laid together stand in one line, with `,` between them"
            self.wrong("UNO113", "the game is named twice", line.span, hint)
            return
        known = sorted(p.name for p in self.project.pages.values() if p.game is not None)
        for word in line.names:
            if word.text in self.games:
                self.wrong("UNO108", f"the game `{word.text}` is named twice", word.span)
            elif word.text not in known:
                hint = did_you_mean(word.text, known) or "choose from " + ", ".join(f"`{x}`" for x in known)
                message = f"there is no game `{word.text}` among these files"
                self.wrong("UNO105", message, word.span, hint if known else None)
            self.games[word.text] = word.span
        chains = [x for word in line.names for x in self.project.chain(word.text)]
        self.near = tuple(dict.fromkeys((*self.near, *chains)))

    def seat(self, word: s.Word) -> None:
        """Reads the name of a seat."""
        if word.text in ARTICLES:
            hint = "call the seat something else: `ann`, `p1`"
            self.wrong("UNO101", f"`{word.text}` is an article, no name", word.span, hint)
        elif word.text in NOT_SEATS:
            hint = "call the seat something else: `ann`, `p1`"
            self.wrong(
                "UNO108", f"`{word.text}` means something by itself, so no seat can be called that", word.span, hint
            )
        if word.text in {w.text for w in self.seats}:
            self.wrong("UNO108", "two seats have one name", word.span)
        self.seats.append(word)

    def option(self, word: s.Word) -> None:
        """Reads an enabled option, or `everything`."""
        found = self.project.option(word.text, self.near)
        names = [found] if found is not None else self.everything(word)
        if not names:
            self.problems.append(unknown_option(self.project, word.text, word.span))
        if found is None:
            self.all_of_them.update(names)
        elif found in self.named:
            self.wrong("UNO108", f"`{found}` is switched on twice", word.span)
        else:
            self.named[found] = word
        self.options.extend(names)

    def left_out(self, word: s.Word) -> None:
        """Reads a disabled option: one that is enabled by default, or by `everything`."""
        found = self.project.option(word.text, self.near)
        if found is None:
            self.problems.append(unknown_option(self.project, word.text, word.span))
        elif found in self.without:
            self.wrong("UNO108", f"`{found}` is left out twice", word.span)
        else:
            self.without[found] = word.span

    def dropped(self) -> set[str]:
        """Returns the options that `everything` enables and another line disables, except those enabled by name."""
        return {o for o in self.without if o in self.all_of_them and o not in self.named}

    def switched_on(self) -> tuple[str, ...]:
        """Returns the enabled options, including those of `everything` that are not disabled."""
        dropped = self.dropped()
        return tuple(dict.fromkeys(o for o in self.options if o not in dropped))

    def switched_off(self) -> tuple[str, ...]:
        """Returns the disabled options that would be enabled otherwise."""
        pages, dropped = self.project.pages, self.dropped()
        return tuple(o for o in self.without if o not in dropped or is_default(pages[o.partition(".")[0]].options[o]))

    def everything(self, word: s.Word) -> list[str]:
        """Returns all options of a file: `everything`, `house.everything`."""
        page, dot, last = word.text.rpartition(".")
        if last != EVERYTHING or (dot and page not in self.project.pages):
            return []
        files = [page] if dot else list(self.near)
        return next((list(self.project.pages[f].options) for f in files if self.project.pages[f].options), [])

    def parameter(self, line: s.SetParameter) -> None:
        """Reads `set hand-size to 3`."""
        name = " ".join(plain(line.name.words))
        if name in self.parameters:
            self.wrong("UNO113", f"`{name}` is set twice", line.span, f"the first time is at {self.places[name]}")
            return
        try:
            self.parameters[name] = known_value(line.value)
        except Mistake as mistake:
            self.problems.extend(mistake.diagnostics)
            return
        self.places[name] = line.span


def known_value(node: s.Expr) -> str:
    """Returns the value of a parameter in a scenario as text: a name, or a number, evaluated if written as a sum."""
    if isinstance(node, s.Phrase):
        return " ".join(node.span.text.split())
    return str(computed(node))


def computed(node: s.Expr) -> int:
    """Evaluates an expression of digits, `+`, `-`, `*` and parentheses. Raises UNO113 for others."""
    match node:
        case s.Phrase() if len(node.words) == 1 and node.words[0].text.isdigit():
            return int(node.words[0].text)
        case s.Group(trailing=None):
            return computed(node.inner)
        case s.Negative():
            return -computed(node.operand)
        case s.Arithmetic() if all(sign in ("+", "-", "*") for sign, _ in node.rest):
            result = computed(node.first)
            for sign, part in node.rest:
                right = computed(part)
                result = result + right if sign == "+" else result - right if sign == "-" else result * right
            return result
        case _:
            hint = "a scenario sets a parameter to a number or a name: `set hand-size to 3`"
            raise Mistake("UNO113", f"`{node.span.text}` is no value of a parameter", node.span, hint)


# ------------------------------------------------------------------------------------------------------- tables refused


def refusal(project: Project, scenario: s.Scenario, wanted: TableSelection) -> str | None:
    """Whether a scenario that expects its table to be refused is right: "" where it is, else what is so instead; None: it expects
    no such thing. Raises `RulesError` where anything else is wrong with the table, or with the scenario."""
    lines = [x for x in scenario.lines if not isinstance(x, s.Names | s.SetParameter)]
    try:
        found = [(x, step) for x in lines if isinstance(x, s.Expect) and (step := refused_step(x)) is not None]
    except Mistake as mistake:
        raise RulesError(mistake.diagnostics) from mistake
    if not found:
        return None
    line, step = found[0]
    other = next((x for x in lines if x is not line), None)
    if other is not None:
        hint = "what happens there belongs into a scenario of its own"
        message = "if the table is refused, nothing else can be true of it"
        raise RulesError([Diagnostic("UNO113", message, other.span, hint)])
    try:
        check_deal(resolve_table(project, wanted.spec).table)
    except RulesError as error:
        mine = [d for d in error.diagnostics if is_refusal(d, scenario)]
        if len(mine) < len(error.diagnostics):
            raise
        if step.why is None or any(step.why in d.message for d in mine):
            return ""
        messages = "; ".join(d.message for d in mine)
        return f"the table is refused for another reason: {messages}\n{underlined(line.span)}"
    return f"this table is not refused\n{underlined(line.span)}"


def refused_step(line: s.Expect) -> steps.Refused | None:
    """Returns the expectation of a line `expect the table is refused`. None for other lines."""
    parts = p.Parts(line)
    step = about_table(parts)
    if step is not None:
        parts.finish(p.REFUSED)
    return step


def is_refusal(found: Diagnostic, scenario: s.Scenario) -> bool:
    """Returns whether a diagnostic rejects the table, in contrast to an error of its syntax. Numbers out of range count
    if the scenario contains them."""
    if found.code == "UNO107":
        at = found.span
        return (
            at is not None and at.source == scenario.span.source and scenario.span.start <= at.start < scenario.span.end
        )
    return found.code in _REFUSING
