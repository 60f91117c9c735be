# expect no finding of UNO403
# with idle-counted-many-times.many
# seats 2

# Each line may repeat the value of the one before it twice, and there are many.

use "base.uno"
options for base

option many "Every card counts a lot"

  variable counted: 0 to 10, kept

  rule adds
    when player plays a card
    then counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
      counted += 1
