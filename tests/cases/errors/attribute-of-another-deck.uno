game mau "Mau"
  seats 2 to 4

  deck in draw pile
    suit is hearts, spades
    rank is 7 to 10, jack
    1 of each suit: 7 to 10, jack

  zone hand of each player, private
  zone draw pile, face down

  act wish-for a suit

  rule worth
    worth of a card means 20 if the card is jack, otherwise number of face of the card
