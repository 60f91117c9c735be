# A stored yes or no is not a name: a similar name of something else is no suggestion.

game house
  seats 2
  deck in stock
    face is 1 to 9
    1 of 1 to 9
  zone hand of each player, private
  zone stock, face down
  zone pile, face up

  variable marked: yes or no
  variable marker: yes or no

  situation turn on a player
    over: yes or no

  act play a card from hand

  rule playable
    a card is playable means the card is 3 to 9

  rule mark
    when player plays 3
    then marked becomes maybe

  rule swap
    when player plays 4
    then marked becomes markr

  rule over
    when player plays 5
    then over of turn becomes ended
