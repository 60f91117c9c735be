# expect UNO206 witnessed: double-noted-first-fires.red-costs, double-noted-first-fires.three-costs
# with double-noted-first-fires.one
# seats 3

use "base.uno"
options for base

option one "A 3 costs"
  variable noted: 0 to 100
  variable fines: 0 to 100

  rule three-costs
    when player plays 3
    then noted becomes fines
      fines becomes noted + 2

  rule red-costs
    when player plays a red card
    then noted becomes fines
      fines becomes noted + 2

  rule fine
    when player draws
    then score of player becomes fines
