# Spicy UNO: slaps, hands that change owners, and bonuses out of the gate.

use "official.uno"

game spicy "Spicy UNO" extends official
  without official.nobody-plays-on
  clause spicy.optional
  excludes elimination, partners, official.one-hand

  parameter packs "packs of cards; two or more are best": 1 to 4, default 2

  deck
    packs packs

  variable slapped: yes or no
  variable flipped: card or nothing
  variable bonus of each player: -1000 to 0
  variable unfinished of each player: yes or no, kept
  variable waiting of each player: yes or no, kept

  act arrive
  act go home
  act report an opponent
  act move house

# Every rule is optional. The deal, passing, the points and the end are on unless a table leaves them out.

# ------------------------------------------------------------------------------------------------------------- the deal

option dealing "The youngest deals, one card at a time, and the flipped card has no effect"
  on by default
  clause spicy.deal, spicy.optional
  without official.first-skip, official.first-reverse, official.first-draw-two, official.first-wild

  parameter youngest "the seat of the youngest player, who deals first": 1 to 16, default 1

  rule youngest-deals "The youngest player deals first"
    clause spicy.deal
    when the match begins
    instead of official.first-dealer
    then dealer becomes first of players
      repeat youngest - 1 times
        dealer becomes left of dealer
      begin a round

  rule deal "Deal the cards one at a time"
    clause spicy.deal
    when player deals
    instead of official.deal
    then
      repeat hand-size times
        for each player from left of dealer
          move top from draw pile to hand of player
      begin turn on left of dealer

  rule flip "The top card is flipped, whatever it is, and has no effect but a wild's"
    clause spicy.deal
    when player deals
    instead of official.first-card
    after deal, official.deal
    then move top from draw pile to discard pile
      top card becomes top of discard pile
      current color becomes color of top card
      dealer turns up top card

  rule flipped-wild "Whoever begins names the color of a wild"
    clause spicy.deal
    when player turns up wild or wild-draw-four
    then begin naming on player of turn

# -------------------------------------------------------------------------------------------------------------- passing

option passing "Nothing fits: one card is picked, and passing is always allowed"
  on by default
  clause spicy.draw-one, spicy.optional
  without official.draw, official.keep, official.draw-before-passing

  parameter pass-when "when a player may pass": at-any-time or after-drawing

  rule draw-one "Nothing fits: one card is picked, and then played or not"
    clause spicy.draw-one
    during turn
    instead of official.draw
    its player may draw 1
    if drawn is nothing
    if pass-when is after-drawing or there is no card in hand of player where playable
    then drawn becomes moved card
      if moved card is nothing then over becomes yes

  rule pass "Passing is allowed, whether or not a card could be played"
    clause spicy.draw-one
    during turn
    instead of official.keep
    its player must otherwise pass
    if pass-when is at-any-time or drawn is not nothing
    then over becomes yes
    allow UNO305 "a table that never plays a card has chosen so"

  rule passing-is-too-late "Passing ends the time for catching, as drawing does"
    clause spicy.draw-one, official.uno.caught
    when player takes up pass
    if there is other players where (they is in unsaid)
    then unsaid -= other players

# ------------------------------------------------------------------------------------------------------------- counting

option points "Hands count against their holders, and going out is worth 20"
  on by default
  clause spicy.points, spicy.optional
  without official.score

  rule points "A 7 is worth having, and a 0 is not"
    clause spicy.points
    points of a card means 50 if the card is wild or wild-draw-four,
        20 if the card is skip or reverse or draw-two,
        -7 if the card is 7,
        100 if the card is 0,
        otherwise number of face of the card
    instead of official.points

  rule score "Hands count against their holders; going out is worth 20"
    clause spicy.points
    when the round ends
    before official.round-over
    then
      for each player in winners
        score of player -= 20
      for each player in players - winners
        score of player += hand points of player

option lowest-wins "Once somebody has reached the mark the lowest score wins"
  on by default
  requires points
  clause spicy.match-end, spicy.optional
  without official.round-over

  rule round-over "Once somebody has reached the mark the lowest score wins"
    clause spicy.match-end
    when the round ends
    after score
    then
      if there is players where (their score is at least target)
        end the match won by players where (their score is lowest score for players)
      otherwise
        dealer becomes left of dealer
        begin a round

# ------------------------------------------------------------------------------------------------------------- slaps

option slap "The card last played may be slapped"
  clause spicy.slap, spicy.slap.own, spicy.slap.one-at-a-time

  variable last player: player or nothing
  variable own slap: yes or no

  rule slap "Exactly the same card, at any time"
    clause spicy.slap, spicy.slap.one-at-a-time
    at any time
    any player may play a card
    if last player is not nothing and the card is top card
    instead of play
    despite only-the-drawn-card
    then slapped becomes yes
      own slap becomes last player is player
      pass turn to player
      over of turn becomes yes
      drawn of turn becomes nothing
    allow UNO302 "wild draw fours are slapped on each other only for as long as their players wish"

  rule own-slap "Whoever slaps their own card has another turn"
    clause spicy.slap.own
    when the table settles
    before next-turn
    after going-out
    if own slap is yes
    then own slap becomes no
      pass turn to last player
      over of turn becomes no
      drawn of turn becomes nothing

  rule remember-player
    clause spicy.slap.own
    when player plays a card as anything
    then last player becomes player
      if slapped is no then own slap becomes no

  rule owed-first "Whoever owes cards draws them before more are owed"
    clause spicy.slap
    when player plays draw-two or wild-draw-four
    before draw-two, draw-four, uno-is-due
    if slapped is yes and draw-due is open
    then (player of draw-due) draws count of draw-due
      end draw-due

  rule slap-is-over
    clause spicy.slap
    when player takes up slap
    then slapped becomes no

