# expect UNO302 bounded: stack-a-move-is-undone.pay
# with
# seats 2

# From round 4000 on, what a pass sets off never ends, so that the engine takes each pass back.

game stack-a-move-is-undone "Tiny"
  seats 2

  deck in draw pile
    color is red, blue
    face is 1 to 2
    1 of each color: 1 to 2

  zone hand of each player, private
  zone draw pile, face down

  situation turn on a player
  situation debt on a player
  act pass
  act pay
  variable rounds: 0 to 5000, kept

  rule go
    during turn
    its player must pass
    then begin debt on left of player

  rule pay
    during debt
    its player must pay
    then end debt

  rule again
    when player pays
    if rounds is 4000
    then player pays

  rule done
    when debt ends
    then end the round

  rule one-round
    when the round ends
    then rounds += 1
      if rounds is 5000
        end the match
      otherwise
        begin a round

  rule match
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on first of players
