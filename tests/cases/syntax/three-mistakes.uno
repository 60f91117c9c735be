# Three mistakes in three rules are three messages; the good rule between them stays.
game tour "A tour"
  seats 2 to 4

  rule first
    whenever player plays 3
    then pass turn to next player

  rule good
    when player plays 4
    then pass turn to next player

  rule second
    when player plays 5
    pass turn to next player

  rule third:
    when player plays 6
    then pass turn to next player
