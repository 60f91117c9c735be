# expect UNO306 witnessed: match-cursed-fires.over
# with match-cursed-fires.curse
# seats 2

# It can end at first; once a star was the last card nothing lifts the curse.

use "base.uno"
options for base

option curse "A star as the last card curses the table"
  without base.one-round
  variable cursed: yes or no, kept

  rule curse
    when player plays star
    if number of cards in hand of player is 0
    then cursed becomes yes

  rule over
    when the round ends
    if cursed is no and face of top card is 4
    then end the match won by winners

  rule again
    when the round ends
    after over, score
    if not the match is over
    then begin a round