option slap-face-value "The same face is enough for a slap"
  clause spicy.slap.face-value
  brings slap

  rule slap-face
    clause spicy.slap.face-value
    at any time
    any player may play a card
    if last player is not nothing and face of the card is face of top card
    instead of slap, play
    despite only-the-drawn-card
    then slapped becomes yes
      own slap becomes last player is player
      pass turn to player
      over of turn becomes yes
      drawn of turn becomes nothing
    allow UNO302 "wild draw fours are slapped on each other only for as long as their players wish"

option nullify "A slapped reverse takes back the reverse before it"
  clause spicy.nullify
  brings slap

  rule nullify
    clause spicy.nullify
    when player plays reverse
    instead of reverse, reverse-of-two
    if slapped is yes
    then direction becomes counterclockwise if direction is clockwise, otherwise clockwise

# --------------------------------------------------------------------------------------------- hands that change owners

option seven "A 7 trades hands"
  clause spicy.seven, spicy.seven.slapped

  act pick out an opponent

  variable picked of each player: player or nothing
  variable choices of each player: 0 to 16

  situation trade on players

  situation slapped-seven on players

  rule seven "Whoever plays a 7 must trade"
    clause spicy.seven
    when player plays 7
    if slapped is no
    then
      if trade is open
        include player among players of trade
      otherwise begin trade on player

  rule trade
    clause spicy.seven
    during trade
    its players must choose an opponent
    despite no-trading
    then swap hand of player with hand of opponent
      exclude player from players of trade

  rule traded
    when trade completes
    then end trade

  rule slapped-seven "Whoever slaps a 7 has a choice"
    clause spicy.seven.slapped
    when player plays 7
    if slapped is yes
    then choices of player += 1
      if slapped-seven is open
        include player among players of slapped-seven
      otherwise begin slapped-seven on player
    allow UNO401 "only where cards are slapped a 7 can be"

  rule trade-own "Trade with an opponent"
    clause spicy.seven.slapped
    during slapped-seven
    its players may choose an opponent
    if picked is nothing
    despite no-trading
    then swap hand of player with hand of opponent
    allow UNO401 "only where cards are slapped a 7 can be"

  rule pick-out "Or pick out two opponents who trade"
    clause spicy.seven.slapped
    during slapped-seven
    its players may pick out an opponent
    if opponent is not picked and number of players is more than 2
    then
      if picked is nothing
        picked becomes opponent
      otherwise
        swap hand of picked of player with hand of opponent
        picked becomes nothing
    allow UNO401 "only where cards are slapped a 7 can be"

  rule no-trade "Or nothing"
    clause spicy.seven.slapped
    during slapped-seven
    its players must otherwise pass
    then picked becomes nothing
    allow UNO401 "only where cards are slapped a 7 can be"

  rule one-choice-each "Each 7 slapped is a choice of its own"
    clause spicy.seven.slapped
    when player takes up trade-own or pick-out or no-trade
    if picked of player is nothing
    then choices of player -= 1
      if choices of player is 0 then exclude player from players of slapped-seven
    allow UNO401 "only where cards are slapped a 7 can be"

  rule nobody-trades-with-the-absent
    clause spicy.leave
    when player leaves
    then exclude player from players of trade
      exclude player from players of slapped-seven
      for each player in players where (their picked is player)
        picked becomes nothing
    allow UNO401 "only where players may leave"

  rule slapped-and-done
    when slapped-seven completes
    then end slapped-seven
    allow UNO401 "only where cards are slapped a 7 can be"

option zero "A 0 passes all hands on"
  clause spicy.zero

  rule zero
    clause spicy.zero
    when player plays 0
    after uno-is-due
    then give every hand to next player

option one "A 1 gives a card away"
  clause spicy.one

  act hand over a card from hand

  variable recipient of each player: player or nothing
  variable gifts of each player: 0 to 16

  situation giving on players

  rule one
    clause spicy.one
    when player plays 1
    if number of cards in hand of player is at least 1
    then gifts of player += 1
      if giving is open
        include player among players of giving
      otherwise begin giving on player

  rule to-whom "Choose who gets it"
    clause spicy.one
    during giving
    its players must choose an opponent
    if recipient is nothing and number of cards in hand of player is at least 1
    despite no-trading
    then recipient becomes opponent

  rule which "And choose the card"
    clause spicy.one
    during giving
    its players must hand over a card
    if recipient is not nothing and gifts is at least 1
    then move card the card from hand of player to hand of recipient of player
      recipient becomes nothing
      gifts -= 1
      if gifts is 0 then exclude player from players of giving

  rule nothing-to-give
    clause spicy.one
    during giving
    its players must otherwise pass
    if gifts is 0 or number of cards in hand of player is 0
    then gifts becomes 0
      exclude player from players of giving

  rule nobody-gives-to-the-absent
    clause spicy.leave
    when player leaves
    then exclude player from players of giving
      for each player in players where (their recipient is player)
        recipient becomes nothing
    allow UNO401 "only where players may leave"

  rule given
    when giving completes
    then end giving

