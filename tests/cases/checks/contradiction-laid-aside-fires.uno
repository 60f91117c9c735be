# expect UNO207 witnessed: contradiction-laid-aside-fires.back, contradiction-laid-aside-fires.red-begins
# with contradiction-laid-aside-fires.no-red, contradiction-laid-aside-fires.kitty
# seats 3

# How a match begins: an option that lays cards aside also says something about a red first card, which the other one takes back.

use "base.uno"

game contradiction-laid-aside-fires "A card is turned up" extends base

  act turn up a card

  rule deal-hands
    when the round begins
    instead of base.deal
    then
      for each player
        move top hand-size from draw pile to hand of player
      begin turn on first of players

  rule refused
    a card is refused means no

  rule first-card
    when the round begins
    after deal-hands
    then
      repeat at most 20 times while top of discard pile is nothing or refused
        move all from discard pile to draw pile
        shuffle draw pile
        move top from draw pile to discard pile
      top card becomes top of discard pile
      (first of players) turns up top card

  rule first-red
    when player turns up a card
    if the card is red
    then (player of turn) draws 2
      pass turn to left of player of turn

option no-red "No red card lies open first"

  rule back
    a card is refused means yes
    if the card is red

option kitty "Two cards are laid aside, and after a red first card whoever sits last begins"

  zone kitty, face down

  rule two-aside
    when the round begins
    after deal-hands
    before first-card
    then move top 2 from draw pile to kitty

  rule red-begins
    when player turns up a card
    instead of first-red
    if the card is red
    then pass turn to right of player
