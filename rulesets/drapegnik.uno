# Ozby UNO: points count against their holder, whoever reaches the mark loses, and add-ons from quick starts to speed.

use "official.uno"

game drapegnik "Drapegnik's UNO" extends official
  without challenge, official.nobody-plays-on, false-call, reverse-of-two, first-skip, first-reverse, first-draw-two, first-wild, official.score,
      official.round-over
  clause drapegnik.setup, drapegnik.match-card, drapegnik.actions, drapegnik.uno, drapegnik.draw
  excludes official.elimination, official.partners, official.one-hand

  parameter drawn-card "whether a drawn card may be played at once": may-be-played or is-kept

  rule keep-what-is-drawn "A drawn card is kept, and the turn passes"
    clause drapegnik.draw
    when player takes up draw
    if drawn-card is is-kept
    then over of turn becomes yes
    allow UNO401 "only where the table chose that a drawn card is kept"

  rule refused "Neither kind of wild can be the first card"
    clause drapegnik.setup
    a card is refused means the card is wild or wild-draw-four

  rule draw-four "After a wild draw four, the next player owes four cards"
    clause drapegnik.actions
    when player plays wild-draw-four
    instead of official.draw-four
    then begin draw-due on next player with count 4, kind wild-draw-four, culprit player

  rule score "What is left in the hand counts against its holder"
    clause drapegnik.points
    when the round ends
    then
      for each player
        score of player += hand points of player

  rule round-over "Whoever reaches the mark first has lost the match"
    clause drapegnik.match-end
    when the round ends
    after score
    then
      if there is players where (their score is at least target)
        end the match won by players where (their score is less than target)
      otherwise
        dealer becomes left of dealer
        begin a round

# ----------------------------------------------------------------------------------------------------------- add-ons

option quick-start "The first card acts on the first player"
  clause drapegnik.quick-start

  rule first-skip
    clause drapegnik.quick-start
    when player turns up skip
    then pass turn to next player after player of turn

  rule first-reverse
    clause drapegnik.quick-start
    when player turns up reverse
    then direction becomes counterclockwise
      pass turn to player

  rule first-draw-two
    clause drapegnik.quick-start
    when player turns up draw-two
    then (player of turn) draws 2
      pass turn to next player after player of turn

option force-play "A drawn card that can be played is played"
  clause drapegnik.force-play
  without official.keep, official.draw-before-passing

  parameter forced-cards "which drawn cards are played by themselves": all or all-but-wilds

  rule force-play
    clause drapegnik.force-play
    during turn
    instead of official.draw
    its player may draw 1
    if drawn is nothing
    then over becomes yes
      if moved card is not nothing and moved card is playable
          and (forced-cards is all or not (moved card is wild or wild-draw-four))
        player plays moved card

option challenge "A wild draw four can be doubted: was there nothing else to play?"
  clause drapegnik.wd4.restriction, drapegnik.wd4.challenge

  parameter guilty-draws "cards that a bluffer draws": 2 to 4, default 2

  rule other-card "Another card could have been played: plain wilds and more of the kind do not count"
    clause drapegnik.wd4.restriction
    a card is another choice means color of the card is current color or (face of the card is face of card 2 of discard pile
        and face of the card is not wild and face of the card is not wild-draw-four)

  rule draw-four-in-doubt "After a wild draw four, the next player owes four cards, or doubts it"
    clause drapegnik.wd4.restriction, drapegnik.wd4.challenge
    when player plays wild-draw-four
    instead of official.draw-four, drapegnik.draw-four
    then begin draw-due on next player with count 4, kind wild-draw-four, culprit player,
        bluff (there is a card in hand of player where another choice)

  rule doubt "Doubt a wild draw four"
    clause drapegnik.wd4.challenge
    during draw-due
    its player may challenge
    if kind is wild-draw-four
    instead of official.challenge
    then show hand of culprit to player
      if bluff is yes
        culprit draws guilty-draws
      otherwise
        player draws 6
        pass turn to player
      end draw-due

