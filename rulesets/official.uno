# The rules that come in the box, with the house rules that the box suggests as options.

game official "Official UNO"
  clause official.players
  seats 2 to 10
  needs seats * hand-size is less than deck size "there are not enough cards to deal that many to each player"

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
  variable unsaid: players
  variable score of each player: -100000 to 100000, kept

  situation turn on a player
    over: yes or no
    drawn: card or nothing

  situation naming on a player

  situation draw-due on a player
    count: 0 to 400
    kind: draw-two or wild-draw-four, starts wild-draw-four
    culprit: player or nothing
    bluff: yes or no, secret

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
  act deal

  # --------------------------------------------------------------------------------------------------------- words

  rule next-player
    clause official.turn.direction
    next player after a player means left of the player if direction is clockwise, otherwise right of the player

  rule playable
    clause official.turn.play-match, official.turn.play-wild, official.wild-any-time
    a card is playable means color of the card is current color or face of the card is face of top card
        or the card is wild or wild-draw-four

  rule refused "A wild draw four cannot be the first card"
    clause official.first.wild-draw-four
    a card is refused means the card is wild-draw-four

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
    then over becomes yes

  rule only-the-drawn-card "After drawing no other card is played"
    clause official.drawn-card
    during turn
    its player cannot play a card
    if drawn is not nothing and the card is not drawn

  rule draw-before-passing "Nobody passes who has not drawn"
    clause official.turn.draw, official.drawn-card
    during turn
    its player cannot pass
    if drawn is nothing

  rule next-turn "The turn passes on"
    clause official.turn.direction
    when the table settles
    after going-out
    if over of turn is yes
    then pass turn to next player after player of turn
      over of turn becomes no
      drawn of turn becomes nothing

  # -------------------------------------------------------------------------------------------------- action cards

  rule skip "After a skip, the next player misses a turn"
    clause official.skip
    when player plays skip
    then pass turn to next player

  rule reverse "A reverse turns play around"
    clause official.reverse
    when player plays reverse
    then direction becomes counterclockwise if direction is clockwise, otherwise clockwise

  rule reverse-of-two "With two players, a reverse is a skip"
    clause official.two.reverse-skips
    when player plays reverse
    after reverse
    if number of players is 2
    then pass turn to next player

  rule draw-two "After a draw two, the next player draws two and misses a turn"
    clause official.draw-two, official.two.draw-resumes, official.out.draw-card-last
    when player plays draw-two
    then begin draw-due on next player with count 2, kind draw-two, culprit player

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

  rule draw-four "After a wild draw four, the next player owes four cards, or doubts it"
    clause official.wild-draw-four, official.wd4.restriction
    when player plays wild-draw-four
    then begin draw-due on next player with count 4, kind wild-draw-four, culprit player,
        bluff (there is a card in hand of player where (its color is current color))

  rule draw-what-is-due "Draw the cards that you owe, and miss the turn"
    clause official.draw-two, official.wild-draw-four, official.two.draw-resumes, official.out.draw-card-last
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
    if there is other players where (they is in unsaid)
    then unsaid -= other players

  rule drawing-is-too-late
    clause official.uno.caught
    when player takes up draw or draw-what-is-due or challenge
    if there is other players where (they is in unsaid)
    then unsaid -= other players

  rule uno-is-due "One card left: uno must be called"
    clause official.uno.call
    when player plays a card as anything
    after others-too-late
    before draw-two
    if number of cards in hand of player is 1
    then unsaid += player

  rule call "Call uno in time"
    clause official.uno.call, official.uno.caught
    at any time
    any player may call uno
    if player is in unsaid
    then unsaid -= player

  rule catch "Caught without having called"
    clause official.uno.caught
    at any time
    any player may catch an opponent
    if opponent is in unsaid
    then opponent draws 2
      unsaid -= opponent

  rule false-call "Calling uno with more than one card"
    clause official.uno.false-call
    at any time
    any player may by mistake call uno
    if player is not in unsaid and number of cards in hand of player is more than 1
    then player draws 2

  rule nothing-due
    clause official.uno.call
    when the table settles
    before going-out
    if there is unsaid where (number of cards in their hand is not 1)
    then unsaid -= players where (number of cards in their hand is not 1)

  rule no-trading "Cards are not traded"
    clause official.no-trading
    any player cannot choose an opponent
    allow UNO401 "nothing here lets players trade; options that do stand despite this rule"

  # --------------------------------------------------------------------------------------------- rounds and matches

  rule first-dealer
    when the match begins
    then dealer becomes right of first of players
      begin a round

  rule dealer-deals
    clause official.deal
    when the round begins
    then dealer deals

  rule deal "Deal the cards"
    clause official.deal, official.first-player
    when player deals
    then shuffle draw pile
      for each player from left of dealer
        move top hand-size from draw pile to hand of player
      begin turn on left of dealer

  rule first-card "The first card is turned up"
    clause official.deal, official.first.wild-draw-four
    when player deals
    after deal
    then
      repeat at most 1000 times while top of discard pile is nothing or refused
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

  rule going-out "Whoever has no cards left wins the round"
    clause official.out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)

  rule nobody-plays-on "Once the round is won, cards that are due are drawn, and nothing else is played"
    clause official.out, official.out.draw-card-last
    any player cannot play a card
    if there is players where (number of cards in their hand is 0)
    instead of jump-in, pile-on-two, pile-on-four

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

  rule no-bluff "Not in turn, not as an answer, and not by jumping in"
    clause official.wd4.restriction
    any player cannot play wild-draw-four
    if there is a card in hand of player where (its color is current color)
    instead of jump-in, pile-on-four

option progressive "Progressive UNO"
  clause official.house.progressive

  parameter same-card "which draw two goes on a draw two": same-kind or identical

  rule pile-on-two
    clause official.house.progressive
    during draw-due
    its player may play draw-two as answer
    if same-card is same-kind or the card is top card
    instead of jump-in
    then count += 2
      culprit becomes player
      pass turn to player
      pass draw-due to next player

  rule pile-on-four
    clause official.house.progressive
    during draw-due
    its player may play wild-draw-four as answer
    instead of jump-in
    then count += 4
      culprit becomes player
      bluff becomes there is a card in hand of player where (its color is current color)
      pass turn to player
      pass draw-due to next player
      begin naming on player

  rule no-mixing "Draw twos go on draw twos only, and wild draw fours on wild draw fours"
    clause official.house.progressive
    during draw-due
    its player cannot play draw-two or wild-draw-four
    if (the card is draw-two and kind is wild-draw-four) or (the card is wild-draw-four and kind is draw-two)

