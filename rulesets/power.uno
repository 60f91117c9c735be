# Power rules: draw twos that travel, cards that match at any time, and going out when nothing is left to be drawn.

use "official.uno"

game power "Power UNO" extends official
  without official.nobody-plays-on
  clause power.deal, power.one-by-one
  excludes official.one-hand
  set hand-size to 10

  rule points "What a card left in a hand is worth"
    clause power.points
    points of a card means 100 if the card is wild-draw-four,
        50 if the card is wild,
        20 if the card is skip or reverse or draw-two,
        otherwise number of face of the card
    instead of official.points

  rule nobody-plays-on "Once somebody is out, cards that are due are drawn, and nothing else is played"
    clause power.out
    any player cannot play a card
    if there is players where (number of cards in their hand is 0)
    instead of two-on-two, skip-on-two, reverse-on-two, en-passant, match, too-late, mirror, official.pile-on-two,
        official.pile-on-four, official.jump-in
    allow UNO401 "only options let anybody play while cards are due"

  rule single-hand "One hand is the match, as long as nobody keeps score"
    clause power.out
    when the round ends
    instead of official.round-over, official.out-of-the-match
    after official.score
    then end the match won by winners

# ------------------------------------------------------------------------------------------------------------ mercy

option mercy "Nothing fits: draw until something does, but no more than four"
  clause power.mercy

  parameter mercy-limit "what ends the drawing": four-drawn or four-held

  rule mercy
    clause power.mercy
    during turn
    instead of official.draw
    its player may draw 1
    if drawn is nothing and there is no card in hand of player where playable
    then
      repeat at most 3 times while moved card is not nothing and moved card is not playable
          and (mercy-limit is four-drawn or number of cards in hand of player is less than 4)
        player draws 1
      if moved card is nothing or moved card is not playable
        over becomes yes
      otherwise drawn becomes moved card

# ---------------------------------------------------------------------------------- draw twos that are handed on

option draw2-on-draw2 "Draw twos pile up"
  clause power.draw2-on-draw2

  rule image-of-an-answer
    image of a card means the card

  rule two-on-two "A draw two of any color sends the cards on, and two more"
    clause power.draw2-on-draw2
    during draw-due
    instead of official.pile-on-two
    its player may play a card as answer standing for image of the card
    if kind is draw-two and image of the card is draw-two
    then top card becomes the card
      count += 2
      culprit becomes player
      pass draw-due to next player

option skip-on-draw2 "A skip sends draw twos past its player"
  clause power.skip-on-draw2

  rule image-of-a-skip
    image of a card means the card

  rule skip-on-two "A skip of the color, or on a skip, sends the cards on, and one more"
    clause power.skip-on-draw2
    during draw-due
    its player may play a card as answer standing for image of the card
    if image of the card is skip
    if top card is skip or (kind is draw-two and color of image of the card is current color)
    then top card becomes the card
      count += 1
      culprit becomes player
      pass draw-due to next player

option reverse-on-draw2 "A reverse sends draw twos back"
  clause power.reverse-on-draw2

  rule image-of-a-reverse
    image of a card means the card

  rule reverse-on-two "A reverse of the color, or on a reverse, turns play round and sends the cards on, and one more"
    clause power.reverse-on-draw2
    during draw-due
    its player may play a card as answer standing for image of the card
    if image of the card is reverse
    if top card is reverse or (kind is draw-two and color of image of the card is current color)
    then top card becomes the card
      direction becomes counterclockwise if direction is clockwise, otherwise clockwise
      count += 1
      culprit becomes player
      pass draw-due to next player
    allow UNO302 "reverses go to and fro only for as long as their players let themselves be caught without a call"

# ------------------------------------------------------------------------------------------------------- en passant

option en-passant "Whoever is skipped may play a skip in passing"
  clause power.en-passant

  situation skipped on a player

  rule image-in-passing
    image of a card means the card

  rule skipped "The next player is skipped, unless that player holds a skip too"
    clause power.en-passant
    when player plays skip
    instead of official.skip
    if number of cards in hand of player is more than 0
    then begin skipped on next player

  rule en-passant "A skip in passing is the turn, and skips the player after, unless it was the last card"
    clause power.en-passant, power.out
    during skipped
    its player may play a card as answer standing for image of the card
    if image of the card is skip
    then top card becomes the card
      pass turn to player
      if number of cards in hand of player is 0
        end skipped
      otherwise pass skipped to next player

  rule match-skips-nobody "After a match nobody is skipped any more: it was the turn of whoever matched"
    clause power.match, power.en-passant
    when player takes up match
    then end skipped
    allow UNO401 "only where cards are matched"

  rule miss-the-turn
    clause power.en-passant
    during skipped
    its player must otherwise pass
    then pass turn to player
      end skipped

# --------------------------------------------------------------------------------------------------------- matching

option matching "A card that is exactly the top card may be played at any time"
  clause power.match, power.match.draw4

  parameter matched-cards "what a matched draw card does to the cards that wait": add-their-own or add-nothing

  act play a card
    manners match

  rule identical
    a card is identical means the card is top card

  rule image-of-a-match
    image of a card means the card

  rule match "What lies on top may be matched at any time, by anybody; play goes on after the matcher"
    clause power.match, power.match.draw4
    at any time
    any player may play a card as match standing for top card
    if the card is identical
    despite only-the-drawn-card
    allow UNO302 "wild draw fours match each other only for as long as their players wish"
    allow UNO203 with official.play "whoever is on turn says whether an identical card is the turn or a match"
    allow UNO203 with mirror "whoever is on turn says whether a mirror on a mirror is the turn or a match"
    allow UNO203 with two-on-two "a draw two can be an answer or a match: its player says which"
    allow UNO203 with skip-on-two "a skip can be an answer, which adds a card, or a match: its player says which"
    allow UNO203 with reverse-on-two "a reverse can be an answer or a match: its player says which"
    allow UNO203 with en-passant "a skip can be played in passing or as a match: its player says which"
    allow UNO203 with too-late "whoever follows says whether an identical draw four is the turn or a match"
    then top card becomes the card
      pass turn to player
      over of turn becomes yes
      drawn of turn becomes nothing
      if draw-due is open
        if matched-cards is add-their-own
          if the card is draw-two then count of draw-due += 2
          if the card is wild-draw-four then count of draw-due += 4
        pass draw-due to next player

  rule too-late "Who follows whoever faces a draw four need not wait for a match"
    clause power.match.draw4
    during draw-due
    next player after player of draw-due may play a card standing for image of the card
    if kind is wild-draw-four and image of the card is playable
    allow UNO302 "wild draw fours follow each other only for as long as their players wish"
    then top card becomes the card
      (player of draw-due) draws count
      end draw-due
      pass turn to player
      over of turn becomes yes
      drawn of turn becomes nothing

