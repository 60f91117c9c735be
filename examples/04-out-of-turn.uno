# Acts and manners: what players do out of turn, what they say, and what they choose.

use "base.uno"
game racing "A small game for quick hands" extends base

option jump-in "An identical card may be played out of turn"

  act play a card
    manners match

  rule match "Whoever holds the same card throws it in; the turn stays where it is"
    during turn
    any other player may play a card as match
    if the card is top card

option last-card "Say so when one card is left"

  act call last card
  act catch an opponent
  variable silent: player or nothing

  rule must-say
    when player plays a card as anything
    if number of cards in hand of player is 1
    then silent becomes player

  rule say
    at any time
    any player may call last card
    if player is silent
    then silent becomes nothing

  rule catch "Whoever stays silent draws two, if somebody notices"
    at any time
    any player may catch an opponent
    if the opponent is silent
    then opponent draws 2
      silent becomes nothing

  rule idle-call "Saying it for no reason costs a card"
    at any time
    any player may by mistake call last card
    if player is not silent
    then player draws 1

option zeros "A 0 trades hands with a player of your choice"

  act choose an opponent
  situation trading on a player

  rule zero
    when player plays 0
    then begin trading on player

  rule trade
    during trading
    its player must choose an opponent
    then swap hand of player with hand of opponent
      end trading

scenario "the same card out of turn"
  with jump-in
  seats ann, bob, cyd
  ann holds red 3, red 1
  bob holds blue 1
  cyd holds red 3, blue 2
  discard pile is red 5
  ann plays red 3
  expect turn of bob
  cyd plays red 3 as match
  expect turn of bob
  expect cyd holds blue 2

scenario "silence is punished"
  with last-card
  seats ann, bob
  ann holds red 3, red 1
  bob holds blue 1, blue 2
  discard pile is red 5
  ann plays red 3
  expect silent is ann
  bob catches ann
  expect number of cards in hand of ann is 3
  expect bob cannot catch an opponent

scenario "said in time, nobody is caught; said for nothing, it costs a card"
  with last-card
  seats ann, bob
  ann holds red 3, red 1
  bob holds blue 1, blue 2
  discard pile is red 5
  ann plays red 3
  ann calls last card
  expect silent is nothing
  expect bob cannot catch an opponent
  bob calls last card
  expect number of cards in hand of bob is 3

scenario "a 0 trades hands"
  with zeros
  seats ann, bob, cyd
  ann holds red 0, red 1
  bob holds blue 1, blue 2, blue 3
  cyd holds green 1
  discard pile is red 5
  ann plays red 0
  expect trading on ann
  ann chooses bob
  expect number of cards in hand of ann is 3
  expect bob holds red 1
  expect turn of bob
