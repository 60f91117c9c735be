"""The folder of a campaign: what was played so far, so that an interrupted campaign goes on where it stopped.

`campaign.json` says which campaign it is. Every other file holds what a run of games came to, sealed with the campaign's name and
a checksum. A folder of another campaign is refused; a file that is not what was written is taken away, and its games are played
again. In which runs the games were cut, and by whom they were played, does not matter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unodsl.campaign.tally import Tally
from unodsl.campaign.work import Settings, engine_digest
from unodsl.entries import Damaged, Entries, Unusable, digest, reason
from unodsl.files import write_whole
from unodsl.model.fingerprint import fingerprint
from unodsl.model.table import Table
from unodsl.version import __version__

FORMAT = 1
"""The format version of the folder; another version is refused."""

_HEAD = "campaign.json"
_RUN = re.compile(r"games-(\d{12})-(\d{1,12})")


@dataclass(frozen=True, slots=True)
class Folder:
    """An opened folder. `none`: the empty result of its table."""

    path: Path
    entries: Entries
    none: Tally

    def played(self, games: int, warn: Callable[[str], None]) -> list[tuple[range, Tally]]:
        """The stored results of the first `games` games: disjoint runs in order. `warn` is called for damaged files.
        Raises `Unusable`."""
        try:
            names = [m for p in self.path.iterdir() if (m := _RUN.fullmatch(p.name))]
        except OSError as error:
            raise Unusable(f"`{self.path}`: {reason(error)}") from None
        runs = [(range(int(m[1]), int(m[1]) + int(m[2])), m[0]) for m in names]
        out: list[tuple[range, Tally]] = []
        reached = 0
        for run, name in sorted(runs, key=lambda x: (x[0].start, -x[0].stop)):
            if not reached <= run.start < run.stop <= games:
                continue
            try:
                content = self.entries.read(name)
                tally = None if content is None else Tally.unpacked(json.loads(content), self.none, len(run))
            except (Damaged, ValueError, RecursionError):
                warn(f"`{self.path / name}` is damaged: its games are played again")
                self._take_away(name)
                continue
            except Unusable as error:
                raise Unusable(f"`{self.path}`: {error}") from None
            if tally is not None:
                out.append((run, tally))
                reached = run.stop
        return out

    def keep(self, run: range, tally: Tally) -> None:
        """Stores the result of a run of games. Raises `Unusable`."""
        body = json.dumps(tally.packed(), separators=(",", ":")).encode()
        try:
            self.entries.write(f"games-{run.start:012}-{len(run)}", body)
        except Unusable as error:
            raise Unusable(f"`{self.path}` cannot be written: {error}") from None

    def _take_away(self, name: str) -> None:
        try:
            (self.path / name).unlink(missing_ok=True)
        except OSError as error:
            raise Unusable(f"`{self.path / name}` is damaged, and cannot be removed: {reason(error)}") from None


def open_folder(path: Path, table: Table, settings: Settings) -> Folder:
    """Opens the folder of a campaign, or creates it. Raises `Unusable` for any other folder."""
    head = {
        "unodsl_campaign": FORMAT,
        "unodsl": __version__,
        "code": engine_digest(),
        "table": fingerprint(table),
        "title": table.title,
        "seats": table.seats,
        "seed": settings.seed,
        "most_moves": settings.playing.most_moves,
        "mistakes": settings.playing.mistakes,
        "bot": settings.playing.bot,
    }
    try:
        path.mkdir(parents=True, exist_ok=True)
        place = path / _HEAD
        if place.exists():
            _compare(path, place.read_bytes(), head)
        elif any(not p.name.startswith(".") for p in path.iterdir()):
            raise Unusable(f"`{path}` is not empty, and holds no campaign")
        else:
            write_whole(place, json.dumps(head, indent=2).encode() + b"\n")
    except (OSError, ValueError, RuntimeError) as error:
        raise Unusable(f"`{path}` cannot be used: {reason(error)}") from None
    name = digest(json.dumps({k: v for k, v in head.items() if k != "title"}, sort_keys=True))
    return Folder(path, Entries(path, f"campaign {FORMAT} {name}", private=False), Tally.of(table))


def missing(runs: Iterable[range], games: int, size: int) -> list[range]:
    """The first `games` games without some disjoint runs of them, cut into runs of at most `size`."""
    out: list[range] = []
    at = 0
    for run in (*runs, range(games, games)):
        out += [range(i, min(i + size, run.start)) for i in range(at, run.start, size)]
        at = run.stop
    return out


def _compare(path: Path, raw: bytes, wanted: dict[str, Any]) -> None:
    """Raises `Unusable`, with the differences, unless the head of a folder is the expected one."""
    try:
        found = json.loads(raw)
        if not isinstance(found, dict) or "unodsl_campaign" not in found:
            raise ValueError
    except (ValueError, RecursionError):
        raise Unusable(f"`{path / _HEAD}` is damaged: choose another folder") from None
    if found["unodsl_campaign"] != FORMAT or found.get("unodsl") != wanted["unodsl"]:
        other = f"unodsl {found.get('unodsl')}"
        raise Unusable(f"`{path}` holds a campaign of {other}, and this is {wanted['unodsl']}: choose another folder")
    if found.get("code") != wanted["code"]:
        raise Unusable(
            f"`{path}` holds a campaign of another state of unodsl {wanted['unodsl']}: choose another folder"
        )
    apart = []
    for key, value in wanted.items():
        if key != "title" and found.get(key) != value:
            words = (
                "other rules"
                if key == "table"
                else f"{key.replace('_', ' ')} {_word(found.get(key))} and not {_word(value)}"
            )
            apart.append(words)
    if apart:
        # with other seats the rules differ as well; the seats explain it
        differing = [x for x in apart if x != "other rules"] if found.get("seats") != wanted["seats"] else apart
        raise Unusable(
            f"`{path}` holds another campaign, of {found.get('title')}: {', '.join(differing)}; choose another folder"
        )


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
