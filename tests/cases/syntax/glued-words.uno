game glued

  rule one
    at anytime
    player may play 5

  rule two
    when player plays 5
    then move allbut top from discard pile to draw pile
