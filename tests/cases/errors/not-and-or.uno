use "base.uno"
options for base

option both "What reads aloud as two things"

  rule is-not
    when player plays a card
    if the card is not 3 or 4
    then next player draws 1

  rule not-is
    when player plays a card
    if not the card is 3 or 4
    then next player draws 1

  rule not-and
    when player plays a card
    if not the card is red and 4
    then next player draws 1

  rule is-not-and
    when player plays a card
    if the card is not red and 4
    then next player draws 1

  rule four
    when player plays a card
    if top card is 1 or 2 or 3 or 4 and number of players is 2
    then next player draws 1

  rule behind
    when player plays a card
    if number of players is 2 and top card is 1 or 2
    then next player draws 1

  rule described
    when player plays red or blue and 3
    then next player draws 1
