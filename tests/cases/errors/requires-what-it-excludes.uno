# with requires-what-it-excludes.both
use "base.uno"
options for base

option one "One"
  excludes two

  rule one
    when player plays 3
    then next player draws 1

option two "Two"

  rule two
    when player plays 4
    then next player draws 1

option both "Needs both"
  requires one, two

  rule both
    when player plays 1
    then next player draws 1
