# expect no finding of UNO207
# with contradiction-value-taken-in.short, contradiction-value-taken-in.counts
# seats 2

# The one says how many cards are dealt, and the rule of the other goes by that number: it says what comes of any.

use "base.uno"
options for base

option short "One card each"
  set hand-size to 1

option counts "Whoever goes out scores as many points as cards were dealt, and the others lose as many"

  rule counts
    when the round ends
    instead of base.score
    then
      for each player in winners
        score of player += 10 * hand-size
