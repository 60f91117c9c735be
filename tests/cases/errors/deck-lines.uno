use "base.uno"
options for base

option extra "Lines that say something else than was meant"

  deck
    face is 6, 8
    1 of red 6, 8
    1 of each color: red 6
    1 of red: blue 6
    2 of rad: 6
    1 of red: 8 to 6
