# Crazy eights as OpenSpiel 2.0 plays it, with the cards that skip, turn round and draw, and with a draw pile that is made again: one deal.
# A hand costs what OpenSpiel counts, by the number of a card and its suit. `crazy_eights.py` checks it against OpenSpiel step by step.

game crazy-eights "Crazy eights as OpenSpiel plays it"
  seats 3 to 5

  parameter most-draws "cards drawn in a turn": 1 to 5, default 5
  parameter most-plays "cards played until it is over": 1 to 1000, default 100

  deck in draw pile
    suit is clubs, diamonds, hearts, spades
    face is 2 to 10, jack, queen, king, ace
    1 of each suit: 2 to 10, jack, queen, king, ace

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable dealer: player or nothing
  variable direction: clockwise or counterclockwise, starts clockwise
  variable current suit: suit or nothing
  variable current face: face or nothing
  variable due: 0 to 8
  variable drawn: 0 to 5
  variable plays: 0 to 1000
  variable idle: 0 to 6
  variable score of each player: -1000 to 0, kept

  situation turn on a player
  situation naming on a player

  act play a card from hand
    then
      move card the card from hand of player to discard pile
      current suit becomes suit of the card
      current face becomes face of the card

  act name a suit
  act draw
  act pass
  act end it

  rule next
    next player after a player means left of the player if direction is clockwise, otherwise right of the player

  rule fits
    a card is fitting means suit of the card is current suit or face of the card is current face or the card is 8

  rule worth
    worth of a card means 50 if the card is 8,
        10 if the card is jack or queen or king or ace,
        otherwise 4 * number of face of the card - 6 + place of the card

  rule place
    place of a card means 0 if the card is clubs, 1 if the card is diamonds, 2 if the card is hearts, otherwise 3

  # --------------------------------------------------------------------------------------------------------- moves

  rule play
    during turn
    its player may play a card
    if (due is 0 and the card is fitting) or (due is not 0 and the card is 2)

  rule draw
    during turn
    its player may draw
    if draw pile is not empty and drawn is not most-draws
    then
      idle becomes 0
      if due is 0
        move top from draw pile to hand of player
        drawn += 1
        if draw pile is empty
          move all but top from discard pile to draw pile
          if draw pile is empty then drawn becomes most-draws
      otherwise
        repeat at most 8 times while due is not 0
          move top from draw pile to hand of player
          due -= 1
          if draw pile is empty
            move all but top from discard pile to draw pile
            if draw pile is empty
              if due is 0 then idle += 1
              due becomes 0
        pass turn to next player after player of turn

  rule pass
    during turn
    its player may pass
    if drawn is most-draws or draw pile is empty
    then
      drawn becomes 0
      if draw pile is empty
        idle += 1
      otherwise
        idle becomes 0
      if idle is seats + 1
        player ends it
      otherwise
        pass turn to next player after player of turn

  rule name
    during naming
    its player may name a suit
    then
      current suit becomes the suit
      end naming
      pass turn to next player after player of turn

  # ---------------------------------------------------------------------------------------------------- what follows

  rule played
    when player plays a card
    then
      plays += 1
      drawn becomes 0
      idle becomes 0
      if draw pile is empty then move all but top from discard pile to draw pile
      if hand of player is empty or plays is most-plays
        player ends it
      otherwise if the card is 8
        begin naming on player
      otherwise if the card is queen
        pass turn to next player after next player after player
      otherwise if the card is ace
        direction becomes counterclockwise if direction is clockwise, otherwise clockwise
        pass turn to next player after player
      otherwise if the card is 2
        if draw pile is not empty then due += 2
        pass turn to next player after player
      otherwise
        pass turn to next player after player

  rule over
    when player ends it
    then
      for each player
        score becomes 0 - total of worth for cards in hand of player
      end the match won by players where (their score is highest score for players)

  rule begin
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      dealer becomes a random player
      for each player from left of dealer
        move top 5 from draw pile to hand of player
      begin turn on left of dealer
      move top from draw pile to discard pile
      repeat at most 1000 times while top of discard pile is 8
        move all from discard pile to draw pile
        move top from draw pile to discard pile
      current suit becomes suit of top of discard pile
      current face becomes face of top of discard pile
      if top of discard pile is queen then pass turn to left of left of dealer
      if top of discard pile is ace
        direction becomes counterclockwise
        pass turn to right of dealer
      if top of discard pile is 2 then due becomes 2
