# expect nothing of UNO403
# with idle-nobody-at-the-bar.wait
# seats 2

use "base.uno"
options for base

option wait "Time is counted while nobody is at the bar"
  variable n: 0 to 1000
  act wait
  situation bar on a player
    served: yes or no

  rule enter
    when player plays star
    then begin bar on player

  rule leave
    during bar
    its player may wait
    then end bar

  rule time
    when the table settles
    if served of bar is no
    then n += 1
      served of bar becomes yes

  rule pause
    during turn
    its player may wait
