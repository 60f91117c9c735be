use "base.uno"

game torn "Two habits" extends base

option one "One"
  on by default

  rule one
    when player plays 3
    then next player draws 1

option two "Two"
  on by default
  excludes one

  rule two
    when player plays 3
    then next player draws 2
