# expect nothing of UNO202
# also UNO207
# with permit-instead-of-the-same.must, permit-instead-of-the-same.quiet-end
# seats 2

# What stands instead of the usual play, for the same player, takes over its bans.

use "base.uno"
options for base

option must "Whoever can play a card has to"

  rule must-play
    during turn
    its player must play a card
    if the card is playable
    instead of play
    then over becomes yes

option quiet-end "No star as a last card"

  rule no-last-star
    any player cannot play star
    if number of cards in hand of player is 1
