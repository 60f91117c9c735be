use "base.uno"
options for base

option extra "One more rule"

  zone market, face sideways
