"""UNO301 endless-cascade: a cycle of rules that trigger each other."""

from __future__ import annotations

from dataclasses import replace

from checker.codes import ENDLESS_CASCADE
from checker.context import Context
from checker.effects.trigger_graph import Loads, circles, heights
from checker.invariants.decided import kernel
from checker.kernel.proved import certificate
from checker.play.sample import Ended, towards
from checker.reachability.dead import reach
from checker.results import UNCERTIFIED, WORDS, Answers, Finding, Place, Proof, by_analysis
from checker.search.simulate import games
from checker.termination.cascades import terminates
from checker.witness.path import statable_positions
from checker.witness.scenario import header, move_line, scenario_text
from unodsl import limits
from unodsl.engine.api import EndlessCascade, Move, State

CODE, NAME = ENDLESS_CASCADE.id, ENDLESS_CASCADE.name

FAR_TOO_OFTEN = f"in one move, these rules set each other off more than {limits.CASCADE_RULES:,} times: "


def check(context: Context) -> Answers:
    """Checks the cycles of the trigger graph. An acyclic graph has no endless cascade (`repeat` and `for each` are
    bounded), but a cascade may exceed the engine's limit. A cycle is witnessed by a cascade that the engine stopped,
    closed by a termination proof, or open."""
    triggers = context.table.triggers
    never = frozenset(i for i, x in enumerate(triggers) if not context.facts.events & set(x.events))
    found = circles(context.table, never)
    loads = Loads(context.table, never)
    most = 0 if found else loads.most()
    if not found and most <= limits.CASCADE_RULES:
        return all_cascades_end(context, never)
    samples = context.samples
    seen = list(samples.endless)
    if not seen and context.within_budget():
        seen.extend(games(context).endless)
    if not seen and context.within_budget():
        for kinds in (range(len(context.table.deck.kinds))[i::8] for i in range(8)):
            seen.extend(towards(context.executor, context.layout, kinds, 6, 120, context.within_budget).endless)
            if seen:
                break
    if not found:
        return Answers((stopped_cascade(context, loads, most, seen),), 0)
    findings: list[Finding] = []
    proofs: list[Proof] = []
    at_rest = terminates(context if seen else reach(context).strong or context, found)
    for circle in found:
        names = tuple(context.table.triggers[i].info.name for i in circle)
        hit = next(((s, m, r) for s, m, r in seen if set(r) & set(names)), None)
        why = at_rest.get(circle)
        if hit is not None:
            findings.append(stopped_finding(context, circle, names, hit, None if why is None else why.words))
        elif why is not None and why.runs <= limits.CASCADE_RULES:
            proofs.append(Proof(CODE, ", ".join(names), by_analysis(why.words)))
        elif broken(context, circle, never):
            words = by_analysis("some of these rules never happen, and the others do not go round")
            proofs.append(Proof(CODE, ", ".join(names), words))
        else:
            findings.append(still_open(context, circle, names, "" if why is None else why.words))
    return Answers(tuple(findings), len(proofs), tuple(proofs))


def all_cascades_end(context: Context, never: frozenset[int]) -> Answers:
    """The proof for an acyclic trigger graph: the height of events decreases along each edge. The kernel checks it
    again."""
    found = heights(context.table, never)
    the_kernel = kernel(context)
    shown = None if the_kernel is None else the_kernel.ranking(found)
    how = (UNCERTIFIED, None) if shown is None else (WORDS[shown.kind], certificate([shown]))
    return Answers((), 1, (Proof(CODE, "every cascade", *how),))


def stopped_cascade(context: Context, loads: Loads, most: int, seen: list[Ended]) -> Finding:
    """The finding on an acyclic cascade that the engine stopped; or the open question about the rule that causes most
    events."""
    triggers = context.table.triggers
    why = f"it comes to rest after {most:,} events at most"
    heaviest = max(range(len(triggers)), key=lambda i: (loads.of_trigger(i), -i))
    cause = Place(triggers[heaviest].info.head, "sets off the most")
    for hit in seen:
        ran = tuple(i for i, x in enumerate(triggers) if x.info.name in hit[2])
        if ran:
            found = stopped_finding(context, ran, tuple(triggers[i].info.name for i in ran), hit, why)
            return found if heaviest in ran else replace(found, places=(*found.places, cause))
    return still_open(context, (heaviest,), (triggers[heaviest].info.name,), why)


def broken(context: Context, circle: tuple[int, ...], never: frozenset[int]) -> bool:
    """Whether the dead rules break every cycle among some rules."""
    dead = frozenset(i for i in circle if context.table.triggers[i].info.name in reach(context).dead)
    return bool(dead) and not any(set(circle) & set(x) for x in circles(context.table, never | dead))


def stopped_finding(
    context: Context, circle: tuple[int, ...], names: tuple[str, ...], hit: Ended, why: str | None
) -> Finding:
    """The finding on a cascade that the engine stopped. `why`: the reason why it would still end at some point, or
    None."""
    state, move, _ = hit
    witness, basis = None, "the match cannot begin: its first cascade was stopped by the engine"
    if move is None:
        witness = header(context) + "\n\n" + scenario_text("the match never begins", context, ["the match begins"])
    else:
        written = next((w for w in statable_positions(context, state) if endless(context, w.state, move)), None)
        if written is not None:
            lines = [*written.lines, move_line(context, move, False)]
            witness = header(context) + "\n\n" + scenario_text("this move never comes to rest", context, lines)
            basis = "replayed by the engine, which stops the cascade and names the same rules"
    rules = [context.table.triggers[i] for i in circle]
    return Finding(
        code=CODE,
        name=NAME,
        severity="error",
        message=("these rules set each other off for ever: " if why is None else FAR_TOO_OFTEN)
        + ", ".join(f"`{n}`" for n in names),
        rules=names,
        options=context.options_of(*rules),
        seats=context.layout.seats,
        places=tuple(Place(r.info.head, r.info.name) for r in rules),
        evidence="witnessed" if witness is not None else "bounded",
        witness=witness,
        basis=basis,
        details=(
            "a cascade that the engine stops is no legal game: the witness fails when it is run, and says so",
            *(() if why is None else (f"it would come to rest at some point: {why}",)),
        ),
    )


def endless(context: Context, state: State, move: Move) -> bool:
    """Whether the engine stops this move."""
    if move not in context.executor.legal(state):
        return False
    try:
        context.executor.apply(state, move)
    except EndlessCascade:
        return True
    return False


def still_open(context: Context, circle: tuple[int, ...], names: tuple[str, ...], why: str) -> Finding:
    """The open question. `why`: the reason why the cascades end, though perhaps not before the engine stops them; or
    ""."""
    rules = [context.table.triggers[i] for i in circle]
    return Finding(
        code=CODE,
        name=NAME,
        severity="note",
        message="these rules can set each other off, and nothing shows that they stop: "
        + ", ".join(f"`{n}`" for n in names),
        rules=names,
        options=context.options_of(*rules),
        seats=context.layout.seats,
        places=tuple(Place(r.info.head, r.info.name) for r in rules),
        evidence="bounded",
        witness=None,
        basis=f"every cascade came to rest in {context.moves} moves of play"
        + (f"; {why}, but that may take more than {limits.CASCADE_RULES:,} rules in one move" if why else ""),
    )