# -------------------------------------------------------------------------------------------------------------- uno

option uno-penalty "Forgetting to call uno costs seven cards"
  clause power.uno
  without official.others-too-late, official.drawing-is-too-late, official.uno-is-due, official.nothing-due

  variable called of each player: yes or no

  rule call "Uno can be called as long as one card is left"
    clause power.uno
    at any time
    any player may call uno
    if number of cards in hand of player is 1 and called is no
    then called becomes yes

  rule catch "Until the last card is played it is never too late to notice"
    clause power.uno
    at any time
    any player may catch an opponent
    if number of cards in hand of opponent is 1 and called of opponent is no
    then opponent draws 7

  rule call-again "What was called is forgotten once more cards come"
    clause power.uno
    when the table settles
    before going-out
    then
      for each player in players where (their called is yes and number of cards in their hand is not 1)
        called becomes no

# ---------------------------------------------------------------------------------------------------- out, and back

option out-and-back "Out is not over while cards wait or somebody can match"
  clause power.out, power.out.pending, power.out.match, power.out.back-in
  without nobody-plays-on

  act play a card
    manners match

  situation shedding on players

  rule identical-at-the-end
    a card is identical means the card is top card

  rule last-matches "Before the hand is over, everyone who can may match the top card"
    clause power.out, power.out.match, power.out.pending, power.out.back-in
    when the table settles
    instead of official.going-out
    if there is players where (number of cards in their hand is 0)
    if there is players where (there is a card in their hand where identical)
    then begin shedding on players where (there is a card in their hand where identical)

  rule shed "A match sheds its points and does nothing else"
    clause power.out.match
    during shedding
    instead of match
    its players may play a card as match standing for top card
    if the card is identical
    then top card becomes the card
      if there is no card in hand of player where identical then exclude player from players of shedding

  rule shed-no-more
    clause power.out.match
    during shedding
    its players must otherwise pass
    then exclude player from players of shedding

  rule hand-over "All have matched who wanted to: whoever is still out has won"
    clause power.out
    when shedding completes
    then end the round won by players where (number of cards in their hand is 0)

# ----------------------------------------------------------------------------------------------------------- points

option good-points "The winner of a hand scores what everyone holds, and the first to reach the mark wins"
  clause power.good-points
  excludes bad-points, official.elimination
  without single-hand
  set target to 1000

  rule winner-takes "The winner takes what everybody holds"
    clause power.good-points
    when the round ends
    instead of official.score
    before official.round-over
    then
      for each player in winners
        score of player += total of hand points for players

option bad-points "Everyone scores their own hand, and when somebody reaches the target the lowest score wins"
  clause power.bad-points
  excludes good-points, official.elimination, official.partners
  without single-hand
  set target to 1000

  rule advice
    clause power.points.advice
    when the match begins
    then note "Good points are the better way to keep score: there is more to gain from winning a hand"

  rule own-points "What is left in a hand goes to its holder"
    clause power.bad-points
    when the round ends
    instead of official.score
    then
      for each player
        score of player += hand points of player

  rule lowest-wins "Somebody has reached the mark: the lowest score wins"
    clause power.bad-points
    when the round ends
    instead of official.round-over
    after own-points
    then
      if there is players where (their score is at least target)
        end the match won by players where (their score is lowest score for players)
      otherwise
        dealer becomes left of dealer
        begin a round

# ------------------------------------------------------------------------------------------------ the stupid warning

option stupid "Errors are warned of once, and then cost three cards"
  clause power.stupid

  act warn an opponent
  act punish an opponent

  variable warned of each player: yes or no, kept

  rule warning "A stupid warning for playing out of turn, or a card that does not fit"
    clause power.stupid
    at any time
    any player may at will warn an opponent
    if warned of opponent is no
    then warned of opponent becomes yes

  rule stupid-advice
    clause power.stupid.advice
    when player warns an opponent
    then note "Only where it is needed: not with new players, not in a muddle, and not when it decides the game"

  rule stupid "Another error after the warning costs three cards"
    clause power.stupid
    at any time
    any player may at will punish an opponent
    if warned of opponent is yes
    then opponent draws 3

# ----------------------------------------------------------------------------------------------- mirrors and the deck

option mirror "Mirror cards are whatever they lie on"
  clause power.mirror, power.mirror.match

  act play a card
    manners match

  deck
    face is mirror
    4 of mirror

  rule image-of-a-mirror
    image of a card means top card
    instead of image-of-an-answer, image-of-a-skip, image-of-a-reverse, image-in-passing, image-of-a-match
    if the card is mirror

  rule mirror-fits "A mirror goes on every card"
    clause power.mirror
    a card is playable means the card is mirror
    instead of official.playable
    if the card is mirror

  rule mirror "A mirror is played as the card that it lies on"
    clause power.mirror
    during turn
    instead of official.play
    its player may play mirror standing for top card
    if drawn is nothing or drawn is mirror
    then top card becomes the card
      over becomes yes

  rule mirror-on-mirror "A mirror is matched by a mirror and by nothing else"
    clause power.mirror.match
    a card is identical means the card is mirror
    instead of identical, identical-at-the-end
    if top of discard pile is mirror

  rule mirror-apart
    clause power.mirror.match
    a card is apart means (the card is mirror and top of discard pile is not mirror)
        or (the card is not mirror and top of discard pile is mirror)

  rule only-mirrors-match "No mirror is a match for another card, and no other card for a mirror"
    clause power.mirror.match
    any player cannot play a card as match
    if the card is apart
    instead of match, shed

  rule only-mirrors-out-of-turn "Nor out of turn in another way"
    clause power.mirror.match
    during turn
    any other player cannot play a card
    if the card is apart
    instead of match

  rule mirror-points
    clause power.points
    points of a card means 30
    instead of points, official.points
    if the card is mirror

  rule mirror-refused "The first card is no mirror: there is nothing under it"
    clause power.mirror
    a card is refused means the card is mirror
    instead of official.refused
    if the card is mirror

