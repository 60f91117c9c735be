game tour
  when player plays 3
  expect turn of ann

  rule one
    zone draw pile, face down
    when player plays 3

  option inner
    seats 2 to 4
