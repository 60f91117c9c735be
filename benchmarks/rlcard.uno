# UNO as RLCard 1.2 plays it: one round, no calls, no challenges. A drawn card that fits is played at once; the cards played,
# with the one on top, are shuffled into the draw pile when it runs out. `executors.py` checks it against RLCard step by step.

game rlcard "UNO as RLCard plays it"
  seats 2 to 10

  deck in draw pile
    color is red, green, blue, yellow
    face is 0 to 9, skip, reverse, draw-two, wild, wild-draw-four
    1 of each color: 0
    2 of each color: 1 to 9, skip, reverse, draw-two
    4 of wild, wild-draw-four

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable direction: clockwise or counterclockwise, starts clockwise
  variable current color: color or nothing
  variable current face: face or nothing

  situation turn on a player

  act play a card from hand
    naming a color
    then move card the card from hand of player to discard pile
      current face becomes face of the card
      if color of the card is not nothing then current color becomes color of the card

  act draw
    then
      if draw pile is empty then move all from discard pile to draw pile
      move top from draw pile to hand of player

  rule next
    next player after a player means left of the player if direction is clockwise, otherwise right of the player

  rule fits
    a card is fitting means the card is not wildcard
        and (color of the card is current color or face of the card is current face)

  rule a-wild
    a card is wildcard means the card is wild or wild-draw-four

  rule play
    during turn
    its player may play a card
    if the card is fitting

  rule wild-and-color "A wild and its color are one move"
    during turn
    its player may play wild naming a color

  rule four-and-color "Only where nothing else can be played"
    during turn
    its player may play wild-draw-four naming a color
    if there is no card in hand of player where (it is fitting or it is wild)

  rule color-named
    when player plays a card naming a color
    then current color becomes the color

  rule draw "Where nothing can be played"
    during turn
    its player may draw
    if there is no card in hand of player where (it is fitting or it is wildcard)

  rule drawn "A drawn card is played at once, unless its color is another one"
    when player draws
    then
      if moved card is wildcard
        current face becomes face of moved card
        current color becomes a random color
        move card moved card from hand of player to discard pile
        pass turn to next player after player
      otherwise if color of moved card is current color
        player plays moved card
      otherwise
        pass turn to next player after player

  rule reverse
    when player plays reverse
    before next-turn
    then direction becomes counterclockwise if direction is clockwise, otherwise clockwise

  rule skip
    when player plays skip
    before next-turn
    then pass turn to next player after player of turn

  rule draw-two
    when player plays draw-two
    before next-turn
    then
      pass turn to next player after player of turn
      if number of cards in draw pile is less than 2 then move all from discard pile to draw pile
      move top 2 from draw pile to hand of player of turn

  rule draw-four
    when player plays wild-draw-four
    before next-turn
    then
      pass turn to next player after player of turn
      if number of cards in draw pile is less than 4 then move all from discard pile to draw pile
      move top 4 from draw pile to hand of player of turn

  rule next-turn
    when player plays a card
    then pass turn to next player after player of turn

  rule out
    when the table settles
    if there is players where (their hand is empty)
    then end the match won by players where (their hand is empty)

  rule begin
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player
        move top 7 from draw pile to hand of player
      begin turn on first of players
      move top from draw pile to discard pile
      repeat at most 1000 times while top of discard pile is wild-draw-four
        move all from discard pile to draw pile
        move top from draw pile to discard pile
      current face becomes face of top of discard pile
      if top of discard pile is wild
        current color becomes a random color
      otherwise
        current color becomes color of top of discard pile
      if top of discard pile is skip then pass turn to left of player of turn
      if top of discard pile is reverse
        direction becomes counterclockwise
        pass turn to right of player of turn
      if top of discard pile is draw-two then move top 2 from draw pile to hand of player of turn
