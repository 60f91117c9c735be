use "base.uno"

game later "Too early" extends base
  needs number of players is more than 1 "somebody must be there"
