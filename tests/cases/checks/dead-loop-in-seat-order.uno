# expect no finding of UNO401
# with
# seats 2

# Ann comes first in the loop and takes the card, so that for bob, who plays the five, there is none.

game dead-loop-in-seat-order "Grab"
  seats 2

  deck in stock
    face is 5
    6 of 5

  zone hand of each player, private
  zone stock, face down
  zone row, face up

  variable calm: 0 to 60
  variable acted of each player: yes or no
  variable mine of each player: card or nothing
  variable tag of each player: card or nothing
  variable bad: yes or no

  situation turn on a player

  act lay a card from hand
    then move card the card from hand of player to row
  act wait
  act stir
  act stop

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then move top 1 from stock to row
      for each player
        tag of player becomes top of row
        if row is not empty
          move top 1 from row to hand of player
      for each player
        move top 1 from stock to hand of player
      begin turn on first of players

  rule calmly
    during turn
    its player may wait
    then calm += 1

  rule stir
    during turn
    its player may stir
    then calm becomes 0
      pass turn to left of player

  rule stop
    during turn
    its player may stop
    if bad is yes
    then end the match won by player

  rule grab
    during turn
    its player may lay 5
    if calm is 60 or tag of player is not nothing
    then
      for each player
        acted of player becomes no
      acted of player becomes yes
      for each player
        mine of player becomes top of row
        if row is not empty
          move top 1 from row to hand of player

  rule caught
    when the table settles
    if there is players where (their acted is yes and their mine is nothing)
    then bad becomes yes
