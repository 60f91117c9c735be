game snap "Snap"
  seats 2 to 4

  deck in stock
    color is red, blue
    face is 1 to 5
    2 of each color

  zone stock, face down