# -------------------------------------------------------------------------------------------------------- out of the gate

option flipped-card "The flipped card is remembered until a card lies on it"

  rule remember-flipped
    clause spicy.deal
    when player deals
    after first-card
    then flipped becomes top of discard pile

  rule flipped-is-covered
    clause spicy.deal
    when player plays a card as anything
    then flipped becomes nothing

option slap-out "Whoever slaps the flipped card out of turn has won the hand"
  clause spicy.slap-out
  brings flipped-card

  act play a card
    manners out

  rule slap-out
    clause spicy.slap-out
    during turn or naming
    any other player may play a card as out
    if flipped is not nothing and the card is flipped

  rule out-of-the-gate
    clause spicy.slap-out
    when player takes up slap-out
    then end the round won by player

option draw-four-out "A wild draw four on the flipped card is worth 50"
  clause spicy.draw-four-out, spicy.draw-four-out.exception
  brings flipped-card

  rule draw-four-out
    clause spicy.draw-four-out, spicy.draw-four-out.exception
    when player plays wild-draw-four
    before flipped-is-covered, draw-four
    if flipped is not nothing and flipped is not wild-draw-four
        and there is no card in hand of player where (its color is current color)
    then bonus of player -= 50

  rule bonus-counts
    clause spicy.draw-four-out
    when the round ends
    before score, official.score
    then
      for each player
        score of player += bonus of player
        bonus of player becomes 0

option fourth-open "The fourth card of each player lies open"
  clause spicy.deal.fourth-open

  variable dealt: 0 to 40
  variable open card of each player: card or nothing

  rule open-deal
    clause spicy.deal.fourth-open
    when player deals
    instead of spicy.deal, official.deal
    then
      repeat hand-size times
        dealt += 1
        for each player from left of dealer
          move top from draw pile to hand of player
          if dealt is 4
            open card of player becomes moved card
            show moved card to everyone
      begin turn on left of dealer

  rule open-card-is-gone
    clause spicy.deal.fourth-open
    when the table settles
    before going-out
    then
      for each player in players where (their open card is not nothing)
        if not open card of player is in hand of player then open card of player becomes nothing

option draw-till-playable "Nothing fits: draw until something does"
  clause spicy.draw-till-playable

  rule draw-till-playable
    clause spicy.draw-till-playable
    during turn
    instead of draw-one, official.draw
    its player may draw 1
    if drawn is nothing and there is no card in hand of player where playable
    then
      repeat at most 500 times while moved card is not nothing and moved card is not playable
        player draws 1
      drawn becomes moved card
      if moved card is nothing then over becomes yes

# ------------------------------------------------------------------------------------------------- around the game

option names "Everybody has a game name"
  clause spicy.names

  rule take-a-name
    clause spicy.names
    when the match begins
    then note "Everybody takes a game name; whoever says another name draws a card"

  rule wrong-name "Another name was used: one card"
    clause spicy.names
    at any time
    any player may at will report an opponent
    then opponent draws 1

option leave "Whoever leaves did not finish"
  clause spicy.leave, spicy.no-substitutes

  rule go-home "Whatever the table waits for: what it asks of whoever leaves, it asks no more"
    clause spicy.leave
    at any time
    any player may at will go home
    then unfinished becomes yes
      if player is player of draw-due then end draw-due
      if player is culprit of draw-due then culprit of draw-due becomes nothing
      if player is player of naming then end naming
      if player is player of turn
        pass turn to next player
        drawn of turn becomes nothing
        if draw-due is not open then over of turn becomes no
      unsaid -= player
      move all from hand of player to draw pile
      remove player
      if number of players is 1 then end the match won by players

  rule nobody-to-doubt "Whoever has left cannot be doubted"
    clause spicy.leave
    during draw-due
    any player cannot challenge
    if culprit is nothing

  rule gone-for-good "An empty seat is not taken again"
    clause spicy.leave, spicy.no-substitutes
    any absent player cannot arrive
    if unfinished is yes
    instead of arrive

option join "Newcomers start behind whoever is last"
  clause spicy.join
  seats 3 to 16
  needs seats - newcomers is at least 2 "at least two must play before somebody joins"

  parameter newcomers "seats that are free at first": 1 to 8, default 1

  rule free-seats
    clause spicy.join
    when the match begins
    before youngest-deals, first-dealer
    then
      repeat newcomers times
        remove right of first of players

  rule arrive
    clause spicy.join
    at any time
    any absent player may at will arrive
    if waiting is no
    then waiting becomes yes

  rule newcomer "One point more than the highest score"
    clause spicy.join
    when the round begins
    before dealer-deals
    then
      for each player in absent players where (their waiting is yes)
        waiting becomes no
        score of player becomes highest score for players + 1
        seat player

option move-table "The dealer may move the game before dealing"
  clause spicy.move-table

  situation before-the-deal on a player

  rule wait-for-the-dealer
    clause spicy.move-table
    when the round begins
    instead of dealer-deals
    then begin before-the-deal on dealer

  rule deal-now
    clause spicy.move-table
    during before-the-deal
    its player must otherwise deal
    then end before-the-deal

  rule not-yet "Nobody is out before the cards are dealt"
    clause spicy.move-table
    when the table settles
    instead of going-out
    if before-the-deal is open
    then do nothing

  rule dealer-leaves "Where the dealer leaves, the next one deals"
    clause spicy.leave
    when player leaves
    if player is player of before-the-deal
    then dealer becomes left of player
      pass before-the-deal to dealer
    allow UNO401 "only where players may leave"

  rule move-the-table
    clause spicy.move-table
    during before-the-deal
    its player may at will move house
    then note "The game moves to another table"

