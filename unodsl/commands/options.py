"""Click options shared by several commands, and their parsers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from unodsl.commands.param_types import Place


def pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Click callback: parses `--set NAME=VALUE` into a dictionary."""
    out: dict[str, str] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"`{value}` should be NAME=VALUE")
        if name.strip() in out:
            raise click.BadParameter(f"`{name.strip()}` is set twice, to `{out[name.strip()]}` and to `{text.strip()}`")
        out[name.strip()] = text.strip()
    return out


def names_option(flag: str, name: str, what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds a repeatable option whose values are names of options of the rules."""
    return click.option(flag, name, multiple=True, metavar="OPTION", help=f"{what}; repeatable.")


def without_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--without`, which disables options that are enabled by default."""
    return names_option("--without", "without", "Leave out an option that is on by default")(command)


def game_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--game`, which selects the game of the table if it is not that of the first file."""
    return click.option("--game", "game", metavar="NAME", help="The game to use; default: the game of the first file.")(
        command
    )


def table_options(command: Callable[..., Any], required: bool = True) -> Callable[..., Any]:
    """Adds the options that select a table, and its files. At least one file is mandatory if `required`."""
    command = click.option(
        "--set", "parameters", multiple=True, metavar="NAME=VALUE", callback=pairs, help="Set a parameter; repeatable."
    )(command)
    command = game_option(without_option(command))
    command = names_option("--with", "options", "Switch on an option")(command)
    return click.argument("files", nargs=-1, required=required, type=Place())(command)


def format_option(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds `--format` with the given choices. The default is `text`."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["text", *names]),
        default="text",
        show_default=True,
        help="The output format.",
    )


BOT_NAMES = ("random", "shedding", "search")
"""The names in `unodsl.engine.batch.BOTS`, repeated here so that `--help` does not import it."""

bot_option = click.option(
    "--bot",
    type=click.Choice(BOT_NAMES),
    default="shedding",
    show_default=True,
    help="How bots choose: any legal move; a card if they can play one; or by searching ahead (slow).",
)


def many_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options shared by commands that simulate many matches."""
    for option in (
        bot_option,
        click.option("--mistakes", is_flag=True, help="Let bots make moves that the rules call mistakes."),
        click.option(
            "--jobs",
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            metavar="N",
            help="The number of processes.",
        ),
        click.option(
            "--seed", type=int, default=1, show_default=True, metavar="N", help="The seed of the first match."
        ),
    ):
        command = option(command)
    return command


def words_of(known: tuple[str, ...]) -> Callable[..., tuple[str, ...]]:
    """Returns a click callback that parses words from a list, given as repeated options or separated by commas."""

    def read(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
        out = tuple(word.strip() for value in values for word in value.split(","))
        for word in out:
            if word not in known:
                raise click.BadParameter(f"`{word}` is none of {', '.join(known)}")
        return out

    return read


class Check(click.Command):
    """Click command that accepts `--fix` without a value, also before a file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, ["--fix=one" if a == "--fix" else a for a in args])


def sided(
    flag: str, name: str, what: str, *, values: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds an option such as `--with` in three variants: for both sides, for A and for B."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for side, on in (("b", ", on side B only"), ("a", ", on side A only"), ("", ", on both sides")):
            command = click.option(
                f"--{flag}-{side}" if side else f"--{flag}",
                name + (f"_{side}" if side else ""),
                multiple=True,
                metavar="NAME=VALUE" if values else "OPTION",
                callback=pairs if values else None,
                help=f"{what}{on}; repeatable.",
            )(command)
        return command

    return add
