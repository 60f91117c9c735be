# expect nothing of UNO204
# with replacements-apart.stars, replacements-apart.costs, replacements-apart.passes
# seats 3

# Both stand instead of the same rule, and never for the same card.

use "base.uno"
options for base

option stars "A 1 lets its player's neighbor draw"

  rule star
    when player plays 1
    then next player draws 1

option costs "A red 1 costs its player a card instead"
  requires stars

  rule star-costs
    when player plays 1
    if the card is red
    instead of star
    then player draws 1

option passes "A blue 1 scores instead"
  requires stars

  rule star-passes
    when player plays 1
    if the card is blue
    instead of star
    then score of player += 1