# ---------------------------------------------------------------------------------------------------------- scenarios

scenario "the youngest deals first and whoever sits left of them begins"
  clause spicy.deal, spicy.optional
  set youngest to 2
  seats ann, bob, cyd
  the match begins
  expect dealer is bob
  expect turn of cyd
  expect number of cards in hand of ann is 7
  expect number of cards in hand of cyd is 7

scenario "where nothing is said the first seat is the youngest"
  clause spicy.deal
  seats ann, bob, cyd
  the match begins
  expect dealer is ann
  expect turn of bob
  expect not turn of ann

scenario "cards are dealt one at a time"
  clause spicy.deal
  set hand-size to 2
  seats ann, bob
  draw pile is red 1, blue 1, red 2, blue 2, green 5
  the match begins
  expect bob holds red 1
  expect bob holds red 2
  expect ann holds blue 2
  expect top card is green 5

scenario "a flipped skip has no effect, a flipped wild gets its color from whoever begins"
  clause spicy.deal
  set hand-size to 1
  seats ann, bob
  draw pile is red 1, blue 1, wild-draw-four
  the match begins
  expect naming of bob
  expect ann cannot name red
  bob names red
  expect turn of bob
  expect number of cards in hand of bob is 1

scenario "a flipped skip skips nobody"
  clause spicy.deal
  set hand-size to 1
  seats ann, bob
  draw pile is red 1, blue 1, green skip
  the match begins
  expect turn of bob

scenario "whoever cannot play picks one card, and plays it or not"
  clause spicy.draw-one
  seats ann, bob
  ann holds blue 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is red 9
  ann draws 1
  expect ann can play red 9
  expect ann cannot draw 1
  ann passes
  expect ann holds red 9
  expect turn of bob

scenario "whoever can play does not draw, but may pass"
  clause spicy.draw-one
  seats ann, bob
  ann holds red 1, blue 2
  discard pile is red 5; turn of ann
  expect ann cannot draw 1
  expect ann can play red 1
  expect bob cannot pass
  ann passes
  expect turn of bob
  expect number of cards in hand of ann is 2

scenario "passing is a turn: too late to catch whoever played before"
  clause spicy.draw-one, official.uno.caught
  seats ann, bob, cyd
  ann holds red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 1
  expect cyd can catch ann
  bob passes
  expect cyd cannot catch ann

scenario "where a card must be drawn before a pass, whoever could play may draw, too"
  clause spicy.draw-one
  set pass-when to after-drawing
  seats ann, bob, cyd
  ann holds red 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is green 9
  expect ann cannot pass
  ann draws 1
  expect ann cannot play red 1
  ann passes
  expect turn of bob

scenario "with nothing left to draw the turn passes by itself"
  clause spicy.draw-one, official.reshuffle
  set pass-when to after-drawing
  set packs to 1
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
  expect turn of bob

scenario "without the rule on passing, a turn goes as in the official rules"
  clause spicy.optional
  without passing
  seats ann, bob, cyd
  ann holds red 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is red 9
  expect ann cannot pass
  ann draws 1
  expect ann can play red 9
  ann passes
  expect turn of bob

scenario "without the rule on the deal, the first card acts and the first seat does not deal"
  clause spicy.optional
  without dealing
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, red 2, red 3, blue skip
  the match begins
  expect dealer is cyd
  expect turn of bob

scenario "without these points the winner scores what the others hold, and more is better"
  clause spicy.optional
  without points
  seats ann, bob
  ann holds red 1
  bob holds red 0, blue 7, wild
  discard pile is red 5; turn of ann
  score of ann is 450
  ann plays red 1
  expect the match is over
  expect score of ann is 507
  expect ann is in winners

scenario "these points, and at the mark it is the highest score that wins"
  clause spicy.optional
  without lowest-wins
  seats ann, bob
  ann holds red 1
  bob holds red 0
  discard pile is red 5; turn of ann
  score of bob is 450
  ann plays red 1
  expect score of ann is -20
  expect the match is over
  expect bob is in winners
  expect ann is not in winners

scenario "what cards count"
  clause spicy.points
  seats ann, bob, cyd
  ann holds red 9
  bob holds red 7, blue skip, green 0
  cyd holds wild, wild-draw-four, red 6
  discard pile is red 5; turn of ann
  expect points of red 7 is -7
  expect points of red 0 is 100
  expect points of red 7 is not 7
  ann plays red 9
  expect score of ann is -20
  expect score of bob is 113
  expect score of cyd is 106

scenario "five hundred points end the match and the lowest score wins"
  clause spicy.match-end
  seats ann, bob, cyd
  ann holds red 9
  bob holds blue 9
  cyd holds blue 1
  discard pile is red 5; turn of ann
  score of ann is 300
  score of bob is 491
  score of cyd is 20
  ann plays red 9
  expect the match is over
  expect cyd is in winners
  expect ann is not in winners

scenario "short of it another hand is dealt"
  clause spicy.match-end
  set target to 600
  seats ann, bob
  ann holds red 9
  bob holds blue 9
  discard pile is red 5; turn of ann
  score of bob is 491
  ann plays red 9
  expect score of bob is 500
  expect not the match is over

