/* The official rules at four seats without options, by hand: random legal bots, whole matches to 500 points.

   It makes the same choices among the same legal moves, from the same streams of chance, as `unodsl simulate`, so that the
   games are the same, move for move. It counts moves, matches and wins, and no rules.

       cc -O3 -march=native -o official official.c && ./official SEED MATCHES

   Cards are bits, by kind: 4 wild, 4 wild draw four, and by color 1 zero and 2 of each other; a kind's lowest bits are set. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SEATS = 4, KINDS = 54, CARDS = 108, SKIP = 10, REVERSE = 11, DRAW_TWO = 12, WILD = 13, WILD_FOUR = 14 };

typedef unsigned __int128 set;

static set field[KINDS], of_color[4], of_sign[15], firsts;
static int8_t color_of[KINDS], sign_of[KINDS], kind_at[128], offset[KINDS];
static int worth[KINDS];

static uint64_t chance;
static set hand[SEATS], stock, under;
static int top, color, turn, done, drawn, direction, dealer, due, count, by, bluff, doubtful, to_draw, naming, played, match;
static int score[SEATS], winners;

static uint64_t turned(uint64_t s) { return s * 6364136223846793005u + 1442695040888963407u; }
static uint64_t seeded(uint64_t s) { return turned(s + 1442695040888963407u); }

static int size(set s) { return __builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64)); }

static void add(set *s, int kind) { *s |= ((*s & field[kind]) + ((set)1 << offset[kind])) & field[kind]; }
static void take(set *s, int kind) {
    set mine = *s & field[kind];
    *s ^= mine ^ (mine >> 1 & field[kind]);
}

static int nth(uint64_t w, int n) {
    int low = 0;
    for (int half = 32; half; half >>= 1) {
        int below = __builtin_popcountll(w & (((uint64_t)1 << half) - 1));
        /* without jumps: which way it goes is chance */
        int up = -(n >= below);
        n -= below & up;
        w >>= half & up;
        low += half & up;
    }
    return low;
}

static int pick(set s) {
    uint64_t state = chance, low = (uint64_t)s, high = (uint64_t)(s >> 64);
    chance = turned(state);
    uint32_t mixed = (uint32_t)(((state >> 18) ^ state) >> 27), by_ = state >> 59;
    uint32_t bits = mixed >> by_ | mixed << (-by_ & 31);
    int in_low = __builtin_popcountll(low), n = (int)((uint64_t)bits * (in_low + __builtin_popcountll(high)) >> 32);
    return kind_at[n < in_low ? nth(low, n) : 64 + nth(high, n - in_low)];
}

static int next(int seat) { return direction ? (seat + 3) & 3 : (seat + 1) & 3; }

static int draw(int seat, int n) {
    int kind = -1;
    while (n--) {
        if (!stock) { stock = under; under = 0; }
        kind = -1;
        if (stock) { kind = pick(stock); take(&stock, kind); add(&hand[seat], kind); }
    }
    return kind;
}

static void new_round(void) {
    for (int i = 0; i < SEATS; i++) hand[i] = 0;
    stock = ((set)1 << CARDS) - 1;
    under = 0;
    top = drawn = due = naming = to_draw = -1;
    direction = done = 0;
    for (int i = 1; i <= SEATS; i++) draw((dealer + i) & 3, 7);
    turn = (dealer + 1) & 3;
    while (top < 0 || sign_of[top] == WILD_FOUR) {
        if (top >= 0) add(&stock, top);
        top = pick(stock);
        take(&stock, top);
    }
    played = top;
    color = color_of[top];
    switch (sign_of[top]) {
    case DRAW_TWO: draw(turn, 2); turn = next(turn); break;
    case REVERSE: direction = 1; turn = dealer; break;
    case SKIP: turn = next(turn); break;
    case WILD: naming = turn;
    }
}

static void settle(void) {
    if (to_draw >= 0 || naming >= 0) return;
    if (due >= 0 && size(hand[due]) != 1) due = -1;
    int out = 0;
    for (int i = 0; i < SEATS; i++) out |= !hand[i] << i;
    if (!out) {
        if (done) { turn = next(turn); done = 0; drawn = -1; }
        return;
    }
    int total = 0, over = 0;
    for (int i = 0; i < SEATS; i++)
        for (set s = hand[i]; s;) {
            uint64_t low = (uint64_t)s;
            total += worth[kind_at[low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(s >> 64))]];
            s &= s - 1;
        }
    for (int i = 0; i < SEATS; i++) {
        if (out >> i & 1) score[i] += total;
        if (score[i] >= 500) over |= 1 << i;
    }
    winners = over ? over : out;
    if (over) { match = 0; return; }
    dealer = (dealer + 1) & 3;
    new_round();
}

