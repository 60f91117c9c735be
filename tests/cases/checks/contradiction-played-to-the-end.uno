# expect no finding of UNO207
# with contradiction-played-to-the-end.runs, contradiction-played-to-the-end.on, contradiction-played-to-the-end.costs
# seats 3

# A run that may not be closed yet is played to its end before its outcome is compared with that of a closed one.

use "base.uno"
options for base

option runs "A 3 opens a run of its color"

  act close
  act play a card
    manners run

  situation run on a player
    hue: color or nothing

  rule opens
    when player plays 3
    then begin run on player with hue (color of the card)

  rule goes-on
    during run
    its player may play a card as run
    if color of the card is hue

  rule closes
    during run
    its player must otherwise close
    then end run

option on "A run may not be closed while it can go on"
  requires runs

  rule no-close
    any player cannot close
    instead of closes
    if there is a card in hand of player where (color of it is hue of run)

option costs "A 4 in a run costs the next player a card, at once"
  requires runs

  situation owing on a player

  rule costs
    when player plays 4 as run
    then begin owing on next player

  rule pays
    during owing
    its player must otherwise draw 1
    then end owing
      pass turn to player
