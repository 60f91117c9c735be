"""The set of active options: those that the caller chooses, those that they bring, and compatible default options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from unodsl.diagnostics import Diagnostic, did_you_mean
from unodsl.model import table as t
from unodsl.resolve.project import Page, Project
from unodsl.source import Span
from unodsl.syntax import nodes as s

MOST_LISTED = 12
"""The most options listed in the error for an unknown one; those of the given files first."""


def option_info(project: Project, page: Page, name: str, on: bool, default: bool = False) -> t.OptionInfo:
    """The declaration of an option; relations to unknown options are left out."""
    option = page.options[name]

    def named(kind: str) -> tuple[str, ...]:
        words = [w.text for i in option.items if isinstance(i, s.Names) and i.kind == kind for w in i.names]
        if kind == "clause":
            return tuple(words)
        found = (project.option(w, project.chain(page.name)) for w in words)
        return tuple(f for f in found if f is not None)

    title = option.title.text if option.title else ""
    return t.OptionInfo(
        name,
        title,
        named("clause"),
        named("requires"),
        named("brings"),
        named("excludes"),
        on,
        option.span,
        default,
    )


def is_default(option: s.Option) -> bool:
    """Whether an option is `on by default`."""
    return any(isinstance(item, s.OnByDefault) for item in option.items)


def defaults_of(project: Project, base: Iterable[str], beside: Iterable[str] | None) -> tuple[str, ...]:
    """The default options of a table: those of its games (`base`: with their ancestors) and of the files of options
    beside them (None: the given ones for one of these games), nearest first. A file that is only used, or a named
    option of another one, switches nothing on."""
    pages = list(base)
    for name in project.given if beside is None else beside:
        if project.pages[name].game is None and project.pages[name].parent in pages:
            pages.append(name)
    found = [
        (name, option)
        for name in dict.fromkeys(pages)
        for option in project.pages[name].options
        if is_default(project.pages[name].options[option])
    ]
    return tuple(option for name, option in sorted(found, key=lambda x: (-len(project.chain(x[0])), x[1])))


def excluded_by_games(
    project: Project, base: Iterable[str], diagnostics: list[Diagnostic]
) -> dict[str, tuple[str, s.Name]]:
    """The options that a table's games exclude, each with the game and the word that excludes it."""
    out: dict[str, tuple[str, s.Name]] = {}
    for page in base:
        game = project.pages[page].game
        for item in () if game is None else game.items:
            if isinstance(item, s.Names) and item.kind == "excludes":
                for word in item.names:
                    other = project.option(word.text, project.chain(page))
                    if other is None:
                        diagnostics.append(unknown_option(project, word.text, word.span))
                    else:
                        out.setdefault(other, (page, word))
    return out


def meant_by(project: Project, name: str, base: Iterable[str]) -> tuple[str, ...]:
    """The candidates for an option's name: in full, or by its last part, first of the games (`base`, nearest first),
    then of the given files, then of all. Several: it is ambiguous."""
    page = name.partition(".")[0]
    if page in project.pages and name in project.pages[page].options:
        return (name,)

    def of(pages: Iterable[str]) -> tuple[str, ...]:
        return tuple(q for p in dict.fromkeys(pages) for q in project.pages[p].options if q.partition(".")[2] == name)

    return next((of((at,)) for at in base if of((at,))), ()) or of(project.given) or of(sorted(project.pages))


def called_option(
    project: Project, name: str, base: Iterable[str], diagnostics: list[Diagnostic], span: Span | None = None
) -> str | None:
    """The full name of an option that a caller names; None, with the error, if it is unknown or ambiguous."""
    found = meant_by(project, name, base)
    if len(found) == 1:
        return found[0]
    if found:
        listed = " or ".join(f"`{q}`" for q in found)
        diagnostics.append(Diagnostic("UNO105", f"`{name}` may be {listed}", span, "give the name in full"))
    else:
        diagnostics.append(unknown_option(project, name, span))
    return None


