use "base.uno"
options for base

option one
  rule first
    when player palys 5
    if the card is bleu
    then player drawz 1
      player draws a card
