# expect UNO306 bounded:
# also UNO403
# with
# seats 2

# After the nine hundredth round none can be begun, and nobody has a move but to nod.

game match-no-round-follows "Tiny"
  seats 2

  deck in draw pile
    color is red, blue
    face is 1 to 2
    1 of each color: 1 to 2

  zone hand of each player, private
  zone draw pile, face down

  situation turn on players
  act pass
  act nod a number: 0 to 49
  act start
  variable rounds: 0 to 1000, kept

  rule go
    during turn
    its players must pass
    then exclude player from players of turn

  rule done
    when turn completes
    then end the round

  rule finish
    when the round ends
    then rounds += 1
      if rounds is 1000
        end the match

  rule next
    at any time
    any player may start
    if round is over
    if rounds is not 900
    then begin a round

  rule nod
    at any time
    any player may nod a number

  rule match
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on players
