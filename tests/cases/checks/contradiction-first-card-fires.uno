# expect UNO207 witnessed: contradiction-first-card-fires.back, contradiction-first-card-fires.last-begins
# with contradiction-first-card-fires.stars-go-back, contradiction-first-card-fires.stars-stay
# seats 3

# How a match begins: one option takes back the first card that the other one says something about.

use "base.uno"

game contradiction-first-card-fires "A card is turned up" extends base

  act turn up a card

  rule refused
    a card is refused means no

  rule deal-open
    when the round begins
    instead of base.deal
    then
      for each player
        move top hand-size from draw pile to hand of player
      repeat at most 20 times while top of discard pile is nothing or refused
        move all from discard pile to draw pile
        shuffle draw pile
        move top from draw pile to discard pile
      top card becomes top of discard pile
      begin turn on first of players
      (first of players) turns up top card

  rule first-star
    when player turns up star
    then pass turn to left of player

option stars-go-back "No star lies open first"

  rule back
    a card is refused means yes
    if the card is star

option stars-stay "After a first star whoever sits last begins"

  rule last-begins
    when player turns up star
    instead of first-star
    then pass turn to right of player
