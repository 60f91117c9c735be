"""Loads a table: a process of its own, which reads a question of JSON and writes a pickle of what it made."""

from __future__ import annotations

import pickle

from unodsl.api.setup import Setup
from unodsl.diagnostics import RulesError
from unodsl.studio.children import Failed, answer, question, work
from unodsl.studio.rules import Rules, prepared, tried

SECONDS = 30.0
"""So long a table may take to be read and tried."""


async def loaded(rules: Rules) -> tuple[Rules, Setup]:
    """A table that was read and tried in another process. Raises `Failed`."""
    # what comes back was made by this very module: it holds no code of the ruleset files
    kept, setup, why = pickle.loads(await work("loading", {"rules": rules.text()}, SECONDS))
    if why is not None:
        raise Failed(why)
    return kept, setup


def main() -> None:
    """Answer one question."""
    try:
        kept, setup = prepared(Rules.read(question()["rules"]))
        tried(setup)
    except RulesError as error:
        answer(pickle.dumps((None, None, str(error))))
        return
    answer(pickle.dumps((kept, setup, None)))


if __name__ == "__main__":
    main()
