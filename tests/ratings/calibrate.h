/* What calibrate.c, calibrate_all_round.c and calibrate_compare.c share. */
#ifndef TESTS_RATINGS_CALIBRATE_H
#define TESTS_RATINGS_CALIBRATE_H

#include "pools.h"

#include <stdbool.h>

typedef enum { DUELS, TABLES, TEAMS } shape;
typedef enum { LOGISTIC, NORMAL } noise;

/* Elo per natural unit. */
#define UNIT 173.71779276130073

typedef struct {
    const char *name;
    bool is_short;
    shape shape;
    int seats;          /* TABLES                                             */
    int sets;           /* per pairing, table or draw of teams */
    double correlation; /* of the luck within a set */
    double draws;       /* share of the smaller chance that becomes draws, DUELS */
    noise noise;
    double spread;        /* of the true ratings, natural units, -spread..spread */
    double least, most;   /* limits of the coverage */
    bool naive_must_fail; /* the naive coverage must be outside 93.5..96.5 */
} calibration;

/* Ends the program. */
_Noreturn void calibrate_fail(const char *what);

/* Plays one set of the players `who`; the shape says how many these are. */
void calibrate_play_set(chance *c, const calibration *k, const double theta[], const uint32_t who[],
                        dom_ratings_pool *pool);

/* Prints the section on all-round lists. Returns false if a row is outside its limits. */
bool calibrate_all_rounds(bool is_long);

/* Prints the section on the tests of two bots that meet, by enumeration. Returns false if a row is
 * outside its limits. */
bool calibrate_compared(bool is_long);

#endif
