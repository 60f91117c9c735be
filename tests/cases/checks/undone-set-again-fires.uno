# expect UNO208 witnessed: undone-set-again-fires.loud-three, undone-set-again-fires.quiet-three
# with undone-set-again-fires.loud, undone-set-again-fires.quiet
# seats 2
# others stay open

# What is named along with a 3 lies on the pile for the moment it takes the other rule to put the 3 there again.

use "base.uno"
options for base

option loud "Who plays a 3 names what it counts as"

  act play a card
    naming a likeness: card

  rule loud-three
    during turn
    instead of base.play
    its player may play 3 naming a likeness
    if the card is playable
    then top card becomes the likeness
      over becomes yes

option quiet "A 3 stays a 3, and the next player draws"

  rule quiet-three
    when player plays 3
    then top card becomes top of discard pile
      next player draws 1
