# expect no finding of UNO304
# with
# seats 2

# The last card of a hand that lies open is the top one, and it can be laid down.

game trap-hands-lie-open "Open hands"
  seats 2

  deck in stock
    face is one, two
    2 of one
    2 of two

  zone hand of each player, face up
  zone stock, face down

  variable calm: 0 to 60

  situation turn on a player

  act wait
  act stir
  act lay a card from hand
    then move card the card from hand of player to stock

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
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

  rule lay
    during turn
    its player may lay a card
    if calm is 60 and number of cards in hand of player is 1

  rule out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the match won by players where (number of cards in their hand is 0)
