# with misread
use "base.uno"
options for base

option misread "Words that would be taken for something else"

  variable flag: true or false
  variable other: True or False
  variable marks per player: 0 to 10
  variable count: int
  variable open: yes or no or nothing
  variable some: players or nothing
  zone row each player, private
