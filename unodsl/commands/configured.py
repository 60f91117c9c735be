"""What a call and its project file say together: the command line goes first, key by key."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from unodsl.commands.param_types import Place
from unodsl.project_file import NAME, ProjectFile, found_for, read, wrong_code


def config_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--config` and `--no-config`: the project file."""
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
    """The project file for a call; an empty one where there is none. Raises `RulesError`."""
    if config is not None and no_config:
        raise click.UsageError("`--config` and `--no-config` do not go together")
    path = None if no_config else config or found_for(files)
    return ProjectFile() if path is None else read(path, str(near(path)))


def files_of(files: tuple[Path, ...], project: ProjectFile) -> tuple[Path, ...]:
    """The files that a command is about: those of the call, those of the project file, or the current folder."""
    return files or tuple(near(path) for path in project.files) or (Path(),)


def near(path: Path) -> Path:
    """A path as it looks from the current folder."""
    try:
        return Path(os.path.relpath(path))
    except (OSError, ValueError):
        return path


def codes(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Codes, or their first letters, each in an option of its own or several with commas between."""
    out = tuple(x.strip() for value in values for x in value.split(","))
    for text in out:
        why = wrong_code(text)
        if why is not None:
            raise click.BadParameter(f"{why[0]}; {why[1]}" if why[1] else why[0])
    return out
