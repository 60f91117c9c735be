game missing-deck "No cards"
  seats 2

  zone hand of each player, private
  zone draw pile, face down

  rule match
    when the match begins
    then begin a round