option no-wild-ending "No wild endings"
  clause official.house.no-wild-ending

  rule no-wild-ending
    clause official.house.no-wild-ending
    any player cannot play wild or wild-draw-four
    if number of cards in hand of player is 1
    instead of jump-in, pile-on-four

option seven "A 7 may swap hands"
  clause official.house.seven

  situation swapping on players

  rule seven
    clause official.house.seven
    when player plays 7
    then
      if swapping is open
        include player among players of swapping
      otherwise begin swapping on player

  rule swap
    clause official.house.seven
    during swapping
    its players may choose an opponent
    despite no-trading
    then swap hand of player with hand of opponent
      exclude player from players of swapping

  rule no-swap
    clause official.house.seven
    during swapping
    its players must otherwise pass
    then exclude player from players of swapping

  rule all-have-chosen
    clause official.house.seven
    when swapping completes
    then end swapping

option zero "A 0 passes all hands on"
  clause official.house.zero

  rule zero
    clause official.house.zero
    when player plays 0
    after uno-is-due
    then give every hand to next player

option jump-in "Jump in with an identical card"
  clause official.house.jump-in

  parameter cards-due "what becomes of cards that are due when somebody jumps in": are-drawn or are-dropped

  rule jump-in "At once, whatever the table waits for; play goes on as after a turn"
    clause official.house.jump-in
    at any time
    any player may play a card
    if the card is top card and (player is not player of turn or draw-due is open)
    then
      if cards-due is are-drawn then (player of draw-due) draws count of draw-due
      end draw-due
      end naming
      pass turn to player
      over of turn becomes yes
      drawn of turn becomes nothing
    allow UNO302 "wild draw fours go on each other only for as long as their players wish"

option new-wilds "Wild swap hands, and wilds to write a rule on"
  clause official.points

  deck
    face is wild-swap-hands, wild-customizable
    1 of wild-swap-hands
    3 of wild-customizable

  situation hand-swap on a player

  rule new-wilds-any-time
    clause official.turn.play-wild
    a card is playable means the card is wild-swap-hands or wild-customizable
    if the card is wild-swap-hands or wild-customizable

  rule new-wild-points "They count 40"
    clause official.points
    points of a card means 40
    if the card is wild-swap-hands or wild-customizable

  rule new-wild "They let their player name the color"
    clause official.turn.play-wild
    when player plays wild-swap-hands or wild-customizable
    then begin naming on player

  rule wild-swap "And one of them swaps hands"
    clause official.turn.play-wild
    when player plays wild-swap-hands
    before new-wild
    then begin hand-swap on player

  rule wild-swap-with
    clause official.turn.play-wild
    during hand-swap
    its player must choose an opponent
    despite no-trading
    then swap hand of player with hand of opponent
      end hand-swap

  rule first-new-wild
    clause official.first.wild
    when player turns up wild-swap-hands or wild-customizable
    then begin naming on player of turn

option one-hand "No points: whoever wins a round wins the match"
  clause official.match-end
  excludes elimination

  rule one-hand
    clause official.match-end
    when the round ends
    instead of round-over
    after score
    then end the match won by winners

option elimination "Points count against you, and too many put you out"
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

# cards, seats and the deal

scenario "ten sit down and the tenth is followed by the first"
  clause official.players, official.turn.direction
  seats ann, bob, cyd, dan, eve, fay, gus, hal, ivy, jon
  jon holds red 7, blue 1
  ann holds red 7, blue 2
  discard pile is red 5; turn of jon
  expect number of players is 10
  expect ann cannot play red 7
  jon plays red 7
  expect turn of ann

scenario "two are enough, and nobody else has a turn"
  clause official.players
  seats ann, bob
  ann holds red 7, red 8
  bob holds red 9, red 1
  discard pile is red 5; turn of ann
  expect number of players is 2
  ann plays red 7
  bob plays red 9
  expect turn of ann

scenario "the box holds a hundred and eight cards"
  clause official.deck
  seats ann, bob
  ann holds nothing
  bob holds nothing
  discard pile is nothing
  expect number of cards in draw pile is 108
  expect number of cards in draw pile where (its color is red) is 25
  expect number of cards in draw pile where (its face is 0) is 4
  expect number of cards in draw pile where (its face is 9) is 8
  expect number of cards in draw pile where (its face is draw-two) is 8
  expect number of cards in draw pile where (its face is wild-draw-four) is 4
  expect there is no card in draw pile where (its color is nothing and its face is 7)

scenario "seven cards each and one turned up"
  clause official.deal, official.first-player
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, red 4, red 5, red 6, red 7,
      blue 1, blue 2, blue 3, blue 4, blue 5, blue 6, blue 7,
      green 1, green 2, green 3, green 4, green 5, green 6, green 7, yellow 8
  the match begins
  expect number of cards in hand of ann is 7
  expect number of cards in hand of bob is 7
  expect number of cards in hand of cyd is 7
  expect ann holds red 7
  expect not ann holds blue 1
  expect dealer is cyd
  expect top card is yellow 8
  expect number of cards in discard pile is 1
  expect turn of ann
  expect bob cannot draw 1

scenario "fewer cards for those who want a short hand"
  clause official.deal
  set hand-size to 3
  seats ann, bob
  draw pile is red 1, red 2, red 3, blue 1, blue 2, blue 3, yellow 8
  the match begins
  expect number of cards in hand of ann is 3
  expect number of cards in hand of bob is 3
  expect not bob holds yellow 8
  expect turn of ann

scenario "the player left of the dealer begins, whoever deals"
  clause official.first-player
  set hand-size to 1
  seats ann, bob, cyd
  dealer is ann
  draw pile is red 1, red 2, red 3, blue 4
  the round begins
  expect bob holds red 1
  expect turn of bob
  expect cyd cannot draw 1

# the first card

