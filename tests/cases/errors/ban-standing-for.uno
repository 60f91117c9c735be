use "base.uno"

game mirror "A ban on what a card stands for" extends base

  rule never
    any player cannot play 3 standing for red 4
