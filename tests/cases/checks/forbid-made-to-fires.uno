# expect UNO202 witnessed: forbid-made-to-fires.at-once, forbid-made-to-fires.no-star
# with forbid-made-to-fires.hasty, forbid-made-to-fires.stars
# seats 2

# The star that was drawn is put down, though nobody with so many cards may play it.

use "base.uno"
options for base

option hasty "Whoever draws puts the card down at once"

  rule at-once
    when player takes up draw
    then player plays moved card

option stars "A star stays in a large hand"

  rule no-star
    any player cannot play star
    if number of cards in hand of player is at least 3
