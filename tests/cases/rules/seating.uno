# Seats that take part, that leave, and that come: offers to absent players, and moves that are no part of the play.

use "base.uno"

game seating "Coming and going" extends base
  needs seats is at least 2 "one player alone has nobody to play with"

  variable waiting of each player: yes or no, kept

  act arrive
  act go home

  rule arrive
    at any time
    any absent player may at will arrive
    if waiting is no
    then waiting becomes yes

  rule sit-down
    when the round begins
    before deal
    then
      for each player in absent players where (their waiting is yes)
        waiting becomes no
        seat player
        note "One more sits down"

  rule go-home
    during turn
    any player may at will go home
    if number of players is more than 1
    then
      if player is player of turn then pass turn to next player
      move all from hand of player to draw pile
      remove player

scenario "an absent player asks in and sits down at the next deal"
  seats ann, bob, cyd
  cyd is absent
  discard pile is red 1; turn of ann
  expect cyd is absent
  expect cyd is not in players
  expect number of absent players is 1
  expect number of cards in hand of cyd is 0
  expect cyd can arrive
  expect no note
  expect cyd cannot play anything
  cyd arrives
  expect cyd cannot arrive
  expect cyd is absent
  the round begins
  expect cyd is in players
  expect not cyd is absent
  expect note "One more sits down"
  expect no note "Somebody leaves"

scenario "whoever takes part does not arrive"
  seats ann, bob
  discard pile is red 1; turn of ann
  expect ann cannot arrive
  expect bob cannot arrive

scenario "whoever goes home no longer plays and may come back"
  seats ann, bob, cyd
  bob holds red 1, red 2
  discard pile is red 3; turn of bob
  bob goes home
  expect turn of cyd
  expect bob is absent
  expect number of cards in hand of bob is 0
  expect bob cannot draw 1
  expect bob can arrive

scenario "nobody is left alone, and doing anything means a move of the play"
  seats ann, bob
  bob is absent
  discard pile is red 3; turn of ann
  expect ann cannot go home
  expect bob can arrive by seating.arrive
  expect bob cannot do anything
  expect ann can do anything
