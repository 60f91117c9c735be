"""The composition of a table: its games and options, the rules in force, and the number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from unodsl import limits
from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean, in_place
from unodsl.model import table as t
from unodsl.resolve.deck import Block
from unodsl.resolve.occurrences import Recorder, Target
from unodsl.resolve.options import (
    Standing,
    called_option,
    defaults_of,
    excluded_by_games,
    is_default,
    meant_by,
    unknown_option,
)
from unodsl.resolve.options import option_info as option_info
from unodsl.resolve.project import Project
from unodsl.resolve.words import third_person, verb_of
from unodsl.source import Span
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class TableSpec:
    """What the caller chooses. `games` None: the game of the first file given (several lay pages together); `seats` None:
    the least that everything allows. `options` are switched on besides the default options (see `unodsl.resolve.options`), of
    which those of `without` stay off; `exact`: `options`, with what they bring, are all that is on. `beside`: the option files
    whose default options count, None: those given. `lenient`: options that exclude or lack each other are put together all the same.
    `featured`: options that are on at some tables of a family and off at others: their rules ask a variable of the table
    whether they are there (`Table.features`). `any_seats`: the family is of all numbers of seats that the game allows, up to
    `seats`, and what its options allow is left to `Table.needs` and `Table.seats_of`. `places`: where a text names
    options of `without`, and where it sets parameters, by the names that they have here."""

    games: tuple[str, ...] | None = None
    options: tuple[str, ...] = ()
    parameters: dict[str, int | str] = field(default_factory=dict)
    seats: int | None = None
    lenient: bool = False
    featured: tuple[str, ...] = ()
    any_seats: bool = False
    without: tuple[str, ...] = ()
    exact: bool = False
    beside: tuple[str, ...] | None = None
    places: Mapping[str, Span] = field(default_factory=dict, compare=False)


class Choice:
    """The games and options of a table, computed from the caller's choice. `base`: the pages of the games, ancestors
    first; `active`: the options whose rules are present; `featured`: those among them that may be off. Raises
    `RulesError` with all errors. Later errors are added to `diagnostics`."""

    def __init__(self, project: Project, spec: TableSpec, diagnostics: list[Diagnostic]) -> None:
        self.project = project
        self.spec = spec
        self.diagnostics = diagnostics
        self.recorder: Recorder | None = None
        self.featured: tuple[str, ...] = ()
        self.defaults: tuple[str, ...] = ()
        self.left: frozenset[str] = frozenset()
        self.rules = project.rules()
        self.rule_names = frozenset(self.rules)
        self.names = self.games()
        self.base = tuple(dict.fromkeys(p for game in self.names for p in project.chain(game)))
        self.active = self.options()
        self.stop_if_wrong()

    def stop_if_wrong(self) -> None:
        """Raises `RulesError` if there are errors."""
        if self.diagnostics:
            raise RulesError(in_place(self.diagnostics)[: limits.DIAGNOSTICS])

    def games(self) -> list[str]:
        """The names of the games; the first names the table."""
        if self.spec.games is not None:
            for name in self.spec.games:
                if name not in self.project.pages or self.project.pages[name].game is None:
                    known = sorted(p.name for p in self.project.pages.values() if p.game)
                    hint = did_you_mean(name, known) or "choose from " + ", ".join(f"`{k}`" for k in known)
                    self.diagnostics.append(
                        Diagnostic("UNO105", f"there is no game `{name}` among these files", None, hint)
                    )
            self.stop_if_wrong()
            return list(self.spec.games)
        for game in self.project.homes().values():
            return [game]
        self.diagnostics.append(
            Diagnostic("UNO105", "none of these files holds a game", None, "give the file of the game as well")
        )
        self.stop_if_wrong()
        return []

    def options(self) -> tuple[str, ...]:
        """All options whose rules are present, with those that they bring. Sets `featured`, those that may be off, and
        `defaults`, those that are on by default."""
        chosen = self.closed(self.spec.options)
        banned = excluded_by_games(self.project, self.base, self.diagnostics)
        self.defaults = defaults_of(self.project, self.base, self.spec.beside)
        on = chosen
        self.left = self.left_out(chosen)
        if self.defaults and not self.spec.exact:
            standing = Standing(self.project, self.defaults)
            on = tuple(sorted({*chosen, *standing.beside(frozenset(chosen), self.left | banned.keys())}))
        for full in on:
            self.relations(full, on, chosen)
            if full in banned and not self.spec.lenient:
                game, word = banned[full]
                message = f"`{game}` is not played with `{full}`"
                self.diagnostics.append(Diagnostic("UNO111", message, word.span, "leave the option out"))
        self.featured = tuple(o for o in self.closed(self.spec.featured) if o not in on)
        return tuple(sorted((*on, *self.featured)))

    def left_out(self, chosen: tuple[str, ...]) -> frozenset[str]:
        """The options that the caller switches off and that would be on otherwise."""
        out: set[str] = set()
        infos = {
            full: option_info(self.project, self.project.pages[full.partition(".")[0]], full, True) for full in chosen
        }
        for name in self.spec.without:
            place = self.spec.places.get(name)
            full = called_option(self.project, name, self.base, self.diagnostics, place)
            if full is None:
                continue
            out.add(full)
            bringing = next((n for n, info in infos.items() if full in info.brings), None)
            if self.requested(full):
                message = f"`{full}` is switched on and left out at once"
                self.diagnostics.append(Diagnostic("UNO111", message, place, "keep one of the two"))
            elif bringing is not None:
                message = f"`{full}` is left out, and `{bringing}` brings it along"
                self.diagnostics.append(Diagnostic("UNO111", message, place, f"leave `{bringing}` out as well"))
            elif full not in chosen and not is_default(self.project.pages[full.partition(".")[0]].options[full]):
                hint = "it is off unless it is switched on: there is nothing to leave out"
                self.diagnostics.append(Diagnostic("UNO111", f"`{full}` is not on by default", place, hint))
        return frozenset(out)

    def closed(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The closure of options under `brings`."""
        out: list[str] = []
        pending: list[tuple[str, s.Name | None, str]] = [(n, None, "") for n in names]
        while pending:
            name, word, page = pending.pop(0)
            if word is None:
                full = called_option(self.project, name, self.base, self.diagnostics)
            else:
                full = self.project.option(name, self.project.chain(page))
                if full is None:
                    self.diagnostics.append(unknown_option(self.project, name, word.span))
            if full is not None and full not in out:
                out.append(full)
                own = full.partition(".")[0]
                for item in self.project.pages[own].options[full].items:
                    if isinstance(item, s.Names) and item.kind == "brings":
                        pending.extend((w.text, w, own) for w in item.names)
        return tuple(sorted(out))

    def relations(self, full: str, on: tuple[str, ...], chosen: tuple[str, ...]) -> None:
        """Checks what an option requires and excludes. Options outside of `chosen` are on by default."""
        page = self.project.pages[full.partition(".")[0]]
        needed: dict[str, str] = {}
        for item in page.options[full].items:
            if not isinstance(item, s.Names) or item.kind not in ("requires", "brings", "excludes"):
                continue
            for word in item.names:
                other = self.project.option(word.text, self.project.chain(page.name))
                if other is None:
                    if item.kind != "brings":  # those have been looked up already
                        self.diagnostics.append(unknown_option(self.project, word.text, word.span))
                elif item.kind != "excludes" and other == full:
                    message = f"`{full}` {item.kind} itself"
                    self.diagnostics.append(Diagnostic("UNO111", message, word.span, "leave it out"))
                elif item.kind != "excludes":
                    needed[other] = item.kind
                    if other not in on and not self.spec.lenient:
                        message = f"`{full}` requires `{other}`, which is not switched on"
                        hint = f"do not leave `{other}` out" if other in self.left else f"add `--with {other}`"
                        self.diagnostics.append(Diagnostic("UNO111", message, word.span, hint))
                elif other in on and not self.spec.lenient and needed.get(other) != "brings":
                    message = f"`{full}` and `{other}` exclude each other"
                    hint = "leave one of them out"
                    if full not in chosen and other not in chosen:
                        message += ", and both are on by default"
                        hint = f"leave one of them out: `--without {full}` or `--without {other}`"
                    self.diagnostics.append(Diagnostic("UNO111", message, word.span, hint))
        for item in page.options[full].items:
            if isinstance(item, s.Names) and item.kind == "excludes":
                for word in item.names:
                    other = self.project.option(word.text, self.project.chain(page.name))
                    if other is not None and (other in needed or other == full):
                        what = "itself" if other == full else f"`{other}`, which it {needed[other]}"
                        self.diagnostics.append(Diagnostic("UNO111", f"`{full}` excludes {what}", word.span))

    def blocks(self, options: tuple[str, ...]) -> list[Block]:
        """The items in force: of the games (ancestors first, then by name), of the declarations in the options' files,
        and of the options."""
        out: list[Block] = []
        support: list[str] = []
        for option in options:
            page = option.partition(".")[0]
            support.extend(p for p in self.project.chain(page) if p not in self.base and p not in support)
        for name in sorted({*self.base, *support}, key=lambda n: (len(self.project.chain(n)), n)):
            game = self.project.pages[name].game
            if game is not None:
                out.append(Block(name, None, game.items, name not in self.base))
        for option in options:
            own = self.project.pages[option.partition(".")[0]]
            out.append(Block(own.name, option, own.options[option].items, False))
        return out

    def view(self, page: str) -> tuple[str, ...]:
        """The lookup order of a page: itself, its ancestors, the base, the others."""
        return tuple(dict.fromkeys((*self.project.chain(page), *self.base, *sorted(self.project.pages))))

    def hidden(self) -> dict[tuple[str, ...], str]:
        """Names declared only in options that are off. Verbs of acts, plain and in the third person, have the key
        prefix `act:`; manners `manner:`."""
        out: dict[tuple[str, ...], str] = {}
        near = {*self.base, *self.project.given}
        # the nearest page comes last, and wins
        for page in sorted(self.project.pages.values(), key=lambda p: p.name in near):
            for name, option in reversed(page.options.items()):
                if name in self.active:
                    continue
                for item in option.items:
                    if isinstance(item, s.Variable | s.Situation | s.Zone | s.Parameter):
                        out[tuple(w.text for w in item.name.words)] = name
                    elif isinstance(item, s.Act):
                        verb = verb_of(item)
                        for form in (verb, third_person(verb)) if verb else ():
                            out["act:", *form] = name
                        out.update({("manner:", m.text): name for m in item.manners})
        return out

    def seated(self) -> frozenset[str]:
        """The names of seats in all scenarios."""
        return frozenset(
            word.text
            for page in self.project.pages.values()
            for scenario in page.scenarios
            for line in scenario.lines
            if isinstance(line, s.Names) and line.kind == "seats"
            for word in line.names
        )

    def dropped(self, blocks: list[Block]) -> tuple[frozenset[str], dict[str, tuple[str, ...]]]:
        """Rules removed by `without`; and those that options of a family remove if they are on."""
        out: set[str] = set()
        droppers: dict[str, tuple[str, ...]] = {}
        known = self.rule_names
        for block in blocks:
            for item in block.items:
                if isinstance(item, s.Names) and item.kind == "without" and not block.support:
                    for word in item.names:
                        full = self.rule_name(word, block.page, known, parents_first=block.option is None)
                        if full is not None and block.option in self.featured:
                            assert block.option is not None
                            droppers[full] = (*droppers.get(full, ()), block.option)
                        elif full is not None:
                            out.add(full)
        return frozenset(out), droppers

    def rule_name(self, word: s.Word, page: str, known: frozenset[str], parents_first: bool = False) -> str | None:
        """The qualified name of a rule to which a page refers: its own first, or (`parents_first`) one of its ancestors
        first."""
        pages = self.view(page)
        places = (*pages[1:], pages[0]) if parents_first else pages
        found = next((q for q in (word.text, *(f"{at}.{word.text}" for at in places)) if q in known), None)
        if found is not None:
            if self.recorder is not None:
                page, _, name = found.partition(".")
                self.recorder.note_at(word.span, Target("rule", page, name))
            return found
        names = [*known, *(k.partition(".")[2] for k in known)]
        self.diagnostics.append(
            Diagnostic("UNO105", f"unknown rule `{word.text}`", word.span, did_you_mean(word.text, names))
        )
        return None

    def seats(self, blocks: list[Block]) -> tuple[int, int, int]:
        """The number of seats, and the least and greatest number that all items allow."""
        low, high = 1, limits.SEATS
        stated: list[tuple[str, str | None, s.Seats]] = []
        for block in blocks:
            for item in block.items:
                if isinstance(item, s.Seats) and not block.support and not self.left_to_family(block):
                    if item.low > item.high:
                        message = "this range goes from the larger number to the smaller"
                        hint = f"write `seats {item.high} to {item.low}`"
                        self.diagnostics.append(Diagnostic("UNO107", message, item.span, hint))
                        continue
                    if not 1 <= item.low <= item.high <= limits.SEATS:
                        self.diagnostics.append(
                            Diagnostic("UNO107", f"a table has 1 to {limits.SEATS} seats", item.span)
                        )
                        continue
                    stated.append((block.option or block.page, block.option, item))
                    low, high = max(low, item.low), min(high, item.high)
        seats = self.spec.seats if self.spec.seats is not None else low
        if low > high:
            span = stated[-1][2].span if stated else None
            ranges = ", ".join(f"`{whose}` is for {seats_text(i.low, i.high)} seats" for whose, _, i in stated)
            message = "the chosen rules allow no number of seats together"
            self.diagnostics.append(Diagnostic("UNO111", message, span, ranges))
        elif not low <= seats <= high:
            unfit = [(o, i) for _, o, i in stated if not i.low <= seats <= i.high]
            message = f"these rules are for {seats_text(low, high)} seats, not {seats}"
            self.diagnostics.append(
                Diagnostic(
                    "UNO111", message, unfit[-1][1].span if unfit else None, self.leave_out([o for o, _ in unfit])
                )
            )
        return seats, low, high

    def leave_out(self, unfit: list[str | None]) -> str | None:
        """A hint which options to leave out so that none of these is on: requested ones that bring them, and default
        options; None if that is not enough."""
        wanted: list[str] = []
        for option in unfit:
            if option is None:
                return None
            needing = [n for n in self.closed(self.spec.options) if option in self.closed((n,)) and self.requested(n)]
            wanted += [f"`{n}`" for n in needing] or [
                f"`{n}` (`--without {n}`)" for n in self.defaults if option in self.closed((n,)) and n in self.active
            ]
        return "leave out " + " and ".join(dict.fromkeys(wanted)) if wanted else None

    def requested(self, full: str) -> bool:
        """Whether the caller named an option."""
        return any(meant_by(self.project, name, self.base) == (full,) for name in self.spec.options)

    def left_to_family(self, block: Block) -> bool:
        """Whether the seats that a block allows are checked for each table of the family."""
        return self.spec.any_seats and block.option in self.featured

    def seats_of(self, blocks: list[Block]) -> tuple[tuple[str, int, int], ...]:
        """The numbers of seats that options of a family allow."""
        return tuple(
            (block.option, item.low, item.high)
            for block in blocks
            if block.option is not None and self.left_to_family(block)
            for item in block.items
            if isinstance(item, s.Seats)
        )

    def clauses(self, blocks: list[Block]) -> tuple[str, ...]:
        """The clauses of written sources that the games and options carry themselves."""
        return tuple(
            sorted(
                {
                    w.text
                    for b in blocks
                    if not b.support
                    for i in b.items
                    if isinstance(i, s.Names) and i.kind == "clause"
                    for w in i.names
                }
            )
        )

    def option_infos(self) -> tuple[t.OptionInfo, ...]:
        """What all options of the project say of themselves, by name."""
        return tuple(
            option_info(self.project, page, name, name in self.active, name in self.defaults)
            for page in sorted(self.project.pages.values(), key=lambda p: p.name)
            for name in sorted(page.options)
        )


def seats_text(low: int, high: int) -> str:
    """Numbers of seats, as in `2 to 10`."""
    return str(low) if low == high else f"{low} to {high}"
