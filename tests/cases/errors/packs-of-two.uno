use "base.uno"
# with few, many, same
options for base

option few "Two packs"

  deck
    packs 2

option many "Three packs"

  deck
    packs 3

option same "Two packs, too"

  deck
    packs 2
