game tour
  seats 2 or 3
  zone draw pile face down
  parameter hand-size 1 to 7
  variable score: 0 to

  rule one
    when player plays 3
    then pass turn next player

  rule two
    its player may

  rule three
    a card is playable

  rule four
    when player plays 3
    then count becomes 3 if its face is 3, 4

  rule five
    when (player plays 3
    then do nothing
