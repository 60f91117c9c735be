# expect no finding of UNO401
# with
# seats 2

# What the chirps set off comes behind the bell, so the last hum is not calmed.

game dead-behind-a-loop "Late hum"
  seats 2

  deck in draw pile
    face is 1 to 6
    2 of 1 to 6

  zone hand of each player, private
  zone draw pile, face down

  variable calm: yes or no, starts yes
  variable rounds: 0 to 100000, kept

  situation turn on a player

  act start
  act prize
  act stop
  act chirp
  act hum
  act bell

  rule first
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player in players
        move top 2 from draw pile to hand of player
      begin turn on first of players

  rule start
    during turn
    its player may start
    then
      for each card in hand of player
        player chirps
      player bells
      pass turn to left of player

  rule chirp-hums
    when player chirps
    then player hums

  rule hum-disturbs
    when player hums
    if rounds is 5000
    then calm becomes no

  rule bell-calms
    when player bells
    then calm becomes yes

  rule stop
    during turn
    its player may stop
    then end the round

  rule next-round
    when the round ends
    then rounds += 1
      begin a round

  rule prize
    during turn
    its player may prize
    if calm is no
    then end the match won by player

scenario "the prize"
  seats ann, bob
  turn of ann; rounds is 5000
  ann starts
  expect calm is no
  expect bob can prize
