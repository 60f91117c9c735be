# Two rules whose order a third one of another option gives: it is none at the table without that option.

use "base.uno"
options for base

option early "A 3 marks the table, before it is counted"
  requires marks

  rule marks-one
    when player plays 3
    before counted
    then mark becomes 1

option late "A 3 marks the table, after it was counted"
  requires marks

  rule marks-two
    when player plays 3
    after counted
    then mark becomes 2

option counts "A 3 is counted"
  requires marks

  rule counted
    when player plays 3
    then threes += 1

option marks "What is noted"
  variable mark: 0 to 3
  variable threes: 0 to 3

  rule marks-none
    when player plays 4
    then mark becomes 3
