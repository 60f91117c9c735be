# expect UNO306 bounded:
# with match-nobody-won.rounds
# seats 2

# Nobody wins a round that ends because the draw pile is empty. Then the match goes on, whatever round it is.

use "base.uno"
options for base

option rounds "Two rounds, if somebody wins"
  without base.one-round
  variable rounds: 0 to 3, kept

  rule none-wins
    when the table settles
    before base.going-out
    if draw pile is empty
    then end the round won by players where (number of cards in their hand is 20)

  rule over
    when the round ends
    then rounds += 1
      for each player in winners
        if rounds is at least 2
          end the match won by winners

  rule again
    when the round ends
    after over, base.score
    if not the match is over
    then begin a round
