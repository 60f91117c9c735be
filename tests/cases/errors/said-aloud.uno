use "base.uno"
options for base

option aloud "What people say"

  rule not
    any player may not play 3

  rule else
    when player plays 3
    then everyone else draws 1

  rule all
    when player plays 3
    then all players draw 1

  rule passive
    when a 3 is played
    then next player draws 1

  rule has
    when player plays 3
    if player has 1 card
    then next player draws 1

  rule has-red
    when player plays 3
    if next player has a red card
    then next player draws 1

  rule greater
    when player plays 3
    if number of players is greater than 2
    then next player draws 1

  rule or-more
    when player plays 3
    if number of players is 3 or more
    then next player draws 1

  rule other
    when player plays not red
    then next player draws 1

  rule and
    when player plays 3
    then next player draws 1 and next player draws 2

  rule value
    when player plays 3
    then next player draws number of players
