# expect UNO303 witnessed: stuck-before-the-deal-fires.agree, stuck-before-the-deal-fires.hush
# also UNO402, UNO501
# with stuck-before-the-deal-fires.talk
# seats 2

# Nobody has cards yet and it is nobody's turn: there is no position to state, and so the scenario begins with the match.

use "base.uno"
options for base

option talk "First all agree, and then nobody may"

  act agree
  situation talk on a player

  rule talk-first
    when the round begins
    instead of deal
    then begin talk on first of players

  rule agree
    during talk
    its player must agree
    then end talk

  rule hush
    during talk
    any player cannot agree

  rule not-yet
    when the table settles
    instead of going-out
    if talk is open
    then do nothing