option stack "Draw cards can be answered with a draw two"
  clause drapegnik.stack

  parameter two-on-four "which draw two goes on a wild draw four": any-color or named-color

  rule stack
    clause drapegnik.stack
    during draw-due
    its player may play draw-two as answer
    if two-on-four is any-color or kind is draw-two or color of the card is current color
    instead of official.pile-on-two
    then count += 2
      kind becomes draw-two
      culprit becomes player
      pass turn to player
      pass draw-due to next player

option speed "The same card may be played at once, by anybody"
  clause drapegnik.speed, drapegnik.speed.breaks-stack

  parameter speed-ends "how long the same card may be played": when-somebody-acts or with-the-next-card

  variable last player: player or nothing

  rule remember-player "A card that the deal turned up was not played"
    clause drapegnik.speed
    when player plays a card as anything
    then last player becomes player

  rule too-slow "Once somebody has drawn, it is too late"
    clause drapegnik.speed
    when player takes up draw or draw-what-is-due
    if speed-ends is when-somebody-acts
    then last player becomes nothing

  rule no-speedy-wilds "No wild is played out of turn"
    clause drapegnik.speed
    during turn or draw-due
    any other player cannot play wild or wild-draw-four

  rule speed "Play goes on from whoever was quick"
    clause drapegnik.speed
    during turn
    any player may play a card
    if last player is not nothing and the card is top card and the card is not wild and the card is not wild-draw-four
    instead of play, official.jump-in
    despite only-the-drawn-card
    then pass turn to player
      over becomes yes
      drawn becomes nothing

  rule speed-on-a-stack "What has piled up is off, and the card counts as an ordinary one"
    clause drapegnik.speed.breaks-stack
    during draw-due
    any player may play a card
    if the card is top card and the card is not wild and the card is not wild-draw-four
    then end draw-due
      pass turn to player
      over of turn becomes yes
      drawn of turn becomes nothing
    allow UNO203 with stack "the same draw card can add to the stack or break it: its player says which"

option swap-seven "A 7 swaps hands"
  clause drapegnik.seven

  parameter seven-swap "whether a 7 must swap": can or must

  situation trade on a player

  rule seven
    clause drapegnik.seven
    when player plays 7
    then begin trade on player

  rule trade "Whoever gets a hand of one card must call uno, too"
    clause drapegnik.seven, drapegnik.uno
    during trade
    its player may choose an opponent
    despite official.no-trading
    then swap hand of player with hand of opponent
      if number of cards in hand of player is 1 then unsaid += player
      if number of cards in hand of opponent is 1 then unsaid += opponent
      end trade

  rule no-trade
    clause drapegnik.seven
    during trade
    its player must otherwise pass
    if seven-swap is can
    then end trade

option rotate-zero "A 0 passes all hands on"
  clause drapegnik.zero

  rule zero
    clause drapegnik.zero
    when player plays 0
    after uno-is-due
    then give every hand to next player

  rule one-card-by-a-zero "Whoever gets a hand of one card must call uno, too"
    clause drapegnik.uno, drapegnik.zero
    when player plays 0
    after zero
    then unsaid += players where (number of cards in their hand is 1)

option two-players "Forms for two"
  clause drapegnik.two.reverse, drapegnik.two.skip, drapegnik.two.draw
  seats 2

  rule reverse-of-two "A reverse works like a skip"
    clause drapegnik.two.reverse
    when player plays reverse
    after reverse
    then pass turn to next player

  rule skip-of-two "Whoever plays a skip plays on"
    clause drapegnik.two.skip
    when player plays skip
    instead of official.skip
    then over of turn becomes no
      drawn of turn becomes nothing

