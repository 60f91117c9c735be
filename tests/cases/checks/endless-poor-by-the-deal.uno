# expect no finding of UNO302
# with
# seats 2

# The deal of a small deck gives two cards, and so everybody is poor there. No deal with all cards does that, though hands
# of two cards come up.

game endless-poor-by-the-deal "Who is dealt two cards is poor"
  seats 2 to 3
  deck in draw pile
    color is red, blue, green, yellow
    face is 0 to 9, star
    2 of each color: 0 to 9
    4 of each color: star
  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up
  parameter hand-size "cards dealt": 6 to 9, default 6
  situation turn on a player
  situation duel on a player
  variable poor: yes or no
  act pass
  act draw a number: 1 to 3
    then
      repeat the number times
        if draw pile is empty
          move all but top from discard pile to draw pile
          shuffle draw pile
        move top from draw pile to hand of player
  act play a card from hand
    then move card the card from hand of player to discard pile
  rule play
    during turn
    its player may play a card
    if color of the card is color of top of discard pile or the card is star
    then pass turn to left of player
  rule draw
    during turn
    its player must otherwise draw 1
    then pass turn to left of player
  rule star
    when player plays star
    then begin duel on left of player
  rule push
    during duel
    its player may pass
    if poor
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
      poor becomes yes if number of cards in hand of first of players is at most 2, otherwise no
      begin turn on first of players
  rule over
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the match won by players where (number of cards in their hand is 0)
