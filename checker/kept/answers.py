"""Constructive traces: answers about a project, stored with the parts of its texts that they depend on.

An answer is valid while each part that it depends on is unchanged, whatever else has changed. Places in an answer are
translated to the current text. Example: one of twenty options is edited; the tables without it are not checked again.
"""

from __future__ import annotations

import importlib
import json
import pickle
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple, Protocol, TypeVar

from checker.kept.texts import Texts, Unplaced
from checker.parallel import Ahead, begin_ahead, spread
from checker.report.cache import Store, checker_digest
from checker.results import Fix, Report
from unodsl.entries import digest
from unodsl.resolve import Project, reads
from unodsl.resolve.reads import Answered, Read
from unodsl.source import Source, Span

MOST_VERSIONS = 8
"""The maximal number of answers stored for one question: for the current texts and earlier ones."""

MOST_BYTES = 40_000_000
"""The size limit for the answers about some files; the least recently used are dropped."""

_NOT_IN_KEY = frozenset({"deadline", "places"})
"""The fields of a question that do not affect its answer."""

_ANSWERED = ""
"""The mark of questions with their answers in an entry; no ruleset file has this name."""

_PREVIOUS = ""
"""The key of the previous questions in an entry; no question has this name."""

_BUILT_IN = frozenset({"set", "frozenset", "range"})

UNREADABLE = (pickle.UnpicklingError, zlib.error, *(EOFError, LookupError, TypeError, ValueError, AttributeError))
"""What reading an entry raises that is sealed, and yet no such entry."""

Parts = tuple[tuple[str, str | None, str] | Answered, ...]
"""Blocks with their fingerprints, and questions with their answers."""


def settled(kind: str) -> Callable[[Project, str], bool]:
    """The function that answers a kind of recorded questions."""
    # (import late: a cached report needs no analysis)
    from checker.reachability.other_tables import NEVER, never_forbids

    return {NEVER: never_forbids}[kind]


class Timed(Protocol):
    """Work with a deadline, a time of `time.monotonic`."""

    @property
    def deadline(self) -> float:
        """The deadline."""
        ...


class Answer(NamedTuple):
    """The result of some work, the blocks that it read, and whether it completed."""

    value: Any
    read: frozenset[Read]
    whole: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """Work whose reads are recorded."""

    do: Callable[[Any, Any], Any]

    def __call__(self, project: Project, one: Timed) -> Answer:
        """Does the work."""
        with reads.watched() as seen:
            value = self.do(project, one)
        broken_off = getattr(value, "stopped", False) or getattr(value, "cut_short", False)
        return Answer(value, frozenset(seen), value is not None and not broken_off and time.monotonic() < one.deadline)


class Keeper:
    """The store of answers about one project."""

    def __init__(self, store: Store, project: Project, on_answer: Callable[[Any], None] = lambda value: None) -> None:
        self.store, self.on_answer = store, on_answer
        self.texts = Texts(project)
        places = sorted(page.file.source.key for page in project.pages.values())
        self.name = "parts-" + digest(checker_digest(), json.dumps(places))
        self.rows: dict[str, list[tuple[Parts, bytes]]] = {}
        self.changed = False
        self.questions: dict[str, tuple[str, Any]] = {}
        """The current questions, by name: the name of their function, and their subject."""
        self.stopped = False
        """Whether some questions were not answered."""
        body = store.content(self.name)
        if body is not None:
            try:
                self.rows = rows_in(body)
            except UNREADABLE:
                store.aside(self.name)

    def found(self, question: str) -> Any:
        """A valid stored answer to a question, or None."""
        rows = self.rows.get(question, [])
        for row in rows:
            parts, body = row
            if all(self.holds(x) for x in parts):
                with suppress(Unplaced, *UNREADABLE):
                    value = _Unpacker(BytesIO(zlib.decompress(body)), self.texts).load()
                    # drop the least recently used
                    self.rows[question] = [row, *(x for x in rows if x is not row)]
                    self.rows[question] = self.rows.pop(question)
                    return value
        return None

    def changed_since(self, question: str) -> bool:
        """Whether the texts have changed since each stored answer to a question."""
        blocks = self.texts.blocks
        return not any(
            all(blocks.get(x[:2]) == x[2] for x in parts if not isinstance(x, Answered))
            for parts, _ in self.rows.get(question, ())
        )

    def previous_questions(self) -> list[tuple[str, Any]]:
        """The questions of the previous check, in order: the name of their function, and their subject."""
        for _, body in self.rows.get(_PREVIOUS, ()):
            with suppress(Unplaced, *UNREADABLE):
                found: list[tuple[str, Any]] = _Unpacker(BytesIO(zlib.decompress(body)), self.texts).load()
                return found
        return []

    def holds(self, part: tuple[str, str | None, str] | Answered) -> bool:
        """Whether a block is unchanged, or a recorded answer is still right."""
        if not isinstance(part, Answered):
            return self.texts.blocks.get(part[:2]) == part[2]
        answer = settled(part.kind)
        name = question(answer, [part.kind, part.about], self.texts)
        known = self.found(name)
        if known is None:
            with reads.watched() as seen:
                known = answer(self.texts.project, part.about)
            self.keep(name, Answer(known, frozenset(seen), True))
        return bool(known == part.answer)

    def keep(self, question: str, answer: Answer) -> None:
        """Stores an answer."""
        body = self.packed(answer.value)
        if body is None:
            return
        # (other blocks are derived from these)
        known = sorted((x for x in answer.read if isinstance(x, Answered) or x in self.texts.blocks), key=str)
        parts = tuple(x if isinstance(x, Answered) else (*x, self.texts.blocks[x]) for x in known)
        others = [x for x in self.rows.pop(question, []) if x[0] != parts]
        self.rows[question] = [(parts, body), *others][:MOST_VERSIONS]
        self.changed = True

    def packed(self, value: Any) -> bytes | None:
        """A value as bytes; None if it has a place outside the project's texts."""
        out = BytesIO()
        try:
            _Packer(out, self.texts).dump(value)
        except Unplaced:
            return None
        return zlib.compress(out.getvalue(), 1)

    def close(self) -> None:
        """Writes the new answers to disk."""
        if not self.changed:
            return
        if not self.stopped and (questions := self.packed(list(self.questions.values()))) is not None:
            self.rows[_PREVIOUS] = [((), questions)]
        size = sum(len(body) for row in self.rows.values() for _, body in row)
        for question in list(self.rows):
            if size <= MOST_BYTES:
                break
            size -= sum(len(body) for _, body in self.rows.pop(question))
        rows = {
            name: [([(_ANSWERED, *x) if isinstance(x, Answered) else x for x in parts], body) for parts, body in found]
            for name, found in self.rows.items()
        }
        self.store.put(self.name, pickle.dumps(rows, 5))


