# expect UNO304 witnessed: base.draw, base.play, trap-proved-fires.keep-one
# with trap-proved-fires.greed
# seats 2

# Nobody can lay down the last card, so nobody is ever out.

use "base.uno"
options for base

option greed "The last card stays in the hand"

  rule keep-one
    any player cannot play a card
    if number of cards in hand of player is 1
