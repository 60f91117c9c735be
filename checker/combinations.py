"""All tables that a set of files allows: which options clash, with the smallest sets of them that do.

Three steps. Each game is one family (`checker.family`): a pair of rules that cannot clash in any of its states is settled for all
of its tables at once, and for every other pair the solver names the smallest sets of options with which it could. Each of those
sets is then loaded as the table that it is, and a position sought there and replayed, as for any table. What is asked of one rule
and not of a pair (whether it ever happens, whether a stack can go on for ever) is asked of each game without options, of each
option by itself, and of those pairs of options with which play over random mixtures never saw a rule that it saw otherwise.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from checker.case import SAMPLED_MOVES, Case, forget
from checker.checks import doubles, order, outcomes, parameters, permits, replacements
from checker.doubts import Doubts, Wanted
from checker.family import Cause, Family, base_of, family
from checker.graph import circles
from checker.matrix import matrix, pages
from checker.mixtures import Hint, hints
from checker.registry import CHECKS
from checker.run import Part, Told, check_seats, counted, placed, suppressed
from checker.spread import spread
from checker.verdicts import Combinations, Finding, Game, Report
from checker.witness import written_rules
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, resolve_table

PAIRS: dict[str, Callable[[Case, Wanted], Doubts]] = {
    module.CODE: module.doubts for module in (order, permits, outcomes, replacements, parameters, doubles)
}
"""The checks of pairs of rules, by code."""

SINGLES = frozenset(code for code, _, _ in CHECKS) - PAIRS.keys()
"""The codes of the other checks."""

RULES = frozenset({"UNO401", "UNO402", "UNO403"})
"""The codes that are about one rule."""

STOPPED = frozenset({"UNO301", "UNO303"})
"""The codes that are about a game that cannot go on."""

MOST_SEATS = 10
"""Seats that are looked at unless more are asked for."""

MOVES = 4_000
"""Moves of random games at each table that is looked at first; at a second one there are more."""

MOST_TABLES = 2
"""So many tables are looked at for one pair of rules and one set of options."""

Key = tuple[str, tuple[str, ...], str]
"""What a doubt is about: the code, the rules by name, and what else."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A game, or several laid over each other, whose family is to be looked at."""

    project: Project
    games: tuple[str, ...]
    parameters: dict[str, int | str]
    seats: range
    deadline: float
    only: tuple[str, ...]


@dataclass(slots=True)
class Suspect:
    """A doubt that some tables of a family may have, and what to say where none is shown to."""

    key: Key
    causes: list[Cause]
    still_open: Finding


@dataclass(slots=True)
class Learned:
    """What was learned of a family: plain values, because it may come from another process."""

    game: Game
    proved: int
    suspects: list[Suspect]
    bounds: tuple[str, ...]
    hints: list[Hint]
    cut_short: bool


def check_combinations(
    project: Project,
    groups: Sequence[tuple[str, ...]],
    parameters: dict[str, int | str],
    seats: range | None,
    budget: float,
    told: Told = lambda _: None,
    jobs: int = 1,
    only: tuple[str, ...] = (),
) -> Report:
    """Check all tables of some games: every set of the project's options that can be on together, at each number of seats
    (None: all that the game allows). A group of several games is laid over each other. Findings are about rules of the files
    given. `only`: of these options alone (full names), with what they need. Ctrl-C ends it with what was decided so far. Raises
    `RulesError`."""
    started = time.monotonic()
    deadline = started + budget

    def step(what: str, count: int) -> Callable[[int], None]:
        return lambda done: told(f"{what}: {done} of {count}")

    wishes = wishes_of(project, groups, parameters, seats, deadline, only)
    families, stopped = spread(look_at, wishes, jobs, step("games", len(wishes)))
    known = [x for x in families if x is not None]
    cut_short = any(x.cut_short for x in known)
    claims = claims_of(known, project)
    trials = 0
    for attempt in range(MOST_TABLES):
        visits = visits_of(claims, attempt, project, parameters, deadline)
        if not visits or stopped or time.monotonic() >= deadline:
            break
        found, stopped = spread(visit, visits, jobs, step(f"tables, round {attempt + 1}", len(visits)))
        for asked, answers in zip(visits, found, strict=True):
            if answers is None:
                continue
            trials += 1
            for name in asked.claims:
                claims[name].tried += 1
            for name, finding in answers:
                claims[name].finding = finding
                claims[name].ruled_out = finding is None
    findings = told_of(known, claims)
    tables = [] if stopped else lone_tables(known, project, parameters)
    parts, stopped_now = spread(
        one_table,
        [(project, spec, codes, deadline) for spec, codes, _ in tables],
        jobs,
        step("single tables", len(tables)),
    )
    stopped = stopped or stopped_now
    about = [rule for _, _, rule in tables]
    done = [(part, rule) for part, rule in zip(parts, about, strict=True) if part is not None]
    findings += first_of(done)
    cut_short = cut_short or any(part.cut_short for part, _ in done) or time.monotonic() >= deadline
    given = [f for f in findings if concerns(project, f)]
    combined = Combinations(
        tuple(x.game for x in known),
        matrix(project, [x.game for x in known], given),
        pages(project, given),
        trials + len(tables),
        tuple(dict.fromkeys(b for x in known for b in x.bounds)),
    )
    return counted(
        Report(
            findings=tuple(
                sorted(given, key=lambda f: (f.code, f.evidence != "witnessed", f.rules, f.seats, f.options))
            ),
            tables=sum(count for x in known for _, count in x.game.tables),
            clean_proved=sum(x.proved for x in known) + sum(part.proved for part, _ in done),
            found_witnessed=0,
            open_bounded=0,
            seconds=time.monotonic() - started,
            unused=(),
            cut_short=cut_short,
            stopped=stopped,
            proofs=tuple(dict.fromkeys(p for part, _ in done for p in part.proofs)),
            combinations=combined,
        )
    )


