# expect no finding of UNO207
# with contradiction-chosen-later.vote, contradiction-chosen-later.fair, contradiction-chosen-later.veto
# seats 3

# At whom somebody points is decided later. One option forbids some of it, the other says who is asked.

use "base.uno"
options for base

option vote "A 3 calls a vote on who draws"

  act point at an opponent

  variable votes of each player: 0 to 4

  situation vote on players

  rule vote
    when player plays 3
    then
      for each player
        votes becomes 0
      begin vote on players

  rule points-at
    during vote
    its players must point at an opponent
    then votes of opponent += 1
      exclude player from players of vote

  rule counted
    when vote completes
    then
      for each player in players where (their votes is highest votes for players)
        player draws 1
      end vote

option fair "Nobody points at the first player"
  requires vote

  rule not-first
    any player cannot point at an opponent
    if opponent is first of players
    instead of points-at

option veto "Whoever has one card has no vote"
  requires vote

  rule veto
    when vote begins
    then
      for each player in players where (number of cards in their hand is 1)
        exclude player from players of vote
