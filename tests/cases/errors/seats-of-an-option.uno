use "base.uno"
options for base

option four "For four"
  seats 4

option teams "Two teams of two"
  brings four

  rule teams
    when player plays 3
    then next player draws 1

scenario "one player too few"
  with teams
  seats ann, bob, cyd
  ann holds red 1
  ann plays red 1
