"""UNO305 endless-by-choice: a round can go on forever if all players wish it."""

from __future__ import annotations

from dataclasses import replace

from checker.checks.findings import finding_of, outside_rounds
from checker.checks.uno304_trap import trapped
from checker.codes import ENDLESS_BY_CHOICE
from checker.context import Context
from checker.results import Answers, Finding, Place
from checker.search.adversary import GAMES, stalled
from checker.search.graph import end_of_round, forced
from checker.termination.rounds import by_analysis_alone, termination_proof
from checker.witness.lasso import lasso_text

CODE = ENDLESS_BY_CHOICE.id


def check(context: Context) -> Answers:
    """Closes the question if some measure decreases with every move; or finds a lasso of players who delay the end."""
    proof = termination_proof(context, CODE)
    if proof is not None:
        return Answers((), 1, (proof,))
    if not context.ground:
        return outside_rounds(context, lambda: still_open(context))
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
        # if nobody can leave it, UNO304 says so
        if trapped(context, lasso.state, "") is not None:
            return Answers((), 0)
        unknown = "players came back to the same table, and from there no way to the end was found in play"
        return Answers((replace(still_open(context), basis=unknown),), 0)
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
