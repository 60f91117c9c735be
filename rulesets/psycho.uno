# Psycho UNO: matches out of turn, contests over hands, and draw cards that pile up, turn back, skip on, and spread.

use "official.uno"

game psycho "Psycho UNO" extends official
  without official.nobody-plays-on, only-the-drawn-card, draw-before-passing, draw, keep, first-skip, first-reverse, first-draw-two, first-wild, official.score, official.round-over
  clause psycho.deal, psycho.start.first
  excludes elimination, official.partners, official.one-hand

  parameter rounds "rounds in a match": 1 to 100, default 5
  parameter packs "packs of cards": 1 to 6, default 1

  deck
    packs packs

  variable rounds played: 0 to 100, kept
  variable arriving of each player: yes or no, kept

  act decline a card from hand
  act arrive
  act go home
  act penalize an opponent

  # ------------------------------------------------------------------------------------------------------- the deal

  rule unusual-deal "Five to fifteen cards are usual"
    clause psycho.deal
    when the match begins
    if hand-size is less than 5 or hand-size is more than 15
    then note "An unusual number of cards: 5 to 15 are the custom"
    allow UNO401 "it speaks up only where the table chose an unusual number"

  rule courtesy-deal
    clause psycho.deal.manners
    when player deals
    then note "Whoever keeps the score need not shuffle and deal: somebody else may do it instead" to player

  rule first-card "Turn cards until one is not wild; it has no effect"
    clause psycho.start.no-wild, psycho.start.no-effect
    when player deals
    instead of official.first-card
    after deal
    then move top from draw pile to discard pile
      repeat at most 1000 times while top of discard pile is wild or refused
        move top from draw pile to discard pile
      top card becomes top of discard pile
      current color becomes color of top card

  # --------------------------------------------------------------------------------------------------------- a turn

  rule draw-till-playable "Draw until something can be played"
    clause psycho.draw-till-playable
    during turn
    instead of official.draw
    its player must otherwise draw 1
    then
      repeat at most 500 times while moved card is not nothing and moved card is not playable
        player draws 1
      if moved card is nothing then over becomes yes

  rule no-free-draw "Whoever could play does not draw without showing the card"
    clause psycho.draw-till-playable, psycho.decline
    during turn
    its player cannot draw a number
    if there is a card in hand of player where playable

  rule no-free-pass "Nor does anybody pass without showing one and drawing"
    clause psycho.decline
    during turn
    its player cannot pass
    allow UNO401 "nothing here lets anybody pass a turn; another ruleset may"

  rule decline "Show a playable card, draw one, and let the turn pass"
    clause psycho.decline
    during turn
    its player may decline a card
    if the card is playable
    then show the card to everyone
      player draws 1
      over becomes yes

  rule declining-is-too-late "Declining ends the time for catching, as drawing does"
    clause psycho.decline, official.uno.caught
    when player takes up decline
    if there is other players where (they is in unsaid)
    then unsaid -= other players

  rule doubt-at-once "Nobody doubts a wild draw four once another card lies on it"
    clause official.wd4.challenge
    during draw-due
    any player cannot challenge
    if top card is not wild-draw-four

  rule penalty "Whoever makes a mistake draws two"
    clause psycho.penalty
    at any time
    any player may at will penalize an opponent
    then opponent draws 2

  rule last-draw-card "A last draw card ends the round: it is drawn, not answered"
    when player plays draw-two or wild-draw-four as anything
    after draw-two, draw-four
    before wild
    if number of cards in hand of player is 0
    then (player of draw-due) draws count of draw-due
      end draw-due

  # -------------------------------------------------------------------------------------------------------- counting

  rule score "What is left in the hand counts against its holder"
    clause psycho.points, psycho.several-out
    when the round ends
    then
      for each player
        score of player += hand points of player

  rule round-over "After the last round the lowest score wins"
    clause psycho.match-end
    when the round ends
    after score
    then rounds played += 1
      if rounds played is at least rounds
        end the match won by players where (their score is lowest score for players)
      otherwise
        dealer becomes left of dealer
        begin a round

  # ------------------------------------------------------------------------------------------------ coming and going

  rule arrive "Somebody comes late and takes part from the next deal"
    clause psycho.late
    at any time
    any absent player may at will arrive
    if arriving is no
    then arriving becomes yes
    allow UNO401 "of two players, the one who stays has won, so nobody can come late"

  rule late-score "Late players start halfway between the highest and the lowest score, without the half point"
    clause psycho.late
    when the round begins
    before dealer-deals
    then
      for each player in absent players where (their arriving is yes)
        arriving becomes no
        score of player becomes (highest score for players + lowest score for players) / 2
        seat player

  rule go-home "Somebody leaves before the end and has no score"
    clause psycho.leave
    during turn
    any player may at will go home
    then
      if player is player of turn
        pass turn to next player
        drawn of turn becomes nothing
      unsaid -= player
      move all from hand of player to draw pile
      score of player becomes 0
      remove player
      if number of players is 1 then end the match won by players

# ------------------------------------------------------------------------------------------------- wild draw fours

option undoubted "A wild draw four is drawn for, never doubted"
  without official.challenge, doubt-at-once

# ----------------------------------------------------------------------------------------------------------- sevens

option sevens "A 7 may swap hands, and more 7s decide whether it does"
  clause psycho.sevens.swap, psycho.sevens.block, psycho.sevens.ante, psycho.sevens.steal-win

  act play a card
    manners block

  situation seven-swap on a player

  situation contest on a player
    swapper: player or nothing
    rival: player or nothing

  rule seven "A 7 lets its player ask for another hand"
    clause psycho.sevens.swap
    when player plays 7
    then begin seven-swap on player

  rule ask "Choose with whom to swap"
    clause psycho.sevens.swap
    during seven-swap
    its player may choose an opponent
    despite no-trading
    then begin contest on opponent with swapper player, rival opponent
      end seven-swap

  rule no-swap "A 7 need not swap"
    clause psycho.sevens.swap
    during seven-swap
    its player must otherwise pass
    then end seven-swap

  rule block "Another 7 turns the decision around"
    clause psycho.sevens.block, psycho.sevens.ante, psycho.sevens.top-card
    during contest
    its player may play 7 as block
    then
      if player is rival
        pass contest to swapper
      otherwise
        pass contest to rival

  rule last-seven "Whoever played the last 7 decides"
    clause psycho.sevens.swap, psycho.sevens.ante, psycho.sevens.steal-win
    during contest
    its player must otherwise pass
    then
      if player is rival then swap hand of swapper with hand of rival
      end contest

  rule no-catching-yet "Nobody is caught in the middle of a swap"
    clause psycho.sevens.no-uno-call
    during seven-swap or contest
    any player cannot catch an opponent
    if opponent is player of seven-swap or opponent is swapper of contest or opponent is rival of contest
    instead of catch

  rule still-to-be-said "A 7 in a contest does not end the time for catching"
    clause psycho.sevens.no-uno-call
    when player plays 7 as block
    instead of others-too-late
    then do nothing

# ------------------------------------------------------------------------------------------------------------- zero

option zero "A 0 passes all hands on"
  clause psycho.zero.rotate, psycho.zero.give-win

  rule zero "Every hand goes to the neighbor"
    clause psycho.zero.rotate, psycho.zero.give-win
    when player plays 0
    after uno-is-due
    then give every hand to next player

  rule who-is-next
    clause psycho.zero.manners
    when player plays 0
    after zero
    then note "Say who goes next" to player

  rule single-zeros
    clause psycho.zero.no-match
    when player plays 0
    after who-is-next
    then
      if deck size is at most 108 then note "There is one 0 of each color here, so nobody can match it"

# --------------------------------------------------------------------------------------------------------- matching