scenario "a skip turned up passes over the first player"
  clause official.first.skip, official.first-player
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue skip
  the match begins
  expect turn of bob
  expect ann cannot draw 1
  expect direction is clockwise

scenario "a number turned up passes over nobody"
  clause official.first.skip, official.first.reverse, official.first.draw-two, official.first.wild
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue 4
  the match begins
  expect turn of ann
  expect number of cards in hand of ann is 1
  expect direction is clockwise
  expect current color is blue
  expect ann cannot name red

scenario "a reverse turned up lets the dealer begin the other way round"
  clause official.first.reverse
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, blue 3, blue reverse
  the match begins
  expect turn of cyd
  expect direction is counterclockwise
  expect ann cannot draw 1
  cyd draws 1

scenario "a draw two turned up costs the first player two cards and the turn"
  clause official.first.draw-two
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue draw-two, green 4, green 6
  the match begins
  expect number of cards in hand of ann is 3
  expect ann holds green 4
  expect number of cards in hand of bob is 1
  expect turn of bob
  expect ann cannot play green 4

scenario "a wild turned up lets the first player name and play"
  clause official.first.wild
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, wild
  the match begins
  expect naming on ann
  expect bob cannot name green
  expect ann cannot play red 1
  ann names red
  expect current color is red
  expect turn of ann
  expect ann can play red 1

scenario "a wild draw four turned up goes back and another card comes"
  clause official.first.wild-draw-four, official.deal
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, wild-draw-four, blue 4
  the match begins
  expect top card is blue 4
  expect number of cards in discard pile is 1
  expect there is a card in draw pile where (its face is wild-draw-four)
  expect number of cards in hand of ann is 1
  expect turn of ann

scenario "a plain wild turned up stays where it is"
  clause official.first.wild-draw-four, official.first.wild
  set hand-size to 1
  seats ann, bob
  draw pile is red 1, red 2, wild, blue 4
  the match begins
  expect top of discard pile is wild
  expect not top card is blue 4

# matching, wilds, drawing

scenario "a symbol matches its own kind in another color"
  clause official.turn.play-match
  seats ann, bob, cyd
  ann holds blue skip, blue reverse, blue 5
  discard pile is red skip; turn of ann
  expect ann can play blue skip
  expect ann cannot play blue reverse
  expect ann cannot play blue 5
  ann plays blue skip
  expect current color is blue

scenario "only one card is played in a turn"
  clause official.turn.play-match, official.turn.direction
  seats ann, bob, cyd
  ann holds red 7, red 8, red 9
  discard pile is red 5; turn of ann
  ann plays red 7
  expect ann cannot play red 8
  expect turn of bob

scenario "a wild is played with a matching card in hand"
  clause official.turn.play-wild, official.wild-any-time, official.wild
  seats ann, bob, cyd
  ann holds red 7, wild, green 1
  discard pile is red 5; turn of ann
  expect ann can play red 7
  expect ann cannot play green 1
  ann plays wild
  expect naming on ann
  expect bob cannot name green
  ann names green
  expect current color is green
  expect turn of bob

scenario "no wild out of turn, and no naming without one"
  clause official.turn.play-wild, official.wild-any-time, official.wild
  seats ann, bob, cyd
  ann holds red 7, red 8
  bob holds wild, green 1
  discard pile is red 5; turn of ann
  expect bob cannot play wild
  ann plays red 7
  expect ann cannot name green
  expect bob can play wild
  expect current color is red

scenario "after a wild the named color counts and nothing else"
  clause official.wild, official.turn.play-match
  seats ann, bob
  bob holds blue 3, red 3
  discard pile is wild, red 5; current color is blue
  turn of bob
  expect bob can play blue 3
  expect bob cannot play red 3

scenario "a player who could play may draw instead"
  clause official.turn.draw
  seats ann, bob
  ann holds red 7, red 8
  discard pile is red 5; turn of ann
  draw pile is blue 2
  expect bob cannot draw 1
  ann draws 1
  expect ann holds blue 2
  expect turn of bob
  expect ann cannot draw 1

scenario "a drawn card that fits is played at once"
  clause official.turn.draw, official.drawn-card
  seats ann, bob
  ann holds red 7, blue 8
  discard pile is red 5; turn of ann
  draw pile is red 2
  ann draws 1
  expect ann cannot draw 1
  expect ann cannot play red 7
  ann plays red 2
  expect turn of bob
  expect top card is red 2

scenario "nobody passes without having drawn"
  clause official.drawn-card
  seats ann, bob
  ann holds red 7, blue 8
  discard pile is red 5; turn of ann
  expect ann cannot pass

scenario "an empty draw pile is made new from under the top card"
  clause official.reshuffle
  seats ann, bob
  ann holds green 1, green 2
  bob holds red 0, 2 * red 1, 2 * red 2, 2 * red 3, 2 * red 4, red 5, 2 * red 6, 2 * red 7, 2 * red 8, 2 * red 9,
      2 * red skip, 2 * red reverse, 2 * red draw-two,
      yellow 0, 2 * yellow 1, 2 * yellow 2, 2 * yellow 3, 2 * yellow 4, 2 * yellow 5, 2 * yellow 6, 2 * yellow 7,
      2 * yellow 8, 2 * yellow 9, 2 * yellow skip, 2 * yellow reverse, 2 * yellow draw-two,
      green 0, green 1, green 2, 2 * green 3, 2 * green 4, 2 * green 5, 2 * green 6, 2 * green 7, 2 * green 8,
      2 * green 9, 2 * green skip, 2 * green reverse, 2 * green draw-two
  discard pile is red 5, blue 0, 2 * blue 1, 2 * blue 2, 2 * blue 3, 2 * blue 4, 2 * blue 5, 2 * blue 6, 2 * blue 7,
      2 * blue 8, 2 * blue 9, 2 * blue skip, 2 * blue reverse, 2 * blue draw-two, 4 * wild, 4 * wild-draw-four
  turn of ann
  expect number of cards in draw pile is 0
  expect number of cards in discard pile is 34
  ann draws 1
  expect number of cards in draw pile is 32
  expect number of cards in discard pile is 1
  expect top of discard pile is red 5
  expect number of cards in hand of ann is 3

