# expect no finding of UNO207
# with contradiction-round-goes-on.bonus, contradiction-round-goes-on.steal
# seats 2

# One option speaks of the end of the hand. With the other one nobody is out who takes a card: that hand goes on, and the next end has its bonus.

use "base.uno"
options for base

option bonus "Whoever is out has ten points more"

  rule bonus
    when the round ends
    before one-round
    then
      for each player in winners
        score of player += 10

option steal "Whoever plays a 4 takes a card from the other"

  rule steal
    when player plays 4
    then move top from hand of left of player to hand of player
