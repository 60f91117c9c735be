# expect nothing of UNO403
# with idle-sometimes.calm
# seats 2

# Mostly it changes nothing.

use "base.uno"
options for base

option calm "A star calms the table down, and a 1 upsets it"

  variable mood: calm or upset

  rule upset
    when player plays 1
    then mood becomes upset

  rule calm-down
    when player plays star
    then mood becomes calm
