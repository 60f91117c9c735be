# expect nothing of UNO205
# with parameter-agrees.short, parameter-agrees.quick
# seats 2

use "base.uno"
options for base

option short "Two cards each"
  set hand-size to 2

option quick "Two cards each as well"
  set hand-size to 2
