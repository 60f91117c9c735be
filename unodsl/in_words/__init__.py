"""Rules in plain words: what a table reads in a rule, said otherwise than the file says it, so that a misreading shows.

`values` says expressions and conditions, `deeds` effects, `rules` whole rules.
"""

from unodsl.in_words.rules import as_written as as_written
from unodsl.in_words.rules import naming as naming
from unodsl.in_words.rules import rule_in_words as rule_in_words