scenario "while a card lies there nothing is reshuffled"
  clause official.reshuffle
  seats ann, bob
  ann holds green 1, green 2
  discard pile is red 5, blue 9, blue 8
  draw pile is yellow 3
  turn of ann
  ann draws 1
  expect number of cards in discard pile is 3
  expect ann holds yellow 3

scenario "with nothing left to reshuffle a draw gives nothing"
  clause official.reshuffle
  seats ann, bob
  ann holds green 1, green 2
  bob holds red 0, 2 * red 1, 2 * red 2, 2 * red 3, 2 * red 4, red 5, 2 * red 6, 2 * red 7, 2 * red 8, 2 * red 9,
      2 * red skip, 2 * red reverse, 2 * red draw-two,
      yellow 0, 2 * yellow 1, 2 * yellow 2, 2 * yellow 3, 2 * yellow 4, 2 * yellow 5, 2 * yellow 6, 2 * yellow 7,
      2 * yellow 8, 2 * yellow 9, 2 * yellow skip, 2 * yellow reverse, 2 * yellow draw-two,
      green 0, green 1, green 2, 2 * green 3, 2 * green 4, 2 * green 5, 2 * green 6, 2 * green 7, 2 * green 8,
      2 * green 9, 2 * green skip, 2 * green reverse, 2 * green draw-two,
      blue 0, 2 * blue 1, 2 * blue 2, 2 * blue 3, 2 * blue 4, 2 * blue 5, 2 * blue 6, 2 * blue 7,
      2 * blue 8, 2 * blue 9, 2 * blue skip, 2 * blue reverse, 2 * blue draw-two, 4 * wild, 4 * wild-draw-four
  discard pile is red 5; turn of ann
  ann draws 1
  expect number of cards in hand of ann is 2
  expect number of cards in discard pile is 1
  expect turn of bob

# action cards

scenario "a number card lets nobody miss a turn"
  clause official.skip, official.reverse, official.draw-two
  seats ann, bob, cyd
  ann holds red 7, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect turn of bob
  expect direction is clockwise
  expect number of cards in hand of bob is 3

scenario "a reverse sends play back the way it came"
  clause official.reverse, official.turn.direction
  seats ann, bob, cyd
  ann holds red reverse, red 1, red 2
  cyd holds red 9, red reverse, red 8
  bob holds red 7, red 6, red 4
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect direction is counterclockwise
  expect turn of cyd
  expect bob cannot play red 7
  cyd plays red reverse
  expect direction is clockwise
  expect turn of ann

scenario "going counterclockwise a skip passes over the player at the right"
  clause official.skip, official.turn.direction
  seats ann, bob, cyd, dan
  ann holds red skip, red 1, red 2
  discard pile is red 5; turn of ann
  direction is counterclockwise
  ann plays red skip
  expect turn of cyd

scenario "a draw two costs the next player two cards and the turn"
  clause official.draw-two
  seats ann, bob, cyd
  ann holds red draw-two, red 1, red 2
  bob holds red 7, blue draw-two, red 4
  discard pile is red 5; turn of ann
  draw pile is green 4, green 6
  ann plays red draw-two
  bob draws 2
  expect number of cards in hand of bob is 5
  expect bob holds green 6
  expect turn of cyd
  expect bob cannot play red 7
  expect bob cannot play blue draw-two

scenario "a wild draw four names a color and the next player draws four"
  clause official.wild-draw-four, official.wild
  seats ann, bob, cyd
  ann holds wild-draw-four, green 1, green 2
  bob holds blue 7, green 4, green 5
  discard pile is red 5; turn of ann
  draw pile is yellow 1, yellow 2, yellow 3, yellow 4
  ann plays wild-draw-four
  ann names blue
  expect draw-due of bob with count 4, culprit ann
  expect bob cannot play blue 7
  expect cyd cannot draw 4
  bob draws 4
  expect number of cards in hand of bob is 7
  expect turn of cyd
  expect current color is blue

scenario "nobody but its player names the color of a wild draw four, and a plain wild makes nobody draw"
  clause official.wild-draw-four
  seats ann, bob, cyd
  ann holds wild-draw-four, wild, green 2
  bob holds wild, green 4, green 5
  discard pile is red 5; turn of bob
  bob plays wild
  bob names blue
  expect number of cards in hand of cyd is 3
  expect turn of cyd
  cyd draws 1
  ann plays wild-draw-four
  expect bob cannot name red
  expect cyd cannot name red

scenario "with two players a skip brings the turn back"
  clause official.skip, official.two.draw-resumes
  seats ann, bob
  ann holds red skip, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red skip
  expect turn of ann

scenario "with two players a reverse is a skip"
  clause official.two.reverse-skips
  seats ann, bob
  ann holds red reverse, red 1, red 2
  bob holds red 9, red 8, red 7
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect turn of ann
  expect bob cannot play red 9

scenario "with three players a reverse skips nobody"
  clause official.two.reverse-skips
  seats ann, bob, cyd
  ann holds red reverse, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect turn of cyd
  expect not turn of ann

scenario "with two players the turn comes back after a draw two"
  clause official.two.draw-resumes
  seats ann, bob
  ann holds red draw-two, red 1, red 2
  bob holds red 9, red 8, red 7
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob draws 2
  expect number of cards in hand of bob is 5
  expect turn of ann
  expect bob cannot play red 9
  ann plays red 1
  expect turn of bob

scenario "with two players the turn comes back after a wild draw four"
  clause official.two.draw-resumes, official.wild-draw-four
  seats ann, bob
  ann holds wild-draw-four, green 1, green 2
  bob holds blue 9, blue 8, blue 7
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob draws 4
  expect number of cards in hand of bob is 7
  expect turn of ann
  expect bob cannot play blue 9

scenario "with three players a draw two does not bring the turn back"
  clause official.two.draw-resumes
  seats ann, bob, cyd
  ann holds red draw-two, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob draws 2
  expect not turn of ann
  expect turn of cyd

# the wild draw four in doubt

scenario "a wild draw four is honest without the color, whatever number is held"
  clause official.wd4.restriction, official.turn.play-wild, official.wd4.challenge
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 5, wild
  bob holds red 1, red 2, red 3
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect draw-due of bob with count 4, bluff no
  bob challenges
  expect number of cards in hand of bob is 9
  expect number of cards in hand of ann is 2
  expect turn of cyd
  expect current color is blue

