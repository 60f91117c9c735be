use "base.uno"
options for base

option backwards "Faces that go down"

  deck
    face is 9 to 5
    1 of each color: 9 to 5