option partners "Two teams of two, partners opposite"
  clause drapegnik.partners
  excludes official.elimination, official.partners
  seats 4

  parameter team-score "what a team is scored": own-hands or hands-of-the-others

  rule mate
    clause drapegnik.partners
    mate of a player means left of left of the player

  rule team-score "What partners hold together is scored to both"
    clause drapegnik.partners
    when the round ends
    instead of official.score, drapegnik.score
    if team-score is own-hands
    then
      for each player
        score of player += hand points of player + hand points of mate of player

  rule team-wins "Or the winners score what the others hold"
    clause drapegnik.partners
    when the round ends
    instead of official.score, drapegnik.score
    if team-score is hands-of-the-others
    then
      for each player in winners
        score of player += hand points of left of player + hand points of right of player
        score of mate of player += hand points of left of player + hand points of right of player
    allow UNO401 "only where the table chose this way of scoring"

  rule team-over "Then whoever reaches the mark has won"
    clause drapegnik.partners
    when the round ends
    instead of official.round-over, drapegnik.round-over
    after team-wins
    if team-score is hands-of-the-others
    then
      if there is players where (their score is at least target)
        end the match won by players where (their score is at least target)
      otherwise
        dealer becomes left of dealer
        begin a round
    allow UNO401 "only where the table chose this way of scoring"

# ---------------------------------------------------------------------------------------------------------- scenarios

scenario "seven cards each, and the first card has no effect"
  clause drapegnik.setup, drapegnik.quick-start
  set hand-size to 7
  seats ann, bob, cyd
  the match begins
  expect number of cards in hand of ann is 7
  expect number of cards in hand of cyd is 7
  expect turn of ann

scenario "a wild turned up goes back and another card is turned"
  clause drapegnik.setup
  set hand-size to 1
  seats ann, bob
  draw pile is red 1, blue 1, wild, wild-draw-four, green 4
  the match begins
  expect top card is green 4
  expect number of cards in discard pile is 1
  expect ann cannot name red

scenario "a colored first card stays"
  clause drapegnik.setup
  set hand-size to 1
  seats ann, bob
  draw pile is red 1, blue 1, green skip
  the match begins
  expect top card is green skip
  expect turn of ann

scenario "number, color, or action must match"
  clause drapegnik.match-card
  seats ann, bob
  ann holds red 1, blue 5, green skip, blue 8
  discard pile is red 5; turn of ann
  expect ann can play red 1
  expect ann can play blue 5
  expect ann cannot play green skip
  expect ann cannot play blue 8

scenario "an action goes on the same action"
  clause drapegnik.match-card
  seats ann, bob
  ann holds green skip, blue 8
  discard pile is red skip; turn of ann
  expect ann can play green skip
  expect ann cannot play blue 8

scenario "a card is drawn by choice, and may be played at once"
  clause drapegnik.draw
  seats ann, bob
  ann holds red 1, red 2
  discard pile is red 5; turn of ann
  draw pile is red 9
  ann draws 1
  expect ann can play red 9
  expect ann cannot play red 1
  ann passes
  expect turn of bob

scenario "or it is kept, where the table plays it so"
  clause drapegnik.draw
  set drawn-card to is-kept
  seats ann, bob
  ann holds red 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is red 9
  ann draws 1
  expect turn of bob
  expect number of cards in hand of ann is 3

scenario "a drawn card that does not match ends the turn"
  clause drapegnik.draw
  seats ann, bob
  ann holds blue 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is green 9
  ann draws 1
  expect turn of bob
  expect ann cannot draw 1

scenario "one card and no word: two cards"
  clause drapegnik.uno
  seats ann, bob, cyd
  ann holds red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 1
  cyd catches ann
  expect number of cards in hand of ann is 3

scenario "announced, or too late to be caught"
  clause drapegnik.uno
  seats ann, bob, cyd
  ann holds red 1, red 2
  bob holds red 3, red 4, red 6
  discard pile is red 5; turn of ann
  ann plays red 1
  ann calls uno
  expect cyd cannot catch ann
  bob plays red 3
  expect bob cannot catch ann

