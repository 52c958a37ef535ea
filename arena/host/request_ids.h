/* The `req` numbers of one bot process (SPEC.md, "Strays"): draws them and tells a late answer from
 * a stray.
 *
 * An answer names the `req` of its ask. If that ask is outstanding, the answer decides it. If the
 * ask was decided before, because it was late or cancelled, the answer is a late answer and is
 * ignored. Every other answer is a stray. The ninth stray within 1000 asks is a fault.
 *
 * Example: ask 17 is cancelled. The first answer to 17 is a late answer, the second one is a stray.
 *
 * A dom_host_request_ids that is all zero is ready for use. It owns nothing.
 */
#ifndef DOM_HOST_REQUEST_IDS_H
#define DOM_HOST_REQUEST_IDS_H

#include "protocol/message.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_HOST_STRAYS_MAX = 9,           /* this many strays ... */
    DOM_HOST_STRAY_WINDOW_ASKS = 1000, /* ... within this many asks are a fault */
    DOM_HOST_IDS_DRAWN = 64,           /* number of random values that are fetched together */
    /* Number of asks that are remembered after they were decided without an answer. The asks of all
     * tables are decided together when an opponent at all these tables is withdrawn, or when a
     * remote bot connects again. This may happen four times, with new asks in between, before the
     * first answers arrive. */
    DOM_HOST_GIVEN_UP_MAX = 4 * DOM_OPEN_TABLES_MAX
};

typedef struct {
    uint64_t random[DOM_HOST_IDS_DRAWN];
    int random_left;                             /* unused values in `random` */
    int64_t given_up[DOM_HOST_GIVEN_UP_MAX];     /* ring buffer of `req` numbers */
    int64_t cancelled_us[DOM_HOST_GIVEN_UP_MAX]; /* when each of them was cancelled */
    uint64_t given_up_count;
    uint64_t stray_at[DOM_HOST_STRAYS_MAX]; /* ring: number of asks sent before each stray */
    uint64_t strays;
} dom_host_request_ids;

/* Returns a new `req` for an ask at the table `slot`: a number in 0..DOM_INTEGER_MAX that a bot
 * cannot guess, and from which dom_host_request_ids_slot returns the slot. */
int64_t dom_host_request_ids_draw(dom_host_request_ids *r, uint16_t slot);

/* Returns the slot that `req` contains, below DOM_IPC_SLOTS_MAX, whether `req` was ever drawn or
 * not. Pre: req >= 0. */
uint16_t dom_host_request_ids_slot(int64_t req);

/* The ask `req` was decided without an answer: it was late or cancelled. From now on an answer to
 * it is a late answer.
 *
 * cancelled_us  when it was cancelled; DOM_HOST_NOT_CANCELLED (time_budget.h) if it was late */
void dom_host_request_ids_give_up(dom_host_request_ids *r, int64_t req, int64_t cancelled_us);

/* An answer names `req`, which is not outstanding. Returns true if it is a late answer, with the
 * time passed to dom_host_request_ids_give_up in *cancelled_us. This happens only once per ask: a
 * bot that repeats a late answer sends a stray. Returns false for a stray; then *cancelled_us is
 * unchanged. */
bool dom_host_request_ids_forgive(dom_host_request_ids *r, int64_t req, int64_t *cancelled_us);

/* Counts a stray. Returns true if there are too many now, which is a fault.
 *
 * asks  how many asks the process was sent so far */
bool dom_host_request_ids_stray(dom_host_request_ids *r, uint64_t asks);

#endif
