use "base.uno"
options for base

option extra "One more rule"

  variable points: 0 to 2000000
