"""`unodsl compare`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from unodsl.api.comparing import CONFIDENCE, POWER, Comparison, Estimate, Measure, Side, compare
from unodsl.api.setup import Setup, load
from unodsl.campaign.hanging import Lost
from unodsl.commands.common import LOST, print_json, table_json, table_words
from unodsl.commands.compare_words import by_significance, percent, points, spread, verdict
from unodsl.commands.progress import progress
from unodsl.diagnostics import Diagnostic, RulesError, wrong
from unodsl.engine.batch import Bot
from unodsl.engine.choose import Name

PICTURES = (".png", ".svg")
STOPPED = 130
"""The exit code after Ctrl-C."""

_WIDTH = 110
"""The default width of the table without a terminal."""


def run(
    a: Path,
    b: Path | None,
    options: tuple[str, ...],
    options_a: tuple[str, ...],
    options_b: tuple[str, ...],
    parameters: dict[str, str],
    parameters_a: dict[str, str],
    parameters_b: dict[str, str],
    seats: int | None,
    games: int,
    seed: int,
    jobs: int,
    most_moves: int,
    mistakes: bool,
    bot: Bot,
    executor: Name | None,
    all_rules: bool,
    picture: Path | None,
    format_: str,
    without: tuple[str, ...] = (),
    without_a: tuple[str, ...] = (),
    without_b: tuple[str, ...] = (),
    game: str | None = None,
) -> int:
    """Plays both, prints the differences, and draws them if requested; 1 if a match got stuck, had an endless cascade,
    or lost a card; `LOST` if the workers are gone."""
    if picture is not None:
        check_picture(picture)
    sides = (
        SideArguments(a, (*options, *options_a), (*without, *without_a), {**parameters, **parameters_a}),
        SideArguments(b or a, (*options, *options_b), (*without, *without_b), {**parameters, **parameters_b}),
    )
    setups = both(sides, seats, mistakes, game)
    if setups[0].table == setups[1].table:
        raise wrong(
            "both sides are the same table",
            "name a second file, or say what only one side has: `--with-b OPTION`, `--without-b OPTION`, `--set-b NAME=VALUE`",
        )
    labels = label(setups[0], sides[0].parameters), label(setups[1], sides[1].parameters)
    try:
        with progress("matches") as bar:
            found = compare(
                *setups,
                games=games,
                seed=seed,
                bot=bot,
                most_moves=most_moves,
                executor=executor,
                jobs=jobs,
                labels=labels,
                tick=bar,
                partial=True,
            )
    except Lost as error:
        click.echo(f"error: {error}", err=True)
        return LOST
    for notice in dict.fromkeys(side.notice for side in (found.a, found.b) if side.notice):
        click.echo(f"note: {notice}", err=True)
    if picture is not None:
        from unodsl.commands.compare_picture import draw

        draw(found, heading(found), picture)
    if format_ == "json":
        print_json(as_json(found, sides))
    else:
        print_text(found, all_rules)
        if picture is not None:
            click.echo(f"\ndrawn in {picture}")
    if found.games < games:
        click.echo(f"stopped after {found.games} of {games} matches of each", err=True)
        return STOPPED
    return int(any(s.stuck or s.endless or s.lost for s in (found.a, found.b)))


@dataclass(frozen=True, slots=True)
class SideArguments:
    """The arguments for one side."""

    file: Path
    options: tuple[str, ...]
    without: tuple[str, ...]
    parameters: dict[str, str]


def both(sides: Sequence[SideArguments], seats: int | None, mistakes: bool, game: str | None) -> tuple[Setup, Setup]:
    """The two tables; by default at the least number of seats that both allow."""

    def table(side: SideArguments, number: int | None) -> Setup:
        return load(
            side.file,
            options=side.options,
            without=side.without,
            parameters=side.parameters,
            seats=number,
            mistakes=mistakes,
            game=game,
        )

    def loaded(number: int | None) -> tuple[Setup, Setup]:
        one, two = sides
        try:
            first = table(one, number)
        except RulesError as error:
            raise on_one_side(error, "A", one, two) from None
        try:
            return first, table(two, number)
        except RulesError as error:
            raise on_one_side(error, "B", two, one) from None

    first, second = found = loaded(seats)
    return found if first.seats == second.seats else loaded(max(first.seats, second.seats))


def on_one_side(error: RulesError, name: str, side: SideArguments, other: SideArguments) -> RulesError:
    """The errors of one side. Those of what the caller asked of both name the side, and how to ask it of the other one."""
    there = "b" if name == "A" else "a"

    def named(d: Diagnostic) -> Diagnostic:
        shared = next((x for x in side.options if x in other.options and f"`{x}`" in d.message), None)
        if d.span is not None or shared is None or side.file == other.file:
            return d
        hint = f"say `--with-{there} {shared}` where only side {there.upper()} has it"
        return replace(d, message=f"side {name} (`{side.file.name}`): {d.message}", hint=hint)

    return RulesError([named(d) for d in error.diagnostics])


def check_picture(path: Path) -> None:
    """Raises `RulesError`, before anything is played, if no picture can be written there."""
    if path.suffix.lower() not in PICTURES:
        raise wrong(f"`{path}` is no picture that can be drawn: its name should end in {' or '.join(PICTURES)}")
    from unodsl.api.extras import need

    need("matplotlib", "plot", "`--picture`")


# ------------------------------------------------------------------------------------------------------------ how it is called


def label(setup: Setup, parameters: dict[str, str]) -> str:
    """The label of a side: its game, options and parameters."""
    table = setup.table
    own = f"{table.name}."
    extra = [o.name.removeprefix(own) for o in table.options if o.on and not o.default]
    extra += [f"without {o.name.removeprefix(own)}" for o in table.options if o.default and not o.on]
    extra += [f"{name.removeprefix(own)} {value}" for name, value in parameters.items()]
    return " + ".join((table.name, *extra))


def heading(found: Comparison) -> str:
    """The title of the picture: the only option that B adds, if that is the difference, else the games."""
    a, b = found.a.setup, found.b.setup
    on = [{o.name: o.title for o in s.table.options if o.on} for s in (a, b)]
    added = [title for name, title in on[1].items() if name not in on[0]]
    if a.files == b.files and a.parameters == b.parameters and on[0].keys() < on[1].keys() and len(added) == 1:
        return (
            f"{a.table.title}: what \N{LEFT DOUBLE QUOTATION MARK}{added[0]}\N{RIGHT DOUBLE QUOTATION MARK} does to it"
        )
    if a.table.title != b.table.title:
        return f"{a.table.title} against {b.table.title}"
    return f"{a.table.title}, played in two ways"


# ---------------------------------------------------------------------------------------------------------------------- text


def print_text(found: Comparison, all_rules: bool) -> None:
    """The report as text."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table as Grid

    from unodsl.commands.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=_WIDTH)

    def grid(title: str, rows: list[tuple[str, str, str, Measure]], unit: str = "") -> None:
        out = Grid(box=SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
        out.add_column("")
        for head in ("A", "B", f"B less A{unit}"):
            out.add_column(head, justify="right", no_wrap=True)
        out.add_column("")
        for left, right, difference, measure in rows:
            word = verdict(measure)
            style = "bold" if word in ("more", "less") else "dim" if word.startswith("unclear") else None
            out.add_row(escape(measure.name), left, right, difference, word, style=style)
        console.print(out)

    def means(measures: Sequence[Measure]) -> list[tuple[str, str, str, Measure]]:
        return [
            (
                "-" if m.a is None else spread(m.a),
                "-" if m.b is None else spread(m.b),
                "" if m.difference is None else spread(m.difference, True),
                m,
            )
            for m in measures
        ]

    def shares(measures: Sequence[Measure]) -> list[tuple[str, str, str, Measure]]:
        return [
            (percent(m.a), percent(m.b), points(m.difference), m)
            for m in measures
            if m.a is not None and m.b is not None and m.difference is not None
        ]

    # click handles a closed output
    with console.capture() as printed:
        for name, side in (("A", found.a), ("B", found.b)):
            console.print(f"{name}  {escape(table_words(side.setup.table))}", soft_wrap=True)
        console.print(
            f"{found.games:,} matches each at {found.seats} seats, seeds from {found.seed}, "
            f"{found.bot} bots; intervals of {CONFIDENCE:.0%}\n"
        )
        for side, name in ((found.a, "A"), (found.b, "B")):
            for line in unfinished(side):
                console.print(f"{name}: {line}")
        grid("How long, and how lively", means(found.measures))
        undecided = (
            [found.undecided] if any(e is not None and e.value for e in (found.undecided.a, found.undecided.b)) else []
        )
        grid("Who wins", shares((*found.wins, *undecided)), ", in points")
        clear, others = by_significance(found)
        grid("How often rules fire in a match", means(clear + others if all_rules else clear))
        console.print(
            f"unclear (N): a difference of that size would show in N matches of each, {POWER:.0%} of the time",
            style="dim",
        )
        console.print("by chance alone, about one in twenty values that do not differ looks different", style="dim")
        if others and not all_rules:
            console.print(f"{len(others)} more rules fire about as often on both sides: --all-rules shows them")
    click.echo(printed.get(), nl=False)


def unfinished(side: Side) -> list[str]:
    """Notes about matches that did not finish."""
    return [
        f"{count} matches {what}"
        for count, what in (
            (side.most_moves, "were stopped at the most moves; what is counted of them is counted up to there"),
            (side.stuck, "got stuck: nobody had a legal move"),
            (side.endless, "had rules that set each other off for ever"),
            (side.lost, "lost or gained a card"),
        )
        if count
    ]


# ---------------------------------------------------------------------------------------------------------------------- JSON


def as_json(found: Comparison, sides: Sequence[SideArguments]) -> dict[str, Any]:
    """The report as JSON."""
    out: dict[str, Any] = {}
    for key, side, arguments in zip(("a", "b"), (found.a, found.b), sides, strict=True):
        out[key] = {
            "label": side.label,
            "file": str(arguments.file),
            **table_json(side.setup.table),
            "executor": side.executor,
            "executor_note": side.notice,
            "stopped_at_most_moves": side.most_moves,
            "stuck": side.stuck,
            "endless_cascades": side.endless,
            "cards_lost": side.lost,
        }
    return {
        **out,
        "seats": found.seats,
        "games": found.games,
        "seed": found.seed,
        "bot": found.bot,
        "confidence": CONFIDENCE,
        "measures": {m.name.replace(" ", "_"): three(m) for m in found.measures},
        "wins": [three(m) for m in found.wins],
        "undecided": three(found.undecided),
        "rules": {
            m.name: {"in_a_match": three(m), "share_of_matches": three(s)}
            for m, s in zip(found.rules, found.in_matches, strict=True)
        },
    }


def three(m: Measure) -> dict[str, Any]:
    """A measure: both sides and their difference."""

    def one(e: Estimate | None) -> dict[str, float] | None:
        return None if e is None else {"value": round(e.value, 6), "low": round(e.low, 6), "high": round(e.high, 6)}

    return {"a": one(m.a), "b": one(m.b), "difference": one(m.difference), "shows_in": m.shows_in}
