# expect nothing of UNO404
# with option-without.silent
# seats 2

# It says nothing and takes something away.

use "base.uno"
options for base

option silent "No scores"
  without base.score
