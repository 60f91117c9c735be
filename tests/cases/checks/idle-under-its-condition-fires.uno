# expect UNO403 proved: idle-under-its-condition-fires.calm-down
# with idle-under-its-condition-fires.calm
# seats 2

# What it sets is what it asked for.

use "base.uno"
options for base

option calm "A star calms the table down, and a 1 upsets it"

  variable mood: calm or upset

  rule upset
    when player plays 1
    then mood becomes upset

  rule calm-down
    when player plays star
    if mood is calm
    then mood becomes calm
