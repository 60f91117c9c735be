# expect nothing of UNO406
# with unread-orders-others.keep
# seats 2

# Nothing asks how many ones were played. But with this rule between them, two others run in another order.

use "base.uno"
options for base

option late "A 1 ends the turn, or does not"

  rule early
    when player plays 1
    then over of turn becomes yes

  rule late
    when player plays 1
    allow UNO201 "the option keep says which comes first"
    then over of turn becomes no

option keep "It is kept how many ones were played"
  brings late

  variable ones: 0 to 9

  rule between
    when player plays 1
    after late
    before early
    then ones += 1
