# expect UNO206 witnessed: double-grown-debt-fires.red-costs, double-grown-debt-fires.three-costs
# with double-grown-debt-fires.debts, double-grown-debt-fires.threes, double-grown-debt-fires.reds
# seats 3

# A debt begins with two more than there is of it.

use "base.uno"
options for base

option debts "Debts pile up"
  situation debt on a player
    count: 0 to 9

  rule pay
    during debt
    its player must draw count
    then end debt

option threes "A 3 costs the next player two"
  requires debts

  rule three-costs
    when player plays 3
    then begin debt on next player with count (count of debt + 2)

option reds "A red card costs the next player two"
  requires debts

  rule red-costs
    when player plays a red card
    then begin debt on next player with count (count of debt + 2)