scenario "uno is due every time"
  clause drapegnik.uno
  seats ann, bob
  ann holds red skip, red 2
  discard pile is red 5; turn of ann
  ann plays red skip
  ann calls uno
  ann draws 1
  expect bob cannot catch ann
  expect unsaid is nothing

scenario "skip, reverse, and draw two as usual"
  clause drapegnik.actions
  seats ann, bob, cyd, dan
  ann holds red skip, red 1, red 2
  cyd holds red reverse, red 3, red 4
  bob holds red draw-two, red 6, red 7
  discard pile is red 5; turn of ann
  ann plays red skip
  expect turn of cyd
  cyd plays red reverse
  expect direction is counterclockwise
  bob plays red draw-two
  ann draws 2
  expect turn of dan

scenario "a wild draw four cannot be doubted here"
  clause drapegnik.actions, drapegnik.wd4.restriction, drapegnik.wd4.challenge
  seats ann, bob, cyd
  ann holds wild-draw-four, red 1
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect bob cannot challenge
  bob draws 4
  expect number of cards in hand of ann is 1
  expect turn of cyd

scenario "what is left counts against its holder"
  clause drapegnik.points
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green skip
  cyd holds wild, wild-draw-four, red 0
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of ann is 0
  expect score of bob is 29
  expect score of cyd is 100

scenario "whoever reaches the mark has lost"
  clause drapegnik.match-end
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9
  cyd holds blue 1
  discard pile is red 5; turn of ann
  score of bob is 491
  score of cyd is 300
  ann plays red 7
  expect the match is over
  expect ann is in winners
  expect cyd is in winners
  expect bob is not in winners

scenario "below the mark another round is dealt"
  clause drapegnik.match-end
  seats ann, bob
  ann holds red 7
  bob holds blue 8
  discard pile is red 5; turn of ann
  score of bob is 491
  ann plays red 7
  expect score of bob is 499
  expect not the match is over

scenario "another mark"
  clause drapegnik.match-end
  set target to 100
  seats ann, bob
  ann holds red 7
  bob holds wild
  discard pile is red 5; turn of ann
  score of bob is 60
  ann plays red 7
  expect the match is over
  expect bob is not in winners

# quick start

scenario "quick start: a skip turned up skips the first player"
  clause drapegnik.quick-start
  with quick-start
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue skip
  the match begins
  expect turn of bob

scenario "quick start: a draw two turned up is drawn for"
  clause drapegnik.quick-start
  with quick-start
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue draw-two
  the match begins
  expect number of cards in hand of ann is 3
  expect turn of bob

scenario "quick start: a reverse turned up turns play round"
  clause drapegnik.quick-start
  with quick-start
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue reverse
  the match begins
  expect direction is counterclockwise
  expect turn of cyd

scenario "without quick start a draw two turned up asks for nothing"
  clause drapegnik.quick-start
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue draw-two
  the match begins
  expect number of cards in hand of ann is 1
  expect turn of ann

# force play

scenario "force play: what fits is played by itself"
  clause drapegnik.force-play
  with force-play
  seats ann, bob
  ann holds blue 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is red 9
  ann draws 1
  expect top card is red 9
  expect number of cards in hand of ann is 2
  expect turn of bob

scenario "force play: a wild is played too, and its color is named"
  clause drapegnik.force-play
  with force-play
  seats ann, bob
  ann holds blue 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is wild
  ann draws 1
  expect naming of ann
  ann names blue
  expect turn of bob

scenario "force play can leave wilds to their player's hand"
  clause drapegnik.force-play
  with force-play
  set forced-cards to all-but-wilds
  seats ann, bob
  ann holds blue 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is wild
  ann draws 1
  expect ann holds wild
  expect turn of bob

