# expect UNO301 bounded: endless-echoed-twice-fires.echo
# with endless-echoed-twice-fires.echo
# seats 2

use "base.uno"
options for base

option echo "A bet is echoed twice, each time by one less"
  variable k: 0 to 100000, kept
  act bet a number: 0 to 30

  rule tick
    when the table settles
    then k += 1

  rule bet
    when player plays star
    if k is 90000
    then player bets 30

  rule echo
    when player bets a number
    if the number is at least 1
    then player bets the number - 1
      player bets the number - 1
