# expect UNO305 witnessed: choice-trade-fires.trade
# with choice-trade-fires.trade
# seats 2

use "base.uno"
options for base

option trade "No drawing; a card can be traded for the one on top, which goes to the hand"
  without base.draw
  act trade a card from hand
    then move top from discard pile to hand of player
      move card the card from hand of player to discard pile
      top card becomes the card
  rule trade
    during turn
    its player may trade a card
    then over becomes yes