scenario "each rule is chosen for itself: without any there are no slaps and no trades"
  clause spicy.optional, spicy.slap, spicy.seven, spicy.one, spicy.zero
  seats ann, bob, cyd
  ann holds red 7, red 1, red 2
  cyd holds red 7, blue 1, blue 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play red 7
  expect ann cannot choose bob
  expect turn of bob

scenario "two packs, or one"
  clause spicy.optional
  set packs to 1
  seats ann, bob
  expect deck size is 108

# slaps

scenario "the card last played is slapped and play goes on from there"
  clause spicy.slap
  with slap
  seats ann, bob, cyd, dan
  ann holds red 7, red 1, red 2
  cyd holds red 7, blue 7, red 3
  discard pile is red 5; turn of ann
  expect cyd cannot play red 3
  ann plays red 7
  expect cyd cannot play blue 7
  cyd plays red 7
  expect turn of dan
  expect bob cannot play anything

scenario "a slapped skip skips"
  clause spicy.slap
  with slap
  seats ann, bob, cyd, dan
  ann holds red skip, red 1, red 2
  bob holds red skip, blue 7, red 3
  discard pile is red 5; turn of ann
  ann plays red skip
  expect turn of cyd
  bob plays red skip
  expect turn of dan

scenario "the flipped card was not played, and is not slapped"
  clause spicy.slap
  with slap
  seats ann, bob, cyd
  ann holds red 7, red 1, red 2
  cyd holds red 5, blue 7, red 3
  discard pile is red 5; turn of ann
  expect cyd cannot play red 5

scenario "the own card slapped: it stays that player's turn"
  clause spicy.slap.own
  with slap
  seats ann, bob, cyd
  ann holds 2 * red 7, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 7
  expect turn of bob
  ann plays red 7
  expect turn of ann
  expect ann can play red 1
  expect bob cannot draw 1

scenario "somebody else's card slapped: it does not become that player's turn"
  clause spicy.slap.own
  with slap
  seats ann, bob, cyd
  ann holds red 7, red 1, red 2
  cyd holds red 7, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red 7
  cyd plays red 7
  expect turn of ann
  expect cyd cannot play red 3

scenario "the own draw two slapped: what is owed is drawn, and the turn stays"
  clause spicy.slap.own, spicy.slap
  with slap
  seats ann, bob, cyd
  ann holds 2 * red draw-two, red 1, red 2
  bob holds blue 1, blue 2
  discard pile is red 5; turn of ann
  ann plays red draw-two
  ann plays red draw-two
  expect number of cards in hand of bob is 4
  bob draws 2
  expect number of cards in hand of bob is 6
  expect turn of ann

scenario "one card at a time: the second slap is a move of its own"
  clause spicy.slap.one-at-a-time
  with slap
  seats ann, bob, cyd, dan
  ann holds red 7, red 1, red 2
  cyd holds 2 * red 7, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red 7
  cyd plays red 7
  expect number of cards in hand of cyd is 3
  expect turn of dan
  cyd plays red 7
  expect number of cards in hand of cyd is 2
  expect turn of cyd

scenario "a wild slapped: the slapper names the color"
  clause spicy.slap
  with slap
  seats ann, bob, cyd, dan
  ann holds wild, red 1, red 2
  cyd holds wild, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays wild
  cyd plays wild
  expect ann cannot name blue
  cyd names blue
  expect turn of dan

scenario "with one pack the same face is enough"
  clause spicy.slap.face-value
  with slap-face-value
  seats ann, bob, cyd, dan
  ann holds red 7, red 1, red 2
  cyd holds blue 7, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play red 3
  cyd plays blue 7
  expect turn of dan
  expect current color is blue

scenario "without it the color must be the same"
  clause spicy.slap.face-value
  with slap
  seats ann, bob, cyd, dan
  ann holds red 7, red 1, red 2
  cyd holds blue 7, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red 7
  expect cyd cannot play blue 7

scenario "a slapped reverse takes the first one back"
  clause spicy.nullify
  with nullify
  seats ann, bob, cyd, dan
  ann holds red reverse, red 1, red 2
  cyd holds red reverse, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect direction is counterclockwise
  cyd plays red reverse
  expect direction is clockwise
  expect turn of dan

scenario "with two players nothing is left of either reverse"
  clause spicy.nullify
  with nullify
  seats ann, bob
  ann holds red reverse, red 1, red 2
  bob holds red reverse, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect turn of ann
  bob plays red reverse
  expect turn of ann
  expect direction is clockwise

scenario "a reverse that is not slapped turns play round"
  clause spicy.nullify
  with nullify
  seats ann, bob, cyd
  ann holds red reverse, red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red reverse
  expect direction is counterclockwise
  expect turn of cyd

# hands that change owners

scenario "a 7 must trade hands"
  clause spicy.seven
  with seven
  seats ann, bob, cyd
  ann holds red 7, red 1
  cyd holds blue 1, blue 2, blue 3
  discard pile is red 5; turn of ann
  ann plays red 7
  expect ann cannot pass
  expect bob cannot choose cyd
  ann chooses cyd
  expect number of cards in hand of ann is 3
  expect cyd holds red 1
  expect turn of bob

