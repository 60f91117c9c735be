"""Combines command-line arguments with the project file. The command line takes precedence, key by key."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from unodsl.commands.param_types import Place
from unodsl.project_file import NAME, ProjectFile, found_for, read, wrong_code


def config_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options `--config` and `--no-config`."""
    for option in (
        click.option("--no-config", is_flag=True, help="Read no project file."),
        click.option(
            "--config",
            type=Place(),
            metavar="FILE",
            help=f"The project file; by default `{NAME}` in the folder of the first file, or above it.",
        ),
    ):
        command = option(command)
    return command


def project_file(files: tuple[Path, ...], config: Path | None, no_config: bool) -> ProjectFile:
    """Finds and reads the project file for a command. Returns an empty `ProjectFile` if there is none. Raises
    `RulesError`."""
    if config is not None and no_config:
        raise click.UsageError("`--config` and `--no-config` do not go together")
    path = None if no_config else config or found_for(files)
    return ProjectFile() if path is None else read(path, str(near(path)))


def files_of(files: tuple[Path, ...], project: ProjectFile) -> tuple[Path, ...]:
    """Returns the input files of a command: those given on the command line, else those of the project file, else the
    current directory."""
    return files or tuple(near(path) for path in project.files) or (Path(),)


def near(path: Path) -> Path:
    """Makes a path relative to the current directory where possible."""
    try:
        return Path(os.path.relpath(path))
    except (OSError, ValueError):
        return path


def codes(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Click callback: parses error codes or code prefixes, given as repeated options or separated by commas."""
    out = tuple(x.strip() for value in values for x in value.split(","))
    for text in out:
        why = wrong_code(text)
        if why is not None:
            raise click.BadParameter(f"{why[0]}; {why[1]}" if why[1] else why[0])
    return out