option power-deck "Two packs or more, without the even numbers"
  clause power.deck

  parameter packs "packs of cards, about one for each player": 2 to 4, default 2

  deck
    packs packs
    remove 0, 2, 4, 6, 8

# ---------------------------------------------------------------------------------------------------------- scenarios

scenario "ten cards each, and seven where the table wants seven"
  clause power.deal
  seats ann, bob, cyd
  the match begins
  expect number of cards in hand of ann is 10
  expect number of cards in hand of bob is 10
  expect number of cards in hand of cyd is 10
  expect number of cards in hand of ann is not 7

scenario "nine cards each is a table's own choice"
  clause power.deal
  set hand-size to 9
  seats ann, bob
  the match begins
  expect number of cards in hand of ann is 9

scenario "nothing is switched on: draw twos are drawn, skips skip, and nobody matches"
  clause power.one-by-one
  seats ann, bob, cyd
  ann holds red draw-two, red 1, red 2
  bob holds blue draw-two, red skip, red reverse
  cyd holds red draw-two, red skip, red 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play anything
  expect cyd cannot play anything
  bob draws 2
  cyd plays red skip
  expect turn of bob

scenario "one rule is switched on, and no other comes along"
  clause power.one-by-one
  with draw2-on-draw2
  seats ann, bob, cyd
  ann holds red draw-two, red 1, red 2
  bob holds blue draw-two, red skip, red reverse
  cyd holds red draw-two, red skip, red 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob can play blue draw-two
  expect bob cannot play red skip
  expect bob cannot play red reverse
  expect cyd cannot play red draw-two

# points

scenario "every card has its price"
  clause power.points
  seats ann, bob
  ann holds red 7
  bob holds blue 9, green skip, green draw-two, green reverse, wild, wild-draw-four
  discard pile is red 5; turn of ann
  expect points of blue 9 is 9
  expect points of blue 0 is 0
  expect points of green skip is 20
  expect points of green reverse is 20
  expect points of green draw-two is 20
  expect points of wild is 50
  expect points of wild-draw-four is 100
  expect points of wild-draw-four is not 50
  expect hand points of bob is 219

scenario "a mirror left in a hand is thirty"
  clause power.points
  with mirror, good-points
  seats ann, bob
  ann holds red 7
  bob holds mirror, blue 1
  discard pile is red 5; turn of ann
  expect points of mirror is 30
  expect points of wild is 50
  ann plays red 7
  expect score of ann is 31

# mercy

scenario "nothing fits, and cards are drawn until one does"
  clause power.mercy
  with mercy
  seats ann, bob
  ann holds green 7, blue 8
  discard pile is red 5; turn of ann
  draw pile is blue 2, green 3, red 9, red 1
  ann draws 1
  expect number of cards in hand of ann is 5
  expect turn of ann
  expect ann cannot draw 1
  ann plays red 9
  expect turn of bob

scenario "the fourth card is the last"
  clause power.mercy
  with mercy
  seats ann, bob
  ann holds green 7, blue 8
  discard pile is red 5; turn of ann
  draw pile is blue 2, green 3, green 4, green 6, red 1
  ann draws 1
  expect number of cards in hand of ann is 6
  expect not ann holds red 1
  expect turn of bob

scenario "whoever can play and draws all the same draws one card"
  clause power.mercy
  with mercy
  seats ann, bob
  ann holds green 7, red 8
  discard pile is red 5; turn of ann
  draw pile is blue 2, green 3
  ann draws 1
  expect number of cards in hand of ann is 3
  expect turn of bob

scenario "without mercy one card is drawn"
  clause power.mercy
  seats ann, bob
  ann holds green 7, blue 8
  discard pile is red 5; turn of ann
  draw pile is blue 2, green 3
  ann draws 1
  expect number of cards in hand of ann is 3
  expect turn of bob

scenario "where mercy looks at the hand, the fourth card held is the last"
  clause power.mercy
  with mercy
  set mercy-limit to four-held
  seats ann, bob
  ann holds green 7, blue 8
  discard pile is red 5; turn of ann
  draw pile is blue 2, green 3, green 4, green 6
  ann draws 1
  expect number of cards in hand of ann is 4
  expect turn of bob

# draw twos handed on

scenario "a draw two of any color goes on a draw two, and each adds two"
  clause power.draw2-on-draw2
  with draw2-on-draw2
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds green draw-two, red 3, wild-draw-four
  cyd holds blue draw-two, blue 3, blue 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play red 3
  expect bob cannot play wild-draw-four
  bob plays green draw-two as answer
  expect draw-due on cyd with count 4
  expect bob cannot draw 4
  cyd plays blue draw-two as answer
  expect draw-due on dan with count 6
  dan draws 6
  expect number of cards in hand of dan is 9
  expect turn of ann

scenario "a draw two does not go on a draw four"
  clause power.draw2-on-draw2
  with draw2-on-draw2
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 1, blue 2
  bob holds green draw-two, red 3, wild-draw-four
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names green
  expect bob cannot play green draw-two
  expect bob cannot play wild-draw-four
  bob draws 4
  expect turn of cyd

