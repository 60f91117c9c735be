# expect UNO206 witnessed: double-settled-by-situations-fires.aa, double-settled-by-situations-fires.bb
# others stay open
# with double-settled-by-situations-fires.tally
# seats 2

use "base.uno"
options for base

option tally "two flags, counted when the table settles"
  variable p: yes or no
  variable q: yes or no
  variable x: 0 to 1000
  situation one on a player
  situation two on a player
  rule aa
    when player plays 3
    then p becomes yes
  rule bb
    when player plays 3
    then q becomes yes
  rule pp
    when the table settles
    if p is yes
    then p becomes no
      begin one on first of players
  rule qq
    when the table settles
    if q is yes
    then q becomes no
      begin two on first of players
  rule one-begins
    when one begins
    then x += 1
      end one
  rule two-begins
    when two begins
    then x += 1
      end two
  rule see
    when player draws a number
    if x is 2
    then player draws 1
      x becomes 0