scenario "a bluff is found out and its player draws the four"
  clause official.wd4.challenge, official.wd4.restriction
  seats ann, bob, cyd
  ann holds wild-draw-four, red 9, blue 2
  bob holds blue 1, red 2, red 3
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect draw-due of bob with bluff yes
  bob challenges
  expect number of cards in hand of ann is 6
  expect number of cards in hand of bob is 3
  expect turn of bob
  expect bob can play blue 1
  expect bob cannot play red 2

scenario "only the player who is to draw may doubt"
  clause official.wd4.challenge
  seats ann, bob, cyd
  ann holds wild-draw-four, red 9, blue 2
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect cyd cannot challenge
  expect ann cannot challenge
  bob draws 4
  expect bob cannot challenge
  expect number of cards in hand of ann is 2

scenario "a draw two cannot be doubted"
  clause official.wd4.challenge
  with progressive
  seats ann, bob, cyd
  ann holds red draw-two, red 9, blue 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect draw-due of bob with count 2, kind draw-two
  expect bob cannot challenge

scenario "where bluffing is off the color in hand forbids a wild draw four"
  clause official.wd4.restriction
  with no-bluffing
  seats ann, bob, cyd
  ann holds wild-draw-four, wild, red 9
  bob holds wild-draw-four, green 5, wild
  discard pile is red 5; turn of ann
  expect ann cannot play wild-draw-four
  expect ann can play wild
  ann plays red 9
  expect bob can play wild-draw-four
  bob plays wild-draw-four
  bob names green
  expect cyd cannot challenge
  cyd draws 4
  expect turn of ann

scenario "where bluffing is off nobody jumps in or answers with an illegal wild draw four"
  clause official.wd4.restriction, official.house.jump-in, official.house.progressive
  with no-bluffing, jump-in, progressive
  seats ann, bob, cyd
  ann holds wild-draw-four, red 9
  bob holds wild-draw-four, green 5
  cyd holds wild-draw-four, blue 1, blue 2
  discard pile is blue 5; turn of ann
  ann plays wild-draw-four
  ann names green
  expect bob cannot play wild-draw-four
  expect cyd can play wild-draw-four by jump-in

# calling uno

scenario "one card left and uno called"
  clause official.uno.call, official.uno.caught
  seats ann, bob, cyd
  ann holds red 7, blue 1
  discard pile is red 5; turn of ann
  ann plays red 7
  expect unsaid is ann
  expect bob can catch ann
  ann calls uno
  expect unsaid is nothing
  expect bob cannot catch ann
  expect number of cards in hand of ann is 1

scenario "two cards left and nothing to call"
  clause official.uno.call, official.uno.caught
  seats ann, bob, cyd
  ann holds red 7, blue 1, blue 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect unsaid is nothing
  expect bob cannot catch ann

scenario "caught in time and two cards drawn"
  clause official.uno.caught
  seats ann, bob, cyd
  ann holds red 7, blue 1
  discard pile is red 5; turn of ann
  draw pile is green 3, green 4
  ann plays red 7
  expect ann cannot catch bob
  cyd catches ann
  expect number of cards in hand of ann is 3
  expect ann holds green 4
  expect bob cannot catch ann
  expect turn of bob

scenario "once the next player has played it is too late to catch"
  clause official.uno.caught
  seats ann, bob, cyd
  ann holds red 7, blue 1
  bob holds red 8, red 9, red 1
  discard pile is red 5; turn of ann
  ann plays red 7
  bob plays red 8
  expect unsaid is nothing
  expect cyd cannot catch ann
  expect number of cards in hand of ann is 1

scenario "once the next player has drawn it is too late as well"
  clause official.uno.caught
  seats ann, bob, cyd
  ann holds red 7, blue 1
  discard pile is red 5; turn of ann
  ann plays red 7
  bob draws 1
  expect cyd cannot catch ann
  expect bob cannot catch ann

scenario "until the next player has drawn what is due there is time for catching"
  clause official.uno.caught, official.draw-two
  seats ann, bob, cyd
  ann holds red draw-two, blue 1
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect unsaid is ann
  cyd catches ann
  expect number of cards in hand of ann is 3

scenario "uno called with two cards costs two"
  clause official.uno.false-call, official.uno.call
  seats ann, bob, cyd
  ann holds red 7, blue 1
  discard pile is red 5; turn of ann
  draw pile is green 3, green 4
  ann calls uno
  expect number of cards in hand of ann is 4
  expect ann holds green 3
  expect turn of ann

scenario "a true call costs nothing and is not made twice"
  clause official.uno.false-call
  seats ann, bob, cyd
  ann holds red 7, blue 1
  discard pile is red 5; turn of ann
  ann plays red 7
  ann calls uno
  expect number of cards in hand of ann is 1
  expect ann cannot call uno

scenario "a bluffer caught with one card left need no longer call"
  clause official.uno.call, official.wd4.challenge
  seats ann, bob, cyd
  ann holds wild-draw-four, red 9
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect unsaid is ann
  bob challenges
  expect number of cards in hand of ann is 5
  expect unsaid is nothing
  expect cyd cannot catch ann

scenario "nobody trades cards"
  clause official.no-trading
  seats ann, bob, cyd
  ann holds red 7, red 1, red 2
  bob holds blue 1, blue 2
  discard pile is red 5; turn of ann
  expect ann cannot choose bob
  ann plays red 7
  expect ann cannot choose bob
  expect bob cannot choose ann
  expect bob holds blue 1

scenario "an option that swaps hands stands despite the ban on trading, for its moment only"
  clause official.no-trading, official.house.seven
  with seven
  seats ann, bob, cyd
  ann holds red 7, red 1, red 2
  bob holds blue 1, blue 2
  discard pile is red 5; turn of ann
  expect ann cannot choose bob
  ann plays red 7
  expect ann can choose bob
  expect bob cannot choose ann
  ann chooses bob
  expect ann cannot choose bob

# going out and counting

scenario "the last card wins the hand and the others' cards are points"
  clause official.out, official.points
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green skip
  cyd holds wild, red 0, yellow 3
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of ann is 82
  expect score of bob is 0
  expect score of cyd is 0
  expect not the match is over

