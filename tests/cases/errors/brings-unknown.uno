# with brings-unknown.one
use "base.uno"
options for base

option one "One"
  brings tow

option two "Two"