option matching "An identical card may be played out of turn"
  clause psycho.match, psycho.match.late

  act play a card
    manners match, late

  act call match

  variable last played: card or nothing
  variable one below: card or nothing
  variable announced of each player: card or nothing
  variable lying there: card or nothing
  variable color there: color or nothing
  variable matched: no-match or in-time or too-late

  rule matching
    clause psycho.match
    a card is matching means the card is last played

  rule matching-late
    clause psycho.match.late
    a card is matching late means the card is one below

  rule match "Play what is identical, out of turn and without effect"
    clause psycho.match, psycho.match.no-effect, psycho.match.turn-stays, psycho.match.out
    at any time
    any player may play a card as match
    if the card is matching
    despite official.nobody-plays-on, only-the-drawn-card, no-mixing
    then matched becomes in-time
    allow UNO203 with official.play "whoever is on turn says whether an identical card is the turn or a match"
    allow UNO203 with stack-twos "a card that fits cards due can be an answer or a match: its player says which of the two it is"
    allow UNO203 with stack-fours "a card that fits cards due can be an answer or a match: its player says which of the two it is"
    allow UNO203 with send-back "a card that fits cards due can be an answer or a match: its player says which of the two it is"
    allow UNO203 with skip-on "a card that fits cards due can be an answer or a match: its player says which of the two it is"
    allow UNO203 with spread "a card that fits cards due can be an answer or a match: its player says which of the two it is"
    allow UNO203 with block "a 7 in a contest can be a block or a match: its player says which of the two it is"
    allow UNO203 with crazy "a card of the color can go in the craze or as a match: its player says which of the two it is"
    allow UNO203 with throw-the-wild-away "a wild that was held up can be thrown away or be a match: its player says which of the two it is"

  rule announce "Say that a match is coming"
    clause psycho.match.late
    at any time
    any player may call match
    if announced is not last played and there is a card in hand of player where matching
    then announced becomes last played

  rule late-match "An announced match may come one card late, and slides under the top card"
    clause psycho.match.late
    at any time
    any player may play a card as late
    if the card is matching late and the card is not matching
    despite official.nobody-plays-on, only-the-drawn-card, no-mixing
    then matched becomes too-late
      top card becomes lying there
      current color becomes color there
    allow UNO203 with official.play "whoever is on turn says whether a card is the turn or a late match"
    allow UNO203 with stack-twos "a card that fits cards due can be an answer or a late match: its player says which of the two it is"
    allow UNO203 with stack-fours "a card that fits cards due can be an answer or a late match: its player says which of the two it is"
    allow UNO203 with send-back "a card that fits cards due can be an answer or a late match: its player says which of the two it is"
    allow UNO203 with skip-on "a card that fits cards due can be an answer or a late match: its player says which of the two it is"
    allow UNO203 with spread "a card that fits cards due can be an answer or a late match: its player says which of the two it is"
    allow UNO203 with block "a 7 in a contest can be a block or a late match: its player says which of the two it is"
    allow UNO203 with crazy "a card of the color can go in the craze or as a late match: its player says which of the two it is"
    allow UNO203 with throw-the-wild-away "a wild that was held up can be thrown away or be a late match: its player says which of the two it is"

  rule unannounced "A late match must have been announced"
    clause psycho.match.late
    any player cannot play a card as late
    if announced is nothing or announced is not one below

  rule remember "What was played, and what before it"
    clause psycho.match.late
    when player plays a card as anything
    then
      if matched is no-match
        one below becomes last played
        last played becomes the card
        for each player
          if announced of player is not one below then announced of player becomes nothing
      if matched is not too-late
        lying there becomes top card
        color there becomes current color
      matched becomes no-match

  rule match-is-no-turn "A match does not end the time for catching"
    clause psycho.match.turn-stays
    when player plays a card as match
    instead of others-too-late
    then do nothing

  rule late-match-is-no-turn
    clause psycho.match.turn-stays
    when player plays a card as late
    instead of others-too-late
    then do nothing

  rule remember-color
    clause psycho.match.late
    when player names a color
    then color there becomes the color

option sixty-nine "6 and 9 of one color match each other"
  clause psycho.match.69, psycho.match.69.chain
  brings matching

  rule six-or-nine "A 6 goes on a 9, and a 9 on a 6"
    clause psycho.match.69, psycho.match.69.top-card, psycho.match.69.chain
    instead of matching
    a card is matching means (the card is 6 or 9) and color of the card is color of last played
    if last played is 6 or 9

  rule six-or-nine-late
    clause psycho.match.69
    instead of matching-late
    a card is matching late means (the card is 6 or 9) and color of the card is color of one below
    if one below is 6 or 9

option color-crazy "Many matched 6s and 9s, and the whole color may go"
  clause psycho.match.color-crazy
  brings sixty-nine

  act play a card
    manners craze

  variable crowd: players

  situation craze on players
    shade: color or nothing

  rule craze-quorum "Half the table, but at least three"
    clause psycho.match.color-crazy, psycho.match.color-crazy.minimum
    craze quorum means number of players / 2 if number of players is at least 6, otherwise 3

  rule crowd-starts
    clause psycho.match.color-crazy
    when player plays 6 or 9
    then crowd becomes player

  rule crowd-grows "Enough have joined in"
    clause psycho.match.color-crazy, psycho.match.color-crazy.minimum
    when player plays 6 or 9 as match
    if player is not in crowd
    then crowd += player
      if number of players where (they is in crowd) is craze quorum
        begin craze on players with shade color of the card

  rule crazy "Everyone plays as many cards of the color as they like"
    clause psycho.match.color-crazy, psycho.match.color-crazy.top, psycho.match.color-crazy.out
    during craze
    its players may play a card as craze
    if color of the card is shade

  rule craze-is-no-turn "Nor does a card that goes in a craze"
    clause psycho.match.turn-stays
    when player plays a card as craze
    instead of others-too-late
    then do nothing

  rule enough
    clause psycho.match.color-crazy
    during craze
    its players must otherwise pass
    then exclude player from players of craze

  rule calm-again
    clause psycho.match.color-crazy.out
    when craze completes
    then end craze

# --------------------------------------------------------------------------------------------------------- stacking

option stacking "Draw cards pile up"
  clause psycho.stack.draw-two, psycho.stack.wild-draw-four, psycho.stack.no-mixing

  rule stack-twos "A draw two on a draw two, of any color"
    clause psycho.stack.draw-two, psycho.stack.no-mixing, psycho.stack.continue, psycho.stack.continue-any
    during draw-due
    its player may play draw-two as answer
    then count += 2
      culprit becomes player
      pass turn to player
      pass draw-due to next player

  rule stack-fours "A wild draw four on a wild draw four"
    clause psycho.stack.wild-draw-four, psycho.stack.no-mixing
    during draw-due
    its player may play wild-draw-four as answer
    then count += 4
      culprit becomes player
      bluff becomes there is a card in hand of player where (its color is current color)
      pass turn to player
      pass draw-due to next player
      begin naming on player

  rule no-mixing "Draw twos go on draw twos only, and wild draw fours on wild draw fours"
    clause psycho.stack.no-mixing, psycho.stack.reverse-wd4, psycho.stack.skip-wd4
    during draw-due
    its player cannot play draw-two or wild-draw-four
    if (the card is draw-two and kind is wild-draw-four) or (the card is wild-draw-four and kind is draw-two)

option reversing "A reverse sends draw cards back"
  clause psycho.stack.reverse, psycho.stack.re-reverse, psycho.stack.reverse-wd4

  rule send-back
    clause psycho.stack.reverse, psycho.stack.re-reverse, psycho.stack.reverse-wd4, psycho.stack.reverse-and-skip
    during draw-due
    its player may play reverse as answer
    if color of the card is current color or face of top card is reverse
    then direction becomes counterclockwise if direction is clockwise, otherwise clockwise
      pass draw-due to next player
    allow UNO302 "reverses go to and fro only for as long as their players let themselves be caught without a call"

option skipping "A skip lets draw cards pass by"
  clause psycho.stack.skip, psycho.stack.skip-chain, psycho.stack.skip-wd4

  rule skip-on "Whoever plays a skip is skipped"
    clause psycho.stack.skip, psycho.stack.skip-chain, psycho.stack.reverse-and-skip, psycho.stack.skip-wd4
    during draw-due
    its player may play skip as answer
    if color of the card is current color or face of top card is skip
    then pass draw-due to next player

  rule only-on-a-stack "Nowhere else does a skip skip its own player"
    clause psycho.stack.skip
    any player cannot play skip as answer
    if draw-due is not open
    allow UNO401 "nothing here lets a skip be an answer without a stack; another ruleset may"

option spreading "A wild spreads the drawing over the whole table"
  clause psycho.stack.spread

  parameter after-spread "whether those who drew for a spread also lose a turn": turn-goes-on or turn-is-lost

  act play a card
    manners block

  act raise a card from hand

  variable raised of each player: card or nothing, secret

  situation spread on players
    load: 0 to 200
    spreader: player or nothing

  situation discarding on players

  rule spread-quorum "Half the table, but at least three"
    clause psycho.stack.spread.turn-back, psycho.stack.spread.minimum
    spread quorum means number of players / 2 if number of players is at least 6, otherwise 3

  rule blockers
    blockers means players where (their raised is not nothing)

  rule unblocked
    clause psycho.stack.spread
    unblocked means other players of spreader of spread - blockers

  rule spread "Everyone else is to draw"
    clause psycho.stack.spread, psycho.stack.spread.colour
    during draw-due
    its player may play wild as answer
    then
      for each player
        raised of player becomes nothing
      begin spread on other players with load count of draw-due, spreader player
      end draw-due
      begin naming on player

  rule hold-them-up
    clause psycho.stack.spread.manners
    when player takes up spread
    then note "Lay your wild on the table" to player
      note "Hold up your wilds, so that they can be counted"

  rule raise-a-wild "A wild held up blocks; everybody decides at the same moment"
    clause psycho.stack.spread.block
    during spread
    its players may raise wild or wild-draw-four
    then raised becomes the card
      exclude player from players of spread

  rule raise-nothing
    clause psycho.stack.spread
    during spread
    its players must otherwise pass
    then exclude player from players of spread

  rule wilds-are-counted "Too many blockers, and the spreader draws double"
    clause psycho.stack.spread, psycho.stack.spread.turn-back, psycho.stack.spread.minimum, psycho.stack.not-over.spread
    when spread completes
    then
      for each player in blockers
        show raised of player to everyone
      pass turn to spreader of spread
      if number of blockers + 1 is at least spread quorum
        (spreader of spread) draws load of spread * 2
      otherwise
        for each player in unblocked
          player draws load of spread
        if after-spread is turn-is-lost
          repeat at most 16 times while next player after player of turn is in unblocked
            pass turn to next player after player of turn
      end spread
      begin discarding on blockers

  rule throw-the-wild-away
    clause psycho.stack.spread.block, psycho.stack.not-over.spread
    during discarding
    its players may play a card as block
    if the card is raised
    then exclude player from players of discarding

  rule block-is-no-turn "A wild thrown away does not end the time for catching"
    clause psycho.stack.spread.block
    when player plays wild or wild-draw-four as block
    instead of others-too-late
    then do nothing

  rule keep-the-wild
    clause psycho.stack.spread.block
    during discarding
    its players must otherwise pass
    then exclude player from players of discarding

  rule wilds-are-away
    when discarding completes
    then end discarding