scenario "every kind of card has its price"
  clause official.points
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue draw-two, green reverse, blue 1
  cyd holds wild-draw-four, red 0
  discard pile is red 5; turn of ann
  expect points of red 0 is 0
  expect points of red 9 is 9
  expect points of red skip is 20
  expect points of wild is 50
  expect points of wild is not 40
  ann plays red 7
  expect score of ann is 91

scenario "one card left does not win the hand yet"
  clause official.out
  seats ann, bob, cyd
  ann holds red 7, red 8
  discard pile is red 5; turn of ann
  ann plays red 7
  expect the round continues
  expect score of ann is 0
  expect ann is not in winners

scenario "a last draw two is drawn before the count"
  clause official.out.draw-card-last, official.out
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue 1
  cyd holds blue 2
  discard pile is red 5; turn of ann
  draw pile is green 9, green skip
  ann plays red draw-two
  bob draws 2
  expect score of ann is 32

scenario "a last wild draw four is drawn before the count"
  clause official.out.draw-card-last
  seats ann, bob, cyd
  ann holds wild-draw-four
  bob holds blue 1
  cyd holds blue 2
  discard pile is red 5; turn of ann
  draw pile is green 9, green 8, green 7, green 6
  ann plays wild-draw-four
  ann names green
  expect score of ann is 0
  bob draws 4
  expect score of ann is 33

scenario "after a last number card nobody draws before the count"
  clause official.out.draw-card-last
  seats ann, bob, cyd
  ann holds red 2
  bob holds blue 1
  cyd holds blue 2
  discard pile is red 5; turn of ann
  ann plays red 2
  expect score of ann is 3

scenario "five hundred points win the match"
  clause official.match-end
  seats ann, bob
  ann holds red 7
  bob holds blue 9, green skip
  discard pile is red 5; turn of ann
  score of ann is 471
  ann plays red 7
  expect score of ann is 500
  expect the match is over
  expect ann is in winners
  expect bob is not in winners
  expect ann cannot draw 1

scenario "one point short and another hand is dealt"
  clause official.match-end, official.deal
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 8, green skip
  cyd holds red 0
  discard pile is red 5; turn of ann
  dealer is cyd
  score of ann is 471
  ann plays red 7
  expect score of ann is 499
  expect not the match is over
  expect dealer is ann
  expect number of cards in hand of cyd is 7

scenario "not playing for points, one hand decides"
  clause official.match-end
  with one-hand
  seats ann, bob, cyd
  ann holds red 7
  discard pile is red 5; turn of ann
  ann plays red 7
  expect the match is over
  expect ann is in winners
  expect bob is not in winners

scenario "a shorter match"
  clause official.match-end
  set target to 200
  seats ann, bob
  ann holds red 7
  bob holds blue 9, green skip
  discard pile is red 5; turn of ann
  score of ann is 180
  ann plays red 7
  expect the match is over

# house rules

scenario "draw twos add up and pass on"
  clause official.house.progressive
  with progressive
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds green draw-two, red 3, wild-draw-four
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect draw-due of bob with count 2, kind draw-two, culprit ann
  expect bob cannot play red 3
  expect bob cannot play wild-draw-four
  bob plays green draw-two as answer
  expect draw-due of cyd with count 4, culprit bob
  expect bob cannot draw 4
  cyd draws 4
  expect number of cards in hand of cyd is 7
  expect turn of dan

scenario "wild draw fours add up, and no draw two goes on them"
  clause official.house.progressive, official.wd4.challenge
  with progressive
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, blue 1, blue 2
  bob holds wild-draw-four, green 3, red draw-two
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect bob cannot play red draw-two
  bob plays wild-draw-four as answer
  expect cyd cannot draw 8
  bob names green
  expect draw-due of cyd with count 8, culprit bob, bluff no
  cyd challenges
  expect number of cards in hand of cyd is 13
  expect turn of dan

scenario "after a doubt that was right whoever doubted has the turn, not whoever comes after the first player"
  clause official.house.progressive, official.wd4.challenge
  with progressive
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, blue 1, blue 2
  bob holds wild-draw-four, green 3, blue 8
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob plays wild-draw-four as answer
  bob names green
  cyd challenges
  expect number of cards in hand of bob is 10
  expect turn of cyd

scenario "the same card can mean the identical one"
  clause official.house.progressive
  with progressive
  set same-card to identical
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds green draw-two, red draw-two, red 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play green draw-two
  bob plays red draw-two as answer
  expect draw-due of cyd with count 4

scenario "a last draw two is drawn, not answered"
  clause official.house.progressive, official.out.draw-card-last
  with progressive
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds green draw-two, red 3
  cyd holds blue 2
  discard pile is red 5; turn of ann
  draw pile is yellow 1, yellow 2
  ann plays red draw-two
  expect bob cannot play green draw-two
  bob draws 2
  expect score of ann is 28

scenario "without the option a draw two is not answered"
  clause official.house.progressive, official.draw-two
  seats ann, bob, cyd
  ann holds red draw-two, blue 1, blue 2
  bob holds green draw-two, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play green draw-two
  bob draws 2
  expect number of cards in hand of bob is 5

scenario "nobody goes out on a wild"
  clause official.house.no-wild-ending
  with no-wild-ending
  seats ann, bob
  ann holds wild
  bob holds wild-draw-four
  discard pile is red 5; turn of ann
  draw pile is blue 9
  expect ann cannot play wild
  ann draws 1
  expect turn of bob
  expect bob cannot play wild-draw-four

scenario "with a second card in hand a wild is played"
  clause official.house.no-wild-ending
  with no-wild-ending
  seats ann, bob
  ann holds wild, blue 1
  discard pile is red 5; turn of ann
  expect ann can play wild
  ann plays wild
  ann names blue
  expect number of cards in hand of ann is 1

scenario "a last wild wins where nothing forbids it"
  clause official.house.no-wild-ending, official.out
  seats ann, bob
  ann holds wild
  bob holds blue 9
  discard pile is red 5; turn of ann
  ann plays wild
  ann names blue
  expect score of ann is 9

