# expect nothing of UNO405
# with part-line.more
# seats 2

# Each line changes something in some game: what was set may be something else by then.

use "base.uno"
options for base

option more "Some cards count more"

  variable bonus: 0 to 50
  variable wary: players
  variable debtor: player or nothing
  variable owed of each player: 0 to 9
  variable mood: merry or grim

  rule counts
    when player plays 1
    then bonus becomes 0
      for each player
        score of player += bonus
        bonus += 1
      bonus becomes 0

  rule turns
    when player plays 2
    if mood is merry
    then
      if top card is red then mood becomes grim
      mood becomes merry
      score of player += 1

  rule takes-over
    when player plays star
    then wary += player
      wary -= next player
      wary += player of turn
      score of player becomes 0
      score of next player += 1
      score of player of turn += score of next player

  rule forgets
    when player plays 3
    then wary -= players where (their score is 0)
      for each player
        if player is in wary then bonus += 1

  rule begins
    when the round begins
    then score of first of players += 1
      over of turn becomes no

  rule owes
    when player plays 4
    then owed of debtor becomes 3
      bonus becomes 3
      bonus becomes owed of debtor
      debtor becomes player if top card is red, otherwise nothing
