# expect no finding of UNO201
# with order-who-is-dealt-what.dealer-takes-more
# seats 4

# Cards lie shuffled: it makes no difference whether somebody takes one more before a card is turned up or afterwards.

use "base.uno"

game order-who-is-dealt-what "A card is turned up" extends base

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

option dealer-takes-more "Whoever sits last takes one more"

  rule takes-more
    when the round begins
    after deal-hands
    then move top from draw pile to hand of right of first of players
