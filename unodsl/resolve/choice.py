"""What a table is chosen to be: its games and options, whose rules count, and how many seats it has."""

from __future__ import annotations

from dataclasses import dataclass, field

from unodsl import limits
from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean
from unodsl.model import table as t
from unodsl.resolve.deck import Block
from unodsl.resolve.project import Page, Project
from unodsl.source import Span
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class TableSpec:
    """What the caller chooses. `games` None: the game of the first file given (several lay pages together); `seats` None:
    the least that everything allows. `lenient`: options that exclude or lack each other are put together all the same.
    `featured`: options that are on at some tables of a family and off at others: their rules ask a variable of the table
    whether they are there (`Table.features`). `any_seats`: the family is of all numbers of seats that the game allows, up to
    `seats`, and what its options allow is left to `Table.needs` and `Table.seats_of`."""

    games: tuple[str, ...] | None = None
    options: tuple[str, ...] = ()
    parameters: dict[str, int | str] = field(default_factory=dict)
    seats: int | None = None
    lenient: bool = False
    featured: tuple[str, ...] = ()
    any_seats: bool = False


class Choice:
    """The games and options of a table, worked out from what the caller chooses. `base`: the pages of the games, those that they
    build on first; `active`: the options whose rules are there; `featured`: those among them that may be off. Raises
    `RulesError` with all that is wrong. What is found to be wrong later goes into `diagnostics`."""

    def __init__(self, project: Project, spec: TableSpec, diagnostics: list[Diagnostic]) -> None:
        self.project = project
        self.spec = spec
        self.diagnostics = diagnostics
        self.featured: tuple[str, ...] = ()
        self.names = self.games()
        self.base = tuple(dict.fromkeys(p for game in self.names for p in project.chain(game)))
        self.active = self.options()
        self.stop_if_wrong()

    def stop_if_wrong(self) -> None:
        """Raises `RulesError` where anything is wrong by now."""
        if self.diagnostics:
            unique = list(dict.fromkeys(self.diagnostics))
            raise RulesError(unique[: limits.DIAGNOSTICS])

    def games(self) -> list[str]:
        """The names of the games, the first of which gives the table its name."""
        if self.spec.games is not None:
            for name in self.spec.games:
                if name not in self.project.pages or self.project.pages[name].game is None:
                    hint = did_you_mean(name, [p.name for p in self.project.pages.values() if p.game])
                    self.diagnostics.append(
                        Diagnostic("UNO105", f"there is no game `{name}` among these files", None, hint)
                    )
            self.stop_if_wrong()
            return list(self.spec.games)
        for name in self.project.given:
            for page in self.project.chain(name):
                if self.project.pages[page].game is not None:
                    return [page]
        self.diagnostics.append(
            Diagnostic("UNO105", "none of these files holds a game", None, "give the file of the game as well")
        )
        self.stop_if_wrong()
        return []

    def options(self) -> tuple[str, ...]:
        """All options whose rules are there, with what they bring; sets `featured`, those among them that may be off."""
        on = self.closed(self.spec.options)
        for full in on:
            self.relations(full, on)
        for page in self.base:
            game = self.project.pages[page].game
            self.excluded_by_game(page, () if game is None else game.items, on)
        self.featured = tuple(o for o in self.closed(self.spec.featured) if o not in on)
        return tuple(sorted((*on, *self.featured)))

    def closed(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Options, and those that they bring along over any number of steps."""
        out: list[str] = []
        here = tuple(dict.fromkeys((*self.base, *self.project.given)))
        asked: list[tuple[str, Span | None, tuple[str, ...]]] = [(n, None, here) for n in names]
        while asked:
            name, span, near = asked.pop(0)
            full = self.project.option(name, near)
            if full is None:
                known = self.project.option_names()
                hint = did_you_mean(name, [*known, *(k.partition(".")[2] for k in known)])
                if hint is None and known:
                    hint = "there are " + ", ".join(f"`{k}`" for k in known[:12])
                self.diagnostics.append(Diagnostic("UNO105", f"unknown option `{name}`", span, hint))
            elif full not in out:
                out.append(full)
                page = self.project.pages[full.partition(".")[0]]
                for item in page.options[full].items:
                    if isinstance(item, s.Names) and item.kind == "brings":
                        asked.extend((w.text, w.span, self.project.chain(page.name)) for w in item.names)
        return tuple(sorted(out))

    def excluded_by_game(self, page: str, items: tuple[s.Item, ...], on: tuple[str, ...]) -> None:
        """Options that a game cannot be played with."""
        for item in items:
            if not isinstance(item, s.Names) or item.kind != "excludes":
                continue
            for word in item.names:
                other = self.project.option(word.text, self.project.chain(page))
                if other is None:
                    hint = did_you_mean(word.text, self.project.option_names())
                    self.diagnostics.append(Diagnostic("UNO105", f"unknown option `{word.text}`", word.span, hint))
                elif other in on and not self.spec.lenient:
                    message = f"`{page}` is not played with `{other}`"
                    self.diagnostics.append(Diagnostic("UNO111", message, word.span, "leave the option out"))

    def relations(self, full: str, on: tuple[str, ...]) -> None:
        """What an option needs and excludes."""
        page = self.project.pages[full.partition(".")[0]]
        needed: dict[str, str] = {}
        for item in page.options[full].items:
            if not isinstance(item, s.Names) or item.kind not in ("requires", "brings", "excludes"):
                continue
            for word in item.names:
                other = self.project.option(word.text, self.project.chain(page.name))
                if other is None:
                    if item.kind != "brings":  # those have been looked up already
                        hint = did_you_mean(word.text, self.project.option_names())
                        self.diagnostics.append(Diagnostic("UNO105", f"unknown option `{word.text}`", word.span, hint))
                elif item.kind != "excludes":
                    needed[other] = item.kind
                    if other not in on and not self.spec.lenient:
                        message = f"`{full}` requires `{other}`, which is not switched on"
                        self.diagnostics.append(Diagnostic("UNO111", message, word.span, f"add `--with {other}`"))
                elif other in on and not self.spec.lenient and needed.get(other) != "brings":
                    message = f"`{full}` and `{other}` exclude each other"
                    self.diagnostics.append(Diagnostic("UNO111", message, word.span, "leave one of them out"))
        for item in page.options[full].items:
            if isinstance(item, s.Names) and item.kind == "excludes":
                for word in item.names:
                    other = self.project.option(word.text, self.project.chain(page.name))
                    if other is not None and (other in needed or other == full):
                        what = "itself" if other == full else f"`{other}`, which it {needed[other]}"
                        self.diagnostics.append(Diagnostic("UNO111", f"`{full}` excludes {what}", word.span))

    def blocks(self, options: tuple[str, ...]) -> list[Block]:
        """The items that count: of the games (those that others build on first, then by name), with what the options' own
        pages declare, and of the options."""
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
        """The pages in the order in which a page looks names up: its own, what it builds on, the base, the others."""
        return tuple(dict.fromkeys((*self.project.chain(page), *self.base, *sorted(self.project.pages))))

    def hidden(self) -> dict[tuple[str, ...], str]:
        """Names that are declared only in options that are off."""
        out: dict[tuple[str, ...], str] = {}
        for page in self.project.pages.values():
            for name, option in page.options.items():
                if name in self.active:
                    continue
                for item in option.items:
                    if isinstance(item, s.Variable | s.Situation | s.Zone | s.Parameter):
                        out[tuple(w.text for w in item.name.words)] = name
        return out

    def dropped(self, blocks: list[Block]) -> tuple[frozenset[str], dict[str, tuple[str, ...]]]:
        """Rules taken out by `without`; and those that options of a family take out where they are on."""
        out: set[str] = set()
        droppers: dict[str, tuple[str, ...]] = {}
        known = self.project.rule_names()
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
        """The qualified name of a rule that a page refers to: its own, or (`parents_first`) rather that of a page below."""
        if word.text in known:
            return word.text
        pages = self.view(page)
        for at in (*pages[1:], pages[0]) if parents_first else pages:
            if f"{at}.{word.text}" in known:
                return f"{at}.{word.text}"
        names = [*known, *(k.partition(".")[2] for k in known)]
        self.diagnostics.append(
            Diagnostic("UNO105", f"unknown rule `{word.text}`", word.span, did_you_mean(word.text, names))
        )
        return None

    def seats(self, blocks: list[Block]) -> tuple[int, int, int]:
        """The number of seats, and the least and the most that everything allows."""
        low, high = 1, limits.SEATS
        said: list[tuple[str, str | None, s.Seats]] = []
        for block in blocks:
            for item in block.items:
                if isinstance(item, s.Seats) and not block.support and not self.left_to_family(block):
                    if not 1 <= item.low <= item.high <= limits.SEATS:
                        self.diagnostics.append(
                            Diagnostic("UNO107", f"a table has 1 to {limits.SEATS} seats", item.span)
                        )
                        continue
                    said.append((block.option or block.page, block.option, item))
                    low, high = max(low, item.low), min(high, item.high)
        seats = self.spec.seats if self.spec.seats is not None else low
        if low > high:
            span = said[-1][2].span if said else None
            ranges = ", ".join(f"`{whose}` is for {seats_text(i.low, i.high)} seats" for whose, _, i in said)
            message = "the chosen rules allow no number of seats together"
            self.diagnostics.append(Diagnostic("UNO111", message, span, ranges))
        elif not low <= seats <= high:
            unfit = [(o, i) for _, o, i in said if not i.low <= seats <= i.high]
            message = f"these rules are for {seats_text(low, high)} seats, not {seats}"
            self.diagnostics.append(
                Diagnostic(
                    "UNO111", message, unfit[-1][1].span if unfit else None, self.leave_out([o for o, _ in unfit])
                )
            )
        return seats, low, high

    def leave_out(self, unfit: list[str | None]) -> str | None:
        """The options to leave out so that none of some is on: those that were asked for, and bring them; None where that is not
        enough."""
        wanted: list[str] = []
        for option in unfit:
            if option is None:
                return None
            wanted += [
                name for name in self.closed(self.spec.options) if option in self.closed((name,)) and self.asked(name)
            ]
        return "leave out " + " and ".join(f"`{name}`" for name in dict.fromkeys(wanted)) if wanted else None

    def asked(self, full: str) -> bool:
        """Whether the caller named an option."""
        here = tuple(dict.fromkeys((*self.base, *self.project.given)))
        return any(self.project.option(name, here) == full for name in self.spec.options)

    def left_to_family(self, block: Block) -> bool:
        """Whether the number of seats that a block allows is looked at table by table."""
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
            option_info(self.project, page, name, name in self.active)
            for page in sorted(self.project.pages.values(), key=lambda p: p.name)
            for name in sorted(page.options)
        )


def option_info(project: Project, page: Page, name: str, on: bool) -> t.OptionInfo:
    """What an option says of itself; relations to unknown options are left out."""
    option = page.options[name]

    def named(kind: str) -> tuple[str, ...]:
        words = [w.text for i in option.items if isinstance(i, s.Names) and i.kind == kind for w in i.names]
        if kind == "clause":
            return tuple(words)
        found = (project.option(w, project.chain(page.name)) for w in words)
        return tuple(f for f in found if f is not None)

    title = option.title.text if option.title else ""
    return t.OptionInfo(
        name, title, named("clause"), named("requires"), named("brings"), named("excludes"), on, option.span
    )


def seats_text(low: int, high: int) -> str:
    """Numbers of seats, as in `2 to 10`."""
    return str(low) if low == high else f"{low} to {high}"
