use "base.uno"
options for base

option extra "One more rule"

  act toss a number play
    then player draws 1
