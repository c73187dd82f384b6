/* An engine that costs nothing: it plays the first legal move behind a square that its seed chooses, over GTP or NBoard.
   Usage: mock gtp|nboard SEED. For measuring what a match costs the harness; it does not check what it is told. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t set;
static set discs[2]; /* black, white; bit 0 is a1 */
static int side;

static set shift(set s, int direction) {
    static const int by[8] = {1, -1, 8, -8, 9, -9, 7, -7};
    static const set keep[8] = {0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f, ~0ULL, ~0ULL, 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f, 0x7f7f7f7f7f7f7f7f, 0xfefefefefefefefe};
    return (by[direction] > 0 ? s << by[direction] : s >> -by[direction]) & keep[direction];
}

static set flips(int square) {
    set own = discs[side], other = discs[!side], all = 0;
    for (int d = 0; d < 8; d++) {
        set line = 0, at = shift(1ULL << square, d);
        for (; at & other; at = shift(at, d)) line |= at;
        if (at & own) all |= line;
    }
    return all;
}

static set legal(void) {
    set own = discs[side], other = discs[!side], moves = 0;
    for (int d = 0; d < 8; d++) {
        set at = shift(own, d) & other;
        for (int i = 0; i < 5; i++) at |= shift(at, d) & other;
        moves |= shift(at, d);
    }
    return moves & ~(own | other);
}

static void play(int square) {
    if (square >= 0) {
        set turned = flips(square);
        discs[side] |= turned | 1ULL << square;
        discs[!side] &= ~turned;
    }
    side = !side;
}

static void start(void) {
    discs[0] = 1ULL << 28 | 1ULL << 35;
    discs[1] = 1ULL << 27 | 1ULL << 36;
    side = 0;
}

static int square(const char *text) {
    int column = tolower((unsigned char)text[0]) - 'a', row = text[1] - '1';
    return column >= 0 && column < 8 && row >= 0 && row < 8 ? 8 * row + column : -1;
}

static int choose(int from) {
    set moves = legal();
    for (int i = 0; i < 64; i++) {
        int at = (from + 7 * i) % 64; /* 7 and 64 have no common divisor */
        if (moves >> at & 1) return at;
    }
    return -1;
}

static void gtp(char *line, int seed) {
    char *word = strtok(line, " \r\n");
    if (!word) return;
    if (!strcmp(word, "list_commands")) {
        puts("= list_commands\nclear_board\nplay\ngenmove\nquit\n");
    } else if (!strcmp(word, "clear_board")) {
        start();
        puts("= \n");
    } else if (!strcmp(word, "play")) {
        strtok(NULL, " \r\n");
        char *vertex = strtok(NULL, " \r\n");
        play(vertex ? square(vertex) : -1);
        puts("= \n");
    } else if (!strcmp(word, "genmove")) {
        int at = choose(seed);
        play(at);
        if (at < 0) puts("= pass\n");
        else printf("= %c%d\n\n", 'A' + at % 8, at / 8 + 1);
    } else {
        puts("= \n");
        if (!strcmp(word, "quit")) exit(0);
    }
}

static void set_game(const char *text) {
    const char *board = strstr(text, "BO[8");
    if (!board) return;
    discs[0] = discs[1] = 0;
    int count = 0;
    for (board += 4; *board && *board != ']'; board++) {
        if (*board == ' ') continue;
        if (count == 64) side = *board == 'O';
        else if (*board == '*') discs[0] |= 1ULL << count;
        else if (*board == 'O') discs[1] |= 1ULL << count;
        count++;
    }
    for (; *board; board++)
        if (*board == ']' && (board[1] == 'B' || board[1] == 'W') && board[2] == '[') play(square(board + 3));
}

static void nboard(char *line, int seed) {
    if (!strncmp(line, "set game ", 9)) {
        set_game(line + 9);
    } else if (!strncmp(line, "move ", 5)) {
        play(square(line + 5));
    } else if (!strncmp(line, "ping ", 5)) {
        printf("pong %d\n", atoi(line + 5));
    } else if (!strncmp(line, "go", 2)) {
        int at = choose(seed);
        if (at < 0) puts("=== PA");
        else printf("=== %c%d/0.00/0.01\n", 'A' + at % 8, at / 8 + 1);
    } else if (!strncmp(line, "quit", 4)) {
        exit(0);
    }
}

int main(int count, char **words) {
    static char line[1 << 16];
    int is_gtp = count > 1 && !strcmp(words[1], "gtp"), seed = count > 2 ? atoi(words[2]) % 64 : 0;
    start();
    while (fgets(line, sizeof line, stdin)) {
        if (is_gtp) gtp(line, seed);
        else nboard(line, seed);
        fflush(stdout);
    }
    return 0;
}