_keeper: Keeper | None = None
"""The active store, if any."""


@contextmanager
def keeping(
    store: Store | None, project: Project, on_answer: Callable[[Any], None] = lambda value: None
) -> Iterator[None]:
    """A context manager in which `spread_kept` reuses and stores the answers about a project. `on_answer` receives each
    answer as soon as it is there."""
    global _keeper
    if store is None:
        yield
        return
    _keeper = Keeper(store, project, on_answer)
    try:
        yield
        _keeper.close()
    finally:
        _keeper = None


A = TypeVar("A", bound=Timed)
R = TypeVar("R")


def spread_kept(
    do: Callable[[Project, A], R | None],
    project: Project,
    todo: Sequence[A],
    jobs: int,
    progress: Callable[[int], None],
    weight: Callable[[A], int] = lambda one: 0,
    about: Callable[[A], object] = lambda one: one,
) -> tuple[list[R | None], bool]:
    """The stored form of `parallel.spread`, for work that depends only on the texts of a project and on `about` of an
    item. Items with a valid answer are not done again."""
    keeper = _keeper
    if keeper is None or keeper.texts.project is not project:
        return spread(do, project, todo, jobs, progress, weight)
    subjects = [about(one) for one in todo]
    questions = [question(do, one, keeper.texts) for one in subjects]
    keeper.questions.update((name, (_name(do), one)) for name, one in zip(questions, subjects, strict=True))
    out: list[R | None] = [keeper.found(x) for x in questions]
    left = [number for number, value in enumerate(out) if value is None]
    for value in out:
        if value is not None:
            keeper.on_answer(value)
    known = len(todo) - len(left)
    reading: Callable[[Project, A], Answer | None] = Reading(do)
    made, stopped = spread(
        reading,
        project,
        [todo[number] for number in left],
        jobs,
        lambda done: progress(known + done),
        weight,
        [questions[number] for number in left],
        lambda answer: None if answer is None else keeper.on_answer(answer.value),
    )
    keeper.stopped |= stopped
    for number, answer in zip(left, made, strict=True):
        if answer is not None:
            out[number] = answer.value
            if answer.whole:
                keeper.keep(questions[number], answer)
    return out, stopped


def whole_kept(project: Project, key: str, budget: float, make: Callable[[], Report]) -> Report:
    """Returns a stored report about a whole project if only comments, blank lines, and titles of options have changed since; else
    makes and stores one. `key`: a key with everything else that the report depends on. A report that took longer
    than the budget does not count."""
    keeper = _keeper
    if keeper is None or keeper.texts.project is not project:
        return make()
    started = time.monotonic()
    name = digest("report", keeper.texts.outline, key)
    known = keeper.found(name)
    if isinstance(known, Report) and known.seconds < budget:
        return replace(known, seconds=time.monotonic() - started)
    report = make()
    if not report.stopped and not report.cut_short and report.seconds < budget:
        keeper.keep(name, Answer(report, frozenset(keeper.texts.blocks), True))
    return report


