/* The `req` numbers of one bot process's asks (SPEC.md, "Strays"): drawn here, and remembered
 * where an answer may still come too late. What answers neither an ask that is nor one that
 * lately was is a stray, and too many of these are a fault.
 *
 * All zero it is ready for use. Owns nothing.
 */
#ifndef DOM_HOST_REQS_H
#define DOM_HOST_REQS_H

#include "protocol/message.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    STRAYS_MAX = 9,           /* this many ...                                 */
    STRAY_WINDOW_ASKS = 1000, /* ... within these many asks are a fault        */
    REQS_DRAWN = 64,          /* random numbers fetched at once                */
    /* Late answers to the last so many are no strays. The asks of all tables are decided at once
     * when an opponent who sits at all of them is withdrawn, or a remote bot connects again: that
     * may happen four times, with new asks in between, before the first answers come. */
    REQS_GIVEN_UP_MAX = 4 * DOM_OPEN_TABLES_MAX
};

#define REQS_NOT_TAKEN_BACK INT64_MIN

typedef struct {
    uint64_t random[REQS_DRAWN];
    int random_left;
    int64_t given_up[REQS_GIVEN_UP_MAX]; /* a ring                             */
    int64_t taken_back_us[REQS_GIVEN_UP_MAX];
    uint64_t given_up_count;
    uint64_t stray_at[STRAYS_MAX]; /* how many asks there were at the last strays, a ring */
    uint64_t strays;
} reqs;

/* A number within 0..DOM_INTEGER_MAX that cannot be guessed and leads back to its slot. */
int64_t reqs_draw(reqs *r, uint16_t slot);

/* The slot, below DOM_SLOTS_MAX, to which `req` leads back, drawn or not. Pre: req >= 0. */
uint16_t reqs_slot(int64_t req);

/* The ask was decided without an answer, as it was late or taken back: an answer that comes now is
 * late and no stray. `taken_back_us` is when, REQS_NOT_TAKEN_BACK if it was late. */
void reqs_give_up(reqs *r, int64_t req, int64_t taken_back_us);

/* Is what answers none of the asks that are a late answer, and to what? Once for each: who goes on
 * repeating it sends strays. */
bool reqs_forgive(reqs *r, int64_t req, int64_t *taken_back_us);

/* A stray, after `asks` asks in all. Returns true when that makes too many. */
bool reqs_stray(reqs *r, uint64_t asks);

#endif
