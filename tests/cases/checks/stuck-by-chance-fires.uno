# expect UNO303 witnessed:
# also UNO501
# with stuck-by-chance-fires.die
# seats 2

# With a six nobody can go on. The witness says what the die shows.

use "base.uno"
options for base

option die "A die that stops the game"

  variable roll: 0 to 6
  variable tint: color or nothing

  situation stopped on a player

  rule throw
    when player plays star
    then roll becomes a random one of 1 to 6
      tint becomes a random color

  rule six
    when player plays star
    after throw
    if roll is 6 and tint is blue
    then begin stopped on player
