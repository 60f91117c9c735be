# expect no finding of UNO302
# with stack-behind-a-beginning.greeting
# seats 3

use "base.uno"
options for base

option greeting "Whoever begins draws a card before the first turn"

  situation greeting on a player

  rule greeted
    when the round begins
    instead of base.deal
    then
      for each player
        move top hand-size from draw pile to hand of player
      move top from draw pile to discard pile
      top card becomes top of discard pile
      begin greeting on first of players

  rule greet
    during greeting
    its player must draw 1
    then end greeting
      begin turn on player

  act wait

  rule wait
    during turn
    its player may wait
    then over becomes yes
