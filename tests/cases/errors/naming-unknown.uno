use "base.uno"
options for base

option extra "One more rule"

  act draw a number
    naming a color
    naming a side: left or right

  rule a
    when player draws 1 naming up
    then player draws 1

  rule b
    when player draws 1 naming red and left and blue
    then player draws 1 naming a color

  rule c
    when player plays a card naming a color
    then player draws 1

  rule d
    during turn
    its player cannot do anything naming red
