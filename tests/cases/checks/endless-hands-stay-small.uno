# expect no finding of UNO302
# with
# seats 2
# also UNO304

# Hands have eight cards at most and the discard pile five, so the draw pile is never empty. It is on a small deck.

game endless-hands-stay-small "Nobody with eight cards draws"
  seats 2 to 3
  deck in draw pile
    color is red, blue, green, yellow
    face is 0 to 9, star
    2 of each color: 0 to 9
    4 of each color: star
  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up
  parameter hand-size "cards dealt": 1 to 9, default 6
  situation turn on a player
  situation duel on a player
  act pass
  act draw a number: 1 to 3
    then
      move top (the number) from draw pile to hand of player
  act play a card from hand
    then move card the card from hand of player to discard pile
  rule play
    during turn
    its player may play a card
    if color of the card is color of top of discard pile or the card is star
    then pass turn to left of player
  rule draw
    during turn
    its player may draw 1
    if number of cards in hand of player is at most 7
    then pass turn to left of player
  rule wait
    during turn
    its player must otherwise pass
    then pass turn to left of player
  rule star
    when player plays star
    then begin duel on left of player
  rule push
    during duel
    its player may pass
    if draw pile is empty
    then pass duel to left of player
  rule give-in
    during duel
    its player may draw 1
    then end duel
  rule deal
    when the match begins
    then begin a round
  rule start
    when the round begins
    then
      for each player
        move top hand-size from draw pile to hand of player
      move top from draw pile to discard pile
      begin turn on first of players
  rule back
    when the table settles
    if number of cards in discard pile is at least 5
    then move all but top from discard pile to draw pile
      shuffle draw pile
  rule over
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the match won by players where (number of cards in their hand is 0)
