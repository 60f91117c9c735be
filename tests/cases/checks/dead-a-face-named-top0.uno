# expect no finding of UNO401
# with
# seats 2

# A card may be called what the checker calls the top of a pile; the pile can still be empty.

game dead-a-face-named-top0 "Names"
  seats 2

  deck in stock
    face is one, top0
    2 of one
    2 of top0

  zone stock, face down
  zone row, face up

  variable calm: 0 to 60
  variable bad: yes or no

  situation turn on a player

  act wait
  act stir
  act stop
  act clear
    then move all from row to stock

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then move top 1 from stock to row
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

  rule clear
    during turn
    its player may clear
    if calm is 60

  rule caught
    when player waits
    if row is empty
    then bad becomes yes

  rule caught2
    when player waits
    if top of row is nothing
    then bad becomes yes
