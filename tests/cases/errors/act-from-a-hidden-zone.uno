use "base.uno"

game peek "Cards taken out of the draw pile" extends base

  act take a card from draw pile
