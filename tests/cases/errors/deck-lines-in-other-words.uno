game words "Decks in other words"
  seats 2 to 4
  zone draw pile, face down

  deck in draw pile
    color is red, blue
    face is 1, 2, wild
    2 of each color: 1
    4 wilds
    4x wild
    one of red 2
    two of each color: 2
    red 2 twice
