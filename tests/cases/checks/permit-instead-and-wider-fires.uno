# expect UNO202 witnessed: permit-instead-and-wider-fires.slap, permit-instead-and-wider-fires.no-last-star
# with permit-instead-and-wider-fires.slaps, permit-instead-and-wider-fires.quiet-end
# seats 2

# The throw-in stands instead of the usual play, and is for everybody at any time: it takes over no ban of what it replaces.

use "base.uno"
options for base

option slaps "The same card may be thrown in at any time"

  rule slap
    at any time
    any player may play a card
    if the card is top card
    instead of play
    then score of player += 1

option quiet-end "No star as a last card"

  rule no-last-star
    any player cannot play star
    if number of cards in hand of player is 1
