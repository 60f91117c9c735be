# expect UNO201 witnessed: order-first-one-only-fires.all-pay, order-first-one-only-fires.next-pays
# with order-first-one-only-fires.everybody, order-first-one-only-fires.next
# seats 3

# A 3 waits to be paid for. Whichever rule comes first has it paid, and leaves the other nothing to do.

use "base.uno"
options for base

option everybody "Everybody else draws for a 3"
  brings bill

  rule all-pay
    when the table settles
    before base.next-turn, base.going-out
    if due is yes
    then (other players of player of turn) draw 1
      due becomes no

option next "The next player draws for a 3"
  brings bill

  rule next-pays
    when the table settles
    before base.next-turn, base.going-out
    if due is yes
    then (left of player of turn) draws 1
      due becomes no

option bill "A 3 has to be paid for"

  variable due: yes or no

  rule due
    when player plays 3
    then due becomes yes
