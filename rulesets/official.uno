# The rules that come in the box, with the house rules that the box suggests as options.

game official "Official UNO"
  clause official.players
  seats 2 to 10

  parameter hand-size "cards dealt to each player": 1 to 30, default 7
  parameter target "points that end the match": 50 to 10000, default 500

  # ---------------------------------------------------------------------------------------------- cards and places

  clause official.deck
  deck in draw pile
    color is red, yellow, green, blue
    face is 0 to 9, skip, reverse, draw-two, wild, wild-draw-four
    1 of each color: 0
    2 of each color: 1 to 9, skip, reverse, draw-two
    4 of wild, wild-draw-four

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable direction: clockwise or counterclockwise, starts clockwise
  variable top card: card or nothing
  variable current color: color or nothing
  variable dealer: player or nothing, kept
  variable unsaid: player or nothing
  variable score of each player: 0 to 100000, kept

  situation turn on a player
    over: yes or no
    drawn: card or nothing

  situation naming on a player

  situation draw-due on a player
    count: 0 to 400
    kind: draw-two or wild-draw-four, starts wild-draw-four
    culprit: player or nothing
    bluff: yes or no

  # ----------------------------------------------------------------------------------------------- what players do

  act play a card from hand
    manners answer
    then move card the card from hand of player to discard pile
      top card becomes the card
      if color of the card is not nothing then current color becomes color of the card

  act draw a number
    then
      repeat the number times
        if draw pile is empty
          move all but top from discard pile to draw pile
          shuffle draw pile
        move top from draw pile to hand of player

  act pass
  act name a color
  act call uno
  act catch an opponent
  act challenge
  act choose an opponent
  act turn up a card

  # --------------------------------------------------------------------------------------------------------- words

  rule next-player
    clause official.turn.direction
    next player after a player means left of the player if direction is clockwise, otherwise right of the player

  rule playable
    clause official.turn.play-match, official.turn.play-wild, official.wild-any-time
    a card is playable means color of the card is current color or face of the card is face of top card
      or the card is wild or wild-draw-four

  rule points
    clause official.points
    points of a card means 50 if the card is wild or wild-draw-four,
      20 if the card is skip or reverse or draw-two,
      otherwise number of face of the card

  rule hand-points
    hand points of a player means total of points for cards in hand of the player

  # -------------------------------------------------------------------------------------------------------- a turn

  rule play "Play a card that matches"
    clause official.turn.play-match, official.turn.play-wild, official.drawn-card, official.wd4.restriction
    during turn
    its player may play a card
    if the card is playable
    if drawn is nothing or the card is drawn
    then over becomes yes

  rule draw "Draw a card"
    clause official.turn.draw, official.drawn-card, official.reshuffle
    during turn
    its player may draw 1
    if drawn is nothing
    then
      if moved card is nothing
        over becomes yes
      otherwise if moved card is not playable
        over becomes yes
      otherwise drawn becomes moved card

  rule keep "Keep the card just drawn"
    clause official.drawn-card
    during turn
    its player may pass
    if drawn is not nothing
    then over becomes yes

  rule next-turn "The turn goes on"
    clause official.turn.direction
    when the table settles
    after going-out
    if over of turn is yes
    then pass turn to next player after player of turn
      over of turn becomes no
      drawn of turn becomes nothing

  # -------------------------------------------------------------------------------------------------- action cards

  rule skip "The next player misses a turn"
    clause official.skip
    when player plays skip
    then pass turn to next player

  rule reverse "Play turns round"
    clause official.reverse
    when player plays reverse
    then direction becomes counterclockwise if direction is clockwise, otherwise clockwise

  rule reverse-of-two "With two players a reverse is a skip"
    clause official.two.reverse-skips
    when player plays reverse
    after reverse
    if number of players is 2
    then pass turn to next player

  rule draw-two "The next player draws two and misses a turn"
    clause official.draw-two, official.two.draw-resumes, official.out.draw-card-last
    when player plays draw-two
    then next player draws 2
      pass turn to next player

  rule wild "A wild lets its player name the color"
    clause official.wild, official.wild-draw-four
    when player plays wild or wild-draw-four
    after draw-four
    then begin naming on player

  rule name-color
    clause official.wild, official.wild-draw-four, official.first.wild
    during naming
    its player must name a color
    then current color becomes the color
      end naming

  rule draw-four "The next player owes four cards, or doubts"
    clause official.wild-draw-four, official.wd4.restriction
    when player plays wild-draw-four
    then begin draw-due on next player with count 4, kind wild-draw-four, culprit player,
        bluff (there is a card in hand of player where (its color is current color))

  rule draw-what-is-due "Draw the cards and miss the turn"
    clause official.wild-draw-four, official.two.draw-resumes, official.out.draw-card-last
    during draw-due
    its player must otherwise draw count
    then pass turn to player
      end draw-due

  rule challenge "Doubt a wild draw four"
    clause official.wd4.challenge
    during draw-due
    its player may challenge
    if kind is wild-draw-four
    then show hand of culprit to player
      if bluff is yes
        culprit draws count
      otherwise
        player draws count + 2
        pass turn to player
      end draw-due

  # ----------------------------------------------------------------------------------------------------- calling uno

  rule others-too-late "Nobody is caught once the next player has acted"
    clause official.uno.caught
    when player plays a card as anything
    if unsaid is not nothing and unsaid is not player
    then unsaid becomes nothing

  rule drawing-is-too-late
    clause official.uno.caught
    when player takes up draw
    if unsaid is not nothing and unsaid is not player
    then unsaid becomes nothing

  rule uno-is-due "One card left: uno must be called"
    clause official.uno.call
    when player plays a card as anything
    after others-too-late
    before draw-two
    if number of cards in hand of player is 1
    then unsaid becomes player

  rule call "Call uno in time"
    clause official.uno.call, official.uno.caught
    at any time
    any player may call uno
    if player is unsaid
    then unsaid becomes nothing

  rule catch "Caught without having called"
    clause official.uno.caught
    at any time
    any player may catch an opponent
    if opponent is unsaid
    then opponent draws 2
      unsaid becomes nothing

  rule false-call "Calling uno with more than one card"
    clause official.uno.false-call
    at any time
    any player may by mistake call uno
    if player is not unsaid and number of cards in hand of player is more than 1
    then player draws 2

  rule nothing-due
    clause official.uno.call
    when the table settles
    before going-out
    if unsaid is not nothing and number of cards in hand of unsaid is not 1
    then unsaid becomes nothing

  rule no-trading "Cards are not traded"
    clause official.no-trading
    any player cannot choose an opponent
    allow UNO401 "nothing here lets players trade; options that do stand despite this rule"

  # --------------------------------------------------------------------------------------------- rounds and matches

  rule first-dealer
    when the match begins
    then dealer becomes right of first of players
      begin a round

  rule deal "Seven cards each"
    clause official.deal, official.first-player
    when the round begins
    then shuffle draw pile
      for each player from left of dealer
        move top hand-size from draw pile to hand of player
      begin turn on left of dealer

  rule first-card "The first card is turned up"
    clause official.deal, official.first.wild-draw-four
    when the round begins
    after deal
    then
      repeat at most 1000 times while top of discard pile is nothing or wild-draw-four
        move all from discard pile to draw pile
        shuffle draw pile
        move top from draw pile to discard pile
      top card becomes top of discard pile
      current color becomes color of top card
      dealer turns up top card

  rule first-skip
    clause official.first.skip
    when player turns up skip
    then pass turn to next player after player of turn

  rule first-reverse
    clause official.first.reverse
    when player turns up reverse
    then direction becomes counterclockwise
      pass turn to player

  rule first-draw-two
    clause official.first.draw-two
    when player turns up draw-two
    then (player of turn) draws 2
      pass turn to next player after player of turn

  rule first-wild
    clause official.first.wild
    when player turns up wild
    then begin naming on player of turn

  rule going-out "Whoever has no cards left has won the hand"
    clause official.out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)

  rule score "The winner scores what the others hold"
    clause official.out
    when the round ends
    then
      for each player in winners
        score of player += total of hand points for players

  rule round-over "Another round, or the end of the match"
    clause official.match-end
    when the round ends
    after score
    then
      if there is players where (their score is at least target)
        end the match won by players where (their score is at least target)
      otherwise
        dealer becomes left of dealer
        begin a round

  rule position "What a scenario need not say"
    when the position stands
    then top card becomes top of discard pile
      current color becomes color of top card
      dealer becomes right of first of players
      begin turn on first of players

