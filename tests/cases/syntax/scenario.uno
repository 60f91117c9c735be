scenario "moves"
  seats ann, bob
  ann plays red 3 as
  expect note hello
  expect ann plays
  bob draws 2;
