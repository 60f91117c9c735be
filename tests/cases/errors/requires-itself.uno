# with extra
use "base.uno"
options for base

option extra "It needs no more than itself"
  requires extra
  brings extra

  rule three
    when player plays 3
    then next player draws 1
