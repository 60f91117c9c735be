# A situation: the table waits for somebody. A 2 opens an obligation, which grows and moves on until it is met.

use "base.uno"
game debts "A small game with debts" extends base

option twos "2s pile up"

  # Playing a card in the manner `answer` leaves out what a rule says about playing it the usual way.
  act play a card
    manners answer

  situation debt on a player
    count: 0 to 20

  rule debt-begins "A 2 costs the next player two cards"
    when player plays 2
    then begin debt on next player with count 2

  rule debt-grows "Who has a 2 as well passes it on"
    during debt
    its player may play 2 as answer
    then count += 2
      pass debt to next player

  rule debt-is-paid "Whoever cannot, or does not want to, draws"
    during debt
    its player must otherwise draw count
    then pass turn to player
      end debt

  rule debt-is-told "Everybody is reminded how it stands"
    when player takes up debt-grows
    then note "the debt goes on"

scenario "a second 2 makes four"
  with twos
  seats ann, bob, cyd
  ann holds red 2, red 1
  bob holds blue 2, blue 1
  cyd holds green 1
  discard pile is red 5
  ann plays red 2
  expect debt on bob with count 2
  expect bob cannot play blue 1
  bob plays blue 2
  expect note "the debt goes on"
  expect debt on cyd with count 4
  cyd draws 4
  expect debt is not open
  expect turn of ann
