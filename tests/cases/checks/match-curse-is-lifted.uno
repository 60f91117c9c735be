# expect no finding of UNO306
# with match-curse-is-lifted.curse
# seats 2

# The same curse, and a 1 as the last card lifts it.

use "base.uno"
options for base

option curse "A star as the last card curses the table"
  without base.one-round
  variable cursed: yes or no, kept

  rule curse
    when player plays a card
    if number of cards in hand of player is 0
    then
      if the card is star
        cursed becomes yes
      if face of the card is 1
        cursed becomes no

  rule over
    when the round ends
    if cursed is no and face of top card is 4
    then end the match won by winners

  rule again
    when the round ends
    after over, score
    if not the match is over
    then begin a round
