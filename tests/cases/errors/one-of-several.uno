use "base.uno"
options for base

option several "One of several"

  variable seen: 0 to 9

  rule spoken
    when player plays 3
    then seen becomes smaller of seen and 5

  rule min-of
    when player plays 3
    then seen becomes min of seen

  rule apart
    when player plays 3
    then seen becomes the difference between seen and 5

  rule three
    when player plays 3
    then seen becomes larger of (seen, 1, 2)

  rule three-apart
    when player plays 3
    then seen becomes difference of (seen, 1, 2)

  rule misspelled
    when player plays 3
    then seen becomes smaler of (seen, 1)

  rule no-number
    when player plays 3
    then seen becomes smaller of (seen, red)

  rule verb
    when player plays 3
    then player draws of (seen, 1)

  rule too-large
    when player plays 3
    then
      repeat larger of (seen, 9000) times
        player draws 1