scenario "a skip of the color sends draw twos on and adds one"
  clause power.skip-on-draw2
  with skip-on-draw2
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds red skip, blue skip, red 4
  cyd holds blue skip, green skip, blue 6
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue skip
  expect bob cannot play red 4
  bob plays red skip as answer
  expect draw-due on cyd with count 3
  expect cyd can play blue skip
  cyd plays green skip as answer
  expect draw-due on dan with count 4
  dan draws 4
  expect number of cards in hand of dan is 7
  expect turn of ann

scenario "with nothing at stake a skip on a skip is a turn and adds nothing"
  clause power.skip-on-draw2
  with skip-on-draw2
  seats ann, bob, cyd, dan
  ann holds red skip, blue 1, blue 2
  bob holds blue skip, blue 3, blue 4
  cyd holds blue skip, blue 5, blue 6
  discard pile is red 5; turn of ann
  ann plays red skip
  expect bob cannot play blue skip
  cyd plays blue skip
  expect not draw-due is open
  expect turn of ann

scenario "a skip does nothing against a draw four"
  clause power.skip-on-draw2
  with skip-on-draw2
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 1, blue 2
  bob holds green skip, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names green
  expect bob cannot play green skip

scenario "a reverse of the color turns play round, and whoever now follows draws for both"
  clause power.reverse-on-draw2
  with reverse-on-draw2
  seats ann, bob, cyd
  ann holds red draw-two, blue 1, blue 2
  bob holds red reverse, blue reverse, red 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue reverse
  bob plays red reverse as answer
  expect draw-due on ann with count 3
  expect direction is counterclockwise
  expect cyd cannot draw 3
  ann draws 3
  expect number of cards in hand of ann is 5
  expect turn of cyd

scenario "a reverse of any color goes on a reverse while cards wait"
  clause power.reverse-on-draw2
  with reverse-on-draw2
  seats ann, bob, cyd
  ann holds red draw-two, blue reverse, blue 2
  bob holds red reverse, blue 3, red 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red reverse as answer
  expect ann cannot play blue 2
  ann plays blue reverse as answer
  expect draw-due on bob with count 4
  expect direction is clockwise
  expect current color is blue

scenario "with nothing at stake a reverse turns play round and adds nothing"
  clause power.reverse-on-draw2
  with reverse-on-draw2
  seats ann, bob, cyd
  ann holds red reverse, blue 1, blue 2
  bob holds blue reverse, blue 3, blue 4
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect bob cannot play blue reverse
  expect not draw-due is open
  expect turn of cyd

scenario "draw two, skip, reverse and draw two on one pile"
  clause power.draw2-on-draw2, power.skip-on-draw2, power.reverse-on-draw2
  with draw2-on-draw2, skip-on-draw2, reverse-on-draw2
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds red skip, green draw-two, red 4
  cyd holds red reverse, green reverse, blue 6
  dan holds yellow 1, yellow 2, yellow 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red skip as answer
  expect cyd cannot play green reverse
  cyd plays red reverse as answer
  expect draw-due on bob with count 4
  bob plays green draw-two as answer
  expect draw-due on ann with count 6
  ann draws 6
  expect turn of dan
  expect number of cards in hand of ann is 8

# en passant

scenario "a skip in passing skips the player after, and was the turn"
  clause power.en-passant
  with en-passant
  seats ann, bob, cyd, dan
  ann holds red skip, blue 1, blue 2
  bob holds blue skip, red 3, red 4
  cyd holds green 1, green 2, green 3
  discard pile is red 5; turn of ann
  ann plays red skip
  expect skipped on bob
  expect bob cannot play red 3
  bob plays blue skip as answer
  expect cyd cannot play anything
  cyd passes
  expect turn of dan
  expect number of cards in hand of bob is 2
  expect current color is blue

scenario "whoever lets it pass misses the turn"
  clause power.en-passant
  with en-passant
  seats ann, bob, cyd, dan
  ann holds red skip, blue 1, blue 2
  bob holds blue skip, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red skip
  expect cyd cannot pass
  bob passes
  expect turn of cyd
  expect number of cards in hand of bob is 3

scenario "without the option nobody plays in passing"
  clause power.en-passant
  seats ann, bob, cyd
  ann holds red skip, blue 1, blue 2
  bob holds blue skip, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red skip
  expect bob cannot play blue skip
  expect turn of cyd

scenario "a last skip asks nobody"
  clause power.en-passant, power.out
  with en-passant, good-points
  seats ann, bob, cyd
  ann holds red skip
  bob holds blue skip
  cyd holds red 1
  discard pile is red 5; turn of ann
  ann plays red skip
  expect score of ann is 21

scenario "a last skip in passing asks nobody either: the hand is over"
  clause power.en-passant, power.out
  with en-passant, good-points
  seats ann, bob, cyd
  ann holds red skip, green 1
  bob holds blue skip
  cyd holds yellow skip, yellow 1
  discard pile is red 5; turn of ann
  ann plays red skip
  bob plays blue skip as answer
  expect score of bob is 22

scenario "a match of the skip is a turn: nobody is skipped any more"
  clause power.match, power.en-passant
  with matching, en-passant
  seats ann, bob, cyd, dan
  ann holds red skip, green 1
  bob holds yellow 1, yellow 3
  cyd holds yellow 5, yellow 7
  dan holds red skip, blue 3
  discard pile is red 5; turn of ann
  ann plays red skip
  expect skipped on bob
  dan plays red skip as match
  expect turn of ann
  expect ann can draw 1

scenario "whoever was skipped and matched the skip has had the turn"
  clause power.match, power.en-passant
  with matching, en-passant
  seats ann, bob, cyd
  ann holds red skip, green 1
  bob holds red skip, blue skip, yellow 3
  discard pile is red 5; turn of ann
  ann plays red skip
  bob plays red skip as match
  expect bob cannot play blue skip
  expect turn of cyd

# matching

