# expect UNO302 witnessed: endless-passed-on-by-half-fires.call-back
# with endless-passed-on-by-half-fires.calling
# seats 2

# Only who has no card left ends it by calling back: everybody else calls again and again.

use "base.uno"
options for base

option calling "Whoever is called must answer, and may call back"
  act call back
  act stop
  situation called on a player
    echo: yes or no
  rule calls
    when player plays star
    if called is not open
    then begin called on next player
  rule call-back
    during called
    its player may call back
    then
      echo becomes no if echo is yes, otherwise yes
      if number of cards in hand of player is 0
        end called
  rule back
    during called
    its player may stop
    then end called
