use "base.uno"
options for base

option extra "One more rule"

  act cheer
    then next player cheers
