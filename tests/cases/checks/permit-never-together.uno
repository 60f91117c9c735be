# expect nothing of UNO202
# with permit-never-together.debts, permit-never-together.throwing
# seats 2

use "base.uno"
options for base

option debts "A 1 makes the next player draw one, a 4 three; the same card goes on"

  situation owed on a player
    kind: ones or fours

  rule one
    when player plays 1
    then end owed
      begin owed on next player with kind ones

  rule four
    when player plays 4
    then end owed
      begin owed on next player with kind fours

  rule pay-one
    during owed
    its player may draw 2
    then end owed

  rule no-other-card
    during owed
    any player cannot play a card
    if (the card is 1 and kind is fours) or (the card is 4 and kind is ones)

option throwing "The card on top may be thrown in as long as something is owed"
  requires debts

  rule throw-in
    during owed
    any player may play a card
    if the card is top card
