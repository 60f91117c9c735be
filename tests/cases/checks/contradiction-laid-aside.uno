# expect no finding of UNO207
# with contradiction-laid-aside.kitty, contradiction-laid-aside.calm
# seats 2

# How a match begins: what one option lays aside before a card is turned up does not change that card.

use "base.uno"

game contradiction-laid-aside "A card is turned up" extends base

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

option kitty "Two cards are laid aside"

  zone kitty, face down

  rule lays-aside
    when the round begins
    after deal-hands
    before first-card
    then move top 2 from draw pile to kitty

option calm "After a red first card whoever sits first begins, and draws one"

  rule calm-red
    when player turns up a card
    instead of first-red
    if the card is red
    then (player of turn) draws 1
