"""What is kept of a check is used again for tables that an edit does not concern, and says the same as a check without it."""

from __future__ import annotations

import math
import pickle
import random
import re
import shutil
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from checker import parallel
from checker.check_table import check_table
from checker.families.check_family import at_once
from checker.families.own_options import check_options
from checker.kept import answers
from checker.kept.answers import Keeper, keeping
from checker.kept.texts import Texts
from checker.reachability.other_tables import NEVER
from checker.report.cache import Call, Store
from checker.report.codec import packed
from tests.effort import everything, few_and_slow, marked
from unodsl.commands.check_question import Question
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.model.walk import below
from unodsl.resolve import Project, TableSpec, load_project, resolve_table
from unodsl.source import Span

RULESETS = Path(__file__).parent.parent / "rulesets"

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

FILE = """use "base.uno"
options for base

option fours "A 4 makes all others draw"

  # who plays a 4
  rule generous
    when player plays 4
    then other players draw 1

option kind "A 4 is kind"

  rule kind
    when player plays 4
    then player draws 1

option threes "No 3 at last"

  rule quiet "Quiet"
    player cannot play 3
    if number of cards in hand of player is 1
"""


pytestmark = pytest.mark.usefixtures("little_play")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "kept", pytest.fail)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How much is worked out, by what."""
    out: Counter[str] = Counter()
    real = parallel.spread

    def counting(do: Any, project: Project, todo: Sequence[Any], *rest: Any) -> Any:
        if isinstance(do, answers.Reading):
            out[getattr(do.do, "func", do.do).__name__] += len(todo)
        return real(do, project, todo, *rest)

    monkeypatch.setattr(answers, "spread", counting)
    return out


def report(folder: Path, store: Store | None, jobs: int = 1) -> Any:
    """What a check of the options says, but for the time that it took."""
    project = load_project([folder / "house.uno"])
    with keeping(store, project):
        return packed(replace(check_options(project, {}, range(2, 3), 600.0, jobs=jobs), seconds=0.0))


def laid_down(folder: Path, text: str) -> Path:
    shutil.copy(BASE, folder / "base.uno")
    (folder / "house.uno").write_text(text)
    return folder / "house.uno"


def free(text: str) -> str:
    """Another text with the same rules: comments, blank lines, titles of options, where a rule comes from."""
    text = "# a house\n\n\n" + text.replace("  rule kind\n", "  # kind\n\n  clause a.b\n\n  rule kind\n")
    text = text.replace('"A 4 is kind"', '"Kind"')
    return text.replace("then player draws 1\n", "then player draws 1   # one\n")


class Asked(NamedTuple):
    """A question, and the moment at which to stop."""

    deadline: float


@pytest.mark.parametrize(
    ("deadline", "value", "kept"),
    [
        (math.inf, "whole", True),
        (0.0, "late", False),
        (math.inf, SimpleNamespace(stopped=True), False),
        (math.inf, SimpleNamespace(cut_short=True), False),
        (math.inf, None, False),
    ],
)
def test_what_there_was_no_time_for_is_not_kept(tmp_path: Path, deadline: float, value: object, kept: bool) -> None:
    laid_down(tmp_path, FILE)
    answer = answers.Reading(lambda project, one: value)(load_project([tmp_path / "house.uno"]), Asked(deadline))
    assert (answer.value, answer.whole) == (value, kept)


EDITS: dict[str, tuple[Callable[[str], str], bool]] = {
    "comments and titles": (free, False),
    "the title of a rule": (lambda x: x.replace('rule quiet "Quiet"', 'rule quiet "Silent"'), True),
    "a rule": (lambda x: x.replace("4\n    then player draws", "2\n    then player draws"), True),
    "the name of a rule": (lambda x: x.replace("rule kind", "rule kinder"), True),
    "a rule more": (lambda x: x + "\n  rule last\n    when player plays 2\n    then player draws 2\n", True),
}
"""Edits of the file; whether tables have to be checked again."""


@pytest.mark.slow
def test_an_edit_costs_the_tables_that_it_concerns(tmp_path: Path, store: Store, done: Counter[str]) -> None:
    file = laid_down(tmp_path, FILE)
    first = report(tmp_path, store)
    all_ = done["one_table"]
    for what, (edit, again) in EDITS.items():
        file.write_text(edit(FILE))
        assert file.read_text() != FILE
        done.clear()
        kept = report(tmp_path, store)
        assert 0 < done["one_table"] < all_ if again else not done.total(), what
        assert kept == report(tmp_path, None), what
    done.clear()
    file.write_text(FILE)
    assert report(tmp_path, store) == first
    assert not done.total(), "what was kept of the text as it was before is gone"


@pytest.mark.long
def test_what_was_asked_before_is_begun_before_it_is_asked(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With processes that have nothing else to do, and the same is said; also where an edit made some of it pointless."""
    begun: list[str] = []
    real = parallel.begin_ahead

    def noting(work: Sequence[parallel.Ahead], first: bool = False, at_once: bool = False) -> None:
        begun.extend(x.name for x in work)
        real(work, first, at_once)

    monkeypatch.setattr(answers, "begin_ahead", noting)
    file = laid_down(tmp_path, FILE)
    assert report(tmp_path, store, 2) == report(tmp_path, None)
    assert len(begun) == 2, "only the table without options, and the family about tables to ask, are sure to be asked"
    rule = FILE.replace("plays 4\n    then player draws", "plays 2\n    then player draws")
    for text in (rule, FILE.partition("option threes")[0]):
        file.write_text(text)
        begun.clear()
        assert report(tmp_path, store, 2) == report(tmp_path, None)
        assert begun


