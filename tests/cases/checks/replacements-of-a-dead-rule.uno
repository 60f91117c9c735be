# expect nothing of UNO204
# with replacements-of-a-dead-rule.choir, replacements-of-a-dead-rule.pays, replacements-of-a-dead-rule.scores
# seats 3
# also UNO401, UNO405

# What both stand instead of is set off by a song that never begins.

use "base.uno"
options for base

option choir "Five who played a star sing"

  act sing
  variable crowd: players
  situation song on players

  rule crowd-grows
    when player plays star
    then crowd += player
      if number of players where (they is in crowd) is 5
        begin song on players
      otherwise
        score of player += 1

  rule sing
    during song
    its players must sing
    then exclude player from players of song

  rule sung
    when song completes
    then end song

option pays "Or a card is drawn"
  requires choir

  rule pays
    when song completes
    instead of sung
    then (next player after player of turn) draws 1

option scores "Or it scores"
  requires choir

  rule scores
    when song completes
    instead of sung
    then score of player of turn += 1
