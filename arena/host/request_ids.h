/* The `req` numbers of one bot process's asks (SPEC.md, "Strays"): drawn here, and remembered
 * where an answer may still come too late. What answers neither an ask that is nor one that
 * lately was is a stray, and too many of these are a fault.
 *
 * All zero it is ready for use. Owns nothing.
 */
#ifndef DOM_HOST_REQUEST_IDS_H
#define DOM_HOST_REQUEST_IDS_H

#include "protocol/message.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_HOST_STRAYS_MAX = 9,           /* this many ...                                 */
    DOM_HOST_STRAY_WINDOW_ASKS = 1000, /* ... within these many asks are a fault        */
    DOM_HOST_IDS_DRAWN = 64,           /* random numbers fetched at once                */
    /* Late answers to the last so many are no strays. The asks of all tables are decided at once
     * when an opponent who sits at all of them is withdrawn, or a remote bot connects again: that
     * may happen four times, with new asks in between, before the first answers come. */
    DOM_HOST_GIVEN_UP_MAX = 4 * DOM_OPEN_TABLES_MAX
};

typedef struct {
    uint64_t random[DOM_HOST_IDS_DRAWN];
    int random_left;
    int64_t given_up[DOM_HOST_GIVEN_UP_MAX]; /* a ring                             */
    int64_t cancelled_us[DOM_HOST_GIVEN_UP_MAX];
    uint64_t given_up_count;
    /* How many asks there were at the last strays, a ring. */
    uint64_t stray_at[DOM_HOST_STRAYS_MAX];
    uint64_t strays;
} dom_host_request_ids;

/* A number within 0..DOM_INTEGER_MAX that cannot be guessed and leads back to its slot. */
int64_t dom_host_request_ids_draw(dom_host_request_ids *r, uint16_t slot);

/* The slot, below DOM_IPC_SLOTS_MAX, to which `req` leads back, drawn or not. Pre: req >= 0. */
uint16_t dom_host_request_ids_slot(int64_t req);

/* The ask was decided without an answer, as it was late or cancelled: an answer that comes now is
 * late and no stray. `cancelled_us` is when, DOM_HOST_NOT_CANCELLED (time_budget.h) if it was
 * late. */
void dom_host_request_ids_give_up(dom_host_request_ids *r, int64_t req, int64_t cancelled_us);

/* An answer names `req`, which is none of the asks that are open. Returns true when `req` was given
 * up: then the answer is late, and *cancelled_us is what dom_host_request_ids_give_up was told. It
 * returns true only once for each ask that was given up, so a bot that repeats a late answer sends
 * strays. Returns false for a stray, and leaves *cancelled_us alone. */
bool dom_host_request_ids_forgive(dom_host_request_ids *r, int64_t req, int64_t *cancelled_us);

/* A stray, after `asks` asks in all. Returns true when that makes too many. */
bool dom_host_request_ids_stray(dom_host_request_ids *r, uint64_t asks);

#endif
