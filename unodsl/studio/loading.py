"""Loads a table in a separate process, which reads a JSON question and writes a pickle of the result."""

from __future__ import annotations

import pickle

from unodsl.api.setup import Setup
from unodsl.diagnostics import RulesError
from unodsl.studio.children import Failed, answer, question, work
from unodsl.studio.rules import Rules, prepared, tried

SECONDS = 30.0
"""The most seconds for loading and trying a table."""


async def loaded(rules: Rules) -> tuple[Rules, Setup]:
    """Loads and tries a table in another process. Raises `Failed`."""
    # this very module pickled the result: it contains no code of the ruleset files
    kept, setup, why = pickle.loads(await work("loading", {"rules": rules.text()}, SECONDS))
    if why is not None:
        raise Failed(why)
    return kept, setup


def main() -> None:
    """Answers one question."""
    try:
        kept, setup = prepared(Rules.read(question()["rules"]))
        tried(setup)
    except RulesError as error:
        answer(pickle.dumps((None, None, str(error))))
        return
    answer(pickle.dumps((kept, setup, None)))


if __name__ == "__main__":
    main()
