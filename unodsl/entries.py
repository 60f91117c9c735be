"""Directories of cache entries. An entry is valid only if its content, name and type are those of the write; writes are
atomic. Entries in a private directory are authenticated with a key that only its user can read and that is stored
elsewhere, so that write access to the directory is not sufficient to forge an entry."""

from __future__ import annotations

import contextlib
import hmac
import os
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from unodsl.files import reason as reason
from unodsl.files import write_whole

KEY_BYTES = 32
"""Length of the key that authenticates entries, in bytes."""


class Unusable(Exception):
    """The directory is not usable. The message states the reason for the user."""


class Damaged(Exception):
    """The content of an entry does not match its authentication code."""


@dataclass(frozen=True, slots=True)
class Entries:
    """A directory of entries. `kind` is the type and version, and is part of each entry. `most_files` limits the number
    of entries; the least recently written ones are removed first (None: no limit). Entries longer than `most_bytes`
    count as damaged (None: no limit). `private`: a directory that other users can write to is not used."""

    folder: Path
    kind: str
    most_files: int | None = None
    most_bytes: int | None = None
    private: bool = True

    def read(self, name: str) -> bytes | None:
        """Returns the content of an entry. None if there is none. Raises `Damaged` and `Unusable`."""
        try:
            if not self.folder.is_dir():
                return None
            self._check_owner()
            with (self.folder / name).open("rb") as file:
                raw = file.read() if self.most_bytes is None else file.read(self.most_bytes + 1)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RuntimeError) as error:
            raise Unusable(reason(error)) from None
        head, _, content = raw.partition(b"\n")
        too_long = self.most_bytes is not None and len(raw) > self.most_bytes
        # the name is part of the header, so that an entry copied to another name is invalid
        if too_long or not hmac.compare_digest(head, self._head(name, content)):
            raise Damaged(name)
        return content

    def write(self, name: str, content: bytes) -> None:
        """Writes an entry atomically. Raises `Unusable`."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700 if self.private else 0o777)
            self._check_owner()
            write_whole(self.folder / name, self._head(name, content) + b"\n" + content)
            self._prune()
        except (OSError, ValueError, RuntimeError) as error:
            raise Unusable(reason(error)) from None

    def _head(self, name: str, content: bytes) -> bytes:
        head = f"unodsl {self.kind} {name} "
        if not self.private:
            return (head + sha256(content).hexdigest()).encode()
        return (head + hmac.digest(key(key_file()), head.encode() + content, "sha256").hex()).encode()

    def _prune(self) -> None:
        if self.most_files is None:
            return
        found = []
        for path in self.folder.iterdir():
            # another process can remove the file concurrently
            with contextlib.suppress(FileNotFoundError):
                found.append((path.stat().st_mtime, path))
        for _, path in sorted(found)[: max(0, len(found) - self.most_files)]:
            path.unlink(missing_ok=True)

    def _check_owner(self) -> None:
        if os.name != "posix" or not self.private:
            return
        found = self.folder.stat()
        if found.st_uid != os.getuid() or found.st_mode & 0o022:
            raise Unusable("others can write to it")


def cache_folder(name: str) -> Path:
    """Returns a cache directory: in `UNODSL_CACHE_DIR`, or in the cache directory of the user. Raises `RuntimeError` if
    the user has none."""
    given = os.environ.get("UNODSL_CACHE_DIR")
    if given:
        return Path(given) / name
    from platformdirs import user_cache_path

    return user_cache_path("unodsl", appauthor=False) / name


def key_file() -> Path:
    """Returns the path of the key that authenticates entries: `UNODSL_CACHE_KEY`, or a file in the state directory
    of the user. Raises `Unusable` if the user has none."""
    given = os.environ.get("UNODSL_CACHE_KEY")
    if given:
        return Path(given)
    from platformdirs import user_state_path

    try:
        return user_state_path("unodsl", appauthor=False) / "cache.key"
    except RuntimeError as error:
        raise Unusable(str(error)) from None


@cache
def key(path: Path) -> bytes:
    """Reads a key file. Creates it if missing. Raises `Unusable`, also if other users can read it."""
    try:
        if not path.exists():
            _new_key(path)
        with path.open("rb") as file:
            found, state = file.read(KEY_BYTES + 1), os.fstat(file.fileno())
    except (OSError, ValueError) as error:
        raise Unusable(f"its key `{path}` can be neither read nor written: {reason(error)}") from None
    if os.name == "posix" and (state.st_uid != os.getuid() or state.st_mode & 0o077):
        raise Unusable(f"others can read its key `{path}`")
    if len(found) != KEY_BYTES:
        raise Unusable(f"its key `{path}` is damaged: remove it, and a new one is made")
    return found


def _new_key(path: Path) -> None:
    """Writes a new key file atomically, readable by its user only. Does not replace a key that another process has made
    in the meantime, so that both trust each other's entries."""
    import secrets
    import tempfile

    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # (`mkstemp` creates files that only their owner can read)
    handle, beside = tempfile.mkstemp(dir=path.parent)
    with open(handle, "wb") as file:
        file.write(secrets.token_bytes(KEY_BYTES))
    try:
        os.link(beside, path)
    except FileExistsError:
        pass
    except OSError:
        # (not every file system has hard links)
        Path(beside).replace(path)
    Path(beside).unlink(missing_ok=True)


def digest(*parts: str | bytes) -> str:
    """Returns a collision-resistant hash of a sequence of strings. Part boundaries are included."""
    total = sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        total.update(len(raw).to_bytes(8, "big") + raw)
    return total.hexdigest()


def code_digest(*folders: Path) -> str:
    """Returns a hash of the code in the given directories. Used because version numbers do not change during
    development."""
    parts: list[str | bytes] = []
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            parts += [path.relative_to(folder).as_posix(), path.read_bytes()]
    return digest(*parts)


def library_version(distribution: str, module: str) -> str:
    """The version of an installed library, as a part of what entries depend on; "" where it is not there. It is read off the name of the
    folder that installers leave beside the module: `importlib.metadata` loads the whole of `email` first, a tenth of the start of a command."""
    found = find_spec(module)
    if found is None:
        return ""
    start, end = f"{distribution.replace('-', '_')}-", ".dist-info"
    with contextlib.suppress(OSError):
        beside = os.listdir(Path(str(found.origin)).parent.parent)
        names = [x for x in beside if x.lower().startswith(start) and x.endswith(end)]
        if len(names) == 1:
            return names[0][len(start) : -len(end)]
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
