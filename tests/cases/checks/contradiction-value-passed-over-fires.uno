# expect UNO207 witnessed: contradiction-value-passed-over-fires.deals
# with contradiction-value-passed-over-fires.short, contradiction-value-passed-over-fires.deals
# seats 2

# The one says how many cards are dealt, and the rule of the other deals two, whatever is said.

use "base.uno"
options for base

option short "One card each"
  set hand-size to 1

option deals "Two cards each"

  rule deals
    when the round begins
    instead of base.deal
    then
      for each player
        move top 2 from draw pile to hand of player
      move top from draw pile to discard pile
      top card becomes top of discard pile
      begin turn on first of players
