# expect UNO302 witnessed: stack-before-the-deal-fires.leave-it
# with stack-before-the-deal-fires.talk
# seats 2

# What is asked before the first turn is asked of one after the other, for as long as nobody says anything.

use "base.uno"
options for base

option talk "Somebody has to begin"

  act begin
  act shrug
  situation talk on a player

  rule talk-first
    when the round begins
    instead of deal
    then begin talk on first of players

  rule set-out
    during talk
    its player may begin
    then end talk
      for each player
        move top hand-size from draw pile to hand of player
      move top from draw pile to discard pile
      top card becomes top of discard pile
      begin turn on first of players

  rule leave-it
    during talk
    its player may shrug
    then pass talk to left of player

  rule not-yet
    when the table settles
    instead of going-out
    if talk is open
    then do nothing