option not-over "A last draw card is not the end until somebody has drawn"
  clause psycho.stack.not-over

  rule not-over
    clause psycho.stack.not-over, psycho.stack.not-over.reverse, psycho.stack.not-over.skip, psycho.stack.not-over.no-answer
    when player plays draw-two or wild-draw-four as anything
    instead of last-draw-card
    if number of cards in hand of player is 0
    then note "It is not over until somebody has drawn"

# ---------------------------------------------------------------------------------------------------------- scenarios

scenario "five cards each when five is what the dealer deals"
  clause psycho.deal, psycho.start.first
  set hand-size to 5
  seats ann, bob, cyd
  the match begins
  expect number of cards in hand of ann is 5
  expect number of cards in hand of cyd is 5
  expect number of cards in hand of bob is not 7
  expect turn of ann
  expect bob cannot draw 1

scenario "seven cards each when the dealer says nothing"
  clause psycho.deal
  seats ann, bob
  the match begins
  expect number of cards in hand of ann is 7
  expect number of cards in hand of bob is 7

scenario "left of whoever deals begins"
  clause psycho.start.first
  set hand-size to 1
  seats ann, bob, cyd
  dealer is bob
  draw pile is red 1, red 2, red 3, blue 4
  the round begins
  expect cyd holds red 1
  expect turn of cyd
  expect not turn of ann

scenario "refused wilds stay under the starting card"
  clause psycho.start.no-wild
  set hand-size to 1
  seats ann, bob
  draw pile is red 1, red 2, wild, wild-draw-four, blue 5
  the match begins
  expect top card is blue 5
  expect number of cards in discard pile is 3
  expect there is a card in discard pile where (its face is wild-draw-four)
  expect current color is blue
  expect ann cannot name red

scenario "a colored card is not refused"
  clause psycho.start.no-wild
  set hand-size to 1
  seats ann, bob
  draw pile is red 1, red 2, blue 6, blue 5
  the match begins
  expect top card is blue 6
  expect number of cards in discard pile is 1

scenario "a skip turned up skips nobody"
  clause psycho.start.no-effect, psycho.start.first
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue skip
  the match begins
  expect top card is blue skip
  expect turn of ann

scenario "a reverse turned up turns nothing round"
  clause psycho.start.no-effect
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue reverse
  the match begins
  expect direction is clockwise
  expect turn of ann

scenario "a draw two turned up makes nobody draw, but one played does"
  clause psycho.start.no-effect
  set hand-size to 2
  seats ann, bob, cyd
  draw pile is blue 1, blue draw-two, red 1, red 2, red 3, red 4, green draw-two
  the match begins
  expect number of cards in hand of ann is 2
  expect turn of ann
  ann plays blue draw-two
  bob draws 2
  expect number of cards in hand of bob is 4
  expect turn of cyd

scenario "a wild draw four can be doubted, as in the official rules"
  clause official.wd4.challenge, official.wild-draw-four
  seats ann, bob, cyd
  ann holds wild-draw-four, red 1, red 2
  bob holds blue 1, blue 2
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob challenges
  expect number of cards in hand of ann is 6
  expect turn of bob

scenario "the newest wild draw four on a stack is doubted, with all that waits"
  clause official.wd4.challenge, psycho.stack.wild-draw-four
  with stacking, reversing
  seats ann, bob, cyd
  ann holds wild-draw-four, red 1, red 2
  bob holds wild-draw-four, green 1, green 2
  cyd holds yellow reverse, red 4
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob plays wild-draw-four as answer
  bob names yellow
  expect draw-due on cyd with count 8, culprit bob, bluff no
  expect cyd can challenge
  cyd plays yellow reverse as answer
  expect bob cannot challenge

scenario "where the table plays it so, a wild draw four is drawn for and never doubted"
  clause official.wild-draw-four
  with undoubted
  seats ann, bob, cyd
  ann holds wild-draw-four, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect bob cannot challenge
  bob draws 4
  expect number of cards in hand of bob is 7
  expect turn of cyd

scenario "nothing fits, and cards are drawn until one does"
  clause psycho.draw-till-playable
  seats ann, bob
  ann holds green 7, blue 8
  discard pile is red 5; turn of ann
  draw pile is blue 2, green 3, red 9, red 1
  ann draws 1
  expect number of cards in hand of ann is 5
  expect turn of ann
  expect ann cannot draw 1
  expect ann cannot pass
  ann plays red 9
  expect turn of bob

scenario "whoever can play does not draw"
  clause psycho.draw-till-playable
  seats ann, bob
  ann holds green 7, red 8
  discard pile is red 5; turn of ann
  expect ann cannot draw 1
  expect ann can play red 8

scenario "the piles run out and the turn passes"
  clause psycho.draw-till-playable
  seats ann, bob
  ann holds green 1, green 2
  bob holds red 0, 2 * red 1, 2 * red 2, 2 * red 3, 2 * red 4, red 5, 2 * red 6, 2 * red 7, 2 * red 8, 2 * red 9,
      2 * red skip, 2 * red reverse, 2 * red draw-two,
      yellow 0, 2 * yellow 1, 2 * yellow 2, 2 * yellow 3, 2 * yellow 4, 2 * yellow 5, 2 * yellow 6, 2 * yellow 7,
      2 * yellow 8, 2 * yellow 9, 2 * yellow skip, 2 * yellow reverse, 2 * yellow draw-two,
      green 0, green 1, green 2, 2 * green 3, 2 * green 4, 2 * green 5, 2 * green 6, 2 * green 7, 2 * green 8,
      2 * green 9, 2 * green skip, 2 * green reverse, 2 * green draw-two,
      blue 0, 2 * blue 1, 2 * blue 2, 2 * blue 3, 2 * blue 4, 2 * blue 5, 2 * blue 6, 2 * blue 7,
      2 * blue 8, blue 9, 2 * blue skip, 2 * blue reverse, 2 * blue draw-two, 4 * wild, 4 * wild-draw-four
  discard pile is red 5; turn of ann
  ann draws 1
  expect number of cards in hand of ann is 3
  expect number of cards in draw pile is 0
  expect turn of bob

scenario "nobody just passes: a card is shown, and one drawn"
  clause psycho.decline
  seats ann, bob
  ann holds red 7, blue 8
  discard pile is red 5; turn of ann
  expect ann cannot pass
  ann declines red 7
  expect turn of bob

scenario "a playable card is shown and kept, one is drawn, the turn passes"
  clause psycho.decline
  seats ann, bob
  ann holds green 7, red 8
  discard pile is red 5; turn of ann
  draw pile is red 9
  ann declines red 8
  expect ann holds red 8
  expect ann holds red 9
  expect number of cards in hand of ann is 3
  expect top card is red 5
  expect turn of bob

scenario "only a playable card and only the own turn can be declined"
  clause psycho.decline
  seats ann, bob
  ann holds green 7, red 8
  bob holds red 1, red 2
  discard pile is red 5; turn of ann
  expect ann cannot decline green 7
  expect bob cannot decline red 1
  expect ann can decline red 8

scenario "what is left counts against its holder, and zeros count nothing"
  clause psycho.points, psycho.several-out
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green skip, wild
  cyd holds red 0, blue 0
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of ann is 0
  expect score of bob is 79
  expect score of cyd is 0
  expect cyd is not in winners

scenario "a single one keeps a hand from counting nothing"
  clause psycho.several-out, psycho.points
  seats ann, bob, cyd
  ann holds red 7
  bob holds red 0, red 1
  cyd holds red draw-two
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of bob is 1
  expect score of cyd is 20
  expect score of ann is not 21

