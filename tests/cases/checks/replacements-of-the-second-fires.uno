# expect UNO204 witnessed: replacements-of-the-second-fires.one, replacements-of-the-second-fires.other
# with
# seats 2

# Both stand instead of two rules, and run together for the second of them only.

game replacements-of-the-second-fires "two replacements, of two rules"
  seats 2

  deck in draw pile
    color is red, blue
    6 of red, blue

  zone draw pile, face down
  zone discard pile, face up
  zone hand of each player, private

  variable count: 0 to 9
  variable more: 0 to 9

  situation turn on a player

  act play a card from hand
    manners answer, match
    then move card the card from hand of player to discard pile

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player
        move top 3 from draw pile to hand of player
      begin turn on first of players

  rule play-answer
    during turn
    its player may play red as answer
    then pass turn to left of player

  rule play-match
    during turn
    its player may play a card as match
    then pass turn to left of player

  rule finish
    when the table settles
    if number of cards in hand of player of turn is 0
    then end the round won by player of turn

  rule over
    when the round ends
    then end the match won by winners

  rule a-below
    when player plays a card as answer
    then count += 1

  rule z-below
    when player plays a card as match
    then count += 1

  rule one
    when player plays blue as anything
    instead of a-below, z-below
    then count += 2

  rule other
    when player plays blue as anything
    instead of a-below, z-below
    then more += 1
