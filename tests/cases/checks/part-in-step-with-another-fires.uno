# expect UNO405 bounded: part-in-step-with-another-fires.streak
# with part-in-step-with-another-fires.streak, part-in-step-with-another-fires.no-third
# seats 2

# Each option counts the cards of a row for itself. With both on the third one never comes, and no proof is found.

use "base.uno"
options for base

option streak "The third card in a row costs everybody else one"
  variable row: 0 to 5
  rule streak
    when player plays a card
    then
      row += 1
      if row is 3
        other players draw 1
        row becomes 0
  rule broken
    when player draws
    then row becomes 0

option no-third "After two cards in a row the next player draws"
  variable same: 0 to 5
  rule same
    when player plays a card
    then same += 1
  rule drawn
    when player draws
    then same becomes 0
  rule no-third
    any player cannot play a card
    if same is at least 2
