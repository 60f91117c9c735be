# What is named along with an act is a part of the same move: a value, a card, a player, a number, or several of these.

use "base.uno"
options for base

option pointing "A 1 is played at somebody, who draws; a 2 with a card, a 3 with a number"

  act play a card
    naming an opponent
    naming a wish: card
    naming a number: 1 to 2

  rule point
    during turn
    instead of play
    its player may play 1 naming an opponent
    then pass turn to next player

  rule pointed
    when player plays 1 naming an opponent
    then opponent draws 1

  rule wish
    during turn
    its player may play 2 naming (red or star-less) and a number
    if color of the wish is not nothing and there is a card in draw pile where (it is the wish)
    then pass turn to next player

  rule star-less
    a card is star-less means the card is blue 1

  rule wished
    when player plays 2 naming a wish
    then move card the wish from draw pile to hand of player

  rule counted
    when player plays a card naming 2
    then player draws 1

  rule not-back
    during turn
    any player cannot play a card naming red 4
    if number of cards in hand of player is 3

option posts "Cards go to one of two piles; the act itself says where"

  zone left pile, face up
  zone right pile, face up

  variable sides: 0 to 20
  variable taken: 0 to 100
  variable side: left or right

  situation naming on a player

  act post a card from hand
    naming a pile: left or right
    naming a number: 1 to 3
    naming an answer: yes or no
    then
      taken += the number * 10
      if the answer is yes then taken += 5
      if the pile is left then move card the card from hand of player to left pile
      otherwise if the pile is right then move card the card from hand of player to right pile
      otherwise move card the card from hand of player to discard pile

  rule post
    during turn
    its player may post a card naming a pile
    if the pile is left or the card is red
    then pass turn to next player

  rule post-three
    during turn
    its player may post blue 4 naming right and 3 and yes
    then pass turn to next player

  rule post-nowhere
    during turn
    its player must otherwise post a card
    if number of cards in left pile is at least 1
    then pass turn to next player

  rule posted
    when player posts a card
    then sides += 1

  rule posted-right
    when player posts a card naming right
    then
      sides += 5
      if number of cards in hand of player is at least 1 then begin naming on player

  rule named-again
    when player takes up post
    then taken += 1

  rule again
    during naming
    its player may draw 1
    then end naming

  rule others-post
    when player plays 4
    then next player posts blue 1 naming side
      side becomes right

scenario "a card is played at somebody"
  with pointing
  seats ann, bob, cyd
  ann holds red 1, red 3
  turn of ann
  expect ann can play red 1 naming bob
  expect ann can play red 1 naming an opponent
  expect ann cannot play red 1 naming ann
  expect ann cannot play red 3 naming bob
  expect ann can only play red 1 naming bob, play red 1 naming cyd, play red 3, draw 1
  ann plays red 1 naming cyd
  expect top card is red 1

scenario "a card and a number are named together, in any order"
  with pointing
  seats ann, bob
  ann holds blue 2, red 3
  bob holds red 3
  discard pile is nothing
  turn of ann
  expect ann can play blue 2 naming red 1 and 1
  expect ann cannot play blue 2 naming blue 3 and 1
  ann plays blue 2 naming 1 and red 1
  expect ann holds exactly red 3, red 1

scenario "2 brings a card more"
  with pointing
  seats ann, bob
  ann holds blue 2, red 3
  turn of ann
  ann plays blue 2 naming red 1 and 2
  expect number of cards in hand of ann is 3

scenario "what is forbidden with one name is allowed with another"
  with pointing
  seats ann, bob
  ann holds blue 2, red 3, red 3
  bob holds blue 1
  turn of ann
  expect ann cannot play blue 2 naming red 4 and 1
  expect ann can play blue 2 naming red 1 and 1

scenario "the act says where a card goes, by what is named"
  with posts
  seats ann, bob
  ann holds red 1, blue 3
  bob holds blue 1, blue 2
  turn of ann
  expect ann can post red 1 naming right
  expect ann cannot post blue 3 naming right
  ann posts red 1 naming right
  expect top of right pile is red 1
  expect sides is 6
  expect taken is 1
  expect naming on ann
  ann draws 1
  bob posts blue 1 naming left
  expect sides is 7
  expect taken is 2
  expect ann can post blue 3
  ann posts blue 3
  expect top of discard pile is blue 3
  expect sides is 8
  expect taken is 2

scenario "where nothing is named, a number is 0, and an answer is no"
  with posts
  seats ann, bob
  ann holds blue 4, blue 3
  bob holds red 3
  turn of ann
  ann posts blue 4 naming right and 3 and yes
  expect taken is 35
  ann draws 1
  bob posts red 3 naming left
  ann posts blue 3
  expect taken is 36

scenario "an effect names what it works out"
  with posts
  seats ann, bob
  ann holds red 4, red 4
  bob holds blue 1, blue 1, red 3
  turn of ann
  ann plays red 4
  expect top of left pile is blue 1
  bob posts red 3 naming left
  ann plays red 4
  expect top of right pile is blue 1
  expect sides is 8
