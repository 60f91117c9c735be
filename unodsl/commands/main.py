"""`unodsl`: the commands, their options, and exit codes.

0 clean; 1 findings, failed scenarios or differences; 2 the files or the call are wrong; 3 undecided where that was asked to
fail; 70 a defect of unodsl itself; 75 those who played a campaign are gone; 130 stopped by Ctrl-C; 141 nobody reads what is printed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import traceback
from functools import partial
from pathlib import Path
from typing import Any

import click

from unodsl.commands.colors import color_option, no_color, print_errors
from unodsl.commands.configured import codes, config_options
from unodsl.commands.options import (
    BOT_NAMES,
    Check,
    format_option,
    game_option,
    many_options,
    pairs,
    sided,
    table_options,
    without_option,
    words_of,
)
from unodsl.commands.outputs import FORMATS, LISTS, Target, output_pairs
from unodsl.commands.param_types import Place, Seconds
from unodsl.commands.sigint import listen
from unodsl.commands.sizes import Size
from unodsl.version import __version__

DEFECT = 70

UNREAD = 141
"""As a shell has it for programs that end because nobody reads what they print."""

_FULL = (errno.ENOSPC, errno.EDQUOT)

_OWN = (Path(sys.prefix), Path(__file__).parents[1])
"""Where no user's files lie."""

MOST_SHOWN = 160
"""Letters of a path that are shown."""


def refused_by_the_system(error: Exception) -> str | None:
    """What to say where the system does not let something be read or written that the user named; None for all that is a defect."""
    from unodsl.files import NotWritten, reason

    if not isinstance(error, OSError):
        return None
    if error.filename is None:
        return f"this could not be written: {reason(error)}" if error.errno in _FULL else None
    named = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    if not named or any(Path(os.path.normpath(named)).is_relative_to(own) for own in _OWN):
        return None
    shown = named if len(named) < MOST_SHOWN else f"{named[: MOST_SHOWN // 2]}..."
    return f"`{shown}` cannot be {'written' if isinstance(error, NotWritten) else 'used'}: {reason(error)}"


