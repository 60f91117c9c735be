use "base.uno"
options for base

option extra "One more rule"

  rule extra
    when the table settles
    then move top from draw pile to hand
