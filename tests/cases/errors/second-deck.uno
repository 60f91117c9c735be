use "base.uno"
options for base

option second "A deck of its own"

  zone launcher, face down

  deck in launcher
    face is shot
    3 of shot
