# Options of which some clash in pairs, one pair only at a third one's situation, and one pair never.

use "base.uno"
options for base

option jump "Throw in the same card and take over the turn"

  rule jump
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player
      over becomes yes

option slap "Throw in the same card; the turn stays"

  rule slap
    during turn
    any other player may play a card
    if the card is top card
    then over becomes no

option late "Whoever holds two cards or fewer waits for the turn"

  rule wait
    during turn
    any other player cannot play a card
    if number of cards in hand of player is at most 2

option threes "A 3 makes the next player draw"

  rule three-costs
    when player plays 3
    then next player draws 1

option reds "A red card makes the next player draw"
  excludes slap

  rule red-costs
    when player plays a red card
    then next player draws 1
