use "base.uno"

game always "Always on" extends base
  on by default
