game tour
  deck in draw pile
    color red, blue
    2 of each color 3
    face is 0 to 7
    remove
