# expect nothing of UNO403
# with idle-once-the-match-is-over.marks
# seats 2

use "base.uno"
options for base

option marks "Once a match is over, all are marked"

  variable marked: players

  rule mark
    when the match ends
    if match is over
    then marked becomes players
