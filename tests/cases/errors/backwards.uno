use "base.uno"
options for base

option backwards "Ranges that go down"

  variable count down: 5 to 1

  situation debt on a player
    count: 3 to -3

  act bid a number: 9 to 0