# ---------------------------------------------------------------------------------------------------- first: whole families


def wishes_of(
    project: Project,
    groups: Sequence[tuple[str, ...]],
    parameters: dict[str, int | str],
    seats: range | None,
    deadline: float,
    only: tuple[str, ...],
) -> list[Wish]:
    """The families to look at: each game at the numbers of seats that it allows of those asked for. Raises `RulesError`."""
    out = []
    for games in groups:
        plain = resolve_table(project, base_of(games, parameters)).table
        low, high = plain.seats_low, min(plain.seats_high, MOST_SEATS)
        if seats is not None:
            low, high = max(seats[0], low), min(seats[-1], plain.seats_high)
        if low <= high:
            out.append(Wish(project, games, parameters, range(low, high + 1), deadline, only))
    return out


def look_at(wish: Wish) -> Learned:
    """Ask all questions about pairs of rules of one family. Raises `RulesError`."""
    forget()
    found = family(wish.project, wish.games, wish.parameters, wish.seats, wish.deadline, wish.only)
    case = found.case
    option_of = {name: r.info.option for name, r in written_rules(case.table).items()}
    suspects: list[Suspect] = []
    proved = 0
    for code, doubts in PAIRS.items():
        here = doubts(case, None)
        proved += here.proved
        for doubt in here.open:
            options = {*doubt.options, *(option_of[r] for r in doubt.rules)} & set(found.options)
            own = found.relations.closed(o for o in options if o is not None)
            causes = found.smallest(doubt, own)
            if not causes:
                proved += 1
                continue
            key = code, tuple(sorted(doubt.rules)), doubt.about
            first = causes[0]
            said = replace(doubt.still_open(), options=tuple(sorted(first.options)), seats=first.seats[0])
            suspects.append(Suspect(key, causes, said))
    proved += not circles(case.table)
    game = Game(
        wish.games,
        found.options,
        tuple(sorted({**found.left_out, **found.alone}.items())),
        tuple((n, found.tables(n)) for n in wish.seats),
        tuple((o, tuple(sorted(found.relations.brought[o])), min(found.seats_of(o))) for o in found.options),
        frozenset(pair for pair in found.relations.apart if pair <= set(found.options)),
    )
    return Learned(
        game, proved, suspects, bounds(found), hints(found) if len(wish.games) == 1 else [], bool(case.cut_short)
    )


def bounds(found: Family) -> tuple[str, ...]:
    """What was not settled for every mixture, in words."""
    out = [
        f"`{name}` was looked at only at tables of its own, not in mixtures: {why}"
        for name, why in sorted(found.alone.items())
    ]
    if circles(found.case.table):
        out.append(
            "rules can set each other off in circles (UNO301) at some mixtures, and not all of those were played"
        )
    return tuple(out)


# ----------------------------------------------------------------------------------------------- second: the tables they name


