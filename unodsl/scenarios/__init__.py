"""Scenarios: a position, moves, and what must be true then.

The lines of a scenario go this way: `spec` reads what they say of the table; `parts` cuts each of the others into its parts;
`reading` and `expecting` take the parts that mean something and give `steps`, with the names that `desk` knows; `together`
looks at the lines side by side; `run` finds the table; `runner` lays out the `position` and carries out the steps; `judge`
says whether what is expected is so, and `words` what is so instead.
"""

from unodsl.engine.describe import move_text as move_text
from unodsl.model.table import SEAT_NAMES as SEAT_NAMES
from unodsl.scenarios.position import Scripted as Scripted
from unodsl.scenarios.position import Setup as Setup
from unodsl.scenarios.position import lay_out as lay_out
from unodsl.scenarios.run import Result as Result
from unodsl.scenarios.run import Story as Story
from unodsl.scenarios.run import all_scenarios as all_scenarios
from unodsl.scenarios.run import condition_of as condition_of
from unodsl.scenarios.run import run_scenario as run_scenario
from unodsl.scenarios.run import story_of as story_of
from unodsl.scenarios.run import titled_twice as titled_twice
