# Several players choose at the same time, in secret, and then everybody sees what was chosen.

use "base.uno"
game bidding-game "A small game with bids" extends base

option bids "A 6 starts a secret bid: whoever bids least draws what was bid most"

  act bid a number: 0 to 3
  variable bid of each player: 0 to 3, secret

  situation bidding on players

  rule price
    the price means highest bid for players

  rule six
    when player plays 6
    then begin bidding on players

  rule make-a-bid
    during bidding
    its players must bid a number
    then bid of player becomes the number
      exclude player from players of bidding

  rule bids-are-shown
    when bidding completes
    then note "the bids are shown"
      for each player in players where (their bid is lowest bid for players)
        player draws the price
      end bidding

scenario "the lowest bid pays the highest"
  with bids
  seats ann, bob, cyd
  ann holds red 6, red 1
  bob holds blue 1
  cyd holds green 1
  discard pile is red 5
  ann plays red 6
  expect bidding on cyd
  cyd bids 0
  expect cyd cannot bid 1
  ann bids 3
  bob bids 2
  expect note "the bids are shown"
  expect number of cards in hand of cyd is 4
  expect turn of bob
