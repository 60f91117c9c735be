game mau "Mau"
  seats 2 to 4

  deck in draw pile
    suit is hearts, spades
    rank is 7 to 10, jack
    1 of each suit: 7 to 10, jack

  zone hand of each player, private
  zone draw pile, face down

  act hold a card from hand

  act keep a card from hand

  rule first
    when player keeps a card
    then next player holds 7
