# What the neighbors play when they come over.
use "kitchen.uno"
options for kitchen

option throw-in "Throw in the same card and take over the turn"

  rule throw-in
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player
      over becomes yes

option zeros "A 0 may be thrown in on the same 0, and everybody else draws"

  rule zero-in
    instead of throw-in
    during turn
    any other player may play a card
    if the card is top card and face of the card is 0
    allow UNO401 "our pack has each 0 once; with a second pack there is another one"
    then other players draw 1

option round-table "A 7 sends all hands round"

  rule all-hands
    when player plays 7
    then give every hand to next player

scenario "a seven sends the hands round"
  with round-table
  seats ann, bob
  ann holds red 7, blue 1
  bob holds red 1, red 2, red 3
  discard pile is red 3
  ann plays red 7
  expect number of cards in hand of ann is 3

scenario "throwing in takes over the turn"
  with throw-in
  seats ann, bob, cyd
  cyd holds red 3, blue 1
  discard pile is red 3
  turn of ann
  cyd plays red 3
  expect turn of ann

scenario "what is not the same card stays in the hand"
  with throw-in
  seats ann, bob, cyd
  cyd holds red 4, blue 1
  discard pile is red 3
  turn of ann
  expect cyd cannot play red 4