scenario "force play: what does not fit is kept"
  clause drapegnik.force-play
  with force-play
  seats ann, bob
  ann holds blue 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is green 9
  ann draws 1
  expect ann holds green 9
  expect top card is red 5
  expect turn of bob

scenario "without force play the drawn card may be kept"
  clause drapegnik.force-play
  seats ann, bob
  ann holds blue 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is red 9
  ann draws 1
  expect top card is red 5
  expect ann can pass

# doubting

scenario "a card of the number is another choice, and the bluffer draws two"
  clause drapegnik.wd4.restriction, drapegnik.wd4.challenge
  with challenge
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 5
  bob holds green 1, green 2
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob challenges
  expect number of cards in hand of ann is 3
  expect number of cards in hand of bob is 2
  expect turn of bob

scenario "plain wilds are no other choice, and the doubter draws six"
  clause drapegnik.wd4.restriction, drapegnik.wd4.challenge
  with challenge
  seats ann, bob, cyd
  ann holds wild-draw-four, wild, wild-draw-four, blue 6
  bob holds green 1, green 2
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob challenges
  expect number of cards in hand of bob is 8
  expect number of cards in hand of ann is 3
  expect turn of cyd

scenario "without a doubt four cards are drawn, bluff or not"
  clause drapegnik.wd4.challenge
  with challenge
  seats ann, bob, cyd
  ann holds wild-draw-four, red 1
  bob holds green 1, green 2
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob draws 4
  expect number of cards in hand of bob is 6
  expect bob cannot challenge
  expect turn of cyd

scenario "the bluffer draws four where the table says so"
  clause drapegnik.wd4.challenge
  with challenge
  set guilty-draws to 4
  seats ann, bob, cyd
  ann holds wild-draw-four, red 1
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob challenges
  expect number of cards in hand of ann is 5

# stacks

scenario "a draw two goes on a draw two and on a wild draw four"
  clause drapegnik.stack
  with stack
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, red 1, red 2
  bob holds red draw-two, wild-draw-four, blue 2
  cyd holds green draw-two, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect bob cannot play wild-draw-four
  bob plays red draw-two as answer
  expect draw-due of cyd with count 6
  cyd plays green draw-two as answer
  dan draws 8
  expect turn of ann

scenario "a draw two on a wild draw four may have to be of the color named"
  clause drapegnik.stack
  with stack
  set two-on-four to named-color
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 1, blue 2
  bob holds green draw-two, yellow draw-two, green 1
  cyd holds red draw-two, green 2
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names yellow
  expect bob cannot play green draw-two
  bob plays yellow draw-two as answer
  expect cyd can play red draw-two as answer

scenario "whoever has no draw two draws the total"
  clause drapegnik.stack
  with stack
  seats ann, bob, cyd
  ann holds red draw-two, red 1, red 2
  bob holds red 3, wild, red skip
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play red 3
  expect bob cannot play wild
  bob draws 2
  expect number of cards in hand of bob is 5
  expect turn of cyd

scenario "without stacks a draw two is drawn for"
  clause drapegnik.stack
  seats ann, bob, cyd
  ann holds red draw-two, red 1, red 2
  bob holds blue draw-two, red 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue draw-two

# speed

scenario "the same card is played out of turn and play goes on from there"
  clause drapegnik.speed
  with speed
  seats ann, bob, cyd, dan
  ann holds red 7, red 1, red 2
  cyd holds red 7, blue 7, red 3
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play blue 7
  cyd plays red 7
  expect turn of dan
  expect bob cannot draw 1

scenario "even by whoever has just played"
  clause drapegnik.speed
  with speed
  seats ann, bob, cyd
  ann holds red 7, red 7, red 2
  discard pile is red 5; turn of ann
  ann plays red 7
  ann plays red 7
  expect number of cards in hand of ann is 1
  expect turn of bob