def leave_unwritten() -> None:
    """What could not be written is not tried again when the process ends: that would change its exit code."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Group(click.Group):
    """Turns errors of texts into messages with exit code 2, and defects into one line with exit code 70."""

    def invoke(self, ctx: click.Context) -> Any:
        from unodsl.diagnostics import RulesError

        try:
            listen()
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except RulesError as error:
            print_errors(error)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("stopped", err=True)
            ctx.exit(130)
        except BrokenPipeError:
            # Whoever read has gone away. What was asked is not answered, so this is no 0, whatever the answer would have been.
            leave_unwritten()
            sys.stderr.close()
            ctx.exit(UNREAD)
        except Exception as error:
            why = refused_by_the_system(error)
            if why is not None:
                leave_unwritten()
                click.echo(f"error UNO115: {why}\n1 error", err=True)
                ctx.exit(2)
            if os.environ.get("UNODSL_TRACEBACK"):
                traceback.print_exc()
            click.echo(f"unodsl itself failed: {type(error).__name__}: {error}", err=True)
            click.echo(
                "this is a defect of unodsl, not of your rules; UNODSL_TRACEBACK=1 shows where it happened", err=True
            )
            ctx.exit(DEFECT)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="unodsl")
def main() -> None:
    """House rules for UNO-family games: written as text, played, and checked like code."""
    if no_color():
        click.get_current_context().color = False


@main.command(cls=Check)
@partial(table_options, required=False)
@config_options
@color_option
@click.option(
    "--seats", metavar="N or N..M", help="Numbers of seats to check; by default 2 and 3, of those that the rules allow."
)
@click.option("--together", is_flag=True, help="Compare two rulesets: what both answer, and differently.")
@click.option(
    "--every-combination", is_flag=True, help="Check every combination of all options, at every number of seats."
)
@click.option(
    "--fail-on",
    metavar="error,warning,open",
    help="What makes the exit code 1 (or 3 for open); by default warning.",
)
@click.option(
    "--budget",
    type=Seconds(0.1),
    metavar="SECONDS",
    help="Stop searching after this long; by default 60, 300 for the options of files, 1800 for every combination.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How to print.",
)
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="FORMAT=FILE",
    callback=output_pairs,
    help="Write the report to a file as well; may be repeated.",
)
@click.option("--baseline", type=Place(), metavar="FILE", help="Fail only on what this file does not list.")
@click.option("--write-baseline", type=Target(), metavar="FILE", help="List what is found in this file.")
@click.option(
    "--fix",
    type=click.Choice(["one", "all", "show"]),
    help="Put in a line that resolves a finding: `--fix` or `--fix=one`, `--fix=all`, or only show it.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODE",
    callback=codes,
    help="Report only these codes, such as UNO203, or UNO3 for all that begin so; may be repeated.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODE",
    callback=codes,
    help="Do not report these codes; may be repeated.",
)
@click.option(
    "--list",
    "lists",
    multiple=True,
    metavar="WHAT",
    callback=words_of(LISTS),
    help=f"Show more than errors and warnings: {', '.join(LISTS)}; may be repeated.",
)
@click.option("--full", is_flag=True, help="Show each finding in full: the rules' text, evidence, scenario, fixes.")
@click.option(
    "--witness", metavar="ID", help="Print only the scenario of a finding, such as UNO203.1, ready for `test`."
)
@click.option(
    "--why",
    nargs=2,
    metavar="A B",
    help="Explain two options or two rules: each question about them, and how it was answered.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many tables to check at a time; by default one a core.",
)
@click.option(
    "--certificates",
    type=Place(file_okay=False),
    metavar="DIR",
    help="Write what the solver refuted as SMT-LIB 2.",
)
@click.option("--watch", is_flag=True, help="Check again after each save of a rule file, until Ctrl-C.")
@click.option("--cache/--no-cache", default=True, help="Keep what was checked, and look there first.")
@click.option(
    "--cache-dir",
    type=Place(),
    metavar="DIR",
    help="Where to keep it; by default in your own cache folder.",
)
def check(**arguments: Any) -> None:
    """Look for contradictions, endless loops and dead rules.

    Without FILES, those of the project file are checked, or the current folder. Without --with, all options of these files are
    judged: each alone, in pairs, and all together where they can be.
    """
    from unodsl.commands.check import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("report", type=Place())
@click.argument("files", nargs=-1, type=Place())
@format_option("json")
def recheck(**arguments: Any) -> None:
    """Show again what a report of `check --format json` says.

    A small kernel takes each certificate of REPORT and asks its questions anew; the scenarios of findings are played. Without FILES, the
    rules are those that the report names.
    """
    from unodsl.commands.recheck import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("old", type=Place())
@click.argument("new", type=Place())
@click.option("--with", "options", multiple=True, metavar="OPTION", help="Switch an option on, on both sides.")
@click.option("--without", "without", multiple=True, metavar="OPTION", help="Leave an option out, on both sides.")
@game_option
@click.option("--new-with", "added", multiple=True, metavar="OPTION", help="Switch an option on, on the new side only.")
@click.option(
    "--new-without", "dropped", multiple=True, metavar="OPTION", help="Leave an option out, on the new side only."
)
@click.option("--set", "parameters", multiple=True, metavar="NAME=VALUE", callback=pairs, help="Set a parameter.")
@click.option("--seats", metavar="N or N..M", help="Numbers of seats; by default 2 and 3, of those that both allow.")
@click.option(
    "--budget",
    type=Seconds(0.1),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop searching after this long.",
)
@format_option("json")
def diff(**arguments: Any) -> None:
    """Show what a change of rules changes at the table."""
    from unodsl.commands.diff import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("files", nargs=-1, type=Place())
@config_options
@color_option
@click.option("--filter", "wanted", default="", metavar="TEXT", help="Only scenarios with this in their title.")
@click.option(
    "--rulesets",
    "libraries",
    multiple=True,
    type=Place(exists=True, file_okay=False),
    metavar="DIR",
    help="A folder of ruleset files for what scenarios `use`; can be said more than once.",
)
@format_option("json")
def test(**arguments: Any) -> None:
    """Run the scenarios; say which rules no scenario fired.

    Without FILES, those of the project file are tested, or the current folder.
    """
    from unodsl.commands.test import run

    sys.exit(run(**arguments))


@main.command()
@partial(table_options, required=False)
@click.option("--seats", type=int, metavar="N", help="How many players; by default the least that the rules allow.")
@click.option("--seed", type=int, default=None, metavar="N", help="The seed of chance; by default a new one.")
@click.option("--save", type=Target(), metavar="FILE", help="Save the game here when it ends or is left.")
@click.option("--bots", is_flag=True, help="Let bots play all seats.")
@click.option(
    "--bot",
    type=click.Choice(BOT_NAMES),
    default="shedding",
    show_default=True,
    help="Who plays against you: any legal move, one that lays a card where there is one, or a bot that thinks.",
)
@click.option(
    "--pace", type=Seconds(0, 60), default=0, metavar="SECONDS", help="Wait so long before each move of a bot."
)
@click.option("--resume", type=Place(), metavar="FILE", help="Go on with a saved game.")
def play(**arguments: Any) -> None:
    """Play a game in the terminal against bots."""
    from unodsl.commands.play import run

    sys.exit(run(**arguments))


@main.command()
@table_options
@click.option("--seats", type=int, metavar="N", help="How many players; by default the least that the rules allow.")
@click.option(
    "--output",
    type=Target(),
    metavar="FILE",
    help="Write it here: HTML to print where the name ends so, else Markdown.",
)
@click.option("--check/--no-check", default=True, help="Whether to check where rules meet (takes a few seconds).")
@format_option("html", "json")
def sheet(**arguments: Any) -> None:
    """Write the rules of a table on a page or two, for the players."""
    from unodsl.commands.sheet import run

    sys.exit(run(**arguments))


@main.command()
@table_options
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, metavar="N", help="How many matches.")
@click.option("--seats", type=int, metavar="N", help="How many players; by default the least that the rules allow.")
@many_options
@click.option(
    "--cluster",
    "address",
    metavar="ADDRESS",
    help="Let the workers of a Dask cluster play; the address of its scheduler (the extra `unodsl[cluster]`).",
)
@click.option(
    "--out",
    type=Place(),
    metavar="DIR",
    help="Keep what was played here; the same call again goes on where it was stopped.",
)
@click.option(
    "--most-moves",
    type=click.IntRange(1),
    default=100_000,
    show_default=True,
    metavar="N",
    help="A match longer than this counts as endless.",
)
@click.option(
    "--executor",
    type=click.Choice(["auto", "reference", "python", "compiled"]),
    default="auto",
    show_default=True,
    callback=lambda _, __, value: None if value == "auto" else value,
    help="What runs the games; the results are the same.",
)
@format_option("json")
def simulate(**arguments: Any) -> None:
    """Play many games by bots and count."""
    from unodsl.commands.simulate import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("a", type=Place())
@click.argument("b", required=False, type=Place())
@game_option
@sided("with", "options", "Switch an option on")
@sided("without", "without", "Leave an option out that is on by default")
@sided("set", "parameters", "Set a parameter", values=True)
@click.option("--seats", type=int, metavar="N", help="How many players; by default the least that both allow.")
@click.option(
    "--games",
    type=click.IntRange(30),
    default=2000,
    show_default=True,
    metavar="N",
    help="How many matches on each side.",
)
@many_options
@click.option(
    "--most-moves",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    metavar="N",
    help="A match is stopped when it is longer than this.",
)
@click.option(
    "--executor",
    type=click.Choice(["auto", "reference", "python", "compiled"]),
    default="auto",
    show_default=True,
    callback=lambda _, __, value: None if value == "auto" else value,
    help="What runs the games; the results are the same.",
)
@click.option("--all-rules", is_flag=True, help="Show the rules that fire about as often on both sides, too.")
@click.option("--picture", type=Target(), metavar="FILE", help="Draw it, in a file that ends in .png or .svg.")
@format_option("json")
def compare(**arguments: Any) -> None:
    """Show by many games what a house rule does to a game: A without it, B with it.

    One file stands for both sides: `unodsl compare my-game.uno --with-b my-game.my-rule`.
    """
    from unodsl.commands.compare import run

    sys.exit(run(**arguments))


@main.command()
@table_options
@click.option("--seats", type=int, metavar="N", help="How many players; by default the least that the rules allow.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="The seed of the deal.")
@click.option(
    "--most-states",
    type=click.IntRange(1, 1_000_000_000),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="Stop when so many have been met.",
)
@click.option(
    "--memory",
    type=Size(),
    default="1G",
    show_default=True,
    metavar="SIZE",
    help="Stop when the states that were met take so much (compiled search: at most 4G for each job).",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    metavar="N",
    help="How many threads share the search (compiled search only); the results are the same.",
)
@click.option("--budget", type=Seconds(0.1), default=None, metavar="SECONDS", help="Stop searching after this long.")
@click.option("--mistakes", is_flag=True, help="Go through the mistakes that the rules speak of, too.")
@click.option(
    "--fold/--no-fold",
    default=True,
    show_default=True,
    help="Take states for one that the rules cannot tell apart: seats turned, colors exchanged.",
)
@click.option(
    "--until",
    default=None,
    metavar="CONDITION",
    help="Look for the nearest state in which this holds, as `expect` says it in a scenario.",
)
@click.option(
    "--executor",
    type=click.Choice(["auto", "python", "compiled"]),
    default="auto",
    show_default=True,
    callback=lambda _, __, value: None if value == "auto" else value,
    help="What runs the rules; the results are the same.",
)
@format_option("json")
def explore(**arguments: Any) -> None:
    """Go through all states that a deal can lead to and count."""
    from unodsl.commands.explore import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("files", nargs=-1, type=Place())
@config_options
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 where a file would change.")
@click.option("--upgrade", is_flag=True, help="Write lines anew that older versions took and this one refuses.")
def fmt(**arguments: Any) -> None:
    """Put rule files into canonical form.

    Without FILES, those of the project file, or of the current folder.
    """
    from unodsl.commands.fmt import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("game", type=Place())
@click.option("--to", "until", type=int, default=None, metavar="MOVE", help="Stop after this many moves.")
@click.option("--quiet", is_flag=True, help="Only the last table.")
@format_option("json")
def replay(**arguments: Any) -> None:
    """Play a saved game again."""
    from unodsl.commands.replay import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("files", nargs=-1, required=True, type=Place())
@click.option(
    "--missing-from",
    "catalog",
    type=Place(),
    help="A TOML list of clauses; name those that nothing carries.",
)
@format_option("json")
def clauses(**arguments: Any) -> None:
    """List which source clause is carried by which rules and scenarios."""
    from unodsl.commands.clauses import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("name")
@click.argument("files", nargs=-1, type=Place())
@click.option("--with", "options", multiple=True, metavar="OPTION", help="Switch an option on; may be repeated.")
@without_option
@game_option
@format_option("json")
def explain(**arguments: Any) -> None:
    """Explain a rule (with its files), or a finding by its code or name, such as UNO203 or two-outcomes."""
    from unodsl.commands.explain import run

    sys.exit(run(**arguments))


@main.command()
@table_options
@click.option("--seats", type=int, metavar="N", help="How many players; by default the least that the rules allow.")
@click.option("--generated", is_flag=True, help="Print the program that the rules become.")
@click.option("--graph", is_flag=True, help="Print the trigger graph in Graphviz's dot language.")
@format_option("json")
def show(**arguments: Any) -> None:
    """Show the resolved table: options, parameters, rules by event."""
    from unodsl.commands.show import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("path", type=Place())
@click.option(
    "--for",
    "game",
    default="official",
    show_default=True,
    metavar="GAME",
    help="The game that the new house rules are for.",
)
def new(**arguments: Any) -> None:
    """Write a file of house rules to start from."""
    from unodsl.commands.new import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("folder", default=".", type=Place())
@click.option(
    "--for",
    "game",
    default="official",
    show_default=True,
    metavar="GAME",
    help="The game that the house rules are for.",
)
def init(**arguments: Any) -> None:
    """Write a repository of house rules: a rule with its test, a project file, checks in CI and before a commit."""
    from unodsl.commands.init import run

    sys.exit(run(**arguments))


@main.command()
@click.option("--ws", "websocket", is_flag=True, help="Serve a websocket instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the websocket listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=2087, show_default=True, help="Its port.")
@click.option("--verbose", is_flag=True, help="Write what happens to standard error.")
def lsp(**arguments: Any) -> None:
    """Serve an editor: errors, completion and more while rules are written. The editor starts this command."""
    from unodsl.commands.lsp import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("path", metavar="FILE|FOLDER", type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 lets other machines in.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; by default 8765, or the next one that is free.")
@click.option("--browser/--no-browser", default=True, help="Open the browser, or only print the address.")
@click.option("--matches", type=click.Path(path_type=Path), metavar="FILE", help="Where matches are kept.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=0.8,
    show_default=True,
    metavar="SECONDS",
    help="How long a bot thinks about a move.",
)
def studio(**arguments: Any) -> None:
    """Open a web page to write rules, check them, and play them with friends."""
    from unodsl.commands.studio import run

    sys.exit(run(**arguments))


if __name__ == "__main__":
    main()