scenario "a 6 trades nothing"
  clause spicy.seven
  with seven
  seats ann, bob, cyd
  ann holds red 6, red 1
  discard pile is red 5; turn of ann
  ann plays red 6
  expect ann cannot choose bob

scenario "whoever slaps a 7 may trade"
  clause spicy.seven.slapped
  with seven, slap
  seats ann, bob, cyd, dan
  ann holds red 7, red 1
  bob holds green 1, green 2
  cyd holds red 7, blue 2, blue 3
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  cyd plays red 7
  cyd chooses ann
  expect cyd holds green 1
  expect ann holds blue 2
  expect turn of dan

scenario "or have two others trade"
  clause spicy.seven.slapped
  with seven, slap
  seats ann, bob, cyd, dan
  ann holds red 7, red 1
  bob holds green 1, green 2
  cyd holds red 7, blue 2, blue 3
  dan holds yellow 1
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  cyd plays red 7
  cyd picks out ann
  expect cyd cannot pick out ann
  expect cyd cannot choose bob
  cyd picks out dan
  expect ann holds yellow 1
  expect dan holds green 1
  expect cyd holds blue 2
  expect turn of dan

scenario "or do nothing"
  clause spicy.seven.slapped
  with seven, slap
  seats ann, bob, cyd, dan
  ann holds red 7, red 1
  cyd holds red 7, blue 2, blue 3
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  cyd plays red 7
  cyd passes
  expect cyd holds blue 2
  expect turn of dan

scenario "two 7s slapped are two choices"
  clause spicy.seven.slapped
  with slap, seven
  seats ann, bob, cyd
  ann holds 3 * red 7, green 1
  bob holds blue 1, blue 2
  cyd holds yellow 1, yellow 2, yellow 3
  discard pile is red 5; turn of ann
  ann plays red 7
  ann chooses bob
  bob plays red 7
  bob plays red 7
  bob picks out ann
  bob picks out cyd
  expect ann holds yellow 3
  bob chooses cyd
  expect bob holds blue 2
  expect cyd holds green 1
  expect bob cannot choose ann

scenario "a 7 played in turn has no such choice"
  clause spicy.seven.slapped
  with seven, slap
  seats ann, bob, cyd
  ann holds red 7, red 1
  discard pile is red 5; turn of ann
  ann plays red 7
  expect ann cannot pick out bob
  expect ann cannot pass

scenario "a 0 passes all hands on"
  clause spicy.zero
  with zero
  seats ann, bob, cyd
  ann holds red 0, red 1
  bob holds blue 1, blue 2
  cyd holds green 1, green 2, green 3
  discard pile is red 5; turn of ann
  ann plays red 0
  expect bob holds red 1
  expect cyd holds blue 1
  expect number of cards in hand of ann is 3

scenario "a 1 gives a card of choice to an opponent of choice"
  clause spicy.one
  with one
  seats ann, bob, cyd
  ann holds red 1, blue 2, green 3
  cyd holds yellow 1
  discard pile is red 5; turn of ann
  ann plays red 1
  expect ann cannot hand over blue 2
  ann chooses cyd
  expect bob cannot draw 1
  ann hands over blue 2
  expect cyd holds blue 2
  expect ann holds green 3
  expect turn of bob

scenario "two 1s are two cards given away"
  clause spicy.one, spicy.slap
  with slap, one
  seats ann, bob, cyd
  ann holds 2 * red 1, red 6, blue 5, blue 6
  bob holds yellow 1, yellow 2
  cyd holds yellow 3, yellow 4
  discard pile is red 2; turn of ann
  ann plays red 1
  ann plays red 1
  ann chooses bob
  expect ann cannot choose cyd
  ann hands over blue 5
  ann chooses cyd
  ann hands over blue 6
  expect ann cannot choose bob
  expect number of cards in hand of bob is 3
  expect number of cards in hand of cyd is 3
  expect turn of ann

scenario "giving the last card away puts its player out"
  clause spicy.one
  with one
  seats ann, bob, cyd
  ann holds red 1, blue 2
  bob holds yellow 3
  cyd holds yellow 1
  discard pile is red 5; turn of ann
  ann plays red 1
  ann chooses cyd
  ann hands over blue 2
  expect score of ann is -20
  expect score of cyd is 3

scenario "a 1 as last card: there is nothing to give"
  clause spicy.one
  with one
  seats ann, bob, cyd
  ann holds red 1
  bob holds yellow 3
  cyd holds yellow 1
  discard pile is red 5; turn of ann
  ann plays red 1
  expect score of ann is -20
  expect score of bob is 3

scenario "nothing is left to give when the hand has gone elsewhere"
  clause spicy.one
  with one
  seats ann, bob, cyd
  ann holds nothing
  bob holds yellow 3
  cyd holds yellow 1
  discard pile is red 5; turn of ann
  giving of ann
  expect ann cannot choose bob
  ann passes
  expect score of ann is -20

scenario "a 2 gives nothing"
  clause spicy.one
  with one
  seats ann, bob, cyd
  ann holds red 2, blue 2
  discard pile is red 5; turn of ann
  ann plays red 2
  expect ann cannot choose bob

# out of the gate

scenario "the flipped card slapped out of turn ends the hand"
  clause spicy.slap-out
  with slap-out
  seats ann, bob, cyd
  ann holds red 9, red 1
  bob holds red 5, blue 9
  cyd holds blue 1
  discard pile is red 5; turn of ann
  flipped is red 5
  bob plays red 5 as out
  expect score of bob is -20
  expect score of ann is 10
  expect score of cyd is 1