@dataclass(slots=True)
class Claim:
    """That a doubt is a finding with some options: the tables (game, seats) to show it at, and the finding once it is shown.
    `ruled_out`: at such a table more is known, and it was proved that there is none. `tried`: so many of the tables were looked
    at."""

    key: Key
    options: frozenset[str]
    tables: list[tuple[tuple[str, ...], int]] = field(default_factory=list)
    finding: Finding | None = None
    ruled_out: bool = False
    tried: int = 0


Name = tuple[Key, frozenset[str]]
"""A claim is called by its doubt and its options."""

Claims = dict[Name, Claim]


def claims_of(families: list[Learned], project: Project) -> Claims:
    """The claims of all families; the same one of several games is shown once: at the game of the rules' own page rather than
    at another, at the fewest seats."""
    out: Claims = {}
    for one in families:
        for suspect in one.suspects:
            if suspect.key[1] and not any(r.partition(".")[0] in project.given for r in suspect.key[1]):
                continue
            for cause in suspect.causes:
                claim = out.setdefault((suspect.key, cause.options), Claim(suspect.key, cause.options))
                claim.tables.extend((one.game.games, n) for n in cause.seats)
    for claim in out.values():
        home = {r.partition(".")[0] for r in claim.key[1]}
        claim.tables.sort(key=lambda x: (x[1], not set(x[0]) & home))
        # another number of seats tells more than another game
        first: dict[int, tuple[tuple[str, ...], int]] = {}
        for games, seats in claim.tables:
            first.setdefault(seats, (games, seats))
        claim.tables = [*first.values(), *(x for x in claim.tables if x not in first.values())]
    return out


@dataclass(frozen=True, slots=True)
class Visit:
    """A table to look at, and what for."""

    project: Project
    spec: TableSpec
    claims: tuple[Name, ...]
    deadline: float
    moves: int


def visits_of(
    claims: Claims, attempt: int, project: Project, parameters: dict[str, int | str], deadline: float
) -> list[Visit]:
    """The tables to look at for the claims that are not shown yet. One that has more options than a claim of the same rules
    that is shown already is none of the smallest."""
    groups: dict[tuple[tuple[str, ...], int, frozenset[str]], list[Name]] = {}
    shown = {(c.key, c.options) for c in claims.values() if c.finding is not None}
    for name, claim in claims.items():
        smaller = any(key == claim.key and options < claim.options for key, options in shown)
        if claim.finding is None and not claim.ruled_out and attempt < len(claim.tables) and not smaller:
            games, seats = claim.tables[attempt]
            groups.setdefault((games, seats, claim.options), []).append(name)
    return [
        Visit(
            project,
            replace(base_of(games, parameters, seats), options=tuple(sorted(options))),
            tuple(names),
            deadline,
            SAMPLED_MOVES if attempt else MOVES,
        )
        for (games, seats, options), names in sorted(groups.items(), key=lambda x: (x[0][0], x[0][1], sorted(x[0][2])))
    ]


def visit(asked: Visit) -> list[tuple[Name, Finding | None]] | None:
    """Look for what is claimed at one table. None: it is proved that it is not so there; nothing at all: the time is over."""
    if time.monotonic() >= asked.deadline:
        return None
    forget()
    try:
        resolved = resolve_table(asked.project, asked.spec)
        case = Case(asked.project, asked.spec, resolved, asked.deadline, sampled_moves=asked.moves, mends=False)
    except RulesError:
        return [(name, None) for name in asked.claims]
    out: list[tuple[Name, Finding | None]] = []
    rules, part = written_rules(case.table), Part()
    for code, doubts in PAIRS.items():
        mine = [name for name in asked.claims if name[0][0] == code]
        if not mine:
            continue
        wanted = frozenset(frozenset(rules_) for (_, rules_, _), _ in mine)
        known = {(tuple(sorted(d.rules)), d.about): d for d in doubts(case, wanted).open}
        for name in mine:
            doubt = known.get(name[0][1:])
            found = None if doubt is None or not case.going_on() else doubt.look()
            if doubt is None:
                out.append((name, None))
            elif found is not None and found.evidence != "bounded":
                found = replace(found, options=tuple(sorted(name[1])))
                found = replace(
                    found, details=(*found.details, f"shown at a table of {' and '.join(case.table.games)}")
                )
                out.append((name, suppressed(part, rules, placed(case, found))))
    return out


