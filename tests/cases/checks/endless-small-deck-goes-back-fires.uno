# expect UNO302 witnessed: endless-small-deck-goes-back-fires.catch, endless-small-deck-goes-back-fires.send-back
# with endless-small-deck-goes-back-fires.back
# seats 3

# Seven cards: whoever sends the debt back with the last card but one is caught, and draws the cards that send it back again.

use "base.uno"
options for base

option back "A star is due from the next player; a 4 sends it back; whoever has one card left may be caught"
  deck
    remove each color: 1 to 2
    remove blue: 3
    remove 1 of star
  act catch an opponent
  situation due on a player
    count: 0 to 400
    asker: player or nothing
  variable silent: players
  rule star-asks
    when player plays star
    if due is not open
    then begin due on next player after player with count 2, asker player
  rule send-back
    during due
    its player may play 4
    then pass due to asker
      asker becomes player
  rule one-left
    when player plays a card
    if number of cards in hand of player is 1
    then silent += player
  rule more-again
    when player draws a number
    then silent -= player
  rule catch
    at any time
    any player may catch an opponent
    if opponent is in silent
    then opponent draws 2
  rule pay
    during due
    its player must otherwise draw count
    then end due
