use "base.uno"

game breath "A condition in the line of the offer" extends base

  rule shy
    during turn
    its player may draw 1 if top card is nothing