scenario "speed goes on a card that was played, not on the one that the deal turned up"
  clause drapegnik.speed
  with speed
  set hand-size to 2
  seats ann, bob, cyd
  dealer is cyd
  draw pile is blue 1, blue 2, green 1, red 5, red 8, green 3, red 5
  the round begins
  expect turn of ann
  expect bob cannot play red 5

scenario "once somebody has drawn it is too late for speed"
  clause drapegnik.speed
  with speed
  seats ann, bob, cyd
  ann holds red 5, green 1, green 2
  bob holds blue 1, blue 2
  cyd holds red 5, green 3
  discard pile is red 8; turn of ann
  draw pile is yellow 1
  ann plays red 5
  expect cyd can play red 5
  bob draws 1
  expect cyd can play red 5 by official.play
  expect cyd cannot play red 5 by drapegnik.speed

scenario "or not before the next card, where the table plays it so"
  clause drapegnik.speed
  with speed
  set speed-ends to with-the-next-card
  seats ann, bob, cyd, dan
  ann holds red 5, green 1, green 2
  bob holds blue 1, blue 2
  dan holds red 5, green 3
  discard pile is red 8; turn of ann
  draw pile is yellow 1
  ann plays red 5
  bob draws 1
  dan plays red 5
  expect turn of ann

scenario "wilds are no cards for speed"
  clause drapegnik.speed
  with speed
  seats ann, bob, cyd
  ann holds wild, red 1, red 2
  cyd holds wild, blue 7, red 3
  discard pile is red 5; turn of ann
  ann plays wild
  ann names blue
  expect cyd cannot play wild

scenario "without speed nobody plays out of turn"
  clause drapegnik.speed
  seats ann, bob, cyd
  ann holds red 7, red 1, red 2
  cyd holds red 7, blue 7, red 3
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play red 7

scenario "speed breaks a stack: what had piled up is off"
  clause drapegnik.speed.breaks-stack
  with speed, stack
  seats ann, bob, cyd, dan
  ann holds red draw-two, red 1, red 2
  bob holds blue draw-two, red 3, red 4
  dan holds blue draw-two, green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays blue draw-two as answer
  expect draw-due of cyd with count 4
  dan plays blue draw-two
  expect draw-due of ann with count 2
  ann draws 2
  expect turn of bob

scenario "another color does not break a stack"
  clause drapegnik.speed.breaks-stack
  with speed, stack
  seats ann, bob, cyd, dan
  ann holds red draw-two, red 1, red 2
  dan holds blue draw-two, green 1, green 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect dan cannot play blue draw-two
  expect draw-due of bob with count 2

# hands that move

scenario "a 7 can swap hands"
  clause drapegnik.seven
  with swap-seven
  seats ann, bob, cyd
  ann holds red 7, red 1
  cyd holds blue 1, blue 2, blue 3
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses cyd
  expect number of cards in hand of ann is 3
  expect cyd holds red 1
  expect turn of bob

scenario "one card got by a swap must be announced as well"
  clause drapegnik.uno, drapegnik.seven
  with swap-seven
  seats ann, bob, cyd
  ann holds red 7, green 1
  bob holds yellow 1, yellow 2
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  expect cyd cannot catch ann
  cyd catches bob
  expect number of cards in hand of bob is 3

scenario "a 7 need not swap hands"
  clause drapegnik.seven
  with swap-seven
  seats ann, bob, cyd
  ann holds red 7, red 1
  discard pile is red 5; turn of ann
  ann plays red 7
  ann passes
  expect ann holds red 1
  expect ann cannot choose bob

scenario "where a 7 must swap there is no way round it"
  clause drapegnik.seven
  with swap-seven
  set seven-swap to must
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 1
  cyd holds blue 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect ann cannot pass
  ann chooses bob
  expect score of ann is 1
  expect score of bob is 0