scenario "after the last round the lowest score has won"
  clause psycho.match-end
  set rounds to 3
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green 8
  cyd holds red 9
  discard pile is red 5; turn of ann
  rounds played is 2
  score of ann is 40
  score of cyd is 20
  ann plays red 7
  expect the match is over
  expect bob is in winners
  expect ann is not in winners
  expect cyd is not in winners

scenario "before the last round the match goes on, whatever the score"
  clause psycho.match-end
  set rounds to 3
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green 8
  cyd holds red 9
  discard pile is red 5; turn of ann
  rounds played is 1
  score of bob is 900
  ann plays red 7
  expect score of bob is 917
  expect not the match is over
  expect rounds played is 2
  expect dealer is ann

scenario "a last draw two without stacking is drawn before the count"
  clause official.out.draw-card-last
  seats ann, bob
  ann holds red draw-two
  bob holds blue 9
  discard pile is red 5; turn of ann
  draw pile is green 1, green 2
  ann plays red draw-two
  expect score of bob is 12

# matching

scenario "an identical card is played out of turn and the turn stays"
  clause psycho.match, psycho.match.turn-stays
  with matching
  seats ann, bob, cyd, dan
  ann holds red 7, blue 1, blue 2
  bob holds blue 6, red 3, red 4
  cyd holds blue 7, green 4, green 6
  dan holds red 7, red 8, green 1
  discard pile is red 5; turn of ann
  expect dan cannot play red 7
  ann plays red 7
  expect cyd cannot play blue 7
  expect dan cannot play red 8
  dan plays red 7 as match
  expect number of cards in hand of dan is 2
  expect turn of bob
  expect cyd cannot draw 1

scenario "a card matched has lost its effect"
  clause psycho.match.no-effect
  with matching
  seats ann, bob, cyd, dan
  ann holds red reverse, blue 1, blue 2
  bob holds red reverse, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect direction is counterclockwise
  expect turn of dan
  bob plays red reverse as match
  expect direction is counterclockwise
  expect turn of dan

scenario "a matched draw two makes nobody draw again"
  clause psycho.match.no-effect
  with matching
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  cyd holds blue 3, blue 4, blue 6
  dan holds red draw-two, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob draws 2
  expect number of cards in hand of bob is 5
  dan plays red draw-two as match
  expect number of cards in hand of ann is 2
  expect number of cards in hand of bob is 5
  expect turn of cyd

scenario "three cards on one turn: a match, a play, a match of the own card"
  clause psycho.match.turn-stays
  with matching
  seats ann, bob, cyd
  ann holds red 7, blue 1, blue 2
  bob holds red 7, 2 * red 9, green 3
  discard pile is red 5; turn of ann
  ann plays red 7
  bob plays red 7 as match
  expect turn of bob
  bob plays red 9 by official.play
  expect turn of cyd
  bob plays red 9 as match
  expect number of cards in hand of bob is 1
  expect turn of cyd
  expect bob cannot play green 3

scenario "going out by a match"
  clause psycho.match.out
  with matching
  set rounds to 1
  seats ann, bob, cyd
  ann holds red 7, blue 1
  cyd holds red 7
  bob holds red 9
  discard pile is red 5; turn of ann
  ann plays red 7
  cyd plays red 7 as match
  expect score of cyd is 0
  expect score of bob is 9
  expect the match is over

scenario "nobody goes out on a card that is like the last one in number only"
  clause psycho.match.out, psycho.match
  with matching
  seats ann, bob, cyd
  ann holds red 7, blue 1
  cyd holds blue 7
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play blue 7
  expect the round continues

# stacking

scenario "draw twos add up and whoever has none draws them all"
  clause psycho.stack.draw-two
  with stacking
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds blue draw-two, red 3, red 4
  cyd holds red 1, red 6, blue 7
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect draw-due of bob with count 2, kind draw-two
  expect number of cards in hand of bob is 3
  bob plays blue draw-two as answer
  expect draw-due of cyd with count 4
  expect cyd cannot play blue 7
  expect dan cannot draw 4
  cyd draws 4
  expect number of cards in hand of cyd is 7
  expect turn of dan
  expect dan cannot draw 4

scenario "wild draw fours add up by fours"
  clause psycho.stack.wild-draw-four
  with stacking
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, blue 1, blue 2
  bob holds wild-draw-four, red 3, red 4
  cyd holds red 1, red 6, green 7
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect draw-due of bob with count 4, kind wild-draw-four
  bob plays wild-draw-four as answer
  expect cyd cannot draw 8
  bob names green
  expect draw-due of cyd with count 8
  expect cyd cannot play green 7
  cyd draws 8
  expect number of cards in hand of cyd is 11
  expect current color is green
  expect turn of dan

scenario "the two kinds of draw cards do not mix"
  clause psycho.stack.no-mixing, psycho.stack.draw-two, psycho.stack.wild-draw-four
  with stacking
  seats ann, bob, cyd
  ann holds red draw-two, blue 1, blue 2
  bob holds wild-draw-four, red 3, wild
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play wild-draw-four
  expect bob cannot play wild
  expect bob can draw 2

scenario "a late match piles nothing up, and may be of the other kind"
  clause psycho.match.late, psycho.stack.no-mixing
  with matching, stacking
  seats ann, bob, cyd
  discard pile is green draw-two
  ann holds blue reverse, blue 2
  bob holds blue 9, blue 3
  cyd holds wild-draw-four, blue reverse
  announced of cyd is wild-draw-four
  color there is green
  last played is green draw-two
  lying there is green draw-two
  one below is wild-draw-four
  turn of bob
  draw-due of cyd with count 2, kind draw-two, culprit bob
  expect cyd cannot play wild-draw-four as answer
  cyd plays wild-draw-four as late
  expect count of draw-due is 2

scenario "each kind stacks on its own kind"
  clause psycho.stack.no-mixing
  with stacking
  seats ann, bob, cyd
  bob holds wild-draw-four, red draw-two, blue draw-two
  discard pile is wild-draw-four, red 5; current color is blue
  turn of ann
  draw-due of bob with count 4, kind wild-draw-four
  expect bob can play wild-draw-four
  expect bob cannot play blue draw-two

scenario "a reverse of the color sends the stack back, the count stays"
  clause psycho.stack.reverse
  with stacking, reversing
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds red reverse, blue reverse, red 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue reverse
  bob plays red reverse as answer
  expect direction is counterclockwise
  expect draw-due of ann with count 2
  expect cyd cannot draw 2
  ann draws 2
  expect number of cards in hand of ann is 4
  expect turn of dan

scenario "a reverse on a reverse may have any color"
  clause psycho.stack.re-reverse
  with stacking, reversing, skipping
  seats ann, bob, cyd, dan
  ann holds red draw-two, green reverse, blue 2, green skip
  bob holds red reverse, yellow reverse, red 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play yellow reverse
  bob plays red reverse as answer
  ann plays green reverse as answer
  expect direction is clockwise
  expect draw-due of bob with count 2
  bob plays yellow reverse as answer
  expect draw-due of ann with count 2
  expect ann cannot play green skip

scenario "on a reverse the stack grows the other way round"
  clause psycho.stack.continue, psycho.stack.continue-any
  with stacking, reversing
  seats ann, bob, cyd, dan
  ann holds red draw-two, green draw-two, green 2, wild-draw-four
  bob holds red reverse, blue 3, red 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red reverse as answer
  expect ann cannot play green 2
  expect ann cannot play wild-draw-four
  ann plays green draw-two as answer
  expect draw-due of dan with count 4
  expect not draw-due of bob

scenario "on a skip any draw two continues"
  clause psycho.stack.continue-any, psycho.stack.skip
  with stacking, reversing, skipping
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds red skip, blue skip, red 4
  cyd holds yellow draw-two, yellow reverse, yellow 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue skip
  bob plays red skip as answer
  expect draw-due of cyd with count 2
  expect cyd cannot play yellow reverse
  cyd plays yellow draw-two as answer
  expect draw-due of dan with count 4

scenario "a skip hands the stack on and only the skipper is passed over"
  clause psycho.stack.skip
  with stacking, skipping
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds red skip, blue 3, red 4
  cyd holds blue 4, blue 5, blue 6
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red skip as answer
  expect not draw-due of dan
  cyd draws 2
  expect number of cards in hand of bob is 2
  expect number of cards in hand of cyd is 5
  expect turn of dan

scenario "a skip on a skip may have any color"
  clause psycho.stack.skip-chain
  with stacking, reversing, skipping
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds red skip, blue skip, red 4
  cyd holds green skip, blue 5, green reverse
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue skip
  bob plays red skip as answer
  expect cyd cannot play green reverse
  cyd plays green skip as answer
  expect draw-due of dan with count 2

