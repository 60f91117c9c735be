  game tour
    seats 2 to 4
