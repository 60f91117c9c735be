# expect nothing of UNO302
# with endless-passed-on-or-over.passing
# seats 2

# Each star in passing is passed on, or ends it; who has one card left may be caught, and draws some more.

use "base.uno"
options for base

option passing "Whoever is skipped may play a star in passing"
  act shrug
  act catch an opponent
  situation skipped on a player
  variable silent: players
  rule skips
    when player plays star
    if skipped is not open
    then begin skipped on next player
  rule in-passing
    during skipped
    its player may play star
    then
      if number of cards in hand of player is 0
        end skipped
      otherwise pass skipped to left of player
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
      silent -= opponent
  rule miss
    during skipped
    its player must otherwise shrug
    then end skipped