scenario "between reverse and skip the color must fit"
  clause psycho.stack.reverse-and-skip
  with stacking, reversing, skipping
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, red skip
  bob holds red skip, blue reverse, red 4
  cyd holds red reverse, blue reverse, blue 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red skip as answer
  expect cyd cannot play blue reverse
  cyd plays red reverse as answer
  expect draw-due of bob with count 2
  expect bob can play blue reverse
  bob draws 2
  expect turn of ann

scenario "a skip on a reverse is of the same color"
  clause psycho.stack.reverse-and-skip
  with stacking, reversing, skipping
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue skip, red skip
  bob holds red reverse, blue 3, red 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red reverse as answer
  expect ann cannot play blue skip
  ann plays red skip as answer
  expect draw-due of dan with count 2

scenario "fours are sent back with the color named"
  clause psycho.stack.reverse-wd4
  with stacking, reversing
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, blue draw-two, blue 2
  bob holds red reverse, blue reverse, blue draw-two
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect bob cannot play red reverse
  expect bob cannot play blue draw-two
  bob plays blue reverse as answer
  expect draw-due of ann with count 4
  expect ann cannot play blue draw-two
  expect ann can draw 4

scenario "fours are skipped on with the color named"
  clause psycho.stack.skip-wd4
  with stacking, skipping
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, blue 1, blue 2
  bob holds red skip, blue skip, blue 3
  cyd holds blue draw-two, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect bob cannot play red skip
  bob plays blue skip as answer
  expect draw-due of cyd with count 4
  expect cyd cannot play blue draw-two
  cyd draws 4
  expect turn of dan

scenario "a last draw two without an answer: drawn, counted, over"
  clause psycho.stack.not-over, psycho.stack.not-over.no-answer
  with stacking, not-over
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue 1
  cyd holds blue 3
  discard pile is red 5; turn of ann
  draw pile is green 9, green 8
  ann plays red draw-two
  expect the round continues
  expect score of bob is 0
  bob draws 2
  expect score of bob is 18
  expect score of cyd is 3
  expect score of ann is 0

scenario "a last draw two sent back is drawn and the game goes on"
  clause psycho.stack.not-over.reverse, psycho.stack.not-over
  with stacking, reversing, not-over
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds red reverse, blue 1
  cyd holds blue 3
  discard pile is red 5; turn of ann
  draw pile is green 9, green 8
  ann plays red draw-two
  bob plays red reverse as answer
  ann draws 2
  expect number of cards in hand of ann is 2
  expect score of cyd is 0
  expect the round continues
  expect turn of cyd

scenario "a last draw two skipped on is drawn by whoever it ends at"
  clause psycho.stack.not-over.skip
  with stacking, skipping, not-over
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds red skip, blue 1
  cyd holds blue 3
  discard pile is red 5; turn of ann
  draw pile is green 9, green 8
  ann plays red draw-two
  bob plays red skip as answer
  expect bob cannot draw 2
  cyd draws 2
  expect score of cyd is 20
  expect score of bob is 1

scenario "skipped all the way round it goes to whoever went out, who is not out"
  clause psycho.stack.not-over.skip
  with stacking, skipping, not-over
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds red skip, blue 1
  cyd holds red skip, blue 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red skip as answer
  cyd plays red skip as answer
  ann draws 2
  expect number of cards in hand of ann is 2
  expect score of bob is 0
  expect the round continues

# sevens

scenario "a 7 asks for another hand, and nobody stands in the way"
  clause psycho.sevens.swap
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 1
  bob holds blue 1, blue 2, blue 3
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  expect contest of bob with swapper ann, rival bob
  bob passes
  expect number of cards in hand of ann is 3
  expect bob holds red 1
  expect turn of bob

scenario "a 7 need not swap, and a 6 cannot"
  clause psycho.sevens.swap
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 1
  bob holds red 6, blue 2
  discard pile is red 5; turn of ann
  ann plays red 7
  ann passes
  expect ann holds red 1
  bob plays red 6
  expect bob cannot choose ann

scenario "a 7 of any color blocks"
  clause psycho.sevens.block
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 1
  bob holds green 7, blue 2, blue 3
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  expect bob cannot play blue 2
  expect cyd cannot play anything
  bob plays green 7 as block
  ann passes
  expect ann holds red 1
  expect bob holds blue 2
  expect turn of bob

scenario "without a 7 there is no block"
  clause psycho.sevens.block
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 1
  bob holds red 6, blue 2
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  expect bob cannot play anything
  expect bob can pass

scenario "another 7 forces the swap, and another one blocks again"
  clause psycho.sevens.ante
  with sevens
  seats ann, bob, cyd
  ann holds red 7, yellow 7, red 1
  bob holds green 7, blue 7, blue 2
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  bob plays green 7 as block
  expect contest of ann
  ann plays yellow 7 as block
  expect contest of bob
  bob plays blue 7 as block
  ann passes
  expect ann holds red 1
  expect bob holds blue 2

scenario "whoever played the last 7 decides"
  clause psycho.sevens.ante
  with sevens
  seats ann, bob, cyd
  ann holds red 7, yellow 7, red 1
  bob holds green 7, blue 8, blue 2
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  bob plays green 7 as block
  expect bob cannot pass
  ann plays yellow 7 as block
  bob passes
  expect ann holds blue 8
  expect bob holds red 1

scenario "a last 7 as block, and the win is stolen"
  clause psycho.sevens.steal-win
  with sevens
  seats ann, bob, cyd
  ann holds red 7, yellow 7, red 9
  bob holds green 7
  cyd holds blue 1
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  bob plays green 7 as block
  expect the round continues
  ann plays yellow 7 as block
  bob passes
  expect score of ann is 0
  expect score of bob is 9
  expect rounds played is 1

scenario "a last 7 as block that stands is the end"
  clause psycho.sevens.steal-win
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 9
  bob holds green 7
  cyd holds blue 1
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  bob plays green 7 as block
  ann passes
  expect score of bob is 0
  expect score of ann is 9

scenario "the last 7 of a contest is the top card"
  clause psycho.sevens.top-card
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 1
  bob holds green 7, green 2, red 3
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  bob plays green 7 as block
  ann passes
  expect top card is green 7
  expect bob can play green 2
  expect bob cannot play red 3

scenario "without a block the first 7 stays on top"
  clause psycho.sevens.top-card
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 1
  bob holds green 2, red 3
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses cyd
  cyd passes
  expect top card is red 7
  expect bob cannot play green 2

scenario "nobody is caught while a swap is being settled"
  clause psycho.sevens.no-uno-call
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 1
  bob holds blue 2, blue 3
  discard pile is red 5; turn of ann
  ann plays red 7
  expect unsaid is ann
  expect cyd cannot catch ann
  ann chooses bob
  expect cyd cannot catch ann

scenario "afterwards whoever still has one card and has not said so is caught"
  clause psycho.sevens.no-uno-call
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 1
  bob holds green 7, blue 3, blue 4
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  bob plays green 7 as block
  expect cyd cannot catch ann
  ann passes
  cyd catches ann
  expect number of cards in hand of ann is 3

scenario "after a blocked swap both who hold one card and have not called can be caught"
  clause official.uno.caught, psycho.sevens.block
  with sevens
  seats ann, bob, cyd, dan
  ann holds red 7, blue 3
  cyd holds green 7, green 1
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses cyd
  cyd plays green 7 as block
  ann passes
  expect turn of bob
  dan catches cyd
  expect number of cards in hand of cyd is 3
  dan catches ann
  expect number of cards in hand of ann is 3

# calling uno

scenario "declining is a turn: too late to catch whoever played before"
  clause psycho.decline, official.uno.caught
  seats ann, bob, cyd
  ann holds red 9, green 1
  bob holds red 1, blue 2
  discard pile is red 5; turn of ann
  ann plays red 9
  expect cyd can catch ann
  bob declines red 1
  expect turn of cyd
  expect cyd cannot catch ann

scenario "a match is no turn: whoever has not called can still be caught, and so can the matcher"
  clause psycho.match.turn-stays, official.uno.caught
  with matching
  seats ann, bob, cyd, dan
  ann holds red 9, green 1
  bob holds blue 1, blue 2
  dan holds red 9, yellow 1
  discard pile is red 5; turn of ann
  ann plays red 9
  dan plays red 9 as match
  expect turn of bob
  expect cyd can catch ann
  cyd catches dan
  expect number of cards in hand of dan is 3
  bob draws 1
  expect cyd cannot catch ann

scenario "nor does a late match end the time for catching"
  clause psycho.match.late, official.uno.caught
  with matching
  seats ann, bob, cyd, dan
  ann holds red 7, blue 1, blue 2
  bob holds red 9, blue 3
  cyd holds yellow 1, yellow 2
  dan holds red 7, green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red 7
  dan calls match
  bob plays red 9
  dan plays red 7 as late
  expect ann can catch bob

