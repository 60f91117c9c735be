use "base.uno"
options for base

scenario "a verb"
  seats ann, draws
  expect turn of ann
