# What no option does by itself and some do together: leave a rule nothing to do, a situation no move, an option no effect.

use "base.uno"
options for base

option toll "A 4 costs a card"

  situation toll on a player

  act draw a number
    manners toll

  rule toll
    when player plays 4
    then begin toll on player

  rule pay
    during toll
    its player must draw 1 as toll
    then end toll

option poor "Nobody pays who has a single card left"

  act draw a number
    manners toll

  rule poor
    any player cannot draw a number as toll
    if number of cards in hand of player is 1

option low "No 3 and no 4 in the deck"

  deck
    remove 3, 4

option stars "A star draws a card"

  rule stars
    when player plays star
    then player draws 1

option shared "A star draws a card for everybody"

  rule for-all
    when player plays star
    instead of stars
    then
      for each player
        they draw 1

option fine "A 2 costs cards until there are five"

  situation fine on a player

  act draw a number
    manners fine

  rule fine
    when player plays 2
    then begin fine on player

  rule pay-up
    during fine
    its player must draw 1 as fine
    then
      if number of cards in hand of player is at least 5 then end fine

option rebate "Of a fine one card goes back, and the others are new"

  act draw a number
    manners fine

  rule rebate
    when player draws a number as fine
    then move all from hand of player to draw pile
      move top 3 from draw pile to hand of player
