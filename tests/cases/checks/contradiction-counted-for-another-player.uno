# expect no finding of UNO207
# with contradiction-counted-for-another-player.dear, contradiction-counted-for-another-player.round-and-round
# seats 2

# Whose hand is counted is another matter than what a card in it counts.

use "base.uno"
options for base

option dear "A 4 counts 9"

  rule dear
    points of a card means 9
    instead of base.points
    if the card is 4

option round-and-round "After a 2 all hands go on"

  rule round-and-round
    when player plays 2
    then give every hand to next player