scenario "whoever is on turn plays it, and nothing ends"
  clause spicy.slap-out
  with slap-out
  seats ann, bob, cyd
  ann holds red 5, red 1, red 2
  bob holds red 5, blue 9
  discard pile is red 5; turn of ann
  flipped is red 5
  expect ann cannot play red 5 as out
  ann plays red 5
  expect bob cannot play red 5 as out
  expect the round continues

scenario "a wild draw four on the flipped card is worth fifty"
  clause spicy.draw-four-out
  with draw-four-out
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 1
  bob holds blue 2, blue 3
  cyd holds blue 9
  discard pile is red 5; turn of ann
  flipped is red 5
  ann plays wild-draw-four
  ann names blue
  expect bonus of ann is -50
  bob draws 4
  cyd plays blue 9
  expect score of ann is -49
  expect score of cyd is -20

scenario "not where it was no legal play, and not later"
  clause spicy.draw-four-out
  with draw-four-out
  seats ann, bob, cyd
  ann holds wild-draw-four, red 1, red 2
  discard pile is red 5; turn of ann
  flipped is red 5
  ann plays wild-draw-four
  expect bonus of ann is 0

scenario "a card that covers the flipped one ends the chance"
  clause spicy.draw-four-out
  with draw-four-out
  seats ann, bob, cyd
  ann holds red 6, red 1, red 2
  bob holds wild-draw-four, blue 1, blue 2
  discard pile is red 5; turn of ann
  flipped is red 5
  ann plays red 6
  bob plays wild-draw-four
  expect bonus of bob is 0

scenario "no bonus on a flipped wild draw four"
  clause spicy.draw-four-out.exception
  with draw-four-out
  seats ann, bob, cyd
  ann holds wild-draw-four, blue 1
  discard pile is wild-draw-four; turn of ann
  current color is red
  flipped is wild-draw-four
  ann plays wild-draw-four
  expect bonus of ann is 0

scenario "there only a slap out of turn earns something"
  clause spicy.draw-four-out.exception, spicy.slap-out
  with draw-four-out, slap-out
  seats ann, bob, cyd
  ann holds red 1, blue 1
  bob holds wild-draw-four, blue 2
  cyd holds blue 3
  discard pile is wild-draw-four; turn of ann
  current color is red
  flipped is wild-draw-four
  bob plays wild-draw-four as out
  expect score of bob is -20
  expect score of ann is 2

scenario "it need not wait until somebody has named a color for the flipped card"
  clause spicy.slap-out, spicy.draw-four-out.exception
  with slap-out
  set hand-size to 1
  seats ann, bob, cyd
  dealer is cyd
  draw pile is red 1, wild-draw-four, blue 3, wild-draw-four
  the round begins
  expect naming on ann
  expect ann cannot play anything
  bob plays wild-draw-four as out
  expect score of bob is -20

scenario "the flipped card is the one that the deal turns up"
  clause spicy.slap-out
  with slap-out
  set hand-size to 1
  seats ann, bob, cyd
  draw pile is red 1, blue 1, green 1, yellow 5
  the match begins
  expect flipped is yellow 5

scenario "the fourth card of each player lies open until it is played"
  clause spicy.deal.fourth-open
  with fourth-open
  set hand-size to 4
  seats ann, bob
  draw pile is red 1, blue 1, red 2, blue 2, red 3, blue 3, red 4, blue 4, red 5
  the match begins
  expect open card of bob is red 4
  expect open card of ann is blue 4
  bob plays red 4
  expect open card of bob is nothing
  expect open card of ann is blue 4

scenario "with three cards nothing lies open, and without the option neither"
  clause spicy.deal.fourth-open
  with fourth-open
  set hand-size to 3
  seats ann, bob
  the match begins
  expect open card of ann is nothing
  expect number of cards in hand of ann is 3

scenario "draw until something fits"
  clause spicy.draw-till-playable
  with draw-till-playable
  seats ann, bob
  ann holds blue 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is green 9, yellow 8, red 3, red 4
  ann draws 1
  expect number of cards in hand of ann is 5
  expect ann can play red 3
  expect ann can pass

scenario "without the option one card is all"
  clause spicy.draw-till-playable
  seats ann, bob
  ann holds blue 1, blue 2
  discard pile is red 5; turn of ann
  draw pile is green 9, red 3
  ann draws 1
  expect number of cards in hand of ann is 3
  expect ann cannot draw 1

# around the game

scenario "everybody takes a name"
  clause spicy.names
  with names
  seats ann, bob
  the match begins
  expect note "Everybody takes a game name; whoever says another name draws a card"

scenario "another name costs a card"
  clause spicy.names
  with names
  seats ann, bob, cyd
  bob holds blue 1, blue 2
  discard pile is red 5; turn of ann
  cyd reports bob
  expect number of cards in hand of bob is 3
  expect turn of ann

scenario "without names nobody is reported"
  clause spicy.names
  seats ann, bob
  expect ann cannot report bob

scenario "whoever leaves did not finish and does not come back"
  clause spicy.leave, spicy.no-substitutes
  with leave, join
  seats ann, bob, cyd, dan
  dan is absent
  ann holds red 1, red 2
  discard pile is red 5; turn of ann
  ann goes home
  expect turn of bob
  expect unfinished of ann is yes
  expect ann is absent
  expect ann cannot arrive
  expect dan can arrive
  expect number of cards in hand of ann is 0

