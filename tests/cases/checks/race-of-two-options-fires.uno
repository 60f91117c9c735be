# expect UNO502 witnessed: race-of-two-options-fires.ring, race-of-two-options-fires.shout
# with race-of-two-options-fires.bells, race-of-two-options-fires.shouts
# seats 3
# others stay open

use "base.uno"
options for base

option bells "A star may be rung once: the next player takes a card"

  variable rung: yes or no

  rule star
    when player plays star
    then rung becomes no

  act ring

  rule ring
    during turn
    its player may ring
    if top card is star and rung is no
    then rung becomes yes
      move top from draw pile to hand of left of player

option shouts "Whoever shouts at a star first gives a card to whoever is on turn"
  requires bells

  act shout

  rule shout
    during turn
    any other player may shout
    if top card is star and rung is no
    then rung becomes yes
      move top from draw pile to hand of its player
