"""What every browser is given: rules that contradict each other, and a page that plays by itself."""

from __future__ import annotations

CLASH = """use "official.uno"
options for official

option jump "Whoever has the same card may play it at any time"

  rule same-card
    despite official.only-the-drawn-card
    at any time
    any player may play a card
    if the card is top card
    then end turn
      begin turn on next player

option quick "Whoever has the same card may throw it in, and the turn stays"

  rule throw-in
    despite official.only-the-drawn-card
    at any time
    any player may play a card
    if the card is top card
    then next player draws 1
"""

CLICKER = """() => setInterval(() => {
  const open = document.querySelector("dialog[open] p button");
  if (open) return open.click();
  const cards = [...document.querySelectorAll(".playable")];
  const all = cards.length && Math.random() < 0.9 ? cards : [...document.querySelectorAll(".actions button:not(.quiet)"), ...cards];
  if (all.length && (document.querySelector(".mine.turn") || Math.random() < 0.1)) all[Math.floor(Math.random() * all.length)].click();
}, 30)"""
"""Clicks what there is to click, as soon as there is something: a page that plays by itself."""