scenario "a 0 passes all hands on in the direction of play"
  clause drapegnik.zero
  with rotate-zero
  seats ann, bob, cyd
  ann holds red 0, red 1
  bob holds blue 1, blue 2
  cyd holds green 1, green 2, green 3
  discard pile is red 5; turn of ann
  direction is counterclockwise
  ann plays red 0
  expect cyd holds red 1
  expect number of cards in hand of bob is 3
  expect ann holds blue 2

scenario "one card got by a 0 must be announced as well"
  clause drapegnik.uno, drapegnik.zero
  with rotate-zero
  seats ann, bob, cyd
  ann holds red 0, green 1
  bob holds yellow 1, yellow 2
  cyd holds green 2, green 3
  discard pile is red 5; turn of ann
  ann plays red 0
  expect cyd cannot catch ann
  expect bob can call uno
  cyd catches bob
  expect number of cards in hand of bob is 3

scenario "without the add-on a 0 is a number"
  clause drapegnik.zero
  seats ann, bob, cyd
  ann holds red 0, red 1
  discard pile is red 5; turn of ann
  ann plays red 0
  expect ann holds red 1

# two players

scenario "with two a reverse skips"
  clause drapegnik.two.reverse
  with two-players
  seats ann, bob
  ann holds red reverse, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect turn of ann

scenario "without the forms for two a reverse gives the turn away"
  clause drapegnik.two.reverse
  seats ann, bob
  ann holds red reverse, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect turn of bob

scenario "after a skip another card follows at once"
  clause drapegnik.two.skip
  with two-players
  seats ann, bob
  ann holds red skip, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red skip
  expect bob cannot draw 1
  ann plays red 1
  expect turn of bob

scenario "after a number nothing follows"
  clause drapegnik.two.skip
  with two-players
  seats ann, bob
  ann holds red 3, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 3
  expect ann cannot play red 1

scenario "the opponent draws and the turn comes back"
  clause drapegnik.two.draw
  with two-players
  seats ann, bob
  ann holds red draw-two, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob draws 2
  expect turn of ann
  expect bob cannot draw 2

scenario "with three the next player follows"
  clause drapegnik.two.draw, drapegnik.two.skip
  seats ann, bob, cyd
  ann holds red draw-two, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob draws 2
  expect turn of cyd

# partners

scenario "what partners hold is scored to both"
  clause drapegnik.partners
  with partners
  seats ann, bob, cyd, dan
  ann holds red 7
  bob holds blue 9
  cyd holds wild
  dan holds blue 1
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of ann is 50
  expect score of cyd is 50
  expect score of bob is 10
  expect score of dan is 10

scenario "or the winners score what the others hold"
  clause drapegnik.partners
  with partners
  set team-score to hands-of-the-others
  seats ann, bob, cyd, dan
  ann holds red 7
  bob holds blue 9
  cyd holds wild
  dan holds blue 1
  discard pile is red 5; turn of ann
  score of cyd is 490
  score of ann is 490
  ann plays red 7
  expect score of ann is 500
  expect score of bob is 0
  expect the match is over
  expect cyd is in winners
  expect bob is not in winners

scenario "without teams everybody counts alone"
  clause drapegnik.partners
  seats ann, bob, cyd, dan
  ann holds red 7
  cyd holds wild
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of ann is 0
  expect score of cyd is 50

scenario "an empty hand counts nothing, and nobody scores what others hold"
  clause drapegnik.points
  seats ann, bob, cyd
  ann holds red 7
  bob holds wild
  cyd holds red draw-two
  discard pile is red 5; turn of ann
  score of ann is 30
  ann plays red 7
  expect score of ann is 30
  expect score of bob is 50
  expect score of cyd is 20
  expect not the match is over

scenario "after a skip the last card follows at once and ends the hand"
  clause drapegnik.two.skip, drapegnik.points
  with two-players
  seats ann, bob
  ann holds red skip, red 1
  bob holds wild
  discard pile is red 5; turn of ann
  ann plays red skip
  ann plays red 1
  expect ann wins the round with score 0
  expect score of bob is 50
