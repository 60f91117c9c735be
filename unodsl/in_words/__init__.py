"""Paraphrases rules in plain words: how the table understands a rule, in other words than the file, so that a
misreading shows.

`values` has expressions and conditions, `deeds` effects, `rules` whole rules.
"""

from unodsl.in_words.rules import as_written as as_written
from unodsl.in_words.rules import naming as naming
from unodsl.in_words.rules import rule_in_words as rule_in_words
from unodsl.in_words.values import known as known
