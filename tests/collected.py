"""The files that tests collect, held against a list, so that none is lost unnoticed.

`tests/INDEX` names every file of `FOLDERS`, one a line, in order. Whoever adds or removes one writes it anew:

    python -m tests.collected
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
INDEX = ROOT / "tests" / "INDEX"
FOLDERS = {"tests/cases": ("*.uno", "*.txt"), "docs": ("*.md",), "examples": ("*.uno",), "rulesets": ("*.uno",)}


def found() -> list[str]:
    """The files that are there, as paths from the project's own folder."""
    paths = [p for folder, kinds in FOLDERS.items() for kind in kinds for p in (ROOT / folder).rglob(kind)]
    return sorted(p.relative_to(ROOT).as_posix() for p in paths)


def listed() -> list[str]:
    """The files that `tests/INDEX` names. (Lines of two changes that were merged may stand in any order.)"""
    return sorted(INDEX.read_text(encoding="utf-8").splitlines())


def names(folder: str, suffix: str = ".uno") -> list[str]:
    """The names, without the ending, of the files that `tests/INDEX` names right in a folder."""
    paths = [Path(x) for x in listed()]
    return sorted(p.stem for p in paths if p.parent.as_posix() == folder and p.suffix == suffix)


if __name__ == "__main__":
    INDEX.write_text("".join(f"{x}\n" for x in found()), encoding="utf-8")
