# expect UNO302 bounded: stack-standing-for-what-lay-there.answer, stack-standing-for-what-lay-there.pay
# with
# seats 2

# The 1 stands for what lay on top before it was played. From turn 100000 on that is a 2, for which each card comes back.

game stack-standing-for-what-lay-there "Masks"
  seats 2 to 2

  deck in draw pile
    face is 1 to 3
    4 of 1 to 3

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable omen: 0 to 100000
  variable top card: card or nothing

  situation turn on a player
  situation debt on a player

  act play a card from hand
    manners ghost
    then move card the card from hand of player to discard pile
      top card becomes the card

  act pay
  act pass

  rule play
    during turn
    its player may play 2
    then begin debt on left of player

  rule rest
    during turn
    its player must otherwise pass
    then omen += 1
      pass turn to left of player

  rule answer
    during debt
    its player may play 1 as ghost standing for top card
    then pass debt to left of player

  rule back
    when player plays 2 as ghost
    if omen is 100000
    then move top from discard pile to hand of player
      top card becomes the card

  rule pay
    during debt
    its player must otherwise pay
    then
      end debt
      pass turn to left of player

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
        move top 3 from draw pile to hand of player
      begin turn on first of players

  rule position
    when the position stands
    then begin turn on first of players