scenario "two who come down to one card in a craze can both be caught"
  clause official.uno.caught, psycho.match.color-crazy
  with color-crazy
  seats ann, bob, cyd, dan
  ann holds red 6, blue 1, blue 2
  bob holds red 1, blue 3
  cyd holds red 9, red 2, yellow 1
  dan holds red 9, green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red 6
  cyd plays red 9 as match
  dan plays red 9 as match
  bob plays red 1 as craze
  cyd plays red 2 as craze
  ann passes; bob passes; cyd passes; dan passes
  expect turn of bob
  expect dan can catch cyd
  expect dan can catch bob

scenario "a wild thrown away after a spread is no turn either"
  clause psycho.stack.spread.block, official.uno.caught
  with spreading
  seats ann, bob, cyd, dan
  ann holds red draw-two, green 1, green 2
  bob holds wild, blue 1
  cyd holds wild, yellow 1
  dan holds yellow 2, yellow 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  bob names green
  cyd raises wild
  ann passes; dan passes
  cyd plays wild as block
  expect dan can catch bob
  expect dan can catch cyd

# zero

scenario "a 0 passes every hand on in the direction of play"
  clause psycho.zero.rotate
  with zero
  seats ann, bob, cyd
  ann holds red 0, red 1
  bob holds blue 1, blue 2
  cyd holds green 1, green 2, green 3
  discard pile is red 5; turn of ann
  direction is counterclockwise
  ann plays red 0
  expect cyd holds red 1
  expect ann holds blue 1
  expect number of cards in hand of bob is 3

scenario "a 1 passes nothing on, nor does a 0 without the option"
  clause psycho.zero.rotate
  with zero
  seats ann, bob, cyd
  ann holds red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 1
  expect ann holds red 2
  expect no note

scenario "whoever plays a 0 says who is next"
  clause psycho.zero.manners, psycho.zero.no-match
  with zero
  seats ann, bob, cyd
  ann holds red 0, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 0
  expect note "Say who goes next"
  expect note "There is one 0 of each color here, so nobody can match it"

scenario "with two packs there are two of each 0"
  clause psycho.zero.no-match, psycho.zero.manners
  with zero
  set packs to 2
  seats ann, bob, cyd
  ann holds red 0, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 0
  expect note "Say who goes next"
  expect no note "There is one 0 of each color here, so nobody can match it"

scenario "with two packs a 0 is matched"
  clause psycho.zero.no-match, psycho.match
  with zero, matching
  set packs to 2
  seats ann, bob, cyd
  ann holds red 0, red 1, red 2
  cyd holds green 1, green 2
  bob holds red 0, blue 1, blue 2
  discard pile is red 5; turn of ann
  ann plays red 0
  expect cyd holds red 0
  cyd plays red 0 as match
  expect turn of bob

scenario "a last 0 gives the neighbor the win"
  clause psycho.zero.give-win
  with zero
  seats ann, bob, cyd
  ann holds red 0
  bob holds blue 1, blue 2
  cyd holds green 9
  discard pile is red 5; turn of ann
  ann plays red 0
  expect score of bob is 0
  expect score of ann is 9
  expect score of cyd is 3

scenario "a last 1 wins for its player"
  clause psycho.zero.give-win
  with zero
  seats ann, bob, cyd
  ann holds red 1
  bob holds blue 1
  discard pile is red 5; turn of ann
  ann plays red 1
  expect score of ann is 0
  expect score of bob is 1

# late matches

scenario "an announced match comes one card late, under the top card"
  clause psycho.match.late
  with matching
  seats ann, bob, cyd, dan
  ann holds red 7, blue 1, blue 2
  bob holds red 9, blue 3, blue 4
  dan holds red 7, green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red 7
  dan calls match
  bob plays red 9
  dan plays red 7 as late
  expect number of cards in hand of dan is 2
  expect top card is red 9
  expect turn of cyd

scenario "what was not announced is too late"
  clause psycho.match.late
  with matching
  seats ann, bob, cyd, dan
  ann holds red 7, blue 1, blue 2
  bob holds red 9, blue 3, blue 4
  dan holds red 7, green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red 7
  bob plays red 9
  expect dan cannot play red 7 as late
  expect dan cannot play red 7 as match
  expect dan cannot call match

scenario "two cards later it is too late, announced or not"
  clause psycho.match.late
  with matching
  seats ann, bob, cyd, dan
  ann holds red 7, blue 1, blue 2
  bob holds red 9, blue 3, blue 4
  cyd holds red 8, blue 6, blue 8
  dan holds red 7, green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red 7
  dan calls match
  bob plays red 9
  cyd plays red 8
  expect dan cannot play red 7 as late

scenario "matches of the top card are not counted"
  clause psycho.match.late
  with matching
  seats ann, bob, cyd, dan
  ann holds red 7, blue 1, blue 2
  bob holds red 9, blue 3, blue 4
  cyd holds red 9, blue 6, blue 8
  dan holds red 7, green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red 7
  dan calls match
  bob plays red 9
  cyd plays red 9 as match
  dan plays red 7 as late
  expect number of cards in hand of dan is 2
  expect top card is red 9

scenario "after a late match play goes on in the color that was named"
  clause psycho.match.late
  with matching
  seats ann, bob, cyd, dan
  ann holds red 7, blue 1, blue 2
  bob holds wild, blue 3, blue 4
  dan holds red 7, green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red 7
  dan calls match
  bob plays wild
  bob names green
  dan plays red 7 as late
  expect current color is green
  expect top card is wild

# 69

scenario "6 and 9 of one color match each other"
  clause psycho.match.69, psycho.match.69.top-card
  with sixty-nine
  seats ann, bob, cyd
  ann holds red 6, blue 1, blue 2
  bob holds green 9, green 6, red 4
  cyd holds red 9, blue 9, green 3
  discard pile is red 5; turn of ann
  ann plays red 6
  expect cyd cannot play blue 9
  cyd plays red 9 as match
  expect top card is red 9
  expect turn of bob
  expect bob can play green 9
  expect bob cannot play green 6

scenario "without the addendum a 9 does not match a 6"
  clause psycho.match.69
  with matching
  seats ann, bob, cyd
  ann holds red 6, blue 1, blue 2
  cyd holds red 9, blue 9
  discard pile is red 5; turn of ann
  ann plays red 6
  expect cyd cannot play red 9

scenario "a match of the same number leaves the top card as it is"
  clause psycho.match.69.top-card
  with sixty-nine
  seats ann, bob, cyd
  ann holds red 6, blue 1, blue 2
  bob holds green 9, green 6, red 4
  cyd holds red 6, blue 9
  discard pile is red 5; turn of ann
  ann plays red 6
  cyd plays red 6 as match
  expect top card is red 6
  expect bob cannot play green 9

scenario "seven cards on one turn"
  clause psycho.match.69.chain
  with sixty-nine
  seats ann, bob, cyd
  ann holds red 6, blue 1, blue 2
  bob holds red 6, 2 * red 9, 2 * green 9, 2 * green 6, blue 3, blue 4
  discard pile is red 5; turn of ann
  ann plays red 6
  bob plays red 6 as match
  bob plays red 9 as match
  bob plays red 9 as match
  expect turn of bob
  bob plays green 9 by official.play
  bob plays green 9 as match
  bob plays green 6 as match
  bob plays green 6 as match
  expect number of cards in hand of bob is 2
  expect turn of cyd

scenario "another color breaks the chain"
  clause psycho.match.69.chain
  with sixty-nine
  seats ann, bob, cyd
  ann holds red 6, blue 1, blue 2
  cyd holds red 9, green 9, green 6
  discard pile is red 5; turn of ann
  ann plays red 6
  cyd plays red 9 as match
  expect cyd cannot play green 9
  expect cyd cannot play green 6

# color crazy

scenario "three have taken part, and everybody plays that color"
  clause psycho.match.color-crazy, psycho.match.color-crazy.minimum, psycho.match.color-crazy.top
  with color-crazy
  seats ann, bob, cyd, dan
  ann holds red 6, red 1, blue 2
  bob holds red 9, red skip, green 4
  cyd holds red 9, green 6, yellow 1
  dan holds red 2, blue 3
  discard pile is red 5; turn of ann
  ann plays red 6
  bob plays red 9 as match
  expect not craze is open
  cyd plays red 9 as match
  expect craze is open
  expect cyd cannot play green 6
  ann plays red 1 as craze
  dan plays red 2 as craze
  bob plays red skip as craze
  ann passes; bob passes; cyd passes; dan passes
  expect top card is red skip
  expect turn of bob
  expect bob holds exactly green 4

scenario "one matcher of five is not enough"
  clause psycho.match.color-crazy.minimum
  with color-crazy
  seats ann, bob, cyd, dan, eve
  ann holds red 6, red 1, blue 2
  bob holds red 9, red 3, green 4
  discard pile is red 5; turn of ann
  ann plays red 6
  bob plays red 9 as match
  expect not craze is open
  expect ann cannot play red 1

