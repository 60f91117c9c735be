"""The bounds that keep files from strangers harmless. Each is a default; none can be lifted from inside a file."""

FILE_BYTES = 1_000_000
"""Largest ruleset file that is read, in bytes."""

FILES = 200
"""Most files that one table may be made of."""

LINE_WORDS = 1_000
"""Most words in one logical line."""

NESTING = 40
"""Deepest indentation, and deepest nesting of parentheses."""

SEATS = 16
"""Most seats at a table; a game may allow fewer."""

CARDS = 2_000
"""Most cards in a deck."""

KINDS = 512
"""Most different cards in a deck."""

NUMBER = 1_000_000
"""Largest number, either way, that a file may name or a variable hold."""

SITUATIONS = 8
"""Most situations that wait on top of each other."""

EFFECT_STEPS = 20_000
"""Most steps that the effects of one rule may come to, all its repetitions multiplied out."""

NAMED = 256
"""Most ways in which something can be named along with one act."""

OPTIONS = 1_000
"""Most values that one of them is drawn from at random."""

CASCADE_RULES = 2_000
"""Most events that one move may set off before the engine stops the cascade."""

EXPANSION = 20_000
"""Most nodes that the definitions of one rule may unfold into."""

DIAGNOSTICS = 500
"""The most errors that are reported for one set of files."""

SHOWN = 20
"""So many of them are shown; the others are counted."""
