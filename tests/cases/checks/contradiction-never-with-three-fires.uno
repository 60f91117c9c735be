# expect UNO207 proved: contradiction-never-with-three-fires.not-on-red, contradiction-never-with-three-fires.not-on-blue, contradiction-never-with-three-fires.not-on-star
# with contradiction-never-with-three-fires.red, contradiction-never-with-three-fires.blue, contradiction-never-with-three-fires.stars, contradiction-never-with-three-fires.swift
# seats 2
# others stay open

# Any two of these bans leave a 4 possible somewhere, and the three of them never do. The fourth option has no part in it.

use "base.uno"
options for base

option red

  rule not-on-red
    any player cannot play 4
    if color of top card is red

option blue

  rule not-on-blue
    any player cannot play 4
    if color of top card is blue

option stars

  rule not-on-star
    any player cannot play 4
    if top card is star

option swift

  rule swift
    any player cannot draw
    if number of cards in hand of player is at least 9
