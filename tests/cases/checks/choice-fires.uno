# expect UNO305 witnessed: base.draw
# with
# seats 2

use "base.uno"
options for base