scenario "leaving while cards are owed: they go with whoever leaves, and play goes on behind"
  clause spicy.leave
  with leave
  seats ann, bob, cyd
  ann holds red draw-two, red 6
  cyd holds blue 1, blue 2
  discard pile is red 2; turn of ann
  ann plays red draw-two
  bob goes home
  expect turn of cyd
  expect cyd can draw 1

scenario "whoever has laid the draw card leaves, and the next player draws all the same"
  clause spicy.leave
  with leave
  seats ann, bob, cyd
  ann holds wild-draw-four, red 6
  discard pile is red 2; turn of ann
  ann plays wild-draw-four
  expect ann can go home
  ann goes home
  expect current color is red
  expect bob cannot challenge
  bob draws 4
  expect turn of cyd

scenario "leaving before a color is named: it stays what it was"
  clause spicy.leave
  with leave
  seats ann, bob, cyd
  ann holds wild, red 6
  discard pile is red 2; turn of ann
  ann plays wild
  ann goes home
  expect current color is red
  expect turn of bob
  expect not naming is open

scenario "leaving before a trade, or when a trade with whoever leaves was half chosen"
  clause spicy.leave, spicy.seven, spicy.seven.slapped
  with leave, slap, seven
  seats ann, bob, cyd, dan
  ann holds red 7, red 6
  bob holds red 7, blue 1
  cyd holds green 1
  dan holds green 2
  discard pile is red 2; turn of ann
  ann plays red 7
  bob plays red 7
  bob picks out ann
  ann goes home
  bob picks out cyd
  bob picks out dan
  expect cyd holds green 2
  expect turn of cyd

scenario "leaving before a card is given, or received"
  clause spicy.leave, spicy.one
  with leave, slap, one
  seats ann, bob, cyd, dan
  ann holds red 1, red 6, red 8
  bob holds red 1, blue 1, blue 2
  cyd holds green 1, green 2
  dan holds green 3, green 4
  discard pile is red 2; turn of ann
  ann plays red 1
  bob plays red 1
  bob chooses ann
  ann goes home
  bob chooses dan
  bob hands over blue 1
  expect number of cards in hand of dan is 3
  expect turn of cyd

scenario "the dealer leaves before the deal, and the next player deals"
  clause spicy.leave, spicy.move-table
  with leave, move-table
  set hand-size to 2
  seats ann, bob, cyd
  the match begins
  ann goes home
  bob deals
  expect turn of cyd

scenario "of two one leaves, and the other has won"
  clause spicy.leave
  with leave
  seats ann, bob
  discard pile is red 5; turn of ann
  bob goes home
  expect the match is over
  expect ann is in winners
  expect bob is not in winners

scenario "nobody leaves where leaving is not provided for"
  clause spicy.leave
  seats ann, bob
  discard pile is red 5; turn of ann
  expect ann cannot go home

scenario "a newcomer starts one point behind whoever is last"
  clause spicy.join, spicy.no-substitutes
  with join
  seats ann, bob, cyd
  cyd is absent
  ann holds red 9
  bob holds blue 9
  discard pile is red 5; turn of ann
  score of bob is 100
  cyd arrives
  expect cyd is absent
  expect cyd cannot arrive
  ann plays red 9
  expect score of bob is 109
  expect score of cyd is 110
  expect cyd is in players
  expect number of cards in hand of cyd is 7

scenario "whoever does not ask is not seated"
  clause spicy.join
  with join
  seats ann, bob, cyd
  cyd is absent
  ann holds red 9
  discard pile is red 5; turn of ann
  expect ann cannot arrive
  ann plays red 9
  expect cyd is absent
  expect score of cyd is 0

scenario "one seat is free at first"
  clause spicy.join
  with join
  seats ann, bob, cyd, dan
  the match begins
  expect number of players is 3
  expect dan is absent
  expect dealer is ann

scenario "the dealer may move the game before dealing"
  clause spicy.move-table
  with move-table
  seats ann, bob, cyd
  the match begins
  expect ann can move house
  expect bob cannot move house
  expect bob cannot deal
  expect number of cards in hand of bob is 0
  ann moves house
  expect note "The game moves to another table"
  ann deals
  expect number of cards in hand of bob is 7
  expect ann cannot move house

scenario "without the option the dealer deals at once"
  clause spicy.move-table
  seats ann, bob, cyd
  the match begins
  expect number of cards in hand of bob is 7
  expect ann cannot move house
  expect no note

scenario "other numbers count what they show, and only going out is worth twenty"
  clause spicy.points
  seats ann, bob, cyd
  ann holds red 9
  bob holds red 6, blue 8
  cyd holds red reverse
  discard pile is red 5; turn of ann
  expect points of red 8 is not -8
  expect points of wild is 50
  ann plays red 9
  expect score of bob is 14
  expect score of cyd is 20
  expect ann wins the round with score -20

scenario "one card is slapped, and without a second one there is no second slap"
  clause spicy.slap.one-at-a-time, spicy.slap
  with slap
  seats ann, bob, cyd, dan
  ann holds red 7, red 1, red 2
  cyd holds red 7, red 3, red 4
  discard pile is red 5; turn of ann
  ann plays red 7
  cyd plays red 7
  expect cyd cannot play red 3
  expect cyd holds exactly red 3, red 4
