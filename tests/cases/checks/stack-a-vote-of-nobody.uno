# expect UNO302 bounded: stack-a-vote-of-nobody.answer, stack-a-vote-of-nobody.pay
# with
# seats 2

# A vote that is over is a vote of nobody. From turn 100000 on, each card comes back for that.

game stack-a-vote-of-nobody "Masks"
  seats 2 to 2

  deck in draw pile
    face is 1 to 3
    4 of 1 to 3

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable omen: 0 to 100000
  variable flag: yes or no

  situation turn on a player
  situation debt on a player
  situation vote on players

  act play a card from hand
    manners ghost
    then move card the card from hand of player to discard pile

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
    its player may play 1 as ghost
    then pass debt to left of player

  rule target
    target means nothing if flag, otherwise winners

  rule back
    when player plays 1 as ghost
    if omen is 100000
    then
      flag becomes yes
      end vote
      if players of vote is target
        move top from discard pile to hand of player

  rule pay
    during debt
    its player must otherwise pay
    then
      end debt
      pass turn to left of player

  rule never-mind
    when the round begins
    then begin vote on players
      end vote

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
