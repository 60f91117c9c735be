use "base.uno"
options for base

option extra "Relations that would do nothing"

  rule a-draw
    when player plays 3
    instead of draw
    before draw
    then next player draws 1

  rule no-three
    any player cannot play 3
    instead of no-four, deal

  rule no-four
    any player cannot play 4

  rule four
    during turn
    its player may play 4
    instead of no-four
    despite draw, deal

  rule fitting
    a card is fitting means the card is 4
    instead of draw