# -------------------------------------------------------------------------------------------------------- house rules

option no-bluffing "A wild draw four cannot be played illegally"
  clause official.wd4.restriction
  without challenge

  rule no-bluff
    clause official.wd4.restriction
    any player cannot play wild-draw-four
    if there is a card in hand of player where (its color is current color)

option progressive "Progressive UNO"
  clause official.house.progressive

  rule progressive-two
    clause official.house.progressive
    when player plays draw-two
    instead of draw-two
    then begin draw-due on next player with count 2, kind draw-two, culprit player

  rule pile-on-two
    clause official.house.progressive
    during draw-due
    its player may play draw-two as answer
    if kind is draw-two
    then count += 2
      culprit becomes player
      pass draw-due to next player

  rule pile-on-four
    clause official.house.progressive
    during draw-due
    its player may play wild-draw-four as answer
    if kind is wild-draw-four
    then count += 4
      culprit becomes player
      bluff becomes there is a card in hand of player where (its color is current color)
      pass draw-due to next player
      begin naming on player

option no-wild-ending "No wild endings"
  clause official.house.no-wild-ending

  rule no-wild-ending
    clause official.house.no-wild-ending
    any player cannot play wild or wild-draw-four
    if number of cards in hand of player is 1

option seven "A 7 may swap hands"
  clause official.house.seven

  situation swapping on a player

  rule seven
    clause official.house.seven
    when player plays 7
    then begin swapping on player

  rule swap
    clause official.house.seven
    during swapping
    its player may choose an opponent
    despite no-trading
    then swap hand of player with hand of opponent
      end swapping

  rule no-swap
    clause official.house.seven
    during swapping
    its player must otherwise pass
    then end swapping