scenario "the same card out of turn, and play goes on after the matcher"
  clause power.match
  with matching
  seats ann, bob, cyd, dan
  ann holds red 7, blue 1, blue 2
  bob holds red 8, red 9, red 1
  cyd holds red 7, blue 7, red 2
  discard pile is red 5; turn of ann
  expect cyd cannot play red 7
  ann plays red 7
  expect cyd cannot play blue 7
  expect cyd cannot play red 2
  cyd plays red 7 as match
  expect turn of dan
  expect number of cards in hand of cyd is 2

scenario "after drawing, too, what lies on top may be matched"
  clause power.match
  with matching
  seats ann, bob, cyd
  ann holds red 5, blue 1
  discard pile is red 5; turn of ann
  draw pile is red 8
  ann draws 1
  expect ann cannot play red 5 by official.play
  ann plays red 5 as match
  expect turn of bob

scenario "a match has no effect of its own"
  clause power.match
  with matching
  seats ann, bob, cyd, dan
  ann holds red skip, blue 1, blue 2
  bob holds red skip, red 9, red 1
  discard pile is red 5; turn of ann
  ann plays red skip
  bob plays red skip as match
  expect turn of cyd

scenario "cards that wait go to whoever sits after the matcher, and a matched draw two adds its own"
  clause power.match
  with matching
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  cyd holds red draw-two, blue 7, red 2
  bob holds blue draw-two, red 1, red 3
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue draw-two
  cyd plays red draw-two as match
  expect draw-due on dan with count 4
  expect bob cannot draw 2
  dan draws 4
  expect number of cards in hand of bob is 3
  expect turn of ann

scenario "where a matched draw card adds nothing"
  clause power.match
  with matching
  set matched-cards to add-nothing
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  cyd holds red draw-two, blue 7, red 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  cyd plays red draw-two as match
  expect draw-due on dan with count 2

scenario "once the cards are drawn a matched draw two makes nobody draw"
  clause power.match
  with matching
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds red draw-two, green 1, green 2
  cyd holds green 3, green 4, green 5
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob draws 2
  bob plays red draw-two as match
  expect not draw-due is open
  expect turn of cyd
  expect number of cards in hand of bob is 4

scenario "without the option nobody matches"
  clause power.match
  seats ann, bob, cyd
  ann holds red 7, blue 1, blue 2
  cyd holds red 7, blue 7, red 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play red 7

scenario "a draw four is matched by whoever faces it, and the next player draws all"
  clause power.match.draw4, power.match
  with matching
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, blue 1, blue 2
  bob holds wild-draw-four, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob plays wild-draw-four as match
  expect draw-due on cyd with count 8
  expect bob cannot draw 8
  expect current color is blue
  cyd draws 8
  expect number of cards in hand of cyd is 11
  expect turn of dan

scenario "where a matched draw four adds nothing, the next player draws the first four"
  clause power.match.draw4
  with matching
  set matched-cards to add-nothing
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 1, blue 2
  bob holds wild-draw-four, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  bob plays wild-draw-four as match
  expect draw-due on cyd with count 4

scenario "the next player does not wait, and it is too late to match"
  clause power.match.draw4
  with matching
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, green 1, green 2
  bob holds wild-draw-four, red 3, red 4
  cyd holds blue 7, red 7, green 7
  dan holds blue 8, red 8, green 8
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  expect cyd cannot play red 7
  expect dan cannot play blue 8
  cyd plays blue 7
  expect number of cards in hand of bob is 7
  expect bob cannot play wild-draw-four
  expect not draw-due is open
  expect turn of dan

scenario "a draw four in a hurry asks the player after the one who played it"
  clause power.match.draw4
  with matching
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, green 1, green 2
  cyd holds blue draw-two, red 7, green 7
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  cyd plays blue draw-two
  expect draw-due on dan with count 2
  expect number of cards in hand of bob is 7

scenario "for a draw two everybody waits"
  clause power.match.draw4
  with matching
  seats ann, bob, cyd
  ann holds red draw-two, blue 1, blue 2
  cyd holds red 7, blue 7, red 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect cyd cannot play red 7

scenario "an identical wild is a match, and whoever played the first one names the color"
  clause power.match
  with matching
  seats ann, bob, cyd, dan
  ann holds wild, blue 1, blue 2
  cyd holds wild, blue 7, red 2
  discard pile is red 5; turn of ann
  expect cyd cannot play wild
  ann plays wild
  cyd plays wild as match
  expect cyd cannot name red
  ann names green
  expect current color is green
  expect turn of dan

scenario "the last card can be a match"
  clause power.match, power.out
  with matching, good-points
  seats ann, bob, cyd
  ann holds red 7, blue 1
  bob holds red 9
  cyd holds red 7
  discard pile is red 5; turn of ann
  ann plays red 7
  cyd plays red 7 as match
  expect score of cyd is 10

# calling uno

scenario "nobody noticed at once, but it is never too late, and costs seven"
  clause power.uno
  with uno-penalty
  seats ann, bob, cyd
  ann holds red 7, blue 1
  bob holds red 8, red 9, red 1
  cyd holds red 6, red 2, red 3
  discard pile is red 5; turn of ann
  expect bob cannot catch ann
  ann plays red 7
  bob plays red 8
  cyd plays red 6
  cyd catches ann
  expect number of cards in hand of ann is 8
  expect bob cannot catch ann
  expect turn of ann

scenario "uno was called, and nobody is caught"
  clause power.uno
  with uno-penalty
  seats ann, bob, cyd
  ann holds red 7, blue 1
  discard pile is red 5; turn of ann
  expect ann cannot call uno by power.call
  ann plays red 7
  ann calls uno
  expect bob cannot catch ann
  expect ann cannot call uno
  expect number of cards in hand of ann is 1

scenario "two have forgotten, and both are caught"
  clause power.uno
  with uno-penalty
  seats ann, bob, cyd
  ann holds red 7, blue 1
  bob holds red 8, red 9
  discard pile is red 5; turn of ann
  ann plays red 7
  bob plays red 8
  cyd catches ann
  expect cyd can catch bob
  ann catches bob
  expect number of cards in hand of ann is 8
  expect number of cards in hand of bob is 8

