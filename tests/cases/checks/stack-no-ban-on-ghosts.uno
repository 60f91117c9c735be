# expect UNO302 bounded: stack-no-ban-on-ghosts.answer, stack-no-ban-on-ghosts.haunt, stack-no-ban-on-ghosts.pay
# also UNO401
# with
# seats 3

# Ann has left, and a ban on players in the game does not bind her: from turn 100000 on she passes the debt on for ever.

game stack-no-ban-on-ghosts "Ghosts"
  seats 3 to 3

  deck in draw pile
    face is 1 to 3
    4 of 1 to 3

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable omen: 0 to 100000

  situation turn on a player
  situation debt on a player

  act play a card from hand
    then move card the card from hand of player to discard pile

  act haunt
  act pay
  act quit
  act pass

  rule play
    during turn
    its player may play a card
    then begin debt on left of player

  rule rest
    during turn
    its player must otherwise pass
    then pass turn to left of player
      omen += 1

  rule quit
    during turn
    its player may quit
    if number of players is 3
    then
      move all from hand of player to draw pile
      pass turn to left of player
      remove player

  rule answer
    during debt
    its player may play a card
    then pass debt to left of player

  rule pay
    during debt
    its player must otherwise pay
    then
      end debt
      pass turn to left of player

  rule haunt
    during debt
    any absent player may haunt
    if omen is 100000
    then pass debt to left of player of debt

  rule no-haunting
    any player cannot haunt

  rule out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)

  rule one-round
    when the round ends
    then end the match won by winners

  rule match
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player
        move top 2 from draw pile to hand of player
      begin turn on first of players

  rule position
    when the position stands
    then begin turn on first of players
