use "base.uno"
options for base

option extra "One more rule"

  act cheer
    then next player claps

  act clap
    then next player cheers
