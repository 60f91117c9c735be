"""The rules of a match: which files, with which texts, and which options. They stay as they were when the match began."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unodsl.api.setup import Setup
from unodsl.deal import check_deal
from unodsl.diagnostics import wrong
from unodsl.engine.api import EndlessCascade
from unodsl.resolve import load_project, resolve_table
from unodsl.tables import found, in_order, spec_of

TRIED = 60
"""So many moves of a table are made before anybody sits down at it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What decides a table. `files` are those that were named; `texts` are those of all files that are read, by whole path; empty: as they
    lie on disk."""

    files: tuple[str, ...]
    root: str
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    parameters: dict[str, str] = field(default_factory=dict)
    seats: int | None = None
    game: str | None = None
    texts: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """As a document of JSON."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def read(cls, text: str) -> Rules:
        """From such a document."""
        raw: dict[str, Any] = json.loads(text)
        for name in ("files", "options", "without"):
            raw[name] = tuple(raw[name])
        return cls(**raw)


def prepared(rules: Rules) -> tuple[Rules, Setup]:
    """A table, and its rules with the texts that they were read from. Raises `RulesError`."""
    texts = {Path(path): text for path, text in rules.texts.items()}
    games = () if rules.game is None else (rules.game,)
    given = found(Path(f) for f in rules.files)
    # a ruleset that comes with unodsl lies in no folder of the author's
    root = Path(rules.root) if all(p.resolve().is_relative_to(rules.root) for p in given) else None
    project = in_order(load_project(given, root, rules.options, texts, games=games))
    resolved = resolve_table(project, spec_of(rules.options, rules.parameters, rules.seats, rules.without, rules.game))
    check_deal(resolved.table)
    setup = Setup(rules.files, rules.options, rules.parameters, resolved, False, rules.without)
    read = {str(p.path.resolve()): p.file.source.text for p in project.pages.values()}
    kept = Rules(
        rules.files,
        rules.root,
        rules.options,
        rules.without,
        rules.parameters,
        setup.seats,
        rules.game,
        texts=rules.texts or read,
    )
    return kept, setup


def tried(setup: Setup) -> None:
    """Make some moves: what breaks at once is to break here. Raises `RulesError`."""
    luck = random.Random(1)
    try:
        match = setup.start(1)
        for _ in range(TRIED):
            if not match.moves:
                return
            match.make(luck.choice(match.moves))
    except EndlessCascade as endless:
        if match_began(setup):
            return
        raise wrong(f"this game does not begin: {endless}") from endless


def match_began(setup: Setup) -> bool:
    """Whether a match can begin at all."""
    try:
        setup.start(1)
    except EndlessCascade:
        return False
    return True