scenario "with the last card played it is too late"
  clause power.uno, power.out
  with uno-penalty
  seats ann, bob
  ann holds red 7
  bob holds red 8, red 9
  discard pile is red 5; turn of ann
  expect bob can catch ann
  ann plays red 7
  expect the match is over
  expect ann is in winners

scenario "more cards came, and the last one must be called again"
  clause power.uno
  with uno-penalty
  seats ann, bob
  ann holds red 7, blue 1
  bob holds red 8, blue 8, blue 9
  discard pile is red 5; turn of ann
  draw pile is green 3
  ann plays red 7
  ann calls uno
  bob plays red 8
  ann draws 1
  expect bob cannot catch ann
  bob plays blue 8
  ann plays blue 1
  expect bob can catch ann

scenario "without the option two cards are drawn"
  clause power.uno
  seats ann, bob, cyd
  ann holds red 7, blue 1
  discard pile is red 5; turn of ann
  ann plays red 7
  cyd catches ann
  expect number of cards in hand of ann is 3

# out, and back in

scenario "the last card ends the hand"
  clause power.out
  seats ann, bob, cyd
  ann holds red 7
  bob holds red 7
  cyd holds blue 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect the match is over
  expect ann is in winners
  expect bob is not in winners

scenario "one card left is not out"
  clause power.out
  seats ann, bob
  ann holds red 7, red 8
  discard pile is red 5; turn of ann
  ann plays red 7
  expect not the match is over
  expect turn of bob

scenario "somebody is out and the cards go no further"
  clause power.out, power.out.pending
  with draw2-on-draw2
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue draw-two, red 1
  cyd holds blue 1
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play blue draw-two
  expect not the match is over
  bob draws 2
  expect the match is over
  expect ann is in winners

scenario "nothing waits and nobody can match: the hand is over at once"
  clause power.out, power.out.match, power.out.pending
  with out-and-back
  seats ann, bob, cyd
  ann holds red 7
  bob holds red 8
  cyd holds blue 7
  discard pile is red 5; turn of ann
  ann plays red 7
  expect the match is over
  expect ann is in winners

scenario "cards that wait are handed on until somebody draws them, and the hand is over"
  clause power.out.pending, power.out
  with out-and-back, draw2-on-draw2, good-points
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue draw-two, red 1
  cyd holds blue 1
  discard pile is red 5; turn of ann
  draw pile is green 1, green 3, green 5, green 7
  ann plays red draw-two
  bob plays blue draw-two as answer
  expect the round continues
  expect score of ann is 0
  cyd draws 4
  expect score of ann is 18

scenario "whoever was out draws the cards that come back, and plays on"
  clause power.out.back-in, power.out.pending
  with out-and-back, reverse-on-draw2
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds red reverse, red 1
  cyd holds blue 1
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays red reverse as answer
  ann draws 3
  expect not the match is over
  expect number of cards in hand of ann is 3
  expect turn of cyd

scenario "handed all the way round they come back as well"
  clause power.out.back-in
  with out-and-back, draw2-on-draw2, skip-on-draw2
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue draw-two, red 1
  cyd holds blue skip, blue 1
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays blue draw-two as answer
  cyd plays blue skip as answer
  expect draw-due on ann with count 5
  ann draws 5
  expect not the match is over
  expect turn of bob

scenario "somebody else draws them, and nobody comes back in"
  clause power.out.back-in
  with out-and-back, reverse-on-draw2
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds red reverse, red 1
  cyd holds blue 1
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob draws 2
  expect the match is over
  expect ann is in winners

scenario "a match hands the cards to whoever is out"
  clause power.out.back-in, power.match
  with out-and-back, matching
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue 1, red 1
  cyd holds red draw-two, blue 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  cyd plays red draw-two as match
  expect draw-due on ann with count 4
  ann draws 4
  expect not the match is over
  expect turn of bob

scenario "a match at the end sheds its points"
  clause power.out.match, power.out
  with out-and-back, bad-points
  seats ann, bob, cyd
  ann holds red 7
  bob holds red 7, blue 1
  cyd holds blue 7, red 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect shedding on bob
  expect the round continues
  expect cyd cannot play blue 7
  expect bob cannot play blue 1
  bob plays red 7 as match
  expect score of bob is 1
  expect score of cyd is 9
  expect score of ann is 0

scenario "several can match, and one of them would rather not"
  clause power.out.match
  with out-and-back, bad-points, power-deck
  seats ann, bob, cyd, dan
  ann holds red 7
  bob holds 2 * red 7, blue 1
  cyd holds red 7, red 5
  dan holds red 3
  discard pile is red 5; turn of ann
  ann plays red 7
  expect dan cannot pass
  bob plays red 7 as match
  cyd passes
  expect cyd cannot play red 7
  bob plays red 7 as match
  expect score of bob is 1
  expect score of cyd is 12

scenario "a draw two is drawn first, and then it can be matched"
  clause power.out.match, power.out.pending
  with out-and-back, bad-points
  seats ann, bob, cyd
  ann holds red draw-two
  bob holds blue 1
  cyd holds red draw-two, blue 2
  discard pile is red 5; turn of ann
  draw pile is green 1, green 3
  ann plays red draw-two
  expect cyd cannot play red draw-two
  bob draws 2
  cyd plays red draw-two as match
  expect score of bob is 5
  expect score of cyd is 2

scenario "without the option nobody matches at the end"
  clause power.out.match
  with bad-points
  seats ann, bob
  ann holds red 7
  bob holds red 7, blue 1
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of bob is 8

# keeping score

scenario "the winner of the hand takes everybody's points, and another hand is dealt"
  clause power.good-points
  with good-points
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green skip
  cyd holds wild-draw-four, red 0, yellow 3
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of ann is 132
  expect score of bob is 0
  expect not the match is over
  expect number of cards in hand of ann is 10

scenario "the first to a thousand wins"
  clause power.good-points
  with good-points
  seats ann, bob
  ann holds red 7
  bob holds blue 9, green skip
  discard pile is red 5; turn of ann
  score of ann is 971
  ann plays red 7
  expect the match is over
  expect ann is in winners

