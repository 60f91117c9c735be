# expect UNO401 proved: dead-sets-itself-off-fires.sing-on
# with dead-sets-itself-off-fires.song
# seats 3

# The song is begun only by those who sing already.

use "base.uno"
options for base

option song "A song with no beginning"

  act sing
  situation song on a player

  rule sing-on
    during song
    its player must sing
    then end song
      begin song on next player
