# expect no finding of UNO302
# with
# seats 2

# With all stars in the first hand and no card left to draw, the debt would go round for ever. No game leads there: whoever is second
# draws two of four cards first, and two of these are stars.

game debts "A debt that is passed on"
  seats 2

  deck in draw pile
    face is 1, 2, star
    1 of 1 to 2
    3 of star

  zone hand of each player, private
  zone draw pile, face down

  situation turn on a player
  situation duty on a player

  act nod
  act show a card from hand
  act draw a number
    then
      repeat the number times
        move top from draw pile to hand of player

  rule match
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player
        move top from draw pile to hand of player
      begin turn on first of players

  rule show
    during turn
    its player may show a card

  rule enough
    during turn
    its player may nod
    then end the match

  rule duty-begins
    when player shows star
    then begin duty on left of player

  rule pay
    during duty
    its player must otherwise draw 2
    then pass duty to left of player

  rule give-up
    during duty
    its player must nod
    if player is player of turn and there is star in hand of left of player
    then end duty
