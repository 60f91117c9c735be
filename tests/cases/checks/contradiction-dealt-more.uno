# expect no finding of UNO207
# with contradiction-dealt-more.fewer, contradiction-dealt-more.dealer-takes-more
# seats 2

# How a match begins: where somebody is dealt more or fewer cards, the same card lies open, and both options do what they say.

use "base.uno"

game contradiction-dealt-more "A card is turned up" extends base

  act turn up a card

  rule deal-hands
    when the round begins
    instead of base.deal
    then
      for each player
        move top hand-size from draw pile to hand of player
      begin turn on first of players

  rule first-card
    when the round begins
    after deal-hands
    then move top from draw pile to discard pile
      top card becomes top of discard pile
      (first of players) turns up top card

  rule first-red
    when player turns up a card
    if the card is red
    then (player of turn) draws 2
      pass turn to left of player of turn

option fewer "Two cards each"
  set hand-size to 2

option dealer-takes-more "Whoever sits last takes one more, before a card is turned up"

  rule takes-more
    when the round begins
    after deal-hands
    before first-card
    then move top from draw pile to hand of right of first of players
