# What scenarios can expect: whole places, all moves, what is seen and shown, ends of rounds, refused tables.

use "base.uno"

game expectations "Looking and ending" extends base
  needs hand-size is less than 4 "three cards are enough"

  variable score of each player: 0 to 100, kept
  variable bid of each player: 0 to 5, secret

  zone row, face up

  act look at an opponent
  act reveal a card
  act end
  act give up

  act play a card from hand
    manners late

  rule look
    during turn
    its player may look at an opponent
    then show hand of the opponent to player
      bid becomes 3

  rule reveal
    during turn
    its player may reveal a card
    then show the card to other players

  rule late
    during turn
    any player may play a card as late
    if the card is red and player is not player of turn
    then note "too late" to player

  rule out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)

  rule score
    when the round ends
    before next-round
    then
      for each player in winners
        score of player += 20

  rule next-round
    when the round ends
    then
      if there is players where (their score is at least 40)
        end the match won by winners
      otherwise begin a round

  rule cards-again
    when the round begins
    then
      for each player
        move top 2 from draw pile to hand of player

  rule say-who
    when player looks at an opponent
    then note "it is", player, "and then", next player, "who has", number of cards in hand of next player, "cards" to other players

  rule give-up
    during turn
    its player may at will give up
    then end the round

option few "Few players"
  excludes many

option many "Many players"
  needs seats is more than 2 "for more than two players"

scenario "a whole hand, and a whole pile from the top"
  seats ann, bob
  ann holds red 1, 2 * blue 2
  bob holds exactly blue 3
  discard pile is red 4, blue 4, red 3
  row is nothing
  expect ann holds exactly blue 2, red 1, blue 2
  expect ann holds exactly 2 * blue 2, red 1
  expect ann holds red 1, 2 * blue 2
  expect ann holds red
  expect not ann holds red 2
  expect hand of ann is exactly red 1, 2 * blue 2
  expect discard pile is exactly red 4, blue 4, red 3
  expect card 3 of discard pile is red 3
  expect card 4 of discard pile is nothing
  expect row is exactly nothing
  expect row is empty
  ann plays red 1
  expect ann holds exactly 2 * blue 2
  expect discard pile is exactly red 1, red 4, blue 4, red 3
  bob plays blue 3
  expect bob holds exactly nothing when the round ended

scenario "a short pile to draw from, and none at all"
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  draw pile is exactly blue 3, red 3
  expect number of cards in draw pile is 2
  expect draw pile is exactly red 3, blue 3
  ann draws 1
  expect ann holds exactly red 1, red 2, blue 3
  bob draws 1
  expect bob holds exactly blue 1, red 3
  expect draw pile is empty
  ann draws 1
  expect ann holds exactly red 1, red 2, blue 3

scenario "no card is left to draw"
  seats ann, bob
  ann holds red 1, red 2
  draw pile is empty
  expect draw pile is exactly nothing
  ann draws 1
  expect ann holds exactly red 1, red 2

scenario "cards out of play are back in the next round"
  seats ann, bob
  ann holds red 1
  bob holds blue 1, blue 2
  draw pile is nothing
  ann plays red 1
  expect the round ended
  expect number of cards in draw pile is 14

scenario "all that a player can do"
  seats ann, bob
  ann holds red 1, blue 2
  bob holds red 2, blue 1
  turn of ann
  expect ann can only play red 1, play blue 2, draw 1, look at bob, reveal a card
  expect ann can only play a card, draw, look at an opponent, reveal anything
  expect bob can only play red 2 as late
  expect bob can only play a card
  expect ann can give up

scenario "what lies open, and what a move shows"
  seats ann, bob, cyd
  ann holds red 1, blue 2
  bob holds red 2, 2 * blue 1
  discard pile is red 3; turn of ann
  expect ann can see hand of ann
  expect ann cannot see hand of bob
  expect cyd can see discard pile
  expect cyd cannot see draw pile
  expect bob can see top card
  expect ann can see bid of ann
  expect bob cannot see bid of ann
  expect bob can see over of turn
  expect ann can see red 1 of ann
  expect bob cannot see red 1 of ann
  ann looks at bob
  expect ann is shown hand of bob
  expect ann is shown red 2, 2 * blue 1
  expect ann is shown exactly 2 * blue 1, red 2
  expect ann is not shown red 1
  expect ann is not shown hand of ann
  expect ann can see hand of bob
  expect ann can see red 2 of bob
  expect ann cannot see red 4 of bob
  expect cyd is shown nothing
  ann reveals blue 2
  expect ann is shown nothing
  expect bob is shown exactly blue 2
  expect cyd is shown blue 2
  expect ann cannot see hand of bob

scenario "a round is won, and the next one dealt in the same move"
  seats ann, bob
  ann holds red 1
  bob holds blue 1, blue 2
  ann plays red 1
  expect the round ended
  expect ann wins the round
  expect ann wins the round with score 20
  expect the match continues
  expect bob holds exactly blue 1, blue 2 when the round ended
  expect number of cards in hand of ann is 0 when the round ended
  expect turn of bob when the round ended
  expect score of ann is 0 when the round ended
  expect number of cards in hand of ann is 2
  expect not ann holds nothing
  ann draws 1
  expect the round continues

scenario "two win at once, or nobody"
  seats ann, bob, cyd
  ann holds red 1
  bob holds nothing
  cyd holds blue 3
  score of bob is 4
  ann plays red 1
  expect ann, bob win the round
  expect the round ended

scenario "nobody wins"
  seats ann, bob
  turn of ann
  ann gives up
  expect nobody wins the round
  expect the match continues

scenario "the match takes its round with it"
  seats ann, bob
  ann holds red 1
  score of ann is 20
  ann plays red 1
  expect ann wins the match with score 40
  expect ann wins the round
  expect the match ended
  expect the match is over

scenario "a note and whom it is for"
  seats ann, bob
  ann holds red 1, blue 2
  bob holds red 2, blue 1
  turn of ann
  expect no note
  bob plays red 2 as late
  expect note "too late" to bob
  expect no note "too late" to ann
  expect no note to ann + bob

scenario "who is next stands in a note by name"
  seats p0, p1, p2
  turn of p1
  p1 looks at p0
  expect note "it is p1 and then p2 who has 2 cards" to p0 + p2
  expect no note to p1

scenario "too many players"
  seats ann, bob, cyd, dan, eve
  expect the table is refused "not 5"

scenario "a hand that is too large"
  set hand-size to 5
  expect the table is refused "goes from 1 to 4"

scenario "a hand that does not do"
  set hand-size to 4
  expect the table is refused "three cards are enough"

scenario "options that exclude each other"
  with few, many
  seats ann, bob, cyd
  expect the table is refused

scenario "everything but one"
  with everything
  without few
  seats ann, bob, cyd
  expect number of players is 3

scenario "the round ends by its rules"
  seats ann, bob
  ann holds red 1; bob holds blue 1
  the round ends
  expect number of cards in hand of ann is 2
