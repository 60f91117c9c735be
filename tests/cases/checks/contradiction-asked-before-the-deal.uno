# expect no finding of UNO207
# with contradiction-asked-before-the-deal.asked, contradiction-asked-before-the-deal.second
# seats 3

# Whether somebody is asked before the cards are dealt, and who begins then, has nothing to do with each other.

use "base.uno"
options for base

option asked "The first player says when the cards are dealt"

  act nod
  situation asking on a player

  rule ask
    when the round begins
    instead of base.deal
    then begin asking on first of players

  rule nobody-is-out-yet
    when the table settles
    instead of base.going-out
    if asking is open
    then do nothing

  rule nod
    during asking
    its player must otherwise nod
    then end asking
      for each player
        move top hand-size from draw pile to hand of player
      move top from draw pile to discard pile
      top card becomes top of discard pile
      begin turn on first of players

option second "The second player begins"

  rule second
    when turn begins
    then pass turn to left of first of players
