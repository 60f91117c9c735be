use "base.uno"
options for base

option extra "One more rule"

  act cheer
    naming a color
    naming a number

  act wave
    naming a color
    naming a tint: color or nothing

  act shout a color
    naming a color

  act whisper
    naming a second: players

  rule a
    during turn
    its player may draw 1 naming red

  rule b
    when player plays a card naming a color
    then player draws 1