scenario "a 7 swaps two hands"
  clause official.house.seven
  with seven
  seats ann, bob, cyd
  ann holds red 7, blue 1
  bob holds green 2, green 3, green 4
  discard pile is red 5; turn of ann
  ann plays red 7
  expect swapping on ann
  expect bob cannot draw 1
  ann chooses bob
  expect ann holds green 4
  expect number of cards in hand of ann is 3
  expect bob holds blue 1
  expect number of cards in hand of bob is 1
  expect turn of bob

scenario "a 7 need not swap, and another number cannot"
  clause official.house.seven
  with seven
  seats ann, bob, cyd
  ann holds red 7, blue 1, blue 2
  bob holds red 6, green 3, green 4
  discard pile is red 5; turn of ann
  ann plays red 7
  ann passes
  expect ann holds blue 1
  expect turn of bob
  bob plays red 6
  expect bob cannot choose ann
  expect turn of cyd

scenario "a 0 passes all hands on"
  clause official.house.zero
  with zero
  seats ann, bob, cyd
  ann holds red 0, blue 1
  bob holds green 2, green 3, green 4
  cyd holds yellow 1, yellow 2
  discard pile is red 5; turn of ann
  ann plays red 0
  expect bob holds blue 1
  expect number of cards in hand of bob is 1
  expect cyd holds green 3
  expect ann holds yellow 2
  expect turn of bob

scenario "going counterclockwise hands are passed to the right"
  clause official.house.zero
  with zero
  seats ann, bob, cyd
  ann holds red 0, blue 1
  bob holds green 2, green 3, green 4
  cyd holds yellow 1, yellow 2
  discard pile is red 5; turn of ann
  direction is counterclockwise
  ann plays red 0
  expect cyd holds blue 1
  expect ann holds green 2
  expect turn of cyd

scenario "a 1 passes nothing on"
  clause official.house.zero
  with zero
  seats ann, bob, cyd
  ann holds red 1, blue 1
  discard pile is red 5; turn of ann
  ann plays red 1
  expect ann holds blue 1

scenario "a 0 is a number like any other without the option"
  clause official.house.zero
  seats ann, bob, cyd
  ann holds red 0, blue 1
  discard pile is red 5; turn of ann
  ann plays red 0
  expect ann holds blue 1

scenario "an identical card jumps in and play goes on from there"
  clause official.house.jump-in
  with jump-in
  seats ann, bob, cyd, dan
  ann holds red 7, blue 1, blue 2
  bob holds red 8, red 9, red 1
  cyd holds red 7, blue 7, red 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play blue 7
  expect cyd cannot play red 2
  cyd plays red 7 by official.jump-in
  expect turn of dan
  expect bob cannot play red 8

scenario "a skip that jumps in skips"
  clause official.house.jump-in, official.skip
  with jump-in
  seats ann, bob, cyd, dan
  ann holds red skip, blue 1, blue 2
  bob holds red skip, red 9, red 1
  discard pile is red 5; turn of ann
  ann plays red skip
  expect turn of cyd
  bob plays red skip
  expect turn of dan

scenario "a wild goes on a wild out of turn but on no other card"
  clause official.house.jump-in
  with jump-in
  seats ann, bob, cyd, dan
  ann holds wild, blue 1, blue 2
  cyd holds wild, blue 7, red 2
  discard pile is red 5; turn of ann
  expect cyd cannot play wild
  ann plays wild
  ann names blue
  cyd plays wild
  expect dan cannot name red
  cyd names red
  expect turn of dan
  expect current color is red

scenario "a jump-in need not wait for a color to be named: then its player names one"
  clause official.house.jump-in, official.wild
  with jump-in
  seats ann, bob, cyd, dan
  ann holds wild, blue 1, blue 2
  cyd holds wild, blue 7, red 2
  discard pile is red 5; turn of ann
  ann plays wild
  cyd plays wild
  expect ann cannot name blue
  cyd names green
  expect turn of dan
  expect current color is green

scenario "a draw two is jumped in on at once: what was due is drawn, and two more are due"
  clause official.house.jump-in, official.draw-two
  with jump-in
  seats ann, bob, cyd, dan
  ann holds red draw-two, green 1, green 2
  bob holds yellow 1, yellow 2
  cyd holds red draw-two, green 3, green 4
  dan holds blue 1, blue 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect dan cannot play anything
  cyd plays red draw-two
  expect number of cards in hand of bob is 4
  expect draw-due on dan with count 2, culprit cyd
  expect bob cannot draw 2
  dan draws 2
  expect turn of ann

scenario "or what was due is off, where the table plays it so"
  clause official.house.jump-in
  with jump-in
  set cards-due to are-dropped
  seats ann, bob, cyd, dan
  ann holds red draw-two, green 1, green 2
  bob holds yellow 1, yellow 2
  cyd holds red draw-two, green 3, green 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  cyd plays red draw-two
  expect number of cards in hand of bob is 2
  expect draw-due on dan with count 2

scenario "whoever is to draw may jump in, and draws all the same"
  clause official.house.jump-in
  with jump-in
  seats ann, bob, cyd
  ann holds red draw-two, green 1, green 2
  bob holds red draw-two, yellow 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red draw-two
  expect number of cards in hand of bob is 3
  expect draw-due on cyd with count 2

scenario "where draw cards pile up, an identical draw two from the player who has to draw piles up, too"
  clause official.house.jump-in, official.house.progressive
  with jump-in, progressive
  seats ann, bob, cyd
  ann holds red draw-two, green 1, green 2
  bob holds red draw-two, yellow 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red draw-two
  expect number of cards in hand of bob is 1
  expect draw-due on cyd with count 4

scenario "a wild draw four is jumped in on before anybody has drawn or doubted"
  clause official.house.jump-in, official.wild-draw-four
  with jump-in
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, green 1, green 2
  bob holds yellow 1, yellow 2
  cyd holds wild-draw-four, green 3, green 4
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  cyd plays wild-draw-four
  cyd names yellow
  expect number of cards in hand of bob is 6
  expect draw-due on dan with count 4, culprit cyd
  expect bob cannot challenge

