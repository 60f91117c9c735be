# expect UNO205 proved:
# with parameter-fires.long, parameter-fires.short
# seats 2

use "base.uno"
options for base

option short "Two cards each"
  set hand-size to 2

option long "Four cards each"
  set hand-size to 4
