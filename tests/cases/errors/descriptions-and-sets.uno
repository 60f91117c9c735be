use "base.uno"
options for base

option extra "What people write of cards, hands and several players"

  rule fitting
    a card fits means the card is red or number of its face is 4

  rule price
    the price means total of (number of cards in hand) for players - winners

  rule three
    when player plays 3
    if number of cards in hand of other players is 3
    then swap hand of player with hand of first of players where (hand is empty)

  rule four
    when player plays 4
    then move top from hand of (players - player) to draw pile
