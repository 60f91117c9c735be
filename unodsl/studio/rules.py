"""The rules of a match: files with their texts, and options. They are frozen when the match begins."""

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
"""The moves played on a table before anybody joins."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What determines a table. `files`: the named files; `texts`: the texts of all files read, by absolute path; empty:
    those on disk."""

    files: tuple[str, ...]
    root: str
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    parameters: dict[str, str] = field(default_factory=dict)
    seats: int | None = None
    game: str | None = None
    texts: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Encodes the rules as JSON."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def read(cls, text: str) -> Rules:
        """Decodes the rules from JSON."""
        raw: dict[str, Any] = json.loads(text)
        for name in ("files", "options", "without"):
            raw[name] = tuple(raw[name])
        return cls(**raw)


def prepared(rules: Rules) -> tuple[Rules, Setup]:
    """Loads a table; returns it with its rules and the texts read. Raises `RulesError`."""
    texts = {Path(path): text for path, text in rules.texts.items()}
    games = () if rules.game is None else (rules.game,)
    given = found(Path(f) for f in rules.files)
    # a shipped ruleset is outside of the author's folder
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
    """Plays some moves, so that immediate failures happen here. Raises `RulesError`."""
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
    """Checks that a match can begin."""
    try:
        setup.start(1)
    except EndlessCascade:
        return False
    return True