def told_of(families: list[Learned], claims: Claims) -> list[Finding]:
    """What the claims came to: a finding for each doubt that was shown, an open question for each other."""
    shown: dict[Key, list[Finding]] = {}
    tried: Counter[Key] = Counter()
    for claim in claims.values():
        tried[claim.key] += claim.tried
        if claim.finding is not None:
            shown.setdefault(claim.key, []).append(claim.finding)
    open_ = {s.key: s.still_open for x in families for s in x.suspects}
    out = [with_others(group) for group in shown.values()]
    out += [unshown(open_[key], times) for key, times in tried.items() if key not in shown and times]
    return out + untried([open_[key] for key, times in tried.items() if not times])


def with_others(group: list[Finding]) -> Finding:
    """One finding of those of the same rules with several smallest sets of options: the others are named."""
    first, *others = sorted(group, key=lambda f: (len(f.options), f.seats, f.options))
    told = [
        f"so it is with {', '.join(f.options) or 'no option'}, at {f.seats} seats, shown in the same way"
        for f in others
    ]
    return replace(first, details=(*first.details, *told))


def unshown(finding: Finding, tables: int) -> Finding:
    """The open question about rules for which no table showed anything."""
    looked = f"{tables} table{'s' if tables != 1 else ''}"
    basis = f"some table may have such a state by all that is proved; none was met at the {looked} looked at"
    return replace(finding, basis=basis, fixes=())


def untried(findings: list[Finding]) -> list[Finding]:
    """One open question for each code about the pairs of rules for which there was no time."""
    out = []
    for code in sorted({f.code for f in findings}):
        first, *others = (f for f in findings if f.code == code)
        pairs = len(others) + 1
        message = f"{pairs} pair{'s' if pairs > 1 else ''} of rules {'were' if pairs > 1 else 'was'} not looked at"
        out.append(replace(first, message=message, rules=(), options=(), basis="the budget ran out", fixes=()))
    return out


# ------------------------------------------------------------------------------------------------- third: one rule at a time


def lone_tables(
    families: list[Learned], project: Project, parameters: dict[str, int | str]
) -> list[tuple[TableSpec, frozenset[str], str | None]]:
    """Each game without options, each option of the files given at the game that it is at home in, and the pairs that play
    hints at (with the rule that is asked about)."""
    out: list[tuple[TableSpec, frozenset[str], str | None]] = []

    def at(game: Game, options: Iterable[str], seats: int) -> TableSpec:
        return replace(base_of(game.games, parameters, seats), options=tuple(sorted(options)))

    for one in families:
        out.append((at(one.game, (), one.game.tables[0][0]), SINGLES, None))
    placed_: set[str] = set()
    alone = [one for one in families if len(one.game.games) == 1]
    for home in (True, False):
        for one in alone:
            for option, closed, seats in one.game.singles:
                given = option.partition(".")[0] in project.given
                if given and option not in placed_ and (not home or option.partition(".")[0] in one.game.games):
                    placed_.add(option)
                    out.append((at(one.game, closed, seats), SINGLES, None))
    for one in alone:
        for hint in one.hints:
            codes = STOPPED if hint.rule is None else RULES
            out.append((at(one.game, hint.options, hint.seats), codes, hint.rule))
    return out


def one_table(asked: tuple[Project, TableSpec, frozenset[str], float]) -> Part:
    """Ask one table what is asked of single rules. A table that cannot be has nothing to say."""
    project, spec, codes, deadline = asked
    if time.monotonic() >= deadline:
        return Part(cut_short=True)
    try:
        return check_seats(project, spec, deadline, codes=codes, mends=False)
    except RulesError:
        return Part()


def first_of(parts: list[tuple[Part, str | None]]) -> list[Finding]:
    """Each finding once: where it is found with the fewest options. Of a table that was looked at for one rule, what is about
    that rule."""
    out: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Finding] = {}
    for part, rule in parts:
        for finding in part.findings:
            if rule is not None and (rule not in finding.rules or finding.evidence == "bounded"):
                continue
            about = finding.rules or tuple(str(p.span) for p in finding.places)
            own = finding.options if finding.code == "UNO404" else ()
            known = out.get((finding.code, about, own))
            better = known is None or (known.evidence == "bounded" and finding.evidence != "bounded")
            if better or (known is not None and len(finding.options) < len(known.options)):
                out[finding.code, about, own] = finding
    return list(out.values())


# ------------------------------------------------------------------------------------------------------------- what comes out


def concerns(project: Project, finding: Finding) -> bool:
    """Whether a finding is about something in the files given: their rules, or rules of others that are so with their options."""
    pages = {name.partition(".")[0] for name in (*finding.rules, *finding.options)}
    return not pages or bool(pages & set(project.given))
