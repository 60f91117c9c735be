# A card that counts as the one below it, in the plain manner and in another.

use "base.uno"

game standing "Mirrors" extends base

  deck
    face is mirror
    2 of mirror

  act play a card
    manners answer

  situation due on a player
    count: 0 to 20

  rule position-of-the-top
    when the position stands
    then top card becomes top of discard pile

  rule draw-two
    when player plays draw-two
    then begin due on next player with count 2

  rule mirror
    during turn
    its player may play mirror standing for top card
    instead of play
    then top card becomes the card
      pass turn to next player

  rule answer
    during due
    its player may play mirror as answer standing for top card
    if top card is draw-two
    then top card becomes the card
      count += 2
      pass due to next player

  rule draw-what-is-due
    during due
    its player must otherwise draw count
    then (player of due) draws count of due
      end due

scenario "a mirror on a draw two is a draw two"
  seats ann, bob, cyd
  ann holds mirror, red 1
  discard pile is red draw-two; turn of ann
  ann plays mirror
  expect top card is red draw-two
  expect top of discard pile is mirror
  expect due on bob with count 2

scenario "a mirror as an answer is that card too, and sets off nothing"
  seats ann, bob, cyd
  ann holds mirror, red 1
  bob holds mirror, red 2
  discard pile is red draw-two; turn of ann
  ann plays mirror
  expect bob can play mirror as answer
  expect bob cannot play red 2
  bob plays mirror as answer
  expect due on cyd with count 4
  expect top card is red draw-two
  expect cyd can draw 4 by standing.draw-what-is-due
  expect cyd cannot draw 4 by draw

scenario "a mirror on a number is that number"
  seats ann, bob, cyd
  ann holds mirror, red 1
  discard pile is red 3; turn of ann
  ann plays mirror
  expect top card is red 3
  expect not due is open