scenario "a 7 is jumped in on while its player chooses: both may swap"
  clause official.house.jump-in, official.house.seven
  with jump-in, seven
  seats ann, bob, cyd, dan
  ann holds red 7, green 1, green 2
  bob holds yellow 1, yellow 2
  cyd holds red 7, green 3, green 4, green 6
  discard pile is red 5; turn of ann
  ann plays red 7
  cyd plays red 7
  cyd chooses bob
  expect cyd cannot choose ann
  ann chooses cyd
  expect ann holds yellow 2
  expect number of cards in hand of bob is 3
  expect turn of dan

scenario "nobody jumps in once the hand is won"
  clause official.house.jump-in, official.out
  with jump-in
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue 1
  cyd holds red draw-two, blue 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect cyd cannot play red draw-two
  bob draws 2

scenario "without the option nobody jumps in"
  clause official.house.jump-in
  seats ann, bob, cyd
  ann holds red 7, blue 1, blue 2
  cyd holds red 7, blue 7, red 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play red 7

scenario "the new wilds count 40 each"
  clause official.points
  with new-wilds
  seats ann, bob, cyd
  ann holds red 7
  bob holds wild-swap-hands, wild-customizable
  cyd holds wild
  discard pile is red 5; turn of ann
  expect points of wild-customizable is 40
  expect points of wild is 50
  ann plays red 7
  expect score of ann is 130

scenario "a wild swap hands names the color and swaps two hands"
  clause official.turn.play-wild
  with new-wilds
  seats ann, bob, cyd
  ann holds wild-swap-hands, red 1, red 2
  bob holds blue 1
  discard pile is green 5; turn of ann
  expect ann can play wild-swap-hands
  ann plays wild-swap-hands
  expect ann cannot choose bob
  ann names blue
  ann chooses bob
  expect ann holds blue 1
  expect number of cards in hand of bob is 2
  expect current color is blue
  expect turn of bob

scenario "a customizable wild is a wild, and swaps nothing"
  clause official.turn.play-wild
  with new-wilds
  seats ann, bob, cyd
  ann holds wild-customizable, red 1, red 2
  discard pile is green 5; turn of ann
  ann plays wild-customizable
  ann names red
  expect ann cannot choose bob
  expect turn of bob

scenario "a new wild turned up lets the first player name the color"
  clause official.first.wild
  with new-wilds
  set hand-size to 1
  seats ann, bob
  draw pile is red 1, blue 1, wild-customizable
  the match begins
  expect ann can name red
  expect bob cannot name red

scenario "without the option there are no such cards"
  clause official.deck
  seats ann, bob
  expect deck size is 108

# points that count against their holder, and teams

scenario "what is left is added to the own tally"
  clause official.alt.elimination, official.points
  with elimination
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green skip
  cyd holds wild
  discard pile is red 5; turn of ann
  score of ann is 30
  ann plays red 7
  expect score of ann is 30
  expect score of bob is 29
  expect score of cyd is 50
  expect number of players is 3

scenario "whoever reaches five hundred is out of the match, and two play on"
  clause official.alt.elimination
  with elimination
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green skip
  cyd holds yellow 9
  discard pile is red 5; turn of ann
  score of bob is 480
  score of cyd is 480
  ann plays red 7
  expect number of players is 2
  expect bob cannot draw 1
  expect score of cyd is 489
  expect number of cards in hand of bob is 0
  expect not the match is over

scenario "of the last two whoever reaches the mark loses"
  clause official.alt.elimination, official.match-end
  with elimination
  seats ann, bob
  ann holds red 7
  bob holds blue 9, green skip
  discard pile is red 5; turn of ann
  score of bob is 480
  ann plays red 7
  expect the match is over
  expect ann is in winners
  expect bob is not in winners

scenario "of the last two nobody has lost short of the mark"
  clause official.alt.elimination
  with elimination
  seats ann, bob
  ann holds red 7
  bob holds blue 9
  discard pile is red 5; turn of ann
  score of bob is 480
  ann plays red 7
  expect not the match is over

scenario "all but one are put out at once and the match is won"
  clause official.alt.elimination
  with elimination
  set target to 50
  seats ann, bob, cyd
  ann holds red 7
  bob holds wild, green skip
  cyd holds wild-draw-four
  discard pile is red 5; turn of ann
  ann plays red 7
  expect the match is over
  expect ann is in winners
  expect number of players is 1

scenario "both partners score what their opponents hold"
  clause official.partners, official.points
  with partners
  seats ann, bob, cyd, dan
  ann holds red 7
  bob holds blue 9, green skip
  cyd holds wild
  dan holds blue 1
  discard pile is red 5; turn of ann
  expect partner of ann is cyd
  expect partner of ann is not bob
  ann plays red 7
  expect score of ann is 30
  expect score of cyd is 30
  expect score of bob is 0
  expect score of dan is 0

scenario "partners win the match together"
  clause official.partners, official.match-end
  with partners
  seats ann, bob, cyd, dan
  ann holds red 7
  bob holds blue 9, green skip
  cyd holds wild
  dan holds blue 1
  discard pile is red 5; turn of ann
  score of ann is 480
  score of cyd is 480
  ann plays red 7
  expect the match is over
  expect ann is in winners
  expect cyd is in winners
  expect bob is not in winners

scenario "without teams the other side of the table scores nothing"
  clause official.partners
  seats ann, bob, cyd, dan
  ann holds red 7
  cyd holds wild
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of cyd is 0

scenario "a reverse that jumps in turns play back"
  clause official.house.jump-in, official.reverse
  with jump-in
  seats ann, bob, cyd, dan
  ann holds red reverse, green 1, green 2
  cyd holds red reverse, green 3, green 4
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect turn of dan and direction is counterclockwise
  cyd plays red reverse
  expect turn of dan and direction is clockwise

scenario "where two are left of an elimination, a reverse skips"
  clause official.alt.elimination, official.two.reverse-skips
  with elimination
  seats ann, bob, cyd
  cyd is absent
  ann holds red reverse, green 1
  bob holds blue 1, blue 2
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect turn of ann

scenario "a last wild draw four: four are drawn before the count"
  clause official.out.draw-card-last
  seats ann, bob, cyd
  ann holds wild-draw-four
  bob holds green 1
  cyd holds green 9
  discard pile is red 5; turn of ann
  draw pile is red 1, red 2, red 3, red 4
  ann plays wild-draw-four
  ann names blue
  bob draws 4
  expect ann wins the round with score 20
