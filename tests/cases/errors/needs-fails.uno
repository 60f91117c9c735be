# set hand-size=4
use "base.uno"
options for base

option even "Teams"
  needs seats / 2 * 2 is seats "teams need an even number of players"

game big "Too big" extends base
  needs seats * hand-size + 10 is less than deck size "there are not enough cards for this deal"
