# expect nothing of UNO203
# with outcomes-dealt-or-played.slapping, outcomes-dealt-or-played.echoing
# seats 2

# One waits for the card that the deal turned up, and the other for somebody to have played, whoever it was. No state has both.

use "base.uno"
options for base

option slapping "The card that the deal turned up may be slapped"

  variable flipped: card or nothing

  rule remember
    when the round begins
    after base.deal
    then flipped becomes top card

  rule covered
    when player plays a card
    then flipped becomes nothing

  rule slap
    during turn
    any other player may play a card
    if the card is flipped
    then score of player += 2

option echoing "The color that somebody has played may be played at once"

  variable last player: player or nothing

  rule note-player
    when player plays a card
    then last player becomes player

  rule nobody
    when the round begins
    then last player becomes nothing

  rule echo
    during turn
    any other player may play a card
    if color of the card is color of top card and last player is not nothing
    then score of player += 1
