# expect UNO304 witnessed: base.draw, base.play
# with trap-value-that-stays-fires.first
# seats 2

# Once a star was played nobody is out any more, and nothing takes that back.

use "base.uno"
options for base

option first "The first rules"
  variable broken: yes or no
  rule br
    when player plays star
    then broken becomes yes
  rule no
    when the table settles
    instead of going-out
    if broken is yes
    then do nothing
