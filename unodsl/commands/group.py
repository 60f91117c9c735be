"""Error handling shared by all commands: maps exceptions to messages and exit codes."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import Any

import click

from unodsl.commands.colors import print_errors
from unodsl.commands.sigint import listen

DEFECT = 70

UNREAD = 141
"""Exit code when the reader of the output has closed the pipe: 128 + SIGPIPE, as shells report it."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The errors of a full disk, a quota, and a limit of the size of files."""

_OWN = (Path(sys.prefix), Path(__file__).parents[1])
"""Directories that contain no user files."""

MOST_SHOWN = 160
"""Maximum number of characters of a path that are printed."""


def refused_by_the_system(error: Exception) -> str | None:
    """Returns the message for an `OSError` on a path named by the user, such as a missing file or a denied permission.
    Returns None for exceptions that indicate a defect."""
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
    """Redirects stdout to the null device, so that the flush at process exit does not fail again and change the exit
    code."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Group(click.Group):
    """Click group that turns rule and usage errors into messages with exit code 2, and defects into one line with exit
    code 70."""

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
            # Broken pipe: the command did not finish its output, so the exit code must not be 0, whatever the result.
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
                import traceback

                traceback.print_exc()
            click.echo(f"unodsl itself failed: {type(error).__name__}: {error}", err=True)
            click.echo(
                "this is a defect of unodsl, not of your rules; UNODSL_TRACEBACK=1 shows where it happened", err=True
            )
            ctx.exit(DEFECT)
