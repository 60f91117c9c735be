use "base.uno"

game slip "A slip" extends base

  rule fine
    when player plays 1
    then other players draw 1, player draws 1
