game words "Decks in other words"
  seats 2 to 4
  zone draw pile, face down

  deck in draw pile
    color is red, blue
    face is 1, 2, wild
    3 of no color: wild
    2 of all colors: 1
    2 of purple: 1