scenario "one point short of a thousand"
  clause power.good-points
  with good-points
  seats ann, bob
  ann holds red 7
  bob holds blue 8, green skip
  discard pile is red 5; turn of ann
  score of ann is 971
  ann plays red 7
  expect score of ann is 999
  expect not the match is over

scenario "a longer match goes to five thousand"
  clause power.good-points
  with good-points
  set target to 5000
  seats ann, bob
  ann holds red 7
  bob holds blue 9, green skip
  discard pile is red 5; turn of ann
  score of ann is 971
  ann plays red 7
  expect not the match is over

scenario "everyone takes the points of the own hand"
  clause power.bad-points
  with bad-points
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green skip
  cyd holds wild-draw-four
  discard pile is red 5; turn of ann
  ann plays red 7
  expect score of ann is 0
  expect score of bob is 29
  expect score of cyd is 100
  expect not the match is over
  expect dealer is ann

scenario "somebody has a thousand and the lowest score wins"
  clause power.bad-points
  with bad-points
  seats ann, bob, cyd
  ann holds red 7
  bob holds blue 9, green skip
  cyd holds red 1
  discard pile is red 5; turn of ann
  score of ann is 500
  score of bob is 971
  score of cyd is 300
  ann plays red 7
  expect the match is over
  expect cyd is in winners
  expect ann is not in winners

scenario "nobody has a thousand and play goes on"
  clause power.bad-points
  with bad-points
  seats ann, bob
  ann holds red 7
  bob holds blue 8, green skip
  discard pile is red 5; turn of ann
  score of bob is 971
  ann plays red 7
  expect score of bob is 999
  expect not the match is over

scenario "bad points up to five thousand"
  clause power.bad-points
  with bad-points
  set target to 5000
  seats ann, bob
  ann holds red 7
  bob holds blue 9, green skip
  discard pile is red 5; turn of ann
  score of bob is 971
  ann plays red 7
  expect not the match is over

scenario "who keeps bad points is told of good points"
  clause power.points.advice
  with bad-points
  seats ann, bob
  the match begins
  expect note "Good points are the better way to keep score: there is more to gain from winning a hand"

# the stupid warning

scenario "warned, and wrong again: three cards"
  clause power.stupid
  with stupid
  seats ann, bob, cyd
  ann holds red 7, red 8
  discard pile is red 5; turn of ann
  expect bob cannot punish ann
  bob warns ann
  expect number of cards in hand of ann is 2
  expect ann cannot punish ann
  expect cyd cannot warn ann
  cyd punishes ann
  expect number of cards in hand of ann is 5
  expect turn of ann

scenario "a warning is about one player"
  clause power.stupid
  with stupid
  seats ann, bob, cyd
  discard pile is red 5; turn of ann
  bob warns ann
  expect ann cannot punish bob
  expect bob cannot punish cyd

scenario "whoever warns is asked to be sparing"
  clause power.stupid.advice
  with stupid
  seats ann, bob, cyd
  discard pile is red 5; turn of ann
  bob warns ann
  expect note "Only where it is needed: not with new players, not in a muddle, and not when it decides the game"

# mirrors

scenario "a mirror on a number is that number"
  clause power.mirror
  with mirror
  seats ann, bob, cyd
  ann holds mirror, blue 1, blue 2
  bob holds yellow 9, blue 3, red 4, mirror
  discard pile is yellow 3; turn of ann
  expect bob cannot play mirror
  ann plays mirror
  expect top card is yellow 3
  expect current color is yellow
  expect top of discard pile is mirror
  expect turn of bob
  expect bob can play yellow 9
  expect bob can play blue 3
  expect bob cannot play red 4

scenario "a mirror on a draw two is a draw two"
  clause power.mirror
  with mirror
  seats ann, bob, cyd
  ann holds mirror, blue 1, blue 2
  discard pile is red draw-two; turn of ann
  ann plays mirror
  expect draw-due on bob with count 2, kind draw-two
  bob draws 2
  expect turn of cyd

scenario "a mirror on a draw four is a draw four and names a color"
  clause power.mirror
  with mirror
  seats ann, bob, cyd
  ann holds mirror, blue 1, blue 2
  discard pile is wild-draw-four, red 5; current color is green
  turn of ann
  ann plays mirror
  expect bob cannot name red
  ann names red
  expect draw-due on bob with count 4, kind wild-draw-four
  bob draws 4
  expect turn of cyd
  expect current color is red

scenario "a mirror on a wild names a color, on a skip skips, on a reverse turns round"
  clause power.mirror
  with mirror
  seats ann, bob, cyd, dan
  ann holds mirror, blue 1, blue 2
  bob holds green skip, red 1, red 3
  dan holds mirror, green reverse, red 9
  cyd holds mirror, green 1, red 8
  discard pile is wild, red 5; current color is blue
  turn of ann
  ann plays mirror
  ann names green
  bob plays green skip
  expect turn of dan
  dan plays mirror
  expect turn of bob

scenario "a mirror just drawn may be played at once"
  clause power.mirror
  with mirror
  seats ann, bob
  ann holds green 7, blue 8
  discard pile is red 5; turn of ann
  draw pile is mirror
  ann draws 1
  expect turn of ann
  ann plays mirror
  expect top card is red 5
  expect turn of bob

scenario "another card just drawn, and the mirror stays in the hand"
  clause power.mirror
  with mirror
  seats ann, bob
  ann holds mirror, blue 8
  discard pile is red 5; turn of ann
  draw pile is red 7
  ann draws 1
  expect ann cannot play mirror
  ann plays red 7
  expect turn of bob

scenario "a mirror on a draw two that is due hands it on"
  clause power.mirror, power.draw2-on-draw2
  with mirror, draw2-on-draw2
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds mirror, blue 3, blue 4
  cyd holds mirror, green draw-two, blue 5
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect cyd cannot play mirror
  bob plays mirror as answer
  expect top card is red draw-two
  expect draw-due on cyd with count 4
  cyd plays green draw-two as answer
  expect draw-due on dan with count 6

