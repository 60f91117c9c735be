game tour
  rule nothing

  rule not-indented
  when player plays 3
  then do nothing

  rule bare-then
    when player plays 3
    then

  deck in draw pile

scenario "nothing happens"