@pytest.mark.slow
def test_options_are_checked_after_a_table_was(tmp_path: Path, store: Store) -> None:
    """The questions of a check are read again by the next one, whichever it is: `check --with fours`, then `check`."""
    file = laid_down(tmp_path, FILE)
    project = load_project([file])
    with keeping(store, project):
        check_table(project, TableSpec(options=("house.fours",)), range(2, 3), 600.0)
    with keeping(store, project):
        assert answers._keeper is not None
        assert answers._keeper.previous_questions()
    assert report(tmp_path, store) == report(tmp_path, None)


def test_a_clash_is_told_before_anything_that_does_not_bear_on_it(tmp_path: Path, store: Store) -> None:
    """Whoever edits sees it within a second."""
    other = "\noption {0}\n  rule {0}\n    when player plays 3\n    then score of player becomes {1}\n"
    file = laid_down(tmp_path, 'use "base.uno"\noptions for base\n' + other.format("one", 1) + other.format("two", 2))
    project = load_project([file])
    heard: list[object] = []
    with keeping(store, project, heard.append):
        check_options(project, {}, range(2, 3), 600.0)
    told = [bool(list(at_once(project, x))) for x in heard]
    assert told.index(True) == 1, "the pairs of rules are asked, then this clash"
    assert [type(x).__name__ for x in heard[:3]] == ["ScreenedFamily", "list", "Named"]