option zero "A 0 passes all hands on"
  clause official.house.zero

  rule zero
    clause official.house.zero
    when player plays 0
    then give every hand to next player

option jump-in "Jump in with an identical card"
  clause official.house.jump-in

  rule jump-in
    clause official.house.jump-in
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player
      over becomes yes
      drawn becomes nothing

option elimination "Points count against you, and 500 put you out"
  clause official.alt.elimination

  rule tally
    clause official.alt.elimination
    when the round ends
    instead of score
    then
      for each player
        score of player += hand points of player

  rule out-of-the-match
    clause official.alt.elimination
    when the round ends
    instead of round-over
    after tally
    then
      if number of players is 2
        if there is players where (their score is at least target)
          end the match won by players where (their score is lowest score for players)
        otherwise
          dealer becomes left of dealer
          begin a round
      otherwise
        for each player in players where (their score is at least target)
          if number of players is more than 1 then remove player
        if number of players is 1
          end the match won by players
        otherwise
          dealer becomes left of dealer
          begin a round

option partners "Two teams of two"
  clause official.partners
  excludes elimination
  seats 4

  rule partner
    clause official.partners
    partner of a player means left of left of the player

  rule team-score
    clause official.partners
    when the round ends
    instead of score
    then
      for each player in winners
        score of player += hand points of left of player + hand points of right of player
        score of partner of player += hand points of left of player + hand points of right of player

# ---------------------------------------------------------------------------------------------------------- scenarios

scenario "a card that matches in color or number is played"
  clause official.turn.play-match, official.turn.direction
  seats ann, bob, cyd
  ann holds red 7, blue 5, green 9
  discard pile is red 5; turn of ann
  expect ann can play red 7
  expect ann can play blue 5
  expect ann cannot play green 9
  ann plays blue 5
  expect turn of bob
  expect current color is blue
  expect ann cannot play red 7

scenario "a skipped player misses a turn"
  clause official.skip
  seats ann, bob, cyd
  ann holds red skip, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red skip
  expect turn of cyd

scenario "after drawing only the drawn card may be played"
  clause official.drawn-card, official.turn.draw
  seats ann, bob
  ann holds red 7, red 8
  discard pile is red 5; turn of ann
  draw pile is red 2
  ann draws 1
  expect ann cannot play red 7
  expect ann can play red 2
  ann passes
  expect turn of bob
  expect number of cards in hand of ann is 3
