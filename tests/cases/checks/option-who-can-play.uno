# expect nothing of UNO404
# with option-who-can-play.for-two
# seats 2

# Where two play, nothing comes of it; where three want to, they cannot.

use "base.uno"
options for base

option for-two "Only two can play"
  needs seats is 2 "two players"
