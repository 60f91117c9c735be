# with silent
use "base.uno"

game talk "Talk" extends base

option knocking "Knock first"
  zone side pile, face up

  act knock

option silent "No talking"
  rule silence
    any player cannot knock

  rule cost
    when player knocks
    then player draws 1

  rule aside
    when player plays 2
    if player can knock
    then player draws 1

  rule shed
    when player plays 3
    then move top from side pile to hand of player
