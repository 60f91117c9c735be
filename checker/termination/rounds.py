"""Termination of rounds: each move makes a measure smaller, whichever situation is on top.

Over-approximates the moves; the proof has a certificate of the kernel. Example: each move plays a card, and none is drawn.
"""

from __future__ import annotations

from checker.context import Context, stage
from checker.invariants.decided import kernel, taking_part
from checker.kernel.proved import certificate
from checker.reachability.dead import reach
from checker.results import Proof, about, by_analysis
from checker.termination.cascades import cascade_ranking
from checker.termination.change_vectors import Change, deltas_of
from checker.termination.situations import Termination, of_sums
from unodsl.model import table as t


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
