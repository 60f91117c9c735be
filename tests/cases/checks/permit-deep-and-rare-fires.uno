# expect UNO202 witnessed: permit-deep-and-rare-fires.block, permit-deep-and-rare-fires.no-end
# with permit-deep-and-rare-fires.blocks, permit-deep-and-rare-fires.ends, permit-deep-and-rare-fires.hits
# seats 4

use "base.uno"
options for base

option hits "A 4 makes the next player draw"

  situation hit on a player
    blocks: 0 to 4

  rule hit
    when player plays 4
    then begin hit on next player

  rule is-hit
    during hit
    its player must otherwise draw 1
    then end hit
      pass turn to player

option blocks "Who is hit may block it with a 4"
  requires hits

  act play a card
    manners block

  rule block
    during hit
    its player may play 4 as block
    then blocks += 1
      pass hit to next player

option ends "The last card is no third block"
  requires hits

  rule no-end
    during hit
    its player cannot play red 4
    if blocks is 2 and number of cards in hand of player is 1
