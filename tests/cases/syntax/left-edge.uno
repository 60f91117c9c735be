# Only the first of the lines that have their place further in is named.
game tour
seats 2 to 4
rule one
  when player plays 3
  then do nothing
zone draw pile, face down

scenario "this one is read"
  seats ann, bob
