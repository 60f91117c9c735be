use "base.uno"
options for base

option twice "What is said twice"

  set hand-size to 2
  set hand-size to 3

  deck
    packs 2
    packs 3

  variable count: 0 to 9, starts 1, kept, starts 2

  variable marked of each player: yes or no, secret, secret

  situation debt on a player
    count: 0 to 9, starts 1, starts 2
