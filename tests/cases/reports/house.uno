# Something of everything that a report shows: an error with fixes, a warning, a suppression that is used, one that is not.
use "base.uno"
options for base

option jump "Throw in the same card <b>and</b> take over the turn"

  rule jump
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player
      over becomes yes

option slap "Throw in the same card; the turn stays"

  rule slap
    during turn
    any other player may play a card
    if the card is top card
    then over becomes no

option hot "Cards that this deck does not have"

  rule hot-star
    when player plays red star
    allow UNO401 "<script>alert(1)</script> ]]> 100%: ::error file=x,line=1::no & 'more' ´ü"
    then next player draws 1

  rule hotter-star
    when player plays blue star
    then next player draws 1

option cold "Nothing wrong here"

  rule cold-one
    when player plays red 1
    allow UNO201 with hot-star "once meant"
    then note "<img src=x onerror=alert(1)>"
