"""`unodsl`: the commands, their options, and exit codes.

0 clean; 1 findings, failed scenarios or differences; 2 the files or the call are wrong; 3 undecided, if that is to
fail; 70 a defect of unodsl itself; 75 the workers of a campaign are gone; 130 stopped by Ctrl-C; 141 nobody reads the
output.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from unodsl.commands.colors import color_option, no_color
from unodsl.commands.configured import codes, config_options
from unodsl.commands.group import Group
from unodsl.commands.options import (
    BOT_NAMES,
    Check,
    format_option,
    game_option,
    many_options,
    names_option,
    pairs,
    sided,
    table_options,
    without_option,
    words_of,
)
from unodsl.commands.outputs import FORMATS, LISTS, Target, output_pairs
from unodsl.commands.param_types import Place, Seconds
from unodsl.commands.sizes import Size
from unodsl.version import __version__


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
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
    "--seats",
    metavar="N or N..M",
    help="The numbers of seats to check; default: 2 and 3, if the rules allow them.",
)
@click.option("--together", is_flag=True, help="Compare two rulesets: every decision that they answer differently.")
@click.option("--every-combination", is_flag=True, help="Check every combination of options, at every number of seats.")
@click.option(
    "--fail-on",
    metavar="error,warning,open",
    help="Which findings fail the check with exit code 1 (3 for open); default: warning.",
)
@click.option(
    "--budget",
    type=Seconds(0.1),
    metavar="SECONDS",
    help="Time limit; default: 60, or 300 for all options of the files, or 1800 for every combination.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="The output format.",
)
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="FORMAT=FILE",
    callback=output_pairs,
    help="Also write the report to a file; repeatable.",
)
@click.option("--baseline", type=Place(), metavar="FILE", help="Fail only on findings that are not in this file.")
@click.option("--write-baseline", type=Target(), metavar="FILE", help="Write the current findings to this file.")
@click.option(
    "--fix",
    type=click.Choice(["one", "all", "show"]),
    help="Insert a line that resolves a finding (`--fix` or `--fix=one`), or all findings (`--fix=all`), or only show it.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODE",
    callback=codes,
    help="Report only this code, such as UNO203, or UNO3 for all codes that start with it; repeatable.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODE",
    callback=codes,
    help="Do not report this code; repeatable.",
)
@click.option(
    "--list",
    "lists",
    multiple=True,
    metavar="WHAT",
    callback=words_of(LISTS),
    help=f"Show more than errors and warnings: {', '.join(LISTS)}; repeatable.",
)
@click.option("--all", "all_lists", is_flag=True, help="Show all of these: the same as `--list all`.")
@click.option("--full", is_flag=True, help="Show each finding in full: the rules' text, evidence, scenario, fixes.")
@click.option(
    "--witness", metavar="ID", help="Print only the scenario of a finding, such as UNO203.1, ready for `unodsl test`."
)
@click.option(
    "--why",
    nargs=2,
    metavar="A B",
    help="Explain two options or two rules: every question about them, and its answer.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="The number of processes; default: one for each core.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="With --every-combination, let the workers of a Dask cluster check; the address of its scheduler (the extra `unodsl[cluster]`).",
)
@click.option(
    "--certificates",
    type=Place(file_okay=False),
    metavar="DIR",
    help="Write the solver's proofs to this folder as SMT-LIB 2.",
)
@click.option("--watch", is_flag=True, help="Check again each time you save a ruleset file, until Ctrl-C.")
@click.option("--cache/--no-cache", default=True, help="Reuse results for files that did not change.")
@click.option(
    "--cache-dir",
    type=Place(),
    metavar="DIR",
    help="The folder for these results; default: your cache folder.",
)
def check(**arguments: Any) -> None:
    """Find contradictions, endless loops, and dead rules.

    Without FILES, check those of the project file, or the current folder. Without --with, check all options of these files: each
    alone, in pairs, and as many together as possible.
    """
    from unodsl.commands.check import run

    arguments["lists"] += ("all",) * arguments.pop("all_lists")
    sys.exit(run(**arguments))


@main.command()
@click.argument("report", type=Place())
@click.argument("files", nargs=-1, type=Place())
@format_option("json")
def recheck(**arguments: Any) -> None:
    """Verify what a report of `check --format json` says.

    A small kernel checks each certificate of REPORT once more, and the engine plays the scenarios of findings again. Without FILES, the
    rules are those that the report names.
    """
    from unodsl.commands.recheck import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("old", type=Place())
@click.argument("new", type=Place())
@names_option("--with", "options", "Switch on an option, in both versions")
@names_option("--without", "without", "Leave out an option, in both versions")
@game_option
@names_option("--new-with", "added", "Switch on an option, only in the new version")
@names_option("--new-without", "dropped", "Leave out an option, only in the new version")
@click.option(
    "--set", "parameters", multiple=True, metavar="NAME=VALUE", callback=pairs, help="Set a parameter; repeatable."
)
@click.option(
    "--seats", metavar="N or N..M", help="The numbers of seats; default: 2 and 3, if both versions allow them."
)
@click.option(
    "--budget",
    type=Seconds(0.1),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Time limit.",
)
@format_option("json")
def diff(**arguments: Any) -> None:
    """Show what a change of the rules changes at the table."""
    from unodsl.commands.diff import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("files", nargs=-1, type=Place())
@config_options
@color_option
@click.option(
    "--filter", "wanted", default="", metavar="TEXT", help="Run only scenarios with this text in their title."
)
@click.option(
    "--rulesets",
    "libraries",
    multiple=True,
    type=Place(exists=True, file_okay=False),
    metavar="DIR",
    help="A folder of ruleset files that scenarios `use`; repeatable.",
)
@format_option("json")
def test(**arguments: Any) -> None:
    """Run the scenarios, and list the rules that no scenario used.

    Without FILES, test those of the project file, or the current folder.
    """
    from unodsl.commands.test import run

    sys.exit(run(**arguments))


@main.command()
@partial(table_options, required=False)
@click.option(
    "--seats", type=int, metavar="N", help="The number of players; default: the smallest that the rules allow."
)
@click.option("--seed", type=int, default=None, metavar="N", help="The random seed; default: a new one.")
@click.option("--save", type=Target(), metavar="FILE", help="Save the game here when it ends or when you leave.")
@click.option("--bots", is_flag=True, help="Let bots play all seats.")
@click.option(
    "--bot",
    type=click.Choice(BOT_NAMES),
    default="shedding",
    show_default=True,
    help="How the bots choose: any legal move; a card if they can play one; or by searching ahead.",
)
@click.option(
    "--pace", type=Seconds(0, 60), default=0, metavar="SECONDS", help="Wait this long before each move of a bot."
)
@click.option("--resume", type=Place(), metavar="FILE", help="Continue a saved game.")
def play(**arguments: Any) -> None:
    """Play a game against bots in the terminal."""
    from unodsl.commands.play import run

    sys.exit(run(**arguments))


@main.command()
@table_options
@click.option(
    "--seats", type=int, metavar="N", help="The number of players; default: the smallest that the rules allow."
)
@click.option(
    "--output",
    type=Target(),
    metavar="FILE",
    help="Write it to this file: HTML for printing if the name ends in .html, otherwise Markdown.",
)
@click.option(
    "--check/--no-check",
    default=True,
    help="Include what the check finds, or leave it out (the check takes some seconds).",
)
@format_option("html", "json")
def sheet(**arguments: Any) -> None:
    """Write the rules of a table for its players, on one or two sheets."""
    from unodsl.commands.sheet import run

    sys.exit(run(**arguments))


@main.command()
@table_options
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True, metavar="N", help="The number of matches."
)
@click.option(
    "--seats", type=int, metavar="N", help="The number of players; default: the smallest that the rules allow."
)
@many_options
@click.option(
    "--cluster",
    "address",
    metavar="ADDRESS",
    help="Play on a Dask cluster: the address of its scheduler (needs the extra `unodsl[cluster]`).",
)
@click.option(
    "--out",
    type=Place(),
    metavar="DIR",
    help="Keep the results here; the same command continues where it stopped.",
)
@click.option(
    "--most-moves",
    type=click.IntRange(1),
    default=100_000,
    show_default=True,
    metavar="N",
    help="A longer match counts as endless.",
)
@click.option(
    "--executor",
    type=click.Choice(["auto", "reference", "python", "compiled"]),
    default="auto",
    show_default=True,
    callback=lambda _, __, value: None if value == "auto" else value,
    help="The engine to use; the results are the same.",
)
@format_option("json")
def simulate(**arguments: Any) -> None:
    """Let bots play many games, and count what happens."""
    from unodsl.commands.simulate import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("a", type=Place())
@click.argument("b", required=False, type=Place())
@game_option
@sided("with", "options", "Switch on an option")
@sided("without", "without", "Leave out an option that is on by default")
@sided("set", "parameters", "Set a parameter", values=True)
@click.option(
    "--seats", type=int, metavar="N", help="The number of players; default: the smallest that both sides allow."
)
@click.option(
    "--games",
    type=click.IntRange(30),
    default=2000,
    show_default=True,
    metavar="N",
    help="The number of matches on each side.",
)
@many_options
@click.option(
    "--most-moves",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Stop a match that is longer than this.",
)
@click.option(
    "--executor",
    type=click.Choice(["auto", "reference", "python", "compiled"]),
    default="auto",
    show_default=True,
    callback=lambda _, __, value: None if value == "auto" else value,
    help="The engine to use; the results are the same.",
)
@click.option("--all-rules", is_flag=True, help="Also show rules that fire about as often on both sides.")
@click.option("--picture", type=Target(), metavar="FILE", help="Write a chart to this .png or .svg file.")
@format_option("json")
def compare(**arguments: Any) -> None:
    """Measure what a house rule does to a game.

    Bots play many matches without the rule (A) and with it (B). With one file, both sides use it:
    `unodsl compare my-game.uno --with-b my-game.my-rule`.
    """
    from unodsl.commands.compare import run

    sys.exit(run(**arguments))


@main.command()
@table_options
@click.option(
    "--seats", type=int, metavar="N", help="The number of players; default: the smallest that the rules allow."
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="The random seed of the deal.")
@click.option(
    "--most-states",
    type=click.IntRange(1, 1_000_000_000),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="Stop after this many states.",
)
@click.option(
    "--memory",
    type=Size(),
    default="1G",
    show_default=True,
    metavar="SIZE",
    help="Stop when the states take this much memory (compiled search: at most 4G for each job).",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    metavar="N",
    help="The number of threads (compiled search only). The result is the same if the search ends by itself.",
)
@click.option(
    "--disk",
    type=Size(),
    default=None,
    metavar="SIZE",
    help="When the memory is full, go on with temporary files of this size (compiled search only).",
)
@click.option("--budget", type=Seconds(0.1), default=None, metavar="SECONDS", help="Time limit.")
@click.option("--mistakes", is_flag=True, help="Also make moves that the rules call mistakes.")
@click.option(
    "--fold/--no-fold",
    default=True,
    show_default=True,
    help="Count states as one if they differ only in rotated seats or exchanged colors, and no rule depends on that.",
)
@click.option(
    "--until",
    default=None,
    metavar="CONDITION",
    help="Find the nearest state in which this is true; write it as after `expect` in a scenario.",
)
@click.option(
    "--executor",
    type=click.Choice(["auto", "python", "compiled"]),
    default="auto",
    show_default=True,
    callback=lambda _, __, value: None if value == "auto" else value,
    help="The engine to use; the results are the same.",
)
@format_option("json")
def explore(**arguments: Any) -> None:
    """Visit and count all states that a deal can lead to."""
    from unodsl.commands.explore import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("files", nargs=-1, type=Place())
@config_options
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with code 1 if a file would change.")
@click.option("--upgrade", is_flag=True, help="Rewrite lines of older versions that this version refuses.")
def fmt(**arguments: Any) -> None:
    """Format ruleset files.

    Without FILES, format those of the project file, or the current folder.
    """
    from unodsl.commands.fmt import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("game", type=Place())
@click.option("--to", "until", type=int, default=None, metavar="MOVE", help="Stop after this move.")
@click.option("--quiet", is_flag=True, help="Show only the final state.")
@format_option("json")
def replay(**arguments: Any) -> None:
    """Replay a saved game."""
    from unodsl.commands.replay import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("files", nargs=-1, required=True, type=Place())
@click.option(
    "--missing-from",
    "catalog",
    type=Place(),
    help="A TOML list of clauses; list those that no rule implements.",
)
@format_option("json")
def clauses(**arguments: Any) -> None:
    """List the rules and scenarios behind each clause of a source."""
    from unodsl.commands.clauses import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("name")
@click.argument("files", nargs=-1, type=Place())
@names_option("--with", "options", "Switch on an option")
@without_option
@game_option
@format_option("json")
def explain(**arguments: Any) -> None:
    """Explain a rule in plain words, or a kind of finding.

    NAME is a rule of FILES, such as my-house.five, or a code or its name, such as UNO203 or two-outcomes.
    """
    from unodsl.commands.explain import run

    sys.exit(run(**arguments))


@main.command()
@table_options
@click.option(
    "--seats", type=int, metavar="N", help="The number of players; default: the smallest that the rules allow."
)
@click.option("--generated", is_flag=True, help="Print the program that unodsl generates from the rules.")
@click.option("--graph", is_flag=True, help="Print the trigger graph in Graphviz's dot language.")
@format_option("json")
def show(**arguments: Any) -> None:
    """Show a table: options, parameters, offers, bans, rules by event."""
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
    """Create a file of house rules to start from."""
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
    """Create a repository of house rules.

    It has a rule and its test, a project file, and checks in CI and before each commit.
    """
    from unodsl.commands.init import run

    sys.exit(run(**arguments))


@main.command()
@click.option("--ws", "websocket", is_flag=True, help="Serve a websocket instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=2087, show_default=True, help="The port to listen on.")
@click.option("--verbose", is_flag=True, help="Log to standard error.")
def lsp(**arguments: Any) -> None:
    """Run the language server, which your editor starts.

    It shows errors, completion, and more while you type.
    """
    from unodsl.commands.lsp import run

    sys.exit(run(**arguments))


@main.command()
@click.argument("path", metavar="FILE|FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 lets other machines connect.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), help="The port to listen on; default: 8765, or the next free one."
)
@click.option("--browser/--no-browser", default=True, help="Open the browser, or only print the address.")
@click.option("--matches", type=click.Path(path_type=Path), metavar="FILE", help="The file that stores the matches.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=0.8,
    show_default=True,
    metavar="SECONDS",
    help="How long a bot thinks about a move.",
)
def studio(**arguments: Any) -> None:
    """Write rules, check them, and play with friends in the browser."""
    from unodsl.commands.studio import run

    sys.exit(run(**arguments))


if __name__ == "__main__":
    main()
