# expect UNO302 bounded: stack-with-nobody-left.answer, stack-with-nobody-left.haunt, stack-with-nobody-left.pay
# with
# seats 2

# When all have left, whoever is absent plays a card and takes it back, for ever.

game stack-with-nobody-left "Empty"
  seats 2 to 2

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
    manners ghost
    then move card the card from hand of player to discard pile

  act curse
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
    if omen is 100000
    then
      pass turn to left of player
      remove player

  rule curse
    during turn
    any absent player may curse
    if number of players is 0
    then begin debt on player

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
    any absent player may play a card as ghost
    then
      if number of players is 0
        move top from discard pile to hand of player
        pass debt to player

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
