# expect nothing of UNO301
# with endless-never-begun.hum
# seats 3
# also UNO401

# Whoever hums makes the next one hum, and nobody ever begins.

use "base.uno"
options for base

option hum "A hum goes round"

  act hum

  rule echo
    when player hums
    then next player hums
