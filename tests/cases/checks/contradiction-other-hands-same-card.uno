# expect no finding of UNO207
# with contradiction-other-hands-same-card.two, contradiction-other-hands-same-card.fours
# seats 3

# With fewer cards dealt, another card would lie next on the pile: that is chance, and no answer of either option.

use "base.uno"
options for base

option two "Two cards each"
  set hand-size to 2

option fours "With a 4 as the first card the last player begins"

  rule four-first
    when the round begins
    after base.deal
    if top card is 4
    then pass turn to left of left of first of players
