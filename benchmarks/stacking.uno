# A small table on which draw twos stack: for measuring how fast states are searched. `stacking.pml` says the same for SPIN.

game stacking "Draw twos stack"
  seats 2 to 4
  parameter dealt "cards dealt to each player": 1 to 8, default 1

  deck in draw pile
    color is red, blue
    face is 1 to 3, draw-two
    1 of each color: 1 to 3
    1 of each color: draw-two

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable top card: card or nothing

  situation turn on a player

  situation draw-due on a player
    count: 0 to 40

  act play a card from hand
    then move card the card from hand of player to discard pile
      top card becomes the card

  act draw a number: 0 to 40
    then
      repeat the number times
        if draw pile is empty
          move all but top from discard pile to draw pile
        move top from draw pile to hand of player

  rule dealing
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player in players
        move top dealt from draw pile to hand of player
      move top from draw pile to discard pile
      top card becomes moved card
      begin turn on first of players

  rule play
    during turn
    its player may play a card
    if color of the card is color of top card or face of the card is face of top card
    then pass turn to left of player

  rule draw
    during turn
    its player may draw 1
    then pass turn to left of player

  rule stack-begins
    when player plays draw-two
    if draw-due is not open
    then begin draw-due on left of player with count 2

  rule stack-on
    during draw-due
    its player may play draw-two
    then
      count of draw-due += 2
      pass draw-due to left of player

  rule take-the-stack
    during draw-due
    its player must otherwise draw count
    then
      pass turn to left of player
      end draw-due

  rule going-out
    when the table settles
    if there is players where (their hand is empty)
    then end the match won by players where (their hand is empty)

options for stacking

option small "No 3s: two cards fewer"

  deck
    remove 3

option another "A second red 2: one card more"

  deck
    1 of red 2

option fours "4s: two cards more"

  deck
    face is 4
    1 of each color: 4