def unknown_option(project: Project, name: str, span: Span | None) -> Diagnostic:
    """The error for an unknown option; without a place if the caller named it."""
    known = project.option_names()
    hint = option_hint(project, name)
    if hint is None and known and span is None:
        given = set(project.given)
        near = sorted(known, key=lambda k: k.partition(".")[0] not in given)
        more = f", and {len(near) - MOST_LISTED} more" if len(near) > MOST_LISTED else ""
        hint = "there are " + ", ".join(f"`{k}`" for k in near[:MOST_LISTED]) + more
    return Diagnostic("UNO105", f"unknown option `{name}`", span, hint)


def option_hint(project: Project, word: str) -> str | None:
    """A suggestion for an unknown option: one of the same name in another file, with that prefix, or a similar name."""
    known = project.option_names()
    if "," in word:
        return f"name each by itself: `{' '.join(f'--with {x.strip()}' for x in word.split(',') if x.strip())}`"
    last = word.rpartition(".")[2]
    same = [n for n in known if n.partition(".")[2] == last]
    if not same and (rule := rule_hint(project, word)) is not None:
        return rule
    if not same:
        same = [n for n in known if last.startswith(n.partition(".")[2]) or n.partition(".")[2].startswith(last)]
        same = sorted(same, key=lambda n: -len(n.partition(".")[2]))[:1]
    if same:
        return "did you mean " + " or ".join(f"`{n}`" for n in same) + "?"
    return did_you_mean(word, [*known, *(n.partition(".")[2] for n in known)])


def rule_hint(project: Project, word: str) -> str | None:
    """The help for a rule that is named where an option is needed; None if there is no such rule."""
    for page in project.pages.values():
        for option, items in page.blocks():
            for item in items:
                if isinstance(item, s.Rule) and word in (item.name.text, f"{page.name}.{item.name.text}"):
                    whose = f"`{page.name}`, and is always on" if option is None else f"the option `{option}`"
                    return f"it is a rule of {whose}"
    return None


class Standing:
    """Determines which default options are active: a default option yields to the table's choices. It is off if it is
    left out, if an active option or a game of the table excludes it, if it requires an option that is off, or if that
    holds for an option that it brings. Between two default options that exclude each other, that of the descendant game is
    on; if neither is, both stay, which is an error of the files."""

    def __init__(self, project: Project, defaults: tuple[str, ...]) -> None:
        self.defaults = defaults
        self.infos: Mapping[str, t.OptionInfo] = {
            name: option_info(project, page, name, False) for page in project.pages.values() for name in page.options
        }
        self.depth = {name: len(project.chain(name.partition(".")[0])) for name in defaults}

    def brought(self, options: Iterable[str]) -> frozenset[str]:
        """The closure of options under `brings`."""
        out: set[str] = set()
        todo = list(options)
        while todo:
            name = todo.pop()
            if name not in out:
                out.add(name)
                todo.extend(self.infos[name].brings)
        return frozenset(out)

    def apart(self, some: Iterable[str], others: Iterable[str]) -> bool:
        """Whether an option of `some` and one of `others` exclude each other."""
        left, right = list(some), list(others)
        return any(b in self.infos[a].excludes or a in self.infos[b].excludes for a in left for b in right if a != b)

    def beside(self, chosen: frozenset[str], off: frozenset[str]) -> frozenset[str]:
        """The active default options, with those that they bring. `chosen`: already on; `off`: cannot be on."""
        standing = [
            name
            for name in self.defaults
            if not self.brought((name,)) & off and not self.apart(self.brought((name,)), chosen)
        ]
        standing = self.met(standing, chosen)
        for name in list(standing):
            nearer = [n for n in standing if self.depth[n] > self.depth[name]]
            if self.apart(self.brought((name,)), self.brought(nearer)):
                standing.remove(name)
        return self.brought(self.met(standing, chosen))

    def met(self, standing: list[str], chosen: frozenset[str]) -> list[str]:
        """The default options whose requirements are on."""
        while True:
            on = chosen | self.brought(standing)
            kept = [n for n in standing if all(set(self.infos[m].requires) <= on for m in self.brought((n,)))]
            if kept == standing:
                return kept
            standing = kept


def changes_constants(project: Project, option: str) -> bool:
    """Whether an option changes something that may have to be constant before the game."""
    return any(isinstance(i, s.Deck | s.SetParameter | s.Seats | s.Needs) for i in project.items_of(option))
