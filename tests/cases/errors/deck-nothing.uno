use "base.uno"
# with extra
options for base

option extra "Lines that put nothing in and take nothing out"

  deck
    face is mirror, moon
    1 of red moon
    0 of blue: moon
    remove 0 of red 1
    remove mirror
    remove red mirror, blue moon
    remove each color: mirror
    remove each color: moon
    remove red 1 to 2
