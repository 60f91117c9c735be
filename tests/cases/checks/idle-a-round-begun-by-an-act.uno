# expect no finding of UNO403
# with
# seats 2

# A mere wait lets the new round settle for the first time, and it is over.

game idle-a-round-begun-by-an-act "Settle"
  seats 2

  deck in draw pile
    face is 1 to 6
    2 of 1 to 6

  zone hand of each player, private
  zone draw pile, face down

  variable fresh: yes or no, starts yes
  variable rounds: 0 to 100000, kept
  variable dealer: a player, kept

  situation turn on a player

  act wait
  act win
  act stop
  act calm
    then fresh becomes no
  act redeal
    then begin a round

  rule first
    when the match begins
    then dealer becomes first of players
      dealer redeals
  rule deal
    when the round begins
    then begin turn on dealer

  rule calm
    during turn
    its player may calm
    then pass turn to left of player

  rule wait
    during turn
    its player may wait

  rule stop
    during turn
    its player may stop
    then rounds += 1

  rule win
    during turn
    its player may win
    then end the match won by player

  rule over
    when the table settles
    if fresh is yes and rounds is 5000
    then end the round

  rule again
    when the round ends
    then dealer becomes left of dealer
      dealer redeals

scenario "waiting deals again"
  seats ann, bob
  rounds is 5000
  dealer is ann
  turn of ann
  ann waits
  expect turn of bob
  bob waits
  expect turn of ann
