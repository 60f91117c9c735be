game tabs "Tabs"
  seats 2

  rule a
   when the match begins
     then begin a round
  zone hand of each player, private
 zone draw pile, face down
