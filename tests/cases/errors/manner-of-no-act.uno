# with manners
use "base.uno"
options for base

option manners "What nobody does in a manner"

  rule ended
    when the round ends as match
    then do nothing

  rule begun
    when turn begins standing for red 1
    then do nothing

  rule taken
    when player takes up draw as match
    then do nothing

  rule one-of-two
    when player takes up draw or play as match
    then do nothing

  rule who
    when banana takes up draw
    then do nothing

  rule who-of-two
    when red 1 takes up draw or play
    then do nothing

  rule whose
    when player plays 1
    then over of turn becomes its no