@pytest.mark.slow
def test_a_whole_report_is_kept_while_only_comments_and_titles_change(
    tmp_path: Path, store: Store, done: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call = Call((str(tmp_path / "house.uno"),), (), (), "2", False)
    question = Question(call, {}, "2", False, False, 600.0, 1, store, parallel.nothing_shown)
    made: list[str] = []
    real = Question.report

    def noting(self: Question, project: Project) -> Any:
        made.append(self.call.text())
        return real(self, project)

    monkeypatch.setattr(Question, "report", noting)

    def asked(kept: Store | None) -> Any:
        return packed(replace(replace(question, store=kept).answer(), seconds=0.0))

    file = laid_down(tmp_path, FILE)
    assert asked(store) == asked(None)
    for text in (free(FILE), noisy(free(FILE), 8)):
        file.write_text(text)
        made.clear()
        kept = asked(store)
        assert not made
        assert kept == asked(None)
    file.write_text(FILE.replace("plays 4", "plays 2"))
    made.clear()
    assert asked(store) == asked(None)
    assert len(made) == 2


@pytest.mark.slow
def test_an_answer_about_all_options_is_looked_at_again_not_what_hangs_on_it(
    tmp_path: Path, store: Store, done: Counter[str]
) -> None:
    """A ban that forbids nothing with any options: only this is asked again where one of them has changed."""
    idle = "\noption idle\n\n  rule idle\n    player cannot play 3\n    if number of cards in hand of player is 0\n"

    def checked(kept: Store | None) -> Any:
        project = load_project([tmp_path / "house.uno"])
        with keeping(kept, project):
            found = check_table(project, TableSpec(options=("house.idle",)), range(2, 3), 600.0)
        return packed(replace(found, seconds=0.0))

    file = laid_down(tmp_path, FILE + idle)
    first = checked(store)
    assert any("house.idle" in x["rules"] for x in first["findings"])
    assert done == {"_check": 1}
    file.write_text((FILE + idle).replace("when player plays 4\n    then other", "when player plays 2\n    then other"))
    assert checked(store) == first == checked(None)
    assert done == {"_check": 1}
    (rows,) = (
        row for row in Keeper(store, load_project([file])).rows.values() if any(x[0] == NEVER for x in row[0][0])
    )
    assert rows


@pytest.mark.slow
def test_what_is_kept_is_bound(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_down(tmp_path, FILE)
    report(tmp_path, store)
    (entry,) = store.folder.iterdir()
    most = entry.stat().st_size // 2
    monkeypatch.setattr(answers, "MOST_BYTES", most)
    (tmp_path / "house.uno").write_text(FILE.replace("plays 4", "plays 2"))
    report(tmp_path, store)
    (entry,) = store.folder.iterdir()
    assert most // 4 < entry.stat().st_size < most * 1.5


@pytest.mark.slow
def test_a_damaged_entry_is_named_and_left_aside(tmp_path: Path) -> None:
    said: list[str] = []
    store = Store(tmp_path / "kept", said.append)
    laid_down(tmp_path, FILE)
    report(tmp_path, store)
    (entry,) = store.folder.iterdir()
    body = entry.read_bytes()
    project = load_project([tmp_path / "house.uno"])
    assert Keeper(store, project).rows
    for damaged in (b"", body[:-1], body[:200] + bytes([body[200] ^ 1]) + body[201:], body.partition(b"\n")[2]):
        said.clear()
        entry.write_bytes(damaged)
        assert not Keeper(store, project).rows
        assert [x for x in said if "damaged or from elsewhere" in x]


def test_a_sealed_entry_that_is_no_such_entry_is_named_and_left_aside(tmp_path: Path) -> None:
    """Whoever has the key, or an entry that was written wrong, stops no check."""
    said: list[str] = []
    store = Store(tmp_path / "kept", said.append)
    laid_down(tmp_path, FILE)
    project = load_project([tmp_path / "house.uno"])
    keeper = Keeper(store, project)
    block = next(iter(keeper.texts.blocks.items()))
    for rows in (
        b"",
        b"no pickle",
        pickle.dumps(7),
        pickle.dumps({"question": 7}),
        pickle.dumps({"question": [((("", "a"),), b"")]}),
        pickle.dumps({"question": [((), "no bytes")]}),
        pickle.dumps({"question": [(7, b"")]}),
        pickle.dumps({7: []}),
    ):
        said.clear()
        store.put(keeper.name, rows)
        assert not Keeper(store, project).rows
        assert [x for x in said if "damaged or from elsewhere" in x]
    for body in (b"", b"no zip", zlib.compress(b""), zlib.compress(b"no pickle"), b"cos\nsystem\n."):
        said.clear()
        store.put(keeper.name, pickle.dumps({"question": [(((*block[0], block[1]),), body)]}))
        again = Keeper(store, project)
        assert again.rows
        assert again.found("question") is None
        assert again.previous_questions() == []


def test_no_class_is_made_but_those_of_findings(tmp_path: Path, store: Store) -> None:
    """Should a seal ever be broken, an entry still runs nothing."""
    laid_down(tmp_path, FILE)
    texts = Texts(load_project([tmp_path / "house.uno"]))
    for word in (b"cos\nsystem\n", b"cunodsl.entries\nPath\n", b"cchecker.parallel\nspread\n", b"cbuiltins\neval\n"):
        with pytest.raises(Exception, match="nothing that is kept"):
            answers._Unpacker(BytesIO(word + b"."), texts).load()
        with pytest.raises(Exception, match="nothing that is kept"):
            answers._Plain(BytesIO(word + b".")).load()


MOST_COMPARED = 3 if everything() else 2
"""So many edits of each ruleset are looked at."""


def spans(table: t.Table) -> set[Span]:
    """All places that a table quotes."""
    rules: tuple[t.Rule, ...] = (*table.triggers, *table.offers, *table.bans, *table.definitions)
    parts = {x.span for rule in rules for x in below(rule) if isinstance(getattr(x, "span", None), Span)}
    return {*parts, *(rule.info.span for rule in rules), *(a.span for rule in rules for a in rule.info.allows)}


def noisy(text: str, seed: int) -> str:
    """The same rules with more comments and blank lines."""
    generator = random.Random(seed)
    lines = []
    for line in text.split("\n"):
        if generator.random() < 0.2:
            lines.append(generator.choice(("", "# a comment", "      # another", "#")))
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("name", few_and_slow(sorted(x.stem for x in RULESETS.glob("*.uno")), 2))
def test_places_move_with_their_words(tmp_path: Path, name: str) -> None:
    shutil.copytree(RULESETS, tmp_path / "rulesets")
    path = tmp_path / "rulesets" / f"{name}.uno"
    before = load_project([path])
    path.write_text(noisy(path.read_text(), 3))
    after = load_project([path])
    old, new = Texts(before), Texts(after)
    assert (old.outline, old.blocks) == (new.outline, new.blocks)
    found = spans(resolve_table(before, TableSpec(featured=before.option_names(), any_seats=True, exact=True)).table)
    assert len(found) >= 60
    for span in found:
        (source, start), (_, end) = (new.place(old.anchor(span.source, x)) for x in (span.start, span.end))
        assert source.text[start:end].split() == span.text.split() or "#" in source.text[start:end]


def edited(text: str, generator: random.Random) -> str:
    """Another text: more comments, another number in a rule, another name of a rule, or without a line."""
    lines = text.split("\n")
    rules = [n for n, line in enumerate(lines) if line.startswith("  rule ")]
    at = generator.choice(rules)
    match generator.randrange(4):
        case 0:
            return noisy(text, generator.randrange(1000))
        case 1:
            with_number = [n for n, line in enumerate(lines) if re.match(r" {4}(when|then|if) .*\b[1-9]$", line)]
            if with_number:
                line = lines[at := generator.choice(with_number)]
                lines[at] = line[:-1] + str(int(line[-1]) % 9 + 1)
        case 2:
            lines[at] = lines[at].replace("  rule ", "  rule other-", 1)
        case _:
            body = [n for n, line in enumerate(lines) if re.match(r" {4}(if|and) ", line)]
            del lines[generator.choice(body)]
    return "\n".join(lines)


@pytest.mark.parametrize("name", [marked(x.stem, long=True) for x in sorted(RULESETS.glob("*.uno"))])
def test_what_is_kept_is_what_a_check_says(tmp_path: Path, store: Store, done: Counter[str], name: str) -> None:
    """Tables of the rulesets, after edits at random places of their files."""
    shutil.copytree(RULESETS, tmp_path / "rulesets")
    path = tmp_path / "rulesets" / f"{name}.uno"
    text = path.read_text()
    generator = random.Random(name)

    def checked(kept: Store | None, options: tuple[str, ...]) -> Any:
        project = load_project([path])
        with keeping(kept, project):
            return packed(replace(check_table(project, TableSpec(options=options), range(2, 3), 600.0), seconds=0.0))

    own = sorted(o for o in load_project([path]).option_names() if o.startswith(f"{name}."))
    compared = reused = 0
    for _ in range(40):
        path.write_text(text)
        options = (generator.choice(own),)
        try:
            checked(store, options)
            path.write_text(edited(text, generator))
            done.clear()
            kept = checked(store, options)
        except RulesError:
            continue
        reused += not done.total()
        assert kept == checked(None, options)
        compared += 1
        if compared == MOST_COMPARED:
            break
    assert compared == MOST_COMPARED
    assert reused


@pytest.mark.slow
@pytest.mark.parametrize("seed", [marked(x, long=x > 0) for x in range(6)])
def test_a_check_after_edits_is_a_check_from_nothing(tmp_path: Path, store: Store, seed: int) -> None:
    """All questions about a file of options, in two processes, after edits at random places."""
    generator = random.Random(seed)
    file = laid_down(tmp_path, FILE)
    report(tmp_path, store, 2)
    compared = 0
    while compared < 2:
        file.write_text(edited(FILE, generator))
        try:
            expected = report(tmp_path, None)
        except RulesError:
            continue
        assert report(tmp_path, store, 2) == expected
        compared += 1
