use "base.uno"
options for base

option heads "First lines that miss a word"

  rule suit
    when player plays a heart three
    then next player draws 1

  rule no-name
    after a player means right of player

  rule in-one-line
    anyone can play a 3 at any time
