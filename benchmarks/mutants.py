"""Judges all mutants of the shipped rulesets and counts what was found, left open, missed, and said without reason.

python benchmarks/mutants.py [--jobs 2] [--kind NAME] [--page NAME] [--every N]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.mutants.judge import PAGES, Verdict, judge, page
from tests.mutants.kinds import mutants


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind")
    parser.add_argument("--every", type=int, default=1, help="judge only each so manieth")
    parser.add_argument("--page")
    given = parser.parse_args()
    todo = [
        m for name in PAGES if given.page in (None, name) for m in mutants(page(name)) if given.kind in (None, m.kind)
    ]
    todo = todo[:: given.every]
    results: list[Verdict] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for verdict in pool.map(judge, todo, chunksize=2):
            results.append(verdict)
            if verdict.result not in ("found", "silent") or verdict.false:
                print(
                    f"{verdict.mutant.page} {verdict.mutant.id}: {verdict.result}",
                    *verdict.false,
                    sep="\n    ",
                    flush=True,
                )
    print()
    kinds = list(dict.fromkeys(v.mutant.kind for v in results))
    columns = ("found", "silent", "open", "missed", "unreadable")
    print(f"{'kind':18}{'mutants':>8}" + "".join(f"{c:>11}" for c in columns) + f"{'false':>8}{'seconds':>9}")
    for kind in (*kinds, "all"):
        mine = [v for v in results if kind in ("all", v.mutant.kind)]
        counts = Counter(v.result for v in mine)
        false = sum(bool(v.false) and v.result != "unreadable" for v in mine)
        seconds = sum(v.seconds for v in mine)
        print(f"{kind:18}{len(mine):8}" + "".join(f"{counts[c]:11}" for c in columns) + f"{false:8}{seconds:9.0f}")


if __name__ == "__main__":
    main()
