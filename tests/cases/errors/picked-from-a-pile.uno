use "base.uno"

game picks "Cards picked out of a pile" extends base

  rule away
    when player plays 3
    then move all red cards from discard pile to draw pile
