# with odd
use "base.uno"
options for base

option odd "Names that begin with a word of the language, and values in parentheses"

  rule lowest
    lowest hand of a player means 3

  rule total
    total worth means 3

  rule extra
    worth of a card means 2 + (1 if the card is red, otherwise 0)
