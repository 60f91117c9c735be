# with strict.one
use "base.uno"

game strict "Not with everything" extends base
  excludes one

option one "One"

  rule one
    when player plays 3
    then next player draws 1