scenario "at a table of eight four have to take part"
  clause psycho.match.color-crazy
  with color-crazy
  set packs to 2
  seats ann, bob, cyd, dan, eve, fay, gus, hal
  ann holds red 6, red 1, blue 2
  bob holds red 9, red 3, green 4
  cyd holds red 9, red 3, green 4
  dan holds red 9, red 3, green 4
  discard pile is red 5; turn of ann
  ann plays red 6
  bob plays red 9 as match
  cyd plays red 9 as match
  expect not craze is open
  dan plays red 9 as match
  expect craze is open

scenario "whoever started counts once"
  clause psycho.match.color-crazy
  with color-crazy
  seats ann, bob, cyd, dan
  ann holds red 6, red 6, red 9, blue 2
  bob holds red 9, red 3, green 4
  discard pile is red 5; turn of ann
  ann plays red 6
  ann plays red 6 as match
  ann plays red 9 as match
  bob plays red 9 as match
  expect not craze is open

scenario "the card on top has no effect"
  clause psycho.match.color-crazy.top
  with color-crazy
  seats ann, bob, cyd, dan
  ann holds red 6, red draw-two, blue 2
  bob holds red 9, red 3, green 4
  cyd holds red 9, green 6, yellow 1
  discard pile is red 5; turn of ann
  ann plays red 6
  bob plays red 9 as match
  cyd plays red 9 as match
  ann plays red draw-two as craze
  ann passes; bob passes; cyd passes; dan passes
  expect not draw-due is open
  expect top card is red draw-two
  expect turn of bob
  expect bob can play red 3

scenario "two go out together"
  clause psycho.match.color-crazy.out, psycho.several-out
  with color-crazy
  seats ann, bob, cyd, dan
  ann holds red 6, red 1, red 2
  bob holds red 9, red 3
  cyd holds red 9, green 6
  dan holds blue 5
  discard pile is red 5; turn of ann
  ann plays red 6
  bob plays red 9 as match
  cyd plays red 9 as match
  ann plays red 1 as craze
  ann plays red 2 as craze
  expect the round continues
  bob plays red 3 as craze
  ann passes; bob passes; cyd passes; dan passes
  expect score of ann is 0
  expect score of bob is 0
  expect score of cyd is 6
  expect score of dan is 5

scenario "cards of a craze lie on the 6 or 9 that began it: it is not matched any more"
  clause psycho.match.late, psycho.match.color-crazy.top
  with color-crazy
  seats ann, bob, cyd, dan, eve, fay
  ann holds red 6, blue 1, blue 2
  bob holds red 1, red skip, blue 3
  cyd holds red 9, yellow 1, yellow 2
  dan holds red draw-two, yellow 3, yellow 4
  eve holds red 9, yellow 5, yellow 6
  fay holds red 6, red draw-two, green 1, green 2
  discard pile is red 2; turn of ann
  ann plays red 6
  cyd plays red 9 as match
  eve plays red 9 as match
  bob plays red 1 as craze
  bob plays red skip as craze
  dan plays red draw-two as craze
  ann passes; bob passes; cyd passes; dan passes; eve passes; fay passes
  expect turn of bob
  expect fay cannot play red 6
  fay plays red draw-two as match
  expect turn of bob

scenario "a hand of two colors does not go out in it"
  clause psycho.match.color-crazy.out
  with color-crazy
  seats ann, bob, cyd
  ann holds red 6, red 1, blue 2
  bob holds red 9, red 3, blue 3
  cyd holds red 9, green 6
  discard pile is red 5; turn of ann
  ann plays red 6
  bob plays red 9 as match
  cyd plays red 9 as match
  ann plays red 1 as craze
  expect ann cannot play blue 2
  ann passes; bob passes; cyd passes
  expect the round continues

# spreading

scenario "a wild spreads the drawing over everybody else"
  clause psycho.stack.spread, psycho.stack.spread.colour, psycho.stack.spread.manners
  with stacking, spreading
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds wild, red 3, red 4
  cyd holds red 1, red 2
  dan holds green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  expect note "Lay your wild on the table"
  expect note "Hold up your wilds, so that they can be counted"
  bob names green
  ann passes; cyd passes; dan passes
  expect number of cards in hand of ann is 4
  expect number of cards in hand of cyd is 4
  expect number of cards in hand of dan is 4
  expect number of cards in hand of bob is 2
  expect current color is green
  expect turn of cyd

scenario "with nothing due a wild is a wild"
  clause psycho.stack.spread, psycho.stack.spread.manners
  with stacking, spreading
  seats ann, bob, cyd
  ann holds wild, blue 1, blue 2
  discard pile is red 5; turn of ann
  ann plays wild
  expect no note
  ann names blue
  expect not spread is open
  expect turn of bob

scenario "those who drew lose a turn, where the table says so"
  clause psycho.stack.spread
  with stacking, spreading
  set after-spread to turn-is-lost
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds wild, red 3, red 4
  discard pile is red 5; turn of ann
  cyd holds red 1, red 2
  dan holds green 1, green 2
  ann plays red draw-two
  bob plays wild as answer
  bob names red
  ann passes; cyd passes; dan passes
  expect turn of bob

scenario "a wild or a wild draw four blocks, and nobody answers twice"
  clause psycho.stack.spread.block
  with stacking, spreading
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds wild, red 3, red 4
  cyd holds wild-draw-four, red 1
  dan holds green draw-two, green 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  bob names red
  expect dan cannot raise anything
  cyd raises wild-draw-four
  expect cyd cannot pass
  ann passes; dan passes
  expect number of cards in hand of ann is 4
  expect number of cards in hand of dan is 4
  expect number of cards in hand of cyd is 2
  expect cyd can play wild-draw-four as block
  cyd passes
  expect cyd holds wild-draw-four
  expect turn of cyd

scenario "a raised wild may be thrown away, without effect"
  clause psycho.stack.spread.block
  with stacking, spreading
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds wild, red 3, red 4
  cyd holds wild-draw-four, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  bob names red
  cyd raises wild-draw-four
  ann passes; dan passes
  cyd plays wild-draw-four as block
  expect number of cards in hand of cyd is 2
  expect not draw-due is open
  expect current color is red
  expect turn of cyd

scenario "two blockers turn it back: the spreader draws double, nobody else draws"
  clause psycho.stack.spread.turn-back, psycho.stack.spread.minimum, psycho.stack.spread.colour
  with stacking, spreading
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds wild, red 3, red 4
  cyd holds wild-draw-four, red 1
  dan holds wild, green 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  bob names green
  cyd raises wild-draw-four
  dan raises wild
  ann passes
  expect number of cards in hand of bob is 6
  expect number of cards in hand of ann is 2
  cyd passes; dan passes
  expect current color is green
  expect turn of cyd

scenario "one blocker of five players does not turn it back"
  clause psycho.stack.spread.minimum, psycho.stack.spread.turn-back
  with stacking, spreading
  seats ann, bob, cyd, dan, eve
  ann holds red draw-two, blue 1, blue 2
  bob holds wild, red 3, red 4
  cyd holds wild, red 1
  dan holds green 1, green 2
  eve holds green 3, green 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  bob names green
  cyd raises wild
  ann passes; dan passes; eve passes
  expect number of cards in hand of bob is 2
  expect number of cards in hand of eve is 4

scenario "at a table of eight three blockers are needed"
  clause psycho.stack.spread.turn-back
  with stacking, spreading
  set packs to 2
  seats ann, bob, cyd, dan, eve, fay, gus, hal
  ann holds red draw-two, blue 1, blue 2
  bob holds wild, red 3, red 4
  cyd holds wild, red 1
  dan holds wild, green 2
  eve holds wild-draw-four, green 4
  fay holds red 1, red 2
  gus holds red 1, red 2
  hal holds green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  bob names green
  cyd raises wild
  dan raises wild
  eve raises wild-draw-four
  ann passes; fay passes; gus passes; hal passes
  expect number of cards in hand of bob is 6
  expect number of cards in hand of hal is 2

scenario "a stack of fours is spread as well"
  clause psycho.stack.spread
  with stacking, spreading
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 1, blue 2
  bob holds wild, red 3, red 4
  cyd holds red 1, red 2
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob plays wild as answer
  bob names red
  ann passes; cyd passes
  expect number of cards in hand of ann is 6
  expect number of cards in hand of cyd is 6

scenario "out by blocking: everybody else draws, the spreader does not"
  clause psycho.stack.not-over.spread
  with stacking, spreading, not-over
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds wild, red 3, red 4
  cyd holds wild
  dan holds green 1
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  bob names red
  cyd raises wild
  ann passes; dan passes
  expect the round continues
  expect number of cards in hand of dan is 3
  expect number of cards in hand of bob is 2
  cyd plays wild as block
  expect score of cyd is 0
  expect score of bob is 7

