# expect UNO303 witnessed: stuck-leaves-in-a-swap-fires.leave, stuck-leaves-in-a-swap-fires.no-swap, stuck-leaves-in-a-swap-fires.swap
# also UNO501
# with stuck-leaves-in-a-swap-fires.seven, stuck-leaves-in-a-swap-fires.leave
# seats 3

# Whoever leaves in the middle of a swap is waited for. Bots leave rarely, and hardly ever then.

use "base.uno"
options for base

option seven "Whoever plays the second star may swap hands"
  variable stars: 0 to 2
  act approach an opponent
  act keep
  situation swapping on players
  rule seven
    when player plays star
    then stars += 1
      if stars is 2 then begin swapping on player
  rule swap
    during swapping
    its players may approach an opponent
    then swap hand of player with hand of opponent
      exclude player from players of swapping
  rule no-swap
    during swapping
    its players must otherwise keep
    then exclude player from players of swapping
  rule all-have-chosen
    when swapping completes
    then end swapping

option leave "Anybody may leave"
  act go home
  rule leave
    at any time
    any player may at will go home
    then
      if player is player of turn then pass turn to left of player
      move all from hand of player to draw pile
      remove player
      if number of players is 1 then end the match won by players
