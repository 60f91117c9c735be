"""Compiled tables kept on disk between runs. Whatever is found there is machine code, so it is used only if it is exactly what
was written for this text by this version, from a folder that nobody else can write to; else it is as if nothing were there."""

from __future__ import annotations

import contextlib
import os
import tempfile
from hashlib import sha256
from pathlib import Path

MOST_FILES = 400
"""So many compiled tables are kept; the ones not written for longest go first."""

_MAGIC = b"unodsl compiled 1\n"


class Unusable(Exception):
    """The folder cannot be used; the message says why, in words for a user."""


def folder() -> Path:
    """Where compiled tables are kept: `compiled` in `UNODSL_CACHE_DIR`, or in the user's own cache folder."""
    given = os.environ.get("UNODSL_CACHE_DIR")
    if given:
        return Path(given) / "compiled"
    from platformdirs import user_cache_path

    return user_cache_path("unodsl", appauthor=False) / "compiled"


def key(*parts: str) -> str:
    """The name under which something made from these texts is kept."""
    digest = sha256()
    for part in parts:
        raw = part.encode()
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.hexdigest()


def read(name: str) -> bytes | None:
    """What was kept under a name; None where nothing was, or something else. Raises `Unusable`."""
    try:
        at = folder()
        if not at.is_dir():
            return None
        check_owner(at)
        raw = (at / name).read_bytes()
    except FileNotFoundError:
        return None
    except (OSError, RuntimeError) as error:
        raise Unusable(reason(error)) from None
    head = _MAGIC + name.encode() + b"\n"
    content = raw[len(head) + 32 :]
    if not raw.startswith(head) or raw[len(head) : len(head) + 32] != sha256(content).digest():
        return None
    return content


def write(name: str, content: bytes) -> None:
    """Keep something: all of it or nothing. Raises `Unusable`."""
    made: str | None = None
    try:
        at = folder()
        at.mkdir(parents=True, exist_ok=True, mode=0o700)
        check_owner(at)
        handle, made = tempfile.mkstemp(dir=at, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + name.encode() + b"\n" + sha256(content).digest() + content)
        Path(made).replace(at / name)
        made = None
        prune(at)
    except (OSError, RuntimeError) as error:
        raise Unusable(reason(error)) from None
    finally:
        if made is not None:
            with contextlib.suppress(OSError):
                Path(made).unlink()


def prune(at: Path) -> None:
    """Leave no more than `MOST_FILES`."""
    found = []
    for path in at.iterdir():
        # another process may take a file away meanwhile
        with contextlib.suppress(FileNotFoundError):
            found.append((path.stat().st_mtime, path))
    for _, path in sorted(found)[: max(0, len(found) - MOST_FILES)]:
        path.unlink(missing_ok=True)


def check_owner(at: Path) -> None:
    """Raises `Unusable` where others could have put something into the folder."""
    if os.name != "posix":
        return
    found = at.stat()
    if found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise Unusable(f"`{at}` can be written to by other users")


def reason(error: OSError | RuntimeError) -> str:
    """Why the folder cannot be used."""
    if isinstance(error, OSError) and error.strerror:
        where = f" (`{error.filename}`)" if error.filename else ""
        return f"{error.strerror.lower()}{where}"
    return str(error)
