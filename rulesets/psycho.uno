# Psycho UNO: matches out of turn, and draw cards that pile up, turn back and jump on.

use "official.uno"

game psycho "Psycho UNO" extends official
  without challenge, draw, keep, first-skip, first-reverse, first-draw-two, first-wild, score, round-over
  clause psycho.deal, psycho.start.first

  parameter rounds "rounds in a match": 1 to 100, default 5
  variable rounds played: 0 to 100, kept

  act decline a card from hand

  rule draw-four
    when player plays wild-draw-four
    instead of official.draw-four
    then next player draws 4
      pass turn to next player

  rule draw-till-playable "Draw until something can be played"
    clause psycho.draw-till-playable
    during turn
    instead of official.draw
    its player must otherwise draw 1
    if there is no card in hand of player where playable
    then
      repeat at most 500 times while moved card is not nothing and moved card is not playable
        player draws 1
      if moved card is nothing then over becomes yes

  rule decline "Show a playable card, draw one, and let the turn pass"
    clause psycho.decline
    during turn
    its player may decline a card
    if the card is playable
    then show the card to everyone
      player draws 1
      over becomes yes

  rule first-card "Turn cards until one is not wild; it has no effect"
    clause psycho.start.no-wild, psycho.start.no-effect
    when the round begins
    instead of official.first-card
    then move top from draw pile to discard pile
      repeat at most 1000 times while top of discard pile is wild or wild-draw-four
        move top from draw pile to discard pile
      top card becomes top of discard pile
      current color becomes color of top card

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

option matching "An identical card may be played out of turn"
  clause psycho.match

  act play a card
    manners match
  variable last played: card or nothing

  rule remember
    clause psycho.match
    when player plays a card as anything
    then last played becomes the card

  rule match
    clause psycho.match, psycho.match.no-effect, psycho.match.turn-stays, psycho.match.out
    during turn
    any player may play a card as match
    if the card is last played
    allow UNO203 with official.play "whoever is on turn says whether an identical card is the turn or a match"

option stacking "Draw cards stack"
  clause psycho.stack.draw-two, psycho.stack.wild-draw-four

  situation stack on a player
    count: 0 to 400
    kind: draw-two or wild-draw-four

  rule stack-begins
    clause psycho.stack.draw-two
    when player plays draw-two
    instead of official.draw-two
    then begin stack on next player with count 2, kind draw-two

  rule stack-of-fours-begins
    clause psycho.stack.wild-draw-four
    when player plays wild-draw-four
    instead of official.draw-four, psycho.draw-four
    then begin stack on next player with count 4, kind wild-draw-four

  rule stack-on
    clause psycho.stack.draw-two, psycho.stack.no-mixing, psycho.stack.continue, psycho.stack.continue-any
    during stack
    its player may play draw-two as answer
    if kind is draw-two
    then count += 2
      pass stack to next player

  rule stack-fours
    clause psycho.stack.wild-draw-four, psycho.stack.no-mixing
    during stack
    its player may play wild-draw-four as answer
    if kind is wild-draw-four
    then count += 4
      pass stack to next player
      begin naming on player

  rule send-back
    clause psycho.stack.reverse, psycho.stack.re-reverse, psycho.stack.reverse-wd4, psycho.stack.reverse-and-skip
    during stack
    its player may play reverse as answer
    if color of the card is current color or face of top card is reverse
    then direction becomes counterclockwise if direction is clockwise, otherwise clockwise
      pass stack to next player

  rule skip-on
    clause psycho.stack.skip, psycho.stack.skip-chain, psycho.stack.reverse-and-skip, psycho.stack.skip-wd4
    during stack
    its player may play skip as answer
    if color of the card is current color or face of top card is skip
    then pass stack to next player

  rule draw-the-stack
    clause psycho.stack.draw-two, psycho.stack.wild-draw-four
    during stack
    its player must otherwise draw count
    then pass turn to player
      end stack
