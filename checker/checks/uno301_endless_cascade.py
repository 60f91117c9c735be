"""UNO301 endless-cascade: a cycle of rules that trigger each other."""

from __future__ import annotations

from dataclasses import replace

from checker.checks.findings import finding_of
from checker.codes import ENDLESS_CASCADE
from checker.context import Context
from checker.effects.trigger_graph import circles
from checker.invariants.decided import kernel
from checker.kernel.proved import certificate
from checker.play.sample import Ended, towards
from checker.reachability.dead import reach
from checker.results import WORDS, Answers, Finding, Place, Proof, by_analysis
from checker.search.simulate import games
from checker.smt.cascade_load import Loads
from checker.termination.cascades import cascade_ranking, eliminated
from checker.witness.path import statable_positions
from checker.witness.scenario import header, move_line, scenario_text
from unodsl import limits
from unodsl.engine.api import EndlessCascade, Move, State

CODE = ENDLESS_CASCADE.id

FAR_TOO_OFTEN = f"in one move, these rules set each other off more than {limits.CASCADE_RULES:,} times: "


def check(context: Context) -> Answers:
    """Checks the cycles of the trigger graph. An acyclic graph has no endless cascade (`repeat` and `for each` are
    bounded), but a cascade may exceed the engine's limit. A cycle is witnessed by a cascade that the engine stopped,
    closed by a termination proof that the kernel accepts, or open."""
    triggers = context.table.triggers
    never = frozenset(i for i, x in enumerate(triggers) if not context.facts.events & set(x.events))
    found = circles(context.table, never)
    loads = Loads(context.claims)
    most = 0 if found else loads.most()
    if not found and most <= limits.CASCADE_RULES:
        proof = all_cascades_end(context)
        if proof is not None:
            return Answers((), 1, (proof,))
        return Answers((still_open(context, (), "each event sets off later ones only"),), 0)
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
    alive = context if seen else reach(context).strong or context
    ended = eliminated(alive)
    at_rest = ended.terminated(found)
    often = 0
    if not seen and all(c in at_rest for c in found):
        often = Loads(alive.claims, ended.layers).most()
        proof = all_cascades_end(alive)
        if proof is not None:
            return Answers((), 1, (proof,))
    findings: list[Finding] = []
    for circle in found:
        names = {context.table.triggers[i].info.name for i in circle}
        hit = next(((s, m, r) for s, m, r in seen if set(r) & names), None)
        why = at_rest.get(circle)
        if hit is not None:
            findings.append(stopped_finding(context, circle, hit, why))
        else:
            findings.append(still_open(context, circle, why, often))
    return Answers(tuple(findings), 0)


def all_cascades_end(context: Context) -> Proof | None:
    """The proof that every cascade terminates; None if the kernel does not accept it."""
    found, the_kernel = cascade_ranking(context), kernel(context)
    shown = None if found is None or the_kernel is None else the_kernel.ranking(found)
    return None if shown is None else Proof(CODE, "every cascade", WORDS[shown.kind], certificate([shown]))


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
            found = stopped_finding(context, ran, hit, why)
            return found if heaviest in ran else replace(found, places=(*found.places, cause))
    return still_open(context, (heaviest,), why, most)


def stopped_finding(context: Context, circle: tuple[int, ...], hit: Ended, why: str | None) -> Finding:
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
    return finding_of(
        ENDLESS_CASCADE,
        context,
        rules,
        ("these rules set each other off for ever: " if why is None else FAR_TOO_OFTEN)
        + ", ".join(f"`{r.info.name}`" for r in rules),
        basis,
        witness=witness,
        severity="error",
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


def still_open(context: Context, circle: tuple[int, ...], why: str | None, often: int = 0) -> Finding:
    """The open question. `why`: why the cascades end, without a certificate. `often`: a bound on the events of one move, after
    which the engine may have stopped them."""
    rules = [context.table.triggers[i] for i in circle]
    basis = f"every cascade came to rest in {context.moves} moves of play"
    if why is not None:
        basis += by_analysis(why)
        if often > limits.CASCADE_RULES:
            basis += f", but that may take more than {limits.CASCADE_RULES:,} rules in one move"
    return finding_of(
        ENDLESS_CASCADE,
        context,
        rules,
        "these rules can set each other off, and nothing shows that they stop: "
        + ", ".join(f"`{r.info.name}`" for r in rules),
        basis,
    )