scenario "out by spreading: it can still be turned back"
  clause psycho.stack.not-over.spread
  with stacking, spreading, not-over
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds wild
  cyd holds wild, red 1
  dan holds wild-draw-four, green 1
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  bob names red
  cyd raises wild
  dan raises wild-draw-four
  ann passes
  cyd passes; dan passes
  expect the round continues
  expect number of cards in hand of bob is 4
  expect score of cyd is 0

scenario "out by spreading, and nobody turns it back"
  clause psycho.stack.not-over.spread
  with stacking, spreading, not-over
  seats ann, bob, cyd
  ann holds red draw-two, blue 1
  bob holds wild
  cyd holds red 1
  draw pile is green 1, green 2, green 3, green 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays wild as answer
  bob names red
  ann passes; cyd passes
  expect score of bob is 0
  expect score of ann is 4
  expect score of cyd is 8

scenario "a last draw two is not over where the table says so"
  clause psycho.stack.not-over
  with stacking, not-over
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue draw-two, blue 1
  cyd holds green 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect note "It is not over until somebody has drawn"
  bob plays blue draw-two as answer
  cyd draws 4
  expect score of ann is 0
  expect score of bob is 1

scenario "otherwise the next player draws and that is it"
  clause psycho.stack.not-over, psycho.stack.not-over.no-answer, psycho.stack.not-over.reverse, psycho.stack.not-over.skip
  with stacking, reversing, skipping
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue draw-two, red reverse, red skip
  cyd holds green 3
  draw pile is green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect score of ann is 0
  expect score of bob is 63
  expect no note "It is not over until somebody has drawn"

# around the game

scenario "three cards each are unusual, and the table is told"
  clause psycho.deal
  set hand-size to 3
  seats ann, bob
  the match begins
  expect note "An unusual number of cards: 5 to 15 are the custom"
  expect number of cards in hand of ann is 3

scenario "fifteen are not, and somebody else may deal"
  clause psycho.deal, psycho.deal.manners
  set hand-size to 15
  seats ann, bob
  the match begins
  expect no note "An unusual number of cards: 5 to 15 are the custom"
  expect note "Whoever keeps the score need not shuffle and deal: somebody else may do it instead"
  expect number of cards in hand of ann is 15

scenario "nothing is said of dealing in the middle of a round"
  clause psycho.deal.manners
  seats ann, bob
  ann holds red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 1
  expect no note

scenario "a mistake costs two cards"
  clause psycho.penalty
  seats ann, bob, cyd
  bob holds blue 1, blue 2
  discard pile is red 5; turn of ann
  cyd penalizes bob
  expect number of cards in hand of bob is 4
  expect turn of ann

scenario "nobody penalizes a mistake of the own"
  clause psycho.penalty
  seats ann, bob, cyd
  discard pile is red 5; turn of ann
  expect ann cannot penalize ann
  expect ann can penalize bob

scenario "whoever comes late starts halfway between the highest and the lowest"
  clause psycho.late
  seats ann, bob, cyd, dan
  dan is absent
  ann holds red 7
  bob holds blue 8
  cyd holds blue 1
  discard pile is red 5; turn of ann
  score of ann is 10
  score of bob is 90
  dan arrives
  expect dan is absent
  ann plays red 7
  expect score of bob is 98
  expect score of dan is 49
  expect dan is in players
  expect number of cards in hand of dan is 7

scenario "half a point is dropped for whoever comes late"
  clause psycho.late
  seats ann, bob, cyd, dan
  set rounds to 3
  dan is absent
  ann holds red 1
  bob holds red 0
  cyd holds blue 0
  discard pile is red 3; turn of ann
  score of ann is 120; score of bob is 45; score of cyd is 80
  dan arrives
  ann plays red 1
  expect score of dan is 82

scenario "two come late together"
  clause psycho.late
  seats ann, bob, cyd, dan
  cyd is absent; dan is absent
  ann holds red 7
  bob holds blue 8
  discard pile is red 5; turn of ann
  score of ann is 10
  score of bob is 92
  dan arrives
  cyd arrives
  expect dan cannot arrive
  ann plays red 7
  expect score of dan is 55
  expect score of cyd is 55

scenario "whoever does not come has no score"
  clause psycho.late
  seats ann, bob, cyd
  cyd is absent
  ann holds red 7
  discard pile is red 5; turn of ann
  expect ann cannot arrive
  ann plays red 7
  expect cyd is absent
  expect score of cyd is 0

scenario "whoever leaves early has no score"
  clause psycho.leave
  set rounds to 1
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 8
  cyd holds blue 1, blue 2
  discard pile is red 5; turn of ann
  score of cyd is 40
  cyd goes home
  expect cyd is absent
  expect score of cyd is 0
  ann plays red 7
  expect cyd is not in winners
  expect ann is in winners

scenario "the turn of whoever leaves goes on, and of two the other has won"
  clause psycho.leave
  seats ann, bob, cyd
  discard pile is red 5; turn of ann
  ann goes home
  expect turn of bob
  cyd goes home
  expect the match is over
  expect bob is in winners

scenario "nobody leaves in the middle of a stack"
  clause psycho.leave
  seats ann, bob, cyd
  ann holds red draw-two, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot go home

scenario "without the additions neither reverse nor skip answers a draw card"
  clause psycho.stack.reverse, psycho.stack.re-reverse, psycho.stack.skip-chain, psycho.stack.skip, psycho.stack.continue
  with stacking
  seats ann, bob, cyd
  ann holds red draw-two, red reverse, blue 2
  bob holds red reverse, red skip, red 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play red reverse
  expect bob cannot play red skip
  bob draws 2
  expect turn of cyd

scenario "a reverse of another color sends nothing back, whatever came before"
  clause psycho.stack.reverse, psycho.stack.re-reverse
  with stacking, reversing
  seats ann, bob, cyd
  ann holds red draw-two, blue 1, blue 2
  bob holds blue reverse, green draw-two, red 4
  cyd holds blue reverse, yellow 1
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue reverse
  bob plays green draw-two as answer
  expect cyd cannot play blue reverse
  cyd draws 4

scenario "where stacks do not grow a reversed draw two is drawn"
  clause psycho.stack.continue, psycho.stack.continue-any
  with reversing
  seats ann, bob, cyd
  ann holds red draw-two, green draw-two, green 2
  bob holds red reverse, blue 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red reverse as answer
  expect ann cannot play green draw-two
  ann draws 2
  expect turn of cyd

scenario "fours are neither reversed nor skipped with the color that was there before"
  clause psycho.stack.reverse-wd4, psycho.stack.skip-wd4
  with stacking, reversing, skipping
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 1, blue 2
  bob holds red reverse, red skip, green reverse
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect bob cannot play red reverse
  expect bob cannot play red skip
  expect bob cannot play green reverse
  bob draws 4
  expect number of cards in hand of bob is 7

scenario "a skip of another color lengthens nothing unless it lies on a skip"
  clause psycho.stack.skip-chain, psycho.stack.skip
  with stacking, skipping
  seats ann, bob, cyd
  ann holds red draw-two, blue 1, blue 2
  bob holds green draw-two, blue skip, red 4
  cyd holds blue skip, blue 5
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue skip
  bob plays green draw-two as answer
  expect cyd cannot play blue skip

scenario "the color that counts is that of the last wild draw four on the stack"
  clause psycho.stack.reverse-wd4
  with stacking, reversing
  seats ann, bob, cyd
  ann holds wild-draw-four, green 1, green 2
  bob holds wild-draw-four, blue 1, blue 2
  cyd holds blue reverse, red reverse, yellow 1
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob plays wild-draw-four as answer
  bob names red
  expect cyd cannot play blue reverse as answer
  cyd plays red reverse as answer
  expect draw-due on bob with count 8

scenario "at a table of ten five have to take part"
  clause psycho.match.color-crazy
  with color-crazy
  set packs to 2
  seats p0, p1, p2, p3, p4, p5, p6, p7, p8, p9
  p0 holds red 6, green 1, green 2
  p1 holds red 9, green 3, green 4
  p2 holds red 6, green 5, green 7
  p3 holds red 9, blue 1, blue 2
  p4 holds red 6, blue 3, blue 4
  p5 holds red 1, blue 5
  discard pile is red 5; turn of p0
  p0 plays red 6
  p1 plays red 9 as match
  p2 plays red 6 as match
  p3 plays red 9 as match
  expect p5 cannot play red 1
  p4 plays red 6 as match
  expect p5 can play red 1 as craze

scenario "a match is the last card, and what waits is drawn before the round ends"
  clause psycho.match.out, psycho.stack.not-over
  with matching, stacking, not-over
  seats ann, bob, cyd, dan
  ann holds red draw-two, green 1, green 2
  bob holds blue 1, blue 2
  dan holds red draw-two
  discard pile is red 5; turn of ann
  ann plays red draw-two
  dan plays red draw-two as match
  expect draw-due on bob with count 2
  expect the round continues
  bob draws 2
  expect dan wins the round
