# with brings-what-is-excluded.one
use "base.uno"
options for base

option one "One"
  brings two
  excludes two

option two "Two"
