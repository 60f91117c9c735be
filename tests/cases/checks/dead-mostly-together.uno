# expect no finding of UNO401
# with dead-mostly-together.moods
# seats 2

# After a 4, one of the two variables is left.

use "base.uno"
options for base

option moods "A star makes everybody glad and loud; a 4 ends both"
  variable glad: yes or no
  variable loud: yes or no
  act sing

  rule cheer
    when player plays star
    then glad becomes yes
      loud becomes yes

  rule calm
    when player plays 4
    then loud becomes no

  rule sing
    at any time
    any player may sing
    if glad is yes and loud is no
    then player draws 1
