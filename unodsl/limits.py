"""Resource limits that make untrusted files safe to load. A file cannot change them."""

FILE_BYTES = 1_000_000
"""Maximum size of a ruleset file, in bytes."""

FILES = 200
"""Maximum number of files of one table."""

LINE_WORDS = 1_000
"""Maximum number of words in a logical line."""

NESTING = 40
"""Maximum depth of indentation and of parentheses."""

SEATS = 16
"""Maximum number of seats at a table. A game can set a lower limit."""

CARDS = 2_000
"""Maximum number of cards in a deck."""

KINDS = 512
"""Maximum number of different cards in a deck."""

NUMBER = 1_000_000
"""Maximum absolute value of a number in a file or a variable."""

SITUATIONS = 8
"""Maximum depth of the situation stack."""

EFFECT_STEPS = 20_000
"""Maximum number of effect steps of a rule, with all repetitions multiplied out."""

NAMED = 256
"""Maximum number of combinations of values that can be named along with one act."""

OPTIONS = 1_000
"""Maximum number of values in a random choice."""

CASCADE_RULES = 2_000
"""Maximum number of events in a cascade. Beyond it, the engine stops the cascade."""

EXPANSION = 20_000
"""Maximum number of expression nodes of a rule after definitions are unfolded."""

DIAGNOSTICS = 500
"""Maximum number of errors reported for one set of files."""

SHOWN = 20
"""Maximum number of errors that are printed. The others are counted."""
