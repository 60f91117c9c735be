use "base.uno"
options for base

option backwards "Seats that go down"

  seats 4 to 2
