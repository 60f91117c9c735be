"""The registry of checks, in running order. A new check needs a module, a line here, a page, and a case."""

from __future__ import annotations

from collections.abc import Callable

from checker.checks import uno201_order as order
from checker.checks import uno202_permit_forbid as permits
from checker.checks import uno203_two_outcomes as outcomes
from checker.checks import uno204_two_replacements as replacements
from checker.checks import uno205_parameter as parameters
from checker.checks import uno206_double as doubles
from checker.checks import uno207_contradiction as contradictions
from checker.checks import uno208_undone as undone
from checker.checks import uno209_interaction as interactions
from checker.checks import uno301_endless_cascade as cascades
from checker.checks import uno302_endless_stack as stacks
from checker.checks import uno303_stuck as stuck
from checker.checks import uno304_trap as traps
from checker.checks import uno305_endless_by_choice as choices
from checker.checks import uno306_endless_match as matches
from checker.checks import uno401_dead as dead
from checker.checks import uno402_overshadowed as overshadowed
from checker.checks import uno403_without_effect as without_effect
from checker.checks import uno404_option_without_effect as options
from checker.checks import uno405_dead_part as dead_parts
from checker.checks import uno406_unread as unread
from checker.checks import uno501_unanswered as unanswered
from checker.checks import uno502_race as races
from checker.codes import NAMES
from checker.context import Context
from checker.results import Answers

CHECKS: tuple[tuple[str, str, Callable[[Context], Answers]], ...] = tuple(
    (module.CODE, NAMES[module.CODE], module.check)
    for module in (
        order,
        permits,
        outcomes,
        replacements,
        parameters,
        doubles,
        contradictions,
        undone,
        interactions,
        cascades,
        stacks,
        stuck,
        traps,
        choices,
        matches,
        dead,
        overshadowed,
        without_effect,
        options,
        dead_parts,
        unread,
        unanswered,
        races,
    )
)
"""(code, name, check)."""
