# expect UNO302 witnessed: stack-marks-of-somebody-fires.paint, stack-marks-of-somebody-fires.wash
# with
# seats 2

# Whose mark it is is not known, so one stroke of paint marks one player only.

game stack-marks-of-somebody-fires "Marks"
  seats 2
  deck in draw pile
    face is 1, 2, two
    4 of 1
    4 of 2
    2 of two
  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up
  variable mark of each player: yes or no
  variable aim: player or nothing
  variable calm: 0 to 60
  situation turn on a player
    over: yes or no
  situation debt on a player
  act play a card from hand
    then move card the card from hand of player to discard pile
  act wait
  act stir
  act paint
  act wash
  act pay
  rule play
    during turn
    its player may play a card
    then over becomes yes
  rule wait
    during turn
    its player may wait
    then calm += 1
      over becomes yes
  rule stir
    during turn
    its player may stir
    then calm becomes 0
      over becomes yes
  rule owe
    when player plays two
    then aim becomes left of player
      if calm is 60
        aim becomes player
      begin debt on player
  rule paint
    during debt
    its player may paint
    if aim is not nothing
    if not mark of aim
    then mark of aim becomes yes
  rule wash
    during debt
    its player may wash
    if mark of player
    then mark of player becomes no
  rule pay
    during debt
    its player may pay
    then end debt
  rule next-turn
    when the table settles
    after out
    if over of turn is yes
    if not debt is open
    then pass turn to left of player of turn
      over of turn becomes no
  rule out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)
  rule match
    when the match begins
    then begin a round
  rule deal
    when the round begins
    then
      for each player
        move top 3 from draw pile to hand of player
      begin turn on first of players
  rule over
    when the round ends
    then end the match won by winners
  rule position
    when the position stands
    then begin turn on first of players
