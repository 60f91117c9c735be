# expect no finding of UNO405
# with part-group-between-moves.luck, part-group-between-moves.cap
# seats 2

# Whoever holds 120 cards ends the match, so nobody does between two moves; the words in parentheses are read in the middle of one.

use "base.uno"
options for base

option luck "Many cards bring luck"
  deck
    face is golden
    1 of red: golden
    400 of each color: 1

  variable luck: 0 to 3

  act reach
    then move top 4 from draw pile to hand of player

  rule lucky
    during turn
    its player may reach
    then
      if luck is less than 2 and (number of cards in hand of player is at least 120 and top card is golden)
        luck += 1
      over becomes yes

option cap "Whoever holds 120 cards ends the match"
  rule cap
    when the table settles
    if there is players where (number of cards in their hand is at least 120)
    then end the match won by winners

scenario "it happens"
  with luck, cap
  seats ann, bob
  ann holds 118 * red 1
  bob holds blue 3, blue 4
  discard pile is red golden; turn of ann
  ann reaches
  expect luck is 1
