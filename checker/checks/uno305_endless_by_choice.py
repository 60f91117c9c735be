"""UNO305 endless-by-choice: a round can go on forever if all players wish it."""

from __future__ import annotations

from checker.checks.findings import finding_of
from checker.codes import ENDLESS_BY_CHOICE
from checker.context import Context, stage
from checker.invariants.decided import kernel, taking_part
from checker.kernel.proved import certificate
from checker.reachability.dead import reach
from checker.results import Answers, Finding, Place, Proof, about, by_analysis
from checker.search.adversary import GAMES, stalled
from checker.search.graph import end_of_round, forced
from checker.termination.cascades import cascade_ranking
from checker.termination.change_vectors import Change, deltas_of
from checker.termination.situations import Termination, of_sums
from checker.witness.lasso import lasso_text
from unodsl.model import table as t

CODE = ENDLESS_BY_CHOICE.id


def check(context: Context) -> Answers:
    """Closes the question if some measure decreases with every move; or finds a lasso of players who delay the end."""
    proof = termination_proof(context, CODE)
    if proof is not None:
        return Answers((), 1, (proof,))
    if not context.ground:
        return Answers((), 0)
    lasso = stalled(context).lasso if not context.samples.endless else None
    if lasso is None:
        return Answers((still_open(context),), 0)
    at = lasso.state
    for move in lasso.moves:
        if end_of_round(context, at, 6, 400) is not None:
            break
        after = forced(context, at, move)
        assert after is not None
        at = after
    else:
        # nobody can leave it: UNO304 says so
        return Answers((), 0)
    text = lasso_text(context, lasso, "nobody wants it to end")
    if text is None:
        return Answers((still_open(context),), 0)
    offers = [context.table.offers[i] for i in sorted({m.offer for m in lasso.moves})]
    finding = finding_of(
        ENDLESS_BY_CHOICE,
        context,
        offers,
        "a round can go on for ever if all wish it: " + ", ".join(f"`{o.info.name}`" for o in offers),
        "the engine played the round twice and came back to the same table each time; from there it also found a way to the end",
        witness=text,
        places=tuple(Place(o.info.head, "this move is one of the cycle") for o in offers),
        details=(f"{len(lasso.moves)} move{'s' if len(lasso.moves) > 1 else ''} lead back to the same table",),
    )
    return Answers((finding,), 0)


def termination_proof(context: Context, code: str) -> Proof | None:
    """The proof that no round has infinitely many moves, whichever situations are open; None if the kernel accepts none.
    `code`: the code of the question."""
    found, the_kernel, cascades = termination_argument(context), kernel(context), cascade_ranking(context)
    if found is None or the_kernel is None or cascades is None:
        return None
    # (a move that is legal at any time is legal with no situation open, too)
    everywhere = frozenset(range(-1, len(context.table.situations)))
    accepted = the_kernel.terminating_groups([(everywhere, found.sums)], taking_part(context), cascades).get(0)
    return None if accepted is None else Proof(code, about([accepted.about]), found.words, certificate([accepted]))


def by_analysis_alone(context: Context) -> str:
    """The end of an open question's basis: the argument that the kernel does not accept."""
    found = termination_argument(context)
    return "" if found is None else by_analysis(found.words)


@stage
def termination_argument(context: Context) -> Termination | None:
    """A termination argument for all moves of the table, in any situation; None if none is found."""
    # rules that are proved dead change no measure
    context = reach(context).strong or context
    deltas = deltas_of(context)
    changes: list[Change] = []
    for index, offer in enumerate(context.table.offers):
        # (a move that is legal at any time is legal with no situation open, too)
        tops = offer.situations or (*sorted(context.facts.begun), -1)
        if offer.mode not in t.LEFT_ALONE and offer.info.name not in context.never:
            for top in tops:
                outcome = deltas.of_move(index, top)
                if not outcome.leaves and not any(low > 0 or high < 0 for low, high in outcome.change.values()):
                    # the move may change nothing at all
                    return None
                changes += [] if outcome.leaves else [outcome.change]
    return of_sums(context.table, changes)


def still_open(context: Context) -> Finding:
    spans = [context.table.situations[i].span for i in sorted(context.ground)]
    return finding_of(
        ENDLESS_BY_CHOICE,
        context,
        (),
        "nothing shows that a round must end",
        f"no cycle of moves was found in {stalled(context).moves} moves of {GAMES} games{by_analysis_alone(context)}"
        if not context.samples.endless
        else "endless cascades cut play off; resolve UNO301 first",
        options=context.spec.options,
        places=tuple(Place(s, "what the table waits for") for s in spans if s is not None),
    )
