"""The family check: all tables that a set of files allows, and the smallest sets of options that clash.

Screening: each game is one family (`checker.families.family`). A pair of rules that cannot clash in any state of it is
closed for all tables at once. For every other pair, the solver names the smallest sets of options with which the pair
could clash.

Confirmation: each of these sets is loaded as a table. As at any table, a position is searched and replayed.

Single tables: questions about one rule, or about a loop, concern each game without options and each option by itself.
Play over random combinations of options suggests more tables.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from checker.check_table import Merged, Part, counted, dead_ends, merge_by_cause, merge_dead_options, with_codes
from checker.compare.three_way import FEW_STATES
from checker.families.confirm import (
    MOST_TABLES,
    Claims,
    SearchResult,
    WitnessSearch,
    clash_candidates,
    findings_of,
    search_witnesses,
    witness_searches,
)
from checker.families.extended_games import Key, key, of_given_games
from checker.families.family import Cause
from checker.families.matrix import Pair, largest, matrix, pages
from checker.families.open_sets import Again, ask_again, decided, open_sets
from checker.families.pools import joint_causes, pool_tables, search_pool, used_causes
from checker.families.screen import (
    PAIRS,
    FamilyRequest,
    ScreenedFamily,
    SuspectedClash,
    family_requests,
    name_tables,
    screen_family,
)
from checker.families.select_products import (
    PAIRS_OF_OPTIONS,
    RuleAt,
    SingleTable,
    SingleTableJob,
    all_single_tables,
    dead_at,
    deduplicated,
    fewer_options,
    never_findings,
    one_table,
    option_pairs,
    options_of_rules,
    relevant_job,
    single_table_words,
    without_bans,
)
from checker.kept.answers import ask_ahead, expect, spread_kept
from checker.parallel import AtWork, nothing_shown, staying
from checker.results import Combinations, Finding, Game, Report, together, uncertified
from unodsl.resolve import Project, TableSpec

WORK = (screen_family, name_tables, search_witnesses, search_pool, one_table, ask_again)
"""The functions that answer the questions of a check."""

Search = Callable[[Project, WitnessSearch], list[SearchResult] | None]
"""A search at one table for the claims made there."""


def check_combinations(
    project: Project,
    groups: Sequence[tuple[str, ...]],
    parameters: dict[str, int | str],
    seats: range | None,
    budget: float,
    at_work: AtWork = nothing_shown,
    jobs: int = 1,
    only: tuple[str, ...] = (),
    without: tuple[str, ...] = (),
) -> Report:
    """Checks all tables of some games: every set of the project's options that can be on together, at each number of
    seats (None: all that the game allows). A group of several games is laid together. Reports findings about rules
    of the files given. `only`: options to check (full names); those that they need and the default options are
    added. `without`: options that are off. Ctrl-C ends the check with what was decided before. Raises `RulesError`."""
    run = Run(project, budget, at_work, jobs)
    with staying(project, jobs):
        ask_ahead(project, run.deadline, WORK)
        run.screen_families(family_requests(project, groups, parameters, seats, run.deadline, only, without))
        run.confirm()
        run.name()
        run.check_single_tables([] if run.stopped else all_single_tables(run.families, project), run.pairs_of_options())
        run.check_elsewhere(partial(without_bans, project, run.families))
        run.check_single_tables([] if run.stopped else fewer_options(project, run.families, run.checked))
        run.ask_extended_games(parameters)
        run.decide()
    return run.report()


class Run:
    """One check of some families, in steps. `screen_families` screens all their tables. `confirm` searches for clashes at the
    smallest tables that can show them. `name` selects the single tables that the families name. `check_single_tables`
    checks single tables. `report` merges the results. `fixes`: search for lines that would resolve a finding. Ctrl-C ends a step
    early, and the next ones do nothing."""

    def __init__(self, project: Project, budget: float, at_work: AtWork, jobs: int, fixes: bool = False) -> None:
        self.project, self.at_work, self.jobs, self.fixes = project, at_work, jobs, fixes
        self.started = time.monotonic()
        self.deadline = self.started + budget
        self.families: list[ScreenedFamily] = []
        self.unnamed: list[tuple[FamilyRequest, ScreenedFamily]] = []
        """Families without the tables that they name, with their wishes."""
        self.claims: Claims = {}
        self.checked: list[tuple[Part, SingleTable]] = []
        self.trials = 0
        self.compared = self.not_compared = 0
        self.again: list[tuple[Again, Part | None]] = []
        self.derived: frozenset[Key] = frozenset()
        """The findings of given games whose rules are of games that these extend, by what identifies them."""
        self.stopped = False

    @property
    def late(self) -> bool:
        """Whether to stop: Ctrl-C, or the budget ran out."""
        return self.stopped or time.monotonic() >= self.deadline

    def screen_families(self, wishes: Sequence[FamilyRequest]) -> None:
        """Screens each family: which pairs of rules can clash, and with which options."""
        if self.stopped:
            return
        found, self.stopped = spread_kept(
            screen_family, self.project, wishes, self.jobs, self._step("games", len(wishes))
        )
        learned = [(wish, x) for wish, x in zip(wishes, found, strict=True) if x is not None]
        self.families += [x for _, x in learned]
        more = [
            replace(wish, without=tuple(sorted({*wish.without, *some}))) for wish, x in learned for some in x.beside
        ]
        new = [(wish, x) for wish, x in learned if len(wish.games) == 1]
        self.unnamed += new
        # clashes are confirmed meanwhile
        expect(name_tables, self.project, [wish for wish, _ in new], first=True)
        if more:
            # what does not fit into one symbolic table with the others
            self.screen_families(more)

    def confirm(self) -> None:
        """Searches for each clash at the tables that could show it, and replays it: the smallest, then larger ones, if the
        rules clash where many options are on."""
        self.claims = clash_candidates(self.families, self.project, lambda suspect: suspect.causes)
        self._search(self.claims, MOST_TABLES)
        lifting = frozenset(option for x in self.families for option in x.lifting)
        pools = self._larger(partial(pool_tables, self.claims), search_pool)
        larger = self._larger(partial(used_causes, pools, lifting))
        joint = self._larger(partial(joint_causes, pools, lifting, larger))
        self.claims = {**pools, **self.claims, **larger, **joint}

    def _larger(self, causes: Callable[[SuspectedClash], Iterable[Cause]], search: Search = search_witnesses) -> Claims:
        """Searches for clashes at larger tables."""
        claims = clash_candidates(self.families, self.project, causes)
        self._search(claims, 1, search)
        return claims

    def _search(self, claims: Claims, attempts: int, search: Search = search_witnesses) -> None:
        """Searches for claims, each at some tables."""
        for attempt in range(attempts):
            visits = witness_searches(self.project, claims, attempt, self.deadline, self.fixes)
            if not visits or self.late:
                break
            step = self._step(f"tables, pass {attempt + 1}", len(visits))
            found, self.stopped = spread_kept(search, self.project, visits, self.jobs, step)
            for answers in found:
                if answers is None:
                    continue
                self.trials += 1
                for answer in answers:
                    claim = claims[answer.name]
                    claim.tried += 1
                    claim.met += answer.met
                    claim.clashes, claim.used = answer.clashes, answer.used
                    claim.finding = answer.finding
                    claim.ruled_out = answer.ruled_out

    def name(self) -> None:
        """Selects the tables that the families name for questions about single rules."""
        todo, self.unnamed = self.unnamed, []
        if self.stopped:
            return
        wishes = [wish for wish, _ in todo]
        step = self._step(f"{self.so_far()}; combinations to check", len(wishes))
        found, self.stopped = spread_kept(name_tables, self.project, wishes, self.jobs, step)
        for (_, family), named in zip(todo, found, strict=True):
            if named is not None:
                family.take(named)

    def check_single_tables(self, tables: Sequence[SingleTable], pairs: Sequence[SingleTableJob] = ()) -> None:
        """Checks single tables. Those without options come first; their findings are not repeated for others. `pairs`
        run beside these."""
        dead: frozenset[RuleAt] = frozenset()
        sought: frozenset[RuleAt] = frozenset()
        plain = [x for x in tables if not x.spec.options]
        for some, beside in ((plain, pairs), ([x for x in tables if x.spec.options], ())):
            if self.stopped:
                break
            jobs = [*beside, *(SingleTableJob(table, self.deadline, dead, sought) for table in in_turn(some))]
            what = "pairs of options" if beside else "single tables"
            step = self._step(f"{self.so_far()}; {what}", len(jobs))
            parts, self.stopped = spread_kept(
                one_table,
                self.project,
                jobs,
                self.jobs,
                step,
                effort,
                partial(relevant_job, self.project, options_of_rules(self.project)),
            )
            done = [(part, one.table) for part, one in zip(parts, jobs, strict=False) if part is not None]
            self.checked += done
            done = [x for x in done if x[1].codes != PAIRS_OF_OPTIONS]
            dead, sought = dead_at(self.project, done, "proved"), dead_at(self.project, done, "bounded")

    def pairs_of_options(self) -> list[SingleTableJob]:
        """The tables for the comparison of two options by their behavior. Clashes already reported for single rules are
        not repeated."""
        if self.late:
            return []
        tables, self.not_compared = option_pairs(self.families, self.project)
        clashing = frozenset(
            frozenset(c.finding.rules) for c in self.claims.values() if c.finding is not None and c.finding.rules
        )
        self.compared = len(tables)
        return [SingleTableJob(table, self.deadline, clashing=clashing, fixes=self.fixes) for table in tables]

    def check_elsewhere(self, variants: Callable[[SingleTable], list[TableSpec]]) -> None:
        """Checks, at variants of their tables, the findings that something never happens."""
        tables: list[SingleTable] = []
        for table, found in never_findings(self.project, self.checked):
            codes = frozenset(f.code for f in found)
            rules = frozenset(r for f in found for r in f.rules)
            tables += [SingleTable(spec, codes, rules, table.played, again=True) for spec in variants(table)]
        self.check_single_tables(tables)

    def merged(self) -> list[Finding]:
        """The findings of all tables."""
        clashes = findings_of(self.families, self.claims)
        findings = merge_by_cause([*clashes, *deduplicated(self.project, self.checked, clashes)])
        return dead_ends(Merged(findings)).left()

    def found(self) -> list[Finding]:
        """The findings about the files given."""
        every = (replace(f, derived=key(f) in self.derived) for f in self.merged())
        return [f for f in every if concerns(self.project, f)]

    def ask_extended_games(self, parameters: dict[str, int | str]) -> None:
        """Decides which findings of other files the games given have, and the games that they extend have not."""
        if self.late:
            return
        games = [x for one in self.families for x in one.game.games]
        step = self._step("the games that these extend", 1)
        self.derived, self.stopped = of_given_games(
            self.project, games, self.merged(), parameters, self.deadline, self.jobs, step
        )

    def so_far(self) -> str:
        """The number of contradictions found so far, in words."""
        codes = {*PAIRS, *PAIRS_OF_OPTIONS}
        count = sum(
            f.code in codes and f.evidence != "bounded" and f.severity != "note" and f.suppressed is None
            for f in self.found()
        )
        return f"{count or 'no'} contradiction{'' if count == 1 else 's'} so far"

    def decide(self) -> None:
        """Checks the actual tables of the sets of options that have open questions."""
        if self.stopped:
            return
        tables = open_sets(self.project, self.families, self.found(), self.deadline, self.fixes)
        step = self._step("sets of options with open questions", len(tables))
        parts, self.stopped = spread_kept(ask_again, self.project, tables, self.jobs, step)
        self.again = list(zip_longest(tables, parts))

    def compared_pairs(self) -> dict[Pair, bool]:
        """The pairs of options whose behavior was compared, and whether it is proved that they never decide the same
        decision."""
        out: dict[Pair, bool] = {}
        whole = not any(x.cut_short for x in self.families)
        for part, table in self.checked:
            if table.codes != PAIRS_OF_OPTIONS or part.cut_short or not (part.closed or part.findings):
                continue
            one, other = sorted(table.rules)
            out[one, other] = whole and not part.findings
        return out

    def report(self) -> Report:
        """Merges the results of all steps into a report."""
        given, settled = decided(self.found(), self.again)
        for part, _ in self.checked:
            given = [with_codes(f, part.covered) for f in given]
        games = each_game(x.game for x in self.families)
        tables = [table for _, table in self.checked]
        cells = matrix(self.project, games, given, self.compared_pairs(), settled, not self.stopped)
        combined = Combinations(
            games,
            cells,
            pages(self.project, given, not self.stopped),
            self.trials + len(tables),
            tuple(
                dict.fromkeys(
                    b
                    for x in self.families
                    for b in (*x.bounds, *single_table_words(tables), *self.pairwise(), *rechecked_words(len(settled)))
                )
            ),
            largest(games, cells, given),
        )
        given = merge_dead_options(given)
        parts = [part for part, _ in self.checked]
        each = [*(p for x in self.families for p in x.proofs), *(p for x in parts for p in x.proofs)]
        proofs = together(each)
        done = sum(x.closed for x in self.families) + sum(x.closed for x in parts)
        done -= sum(x.questions for x in each) - sum(x.questions for x in proofs)
        return counted(
            Report(
                findings=tuple(
                    sorted(given, key=lambda f: (f.code, f.evidence != "witnessed", f.rules, f.seats, f.options))
                ),
                tables=sum(count for x in self.families for _, count in x.game.tables),
                closed_uncertified=uncertified(done, proofs),
                found_witnessed=0,
                open_bounded=0,
                seconds=time.monotonic() - self.started,
                unused=(),
                cut_short=any(x.cut_short for x in self.families)
                or any(part.cut_short for part in parts)
                or time.monotonic() >= self.deadline,
                stopped=self.stopped,
                proofs=proofs,
                combinations=combined,
            )
        )

    def pairwise(self) -> list[str]:
        """The number of pairs of options whose behavior was compared, in words."""
        if not self.compared:
            return []
        left = f"; {self.not_compared} more pairs were not compared" if self.not_compared else ""
        pairs = "1 pair" if self.compared == 1 else f"{self.compared} pairs"
        return [
            f"UNO207 to UNO209 were checked for {pairs} of options, each at one number of seats, in {FEW_STATES} states met in "
            f"play at most{left}"
        ]

    def _step(self, what: str, count: int) -> Callable[[int], None]:
        return lambda done: self.at_work(done, count, what)


def at_once(project: Project, answer: object) -> Iterator[Finding]:
    """The final findings in one answer: those about the files given that have a witness. Other answers cannot change
    them."""
    found: Iterable[Finding | None] = ()
    if isinstance(answer, Part):
        found = answer.findings
    elif isinstance(answer, list):
        found = (x.finding for x in answer if isinstance(x, SearchResult))
    for finding in found:
        if finding is not None and finding.evidence == "witnessed" and concerns(project, finding):
            yield finding


def rechecked_words(settled: int) -> list[str]:
    """The number of questions closed at their own tables, in words."""
    what = "1 question" if settled == 1 else f"{settled} questions"
    return (
        [f"{what} about sets of options closed at their own tables, at the usual numbers of seats"] if settled else []
    )


def in_turn(tables: Sequence[SingleTable]) -> list[SingleTable]:
    """The tables, those with different numbers of seats in turn: two processes then have one number each, and use more of
    what they know."""
    before: Counter[int | None] = Counter()
    turn: list[int] = []
    for table in tables:
        turn.append(before[table.spec.seats])
        before[table.spec.seats] += 1
    return [table for _, table in sorted(zip(turn, tables, strict=True), key=lambda x: x[0])]


def effort(job: SingleTableJob) -> int:
    """The relative cost of checking a single table: it grows with the number of options. Comparing two options is
    cheap."""
    return 0 if job.table.codes == PAIRS_OF_OPTIONS else 1 + len(job.table.spec.options)


def each_game(games: Iterable[Game]) -> tuple[Game, ...]:
    """Merges the families of a game, which differ in parameters or numbers of seats."""
    out: dict[tuple[str, ...], Game] = {}
    for game in games:
        known = out.get(game.games)
        if known is None:
            out[game.games] = game
            continue
        options = {*known.options, *game.options}
        out[game.games] = Game(
            game.games,
            tuple(sorted(options)),
            tuple(
                sorted(
                    (o, why) for o, why in {**dict(game.left_out), **dict(known.left_out)}.items() if o not in options
                )
            ),
            tuple(sorted({**dict(game.tables), **dict(known.tables)}.items())),
            tuple({x[0]: x for x in (*game.singles, *known.singles)}.values()),
            known.apart | game.apart,
        )
    return tuple(out.values())


def concerns(project: Project, finding: Finding) -> bool:
    """Whether a finding is about the files given: about their rules or their games, or about other rules with their options."""
    if finding.derived:
        return True
    pages = {name.partition(".")[0] for name in (*finding.rules, *finding.options)}
    return not pages or bool(pages & set(project.named))
