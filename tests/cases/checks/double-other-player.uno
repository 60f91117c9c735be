# expect nothing of UNO206
# with double-other-player.one, double-other-player.other
# seats 3

# Both score for the same card, and never for the same player.

use "base.uno"
options for base

option one "A 3 scores for the player to the left"

  rule left-scores
    when player plays 3
    then score of left of player += 1

option other "A red card scores for its own player"

  rule own-scores
    when player plays a red card
    then score of player += 1
