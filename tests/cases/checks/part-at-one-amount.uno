# expect nothing of UNO405
# with
# seats 2

# Only where seven cards are due, it is so; the least and the greatest amount, and those next to them, are alike.

game part-at-one-amount "Par"
  seats 2 to 2

  deck in draw pile
    face is 1 to 3
    12 of 1 to 3

  parameter amount "cards due": 0 to 20, default 3

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable last: 0 to 40
  variable marks: 0 to 9, kept

  situation turn on a player

  act play a card from hand
    then move card the card from hand of player to discard pile

  act draw a number: 0 to 40
    then move top the number from draw pile to hand of player

  rule play
    during turn
    its player may play a card
    then pass turn to left of player

  rule draw
    during turn
    its player must otherwise draw amount
    then pass turn to left of player

  rule note-it
    when player draws a number
    then last becomes the number

  rule seven
    when player plays a card
    if last is less than larger of (0, 1 - difference of (amount, 7)) or the card is 3
    then marks += 1

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