scenario "a mirror on a skip or a reverse that handed cards on does so too"
  clause power.mirror, power.skip-on-draw2, power.reverse-on-draw2
  with mirror, skip-on-draw2, reverse-on-draw2
  seats ann, bob, cyd, dan
  ann holds red draw-two, blue 1, blue 2
  bob holds red skip, mirror, blue 4
  cyd holds mirror, red 9, blue 5
  dan holds red reverse, blue 6, blue 7
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play mirror
  bob plays red skip as answer
  cyd plays mirror as answer
  expect draw-due on dan with count 4
  dan plays red reverse as answer
  expect draw-due on cyd with count 5
  expect direction is counterclockwise

scenario "where nothing goes on a draw two, a mirror does not either"
  clause power.mirror
  with mirror
  seats ann, bob, cyd
  ann holds red draw-two, blue 1, blue 2
  bob holds mirror, blue 3, blue 4
  discard pile is red 5; turn of ann
  ann plays red draw-two
  expect bob cannot play mirror

scenario "a mirror in passing is a skip"
  clause power.mirror, power.en-passant
  with mirror, en-passant
  seats ann, bob, cyd, dan
  ann holds red skip, blue 1, blue 2
  bob holds mirror, blue 3, blue 4
  cyd holds blue 5, blue 6, red 4
  discard pile is red 5; turn of ann
  ann plays red skip
  bob plays mirror as answer
  expect top card is red skip
  cyd passes
  expect turn of dan

scenario "a mirror is no match for the card that it lies on"
  clause power.mirror.match
  with mirror, matching
  seats ann, bob, cyd
  ann holds red 7, blue 1, blue 2
  cyd holds mirror, blue 7, red 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play mirror

scenario "a mirror is matched by a mirror and by nothing else, and goes on being what it was"
  clause power.mirror.match, power.mirror
  with mirror, matching
  seats ann, bob, cyd, dan
  ann holds mirror, blue 1, blue 2
  bob holds red 5, green 1, green 2
  cyd holds mirror, blue 7, red 9
  discard pile is red 5; turn of ann
  ann plays mirror
  expect cyd cannot play red 9
  expect bob cannot play red 5 as match
  cyd plays mirror as match
  expect top card is red 5
  expect turn of dan

scenario "a mirror that was a draw two is matched by a mirror, and the cards go on"
  clause power.mirror.match, power.match
  with mirror, matching
  seats ann, bob, cyd, dan
  ann holds mirror, blue 1, blue 2
  bob holds mirror, blue 3, blue 4
  discard pile is red draw-two; turn of ann
  ann plays mirror
  bob plays mirror as match
  expect draw-due on cyd with count 4

scenario "whoever does not wait may lay a mirror on the draw four"
  clause power.mirror, power.match.draw4
  with mirror, matching
  seats ann, bob, cyd, dan
  ann holds wild-draw-four, green 1, green 2
  bob holds red 1, red 3, red 4
  cyd holds mirror, red 7, green 7
  discard pile is red 5; turn of ann
  ann plays wild-draw-four
  ann names blue
  cyd plays mirror
  expect number of cards in hand of bob is 7
  cyd names red
  expect draw-due on dan with count 4

scenario "a mirror turned up goes back, and so does a draw four"
  clause power.mirror
  with mirror
  set hand-size to 1
  seats ann, bob
  draw pile is red 1, red 2, mirror, wild-draw-four, blue 4
  the match begins
  expect top card is blue 4
  expect number of cards in discard pile is 1

scenario "four mirrors are added to the deck"
  clause power.mirror
  with mirror
  seats ann, bob
  ann holds nothing
  bob holds nothing
  discard pile is nothing
  expect number of cards in draw pile is 112
  expect number of cards in draw pile where (its face is mirror) is 4

# the deck

scenario "two packs without the even numbers"
  clause power.deck
  with power-deck
  seats ann, bob
  ann holds nothing
  bob holds nothing
  discard pile is nothing
  expect number of cards in draw pile is 144
  expect there is no card in draw pile where (its face is 0 or 2 or 4 or 6 or 8)
  expect number of cards in draw pile where (its face is 9) is 16

scenario "four packs for four players"
  clause power.deck
  with power-deck
  set packs to 4
  seats ann, bob, cyd, dan
  ann holds nothing
  bob holds nothing
  cyd holds nothing
  dan holds nothing
  discard pile is nothing
  expect number of cards in draw pile is 288

scenario "without the option the even numbers stay"
  clause power.deck
  seats ann, bob
  ann holds nothing
  bob holds nothing
  discard pile is nothing
  expect number of cards in draw pile is 108
  expect number of cards in draw pile where (its face is 8) is 8

scenario "who keeps good points is told nothing"
  clause power.points.advice
  with good-points
  seats ann, bob
  the match begins
  expect no note

scenario "a warning that is followed by a penalty is not commented on again"
  clause power.stupid.advice
  with stupid
  seats ann, bob, cyd
  discard pile is red 5; turn of ann
  bob warns ann
  cyd punishes ann
  expect no note

scenario "skips in passing all the way round: whoever began is on turn"
  clause power.en-passant
  with en-passant
  seats ann, bob, cyd, dan
  ann holds red skip, green 1, green 3
  bob holds blue skip, blue 1, blue 3
  cyd holds yellow skip, yellow 1, yellow 3
  dan holds red 1, red 3
  discard pile is red 5; turn of ann
  ann plays red skip
  bob plays blue skip as answer
  cyd plays yellow skip as answer
  expect dan cannot play red 1
  dan passes
  expect turn of ann

scenario "between two the cards come straight back to whoever was out"
  clause power.out.back-in
  with draw2-on-draw2, out-and-back
  seats ann, bob
  ann holds red draw-two
  bob holds blue draw-two, green 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  bob plays blue draw-two as answer
  ann draws 4
  expect the round continues
  expect turn of bob
