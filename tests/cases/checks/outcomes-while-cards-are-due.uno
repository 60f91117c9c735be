# expect no finding of UNO203
# with outcomes-while-cards-are-due.debts, outcomes-while-cards-are-due.one, outcomes-while-cards-are-due.other
# seats 3

# Whose turn it is while cards are due nobody can see: whoever draws them has it then.

use "base.uno"
options for base

option debts "A 3 costs the next player two cards"
  situation debt on a player
    count: 0 to 20

  rule three-costs
    when player plays 3
    then begin debt on next player with count 2

  rule pay
    during debt
    its player must otherwise draw count
    then pass turn to player of debt
      end debt
      over of turn becomes yes

option one "A star passes the debt on, and the turn stays"
  requires debts

  rule star-one
    during debt
    its player may play star
    then count += 2
      pass debt to next player

option other "A star passes the debt on, and takes over the turn"
  requires debts

  rule star-other
    during debt
    its player may play star
    then count += 2
      pass turn to player
      pass debt to next player
