game snap "Snap"
  seats 2 to 4

  deck in stock
    animal is cat, dog, cow
    4 of each animal
    4: cat, dog
    2 of: cow

  zone stock, face down
