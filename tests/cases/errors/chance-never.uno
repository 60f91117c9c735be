use "base.uno"
options for base

option luck "What comes at random"

  variable roll: 1 to 6
  variable tint: color or nothing

  rule die
    when player plays 1
    then roll becomes a random one of 1 to 6
      tint becomes a random color

scenario "seven of six"
  with luck
  seats ann, bob
  ann holds red 1, red 2
  discard pile is red 3; turn of ann
  chance is 4, green
  ann plays red 1