def ask_ahead(project: Project, deadline: float, work: Iterable[Callable[[Project, Any], Any]]) -> None:
    """Starts the questions of the previous check whose answers have become invalid, in idle processes: the next check
    will probably need them. `work`: the functions that answer questions."""
    keeper = _keeper
    if keeper is None or keeper.texts.project is not project:
        return
    known = {_name(do): do for do in work}
    ahead: list[Ahead] = []
    for name, one in keeper.previous_questions():
        if (do := known.get(name)) is not None:
            key = question(do, one, keeper.texts)
            if keeper.changed_since(key):
                ahead.append(Ahead(key, Reading(do), replace(one, deadline=deadline)))
    begin_ahead(ahead, at_once=True)


def expect(do: Callable[[Project, A], object], project: Project, todo: Iterable[A], first: bool = False) -> None:
    """Starts probable questions without a stored answer in idle processes. `first`: before what is queued already."""
    keeper = _keeper
    if keeper is None or keeper.texts.project is not project:
        return
    named = ((question(do, one, keeper.texts), one) for one in todo)
    begin_ahead([Ahead(name, Reading(do), one) for name, one in named if keeper.found(name) is None], first=first)


def _name(do: Callable[..., object]) -> str:
    """The qualified name of a function."""
    made = do.func if isinstance(do, partial) else do
    return f"{made.__module__}.{made.__qualname__}"


def question(do: Callable[..., object], about: object, texts: Texts) -> str:
    """The key of a question. It covers everything that the answer depends on, except the rules of blocks."""
    made = do.func if isinstance(do, partial) else do
    return digest(made.__module__, made.__qualname__, texts.outline, json.dumps(plain(about)))


def plain(value: Any) -> Any:
    """A value as JSON, in a canonical order."""
    if is_dataclass(value):
        return [
            type(value).__name__,
            *(plain(getattr(value, x.name)) for x in fields(value) if x.name not in _NOT_IN_KEY),
        ]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return [plain(x) for name, x in zip(value._fields, value, strict=True) if name not in _NOT_IN_KEY]
    if isinstance(value, dict):
        return [[plain(key), plain(value[key])] for key in sorted(value)]
    if isinstance(value, set | frozenset):
        return sorted((plain(x) for x in value), key=json.dumps)
    if isinstance(value, tuple | list | range):
        return [plain(x) for x in value]
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(type(value))


# ----------------------------------------------------------------------------------------------------- values as bytes


class _Packer(pickle.Pickler):
    """Pickles values, with places encoded by the text at them."""

    def __init__(self, out: BytesIO, texts: Texts) -> None:
        super().__init__(out, 5)
        self.texts = texts

    def persistent_id(self, value: Any) -> Any:
        kind = type(value)
        if kind is Span:
            anchor = self.texts.anchor
            return "span", anchor(value.source, value.start), anchor(value.source, value.end)
        if kind is Fix:
            source = self.texts.source(value.path)
            at = self.texts.line_anchor(source, value.line)
            return "fix", at, value.text, value.description, value.verified
        if isinstance(value, Source):
            raise Unplaced
        return None


class _Unpacker(pickle.Unpickler):
    """Unpickles values. Only result classes of the checker can be loaded, and no function."""

    def __init__(self, file: BytesIO, texts: Texts) -> None:
        super().__init__(file)
        self.texts = texts

    def find_class(self, module: str, name: str) -> Any:
        if module == "builtins" and name in _BUILT_IN:
            return super().find_class(module, name)
        if module.partition(".")[0] in ("checker", "unodsl"):
            found = getattr(importlib.import_module(module), name, None)
            if isinstance(found, type) and is_dataclass(found):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is nothing that is kept")

    def persistent_load(self, key: Any) -> Any:
        if key[0] == "span":
            (source, start), (_, end) = self.texts.place(key[1]), self.texts.place(key[2])
            return Span(source, start, end)
        _, at, text, description, verified = key
        source, start = self.texts.place(at)
        return Fix(source.name, source.line_column(start)[0], text, description, verified)


def rows_in(body: bytes) -> dict[str, list[tuple[Parts, bytes]]]:
    """The rows of an entry. Raises one of `UNREADABLE` if it has none."""
    out: dict[str, list[tuple[Parts, bytes]]] = {}
    for name, found in _Plain(BytesIO(body)).load().items():
        rows = [(tuple(Answered(*x[1:]) if x[0] == _ANSWERED else x for x in parts), kept) for parts, kept in found]
        if not isinstance(name, str) or not all(isinstance(kept, bytes) for _, kept in rows):
            raise ValueError(name)
        out[name] = rows
    return out


class _Plain(pickle.Unpickler):
    """Unpickles plain values only."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name} is nothing that is kept")
