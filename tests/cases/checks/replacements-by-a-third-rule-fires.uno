# expect UNO204 witnessed: replacements-by-a-third-rule-fires.one, replacements-by-a-third-rule-fires.two
# with replacements-by-a-third-rule-fires.first
# seats 3

# The conditions never hold together; a third rule runs in between.

use "base.uno"
options for base

option first "The first rules"
  variable n: 0 to 3
  rule base-four
    when player plays 4
    then player draws 1
  rule one
    when player plays 4
    instead of base-four
    if n is 0
    then next player draws 1
  rule two
    when player plays 4
    after mid
    instead of base-four
    if n is 1
    then player draws 2
  rule mid
    when player plays 4
    after one
    then n becomes 1
  rule back
    when player plays 3
    then n becomes 0
