# expect UNO302 witnessed: endless-large-bet-fires.bet, endless-large-bet-fires.settle
# with endless-large-bet-fires.debt
# seats 2

use "base.uno"
options for base

option debt "Bets"
  act bet a number
  act settle
  act close
  situation debt on a player
    m: 0 to 50
    n: 0 to 2000

  rule open
    when player plays star
    then begin debt on player with m 20, n 0

  rule bet
    during debt
    its player may bet 100
    if m of debt is at least 1
    if n of debt is 0
    then m of debt -= 1

  rule grow
    when player bets a number
    then
      repeat the number times
        n of debt += 1

  rule settle
    during debt
    its player may settle
    if n of debt is at least 100
    if m of debt is at most 49
    then n of debt -= 100
      m of debt += 1

  rule close
    during debt
    its player may close
    then end debt
