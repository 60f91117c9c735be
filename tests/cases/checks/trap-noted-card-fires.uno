# expect UNO304 witnessed: trap-noted-card-fires.break, trap-noted-card-fires.hum, trap-noted-card-fires.look
# with
# seats 2
# The card on top of the stock is the one that was noted, as long as nobody takes any: so in the position, too.

game trap-noted-card-fires "the card on top is noted"
  seats 2

  deck in stock
    face is 1 to 6, star
    1 of 1 to 6
    2 of star

  zone hand of each player, private
  zone stock, face up
  zone pile, face up

  variable noted: card or nothing
  variable broken: yes or no
  variable seen: card or nothing

  situation turn on a player

  act hum
  act break off
  act look

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player
        move top 3 from stock to hand of player
      noted becomes top of stock
      begin turn on first of players

  rule hum
    during turn
    its player may hum
    then pass turn to left of player

  rule break
    during turn
    its player may break off
    then broken becomes yes
      pass turn to left of player

  rule look
    during turn
    its player may look
    then seen becomes top of stock

  rule other
    when player looks
    if noted is not seen or broken is no
    then end the match won by player