static void too_late(int seat) { if (due != seat) due = -1; }

static void play(int seat, int kind) {
    take(&hand[seat], kind);
    add(&under, top);
    top = played = kind;
    if (color_of[kind] >= 0) color = color_of[kind];
    done = 1;
    int sign = sign_of[kind];
    if (sign == WILD_FOUR) {
        to_draw = next(seat);
        count = 4;
        by = seat;
        doubtful = 1;
        bluff = !!(hand[seat] & of_color[color]);
    }
    too_late(seat);
    if (sign == REVERSE) direction ^= 1;
    if (sign == SKIP) turn = next(seat);
    if (size(hand[seat]) == 1) due = seat;
    if (sign == DRAW_TWO) { to_draw = next(seat); count = 2; doubtful = 0; }
    if (sign >= WILD) naming = seat;
}

static long match_of(uint64_t seed, long wins[SEATS]) {
    uint64_t bot = seeded((seed * 2 + 1) ^ 0x5EED);
    long moves = 0;
    chance = seeded(seed);
    for (int i = 0; i < SEATS; i++) score[i] = 0;
    dealer = 3;
    match = 1;
    new_round();
    for (; match; moves++) {
        /* moves in the order of offers: call, catch (three), then those of the situation */
        int first = due >= 0 ? SEATS : 0, n = first;
        set cards = 0;
        if (naming >= 0) n += 4;
        else if (to_draw >= 0) n += 1 + doubtful;
        else {
            cards = hand[turn] & (of_color[color] | of_sign[(int)sign_of[played]] | of_sign[WILD] | of_sign[WILD_FOUR]);
            if (drawn >= 0) cards &= field[drawn];
            cards &= firsts;
            n += 1 + size(cards);
        }
        int i = 0;
        if (n > 1) { bot = turned(bot); i = (int)((bot >> 32) * (uint64_t)n >> 32); }
        if (i < first) {
            if (i) draw(due, 2);
            due = -1;
        } else if (naming >= 0) {
            color = i - first;
            naming = -1;
        } else if (to_draw >= 0) {
            int seat = to_draw;
            int asks = doubtful && i == first;
            if (asks && bluff) draw(by, count);
            else { draw(seat, asks ? count + 2 : count); turn = seat; }
            to_draw = -1;
            too_late(seat);
        } else if (i > first) {
            int at = i - first - 1, in_low = __builtin_popcountll((uint64_t)cards);
            int bit = at < in_low ? nth((uint64_t)cards, at) : 64 + nth((uint64_t)(cards >> 64), at - in_low);
            play(turn, kind_at[bit]);
        } else if (drawn >= 0) {
            done = 1;
        } else {
            int kind = draw(turn, 1), seat = turn;
            if (kind >= 0 && (color_of[kind] == color || sign_of[kind] == sign_of[played] || sign_of[kind] >= WILD)) drawn = kind;
            else done = 1;
            too_late(seat);
        }
        settle();
    }
    for (int i = 0; i < SEATS; i++) wins[i] += winners >> i & 1;
    return moves;
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], 0, 10) : 1;
    long matches = argc > 2 ? atol(argv[2]) : 1000, moves = 0, wins[SEATS] = {0};
    int at = 0;
    for (int k = 0; k < KINDS; k++) {
        int sign = k < 2 ? WILD + k : (k - 2) % 13, copies = k < 2 ? 4 : sign ? 2 : 1;
        color_of[k] = k < 2 ? -1 : (k - 2) / 13;
        sign_of[k] = sign;
        worth[k] = k < 2 ? 50 : sign > 9 ? 20 : sign;
        offset[k] = at;
        field[k] = (((set)1 << copies) - 1) << at;
        firsts |= (set)1 << at;
        if (k > 1) of_color[(int)color_of[k]] |= field[k];
        of_sign[sign] |= field[k];
        for (int i = 0; i < copies; i++) kind_at[at++] = k;
    }
    clock_t started = clock();
    for (long i = 0; i < matches; i++) moves += match_of(seed + i, wins);
    double seconds = (double)(clock() - started) / CLOCKS_PER_SEC;
    printf("%ld %ld %ld %ld %ld %.6f\n", moves, wins[0], wins[1], wins[2], wins[3], seconds);
    return 0;
}
