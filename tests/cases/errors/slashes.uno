use "base.uno"

game slip "A slip" extends base

  rule fine
    when player plays 1 // a one
    then other players draw 1
