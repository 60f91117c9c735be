option forms "As other languages write lines"
  variable die is 1 to 40
  variable coin: 1-40
  variable size = 5
  variable: chip 1 to 40
  zone: den, face up
  zone lair face up
  situation wait for a player
  requires: jump-in

scenario "hands"
  seats: ann, bob
  ann: red 5, red 6
  hand of bob = blue 5
