use "base.uno"
options for base

option extra "One more rule"

  variable tokens: 0 to 3, starts 9
