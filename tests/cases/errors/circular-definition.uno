use "base.uno"
options for base

option extra "One more rule"

  rule dear
    a card is dear means the card is red or cheap

  rule cheap
    a card is cheap means the card is blue or dear

  rule extra
    when player plays dear
    then next player draws 1
