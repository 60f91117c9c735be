use "base.uno"

game slip "A slip" extends base

  rule fine
    when player plays 1
    then other players draw one card
