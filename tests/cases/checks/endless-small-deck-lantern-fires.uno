# expect UNO302 witnessed: lantern.hand-on
# with
# seats 2

# A game of its own: nine cards; the lantern goes to and fro by lamps that come back from the shelf as soon as it is empty.

game lantern "The lantern"
  seats 2 to 3
  deck in box
    kind is lamp, oil, rope
    3 of lamp
    4 of oil
    2 of rope
  zone pocket of each player, private
  zone box, face down
  zone shelf, face up
  situation evening on a player
  situation lit on a player
    hours: 0 to 1000
  act lay down a card from pocket
    then move card the card from pocket of player to shelf
  act fetch a number
    then
      repeat the number times
        if box is empty
          move all from shelf to box
          shuffle box
        move top from box to pocket of player
  act blow out
  rule begins
    when the match begins
    then begin a round
  rule dealt
    when the round begins
    then
      for each player
        move top 2 from box to pocket of player
      begin evening on first of players
  rule over
    when the round ends
    then end the match
  rule home
    when the table settles
    if there is players where (number of cards in their pocket is 0)
    then end the round
  rule oil-or-rope
    during evening
    its player may lay down oil or rope
    then pass evening to left of player
  rule light-it
    during evening
    its player may lay down lamp
    then begin lit on left of player with hours 1
      pass evening to left of player
  rule look-in-the-box
    during evening
    its player must otherwise fetch 1
    then pass evening to left of player
  rule hand-on
    during lit
    its player may lay down lamp
    then hours += 1
      player fetches 1
      pass lit to left of player
  rule dark
    during lit
    its player must otherwise blow out
    then end lit
