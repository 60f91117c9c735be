use "base.uno"
options for base

scenario "there is no way in"
  seats ann, bob, cyd
  cyd is absent
  cyd arrives
