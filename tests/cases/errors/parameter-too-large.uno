use "base.uno"
options for base

option extra "One more rule"

  set hand-size to 9
