use "base.uno"
options for base

scenario "ann against herself"
  seats ann, ann
  ann holds red 1
  ann plays red 1
