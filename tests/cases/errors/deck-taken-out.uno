use "base.uno"
# with extra
options for base

option extra "More is taken out than there is"

  deck
    face is 6
    remove 1 of 3
    remove 3 of red 4
    remove 1 of red 1
    remove 2 of red 1
    remove 1 of red 6
