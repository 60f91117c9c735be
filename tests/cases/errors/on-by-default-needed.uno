use "base.uno"

game leaning "A game that leans on an option" extends base

  rule glee
    when player plays 3
    then glee += 1

option joy "Joy is counted"
  on by default

  variable glee: 0 to 9, starts 0
