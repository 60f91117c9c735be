/* The table of `stacking.uno` for SPIN: the same deck, the same moves, the same states. One card of each kind, four seats.
   Given from outside: COLORS (2 or 3), NUMBERS (numbers of each color), and the deal: DEAL says where each card lies (a seat,
   PILE or GONE), TOP which one lies on top of the discard pile. Cards are numbered color by color, the draw two last. */

#define SEATS 4
#define FACES (NUMBERS + 1)
#define CARDS (COLORS * FACES)
#define PILE SEATS
#define GONE (SEATS + 1)
#define NEXT ((who + 1) % SEATS)
#define IS_TWO(card) ((card) % FACES == NUMBERS)
#define FITS(card) ((card) / FACES == top / FACES || (card) % FACES == top % FACES)

byte at[CARDS] = { DEAL };
byte top = TOP;
byte who = 0;  /* whose turn it is, or who has to draw */
byte due = 0;  /* how many cards; 0 while no stack is open */

/* worked with inside a move, 0 between moves */
byte i;
byte to_draw;
byte hands;

/* a card of the player's hand that can be played goes onto the pile */
#define PLAY(card) \
  :: at[card] == who && (due -> IS_TWO(card) : FITS(card)) -> \
     at[card] = GONE; \
     top = card; \
     if \
     :: IS_TWO(card) -> due = due + 2 \
     :: else \
     fi; \
     who = NEXT

/* a card of the draw pile goes to the player's hand */
#define DRAW(card) \
  :: at[card] == PILE -> at[card] = who

/* every card, of which one is chosen */
#define EVERY_CARD(ACT) \
  ACT(0) \
  ACT(1) \
  ACT(2) \
  ACT(3) \
  REST(ACT)

#if COLORS * (NUMBERS + 1) == 6
#define REST(ACT) ACT(4) ACT(5)
#elif COLORS * (NUMBERS + 1) == 8
#define REST(ACT) ACT(4) ACT(5) ACT(6) ACT(7)
#elif COLORS * (NUMBERS + 1) == 9
#define REST(ACT) ACT(4) ACT(5) ACT(6) ACT(7) ACT(8)
#elif COLORS * (NUMBERS + 1) == 10
#define REST(ACT) ACT(4) ACT(5) ACT(6) ACT(7) ACT(8) ACT(9)
#endif

active proctype table() {
  do
  :: atomic {
       if
       EVERY_CARD(PLAY)
       :: to_draw = (due -> due : 1);
          do
          :: to_draw == 0 -> break
          :: else ->
             d_step {
               to_draw--;
               i = 0;
               do
               :: i < CARDS && at[i] != PILE -> i++
               :: else -> break
               od;
               if
               :: i < CARDS
               :: else ->
                  /* the draw pile is empty: what lies below the top is turned over */
                  for (i : 0 .. CARDS - 1) {
                    if
                    :: at[i] == GONE && i != top -> at[i] = PILE
                    :: else
                    fi
                  }
               fi
             };
             if
             EVERY_CARD(DRAW)
             :: else -> to_draw = 0
             fi
          od;
          due = 0;
          who = NEXT
       fi;
       if
       :: due == 0 ->
          /* settled: has anybody gone out? */
          d_step {
            hands = 0;
            for (i : 0 .. CARDS - 1) {
              if
              :: at[i] < SEATS -> hands = hands | (1 << at[i])
              :: else
              fi
            }
          };
          i = 0;
          if
          :: hands != (1 << SEATS) - 1 -> hands = 0; who = 0; goto end_over
          :: else
          fi;
          hands = 0
       :: else
       fi
     }
  od;
end_over:
  false
}
