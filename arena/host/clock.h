/* The clock of one bot process: SPEC.md, "Clock". Pure; times are microseconds of
 * any one monotonic clock, and nobody here asks for them.
 *
 * The process has one budget. Sending an ask adds move_us (from zero when none
 * was outstanding); while asks are outstanding it runs down; after each message
 * of the bot it is cut to outstanding x move_us. Below zero the bank of the
 * oldest ask's match pays; below -margin_us with that bank empty the ask is late.
 * What the arena takes back the bot may have before it all the same, so its move_us
 * counts as if it were outstanding until all that was so then can have been answered.
 */
#ifndef DOM_HOST_CLOCK_H
#define DOM_HOST_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t move_us, margin_us;
    int64_t budget_us;
    int64_t at_us; /* when the budget was last brought up to date              */
    int outstanding;
    int64_t taken_us;       /* move_us of each ask that was taken back, ...        */
    int64_t taken_until_us; /* ... and until when                                  */
} dom_clock;

void dom_clock_init(dom_clock *clock, int64_t move_us, int64_t margin_us);

/* An ask went out. `bank_us` is that of the oldest outstanding ask before it. */
void dom_clock_sent(dom_clock *clock, int64_t now_us, int64_t *bank_us);

/* A message came that answered `answered` asks. */
void dom_clock_heard(dom_clock *clock, int64_t now_us, int answered, int64_t *bank_us);

/* Is the oldest ask late? Its bank pays what it can. */
bool dom_clock_is_late(dom_clock *clock, int64_t now_us, int64_t *bank_us);

/* Of the time since the last message, `us` are not the bot's. */
void dom_clock_forgive(dom_clock *clock, int64_t now_us, int64_t us, int64_t *bank_us);

/* The arena took an outstanding ask back. */
void dom_clock_took_back(dom_clock *clock, int64_t now_us, int64_t *bank_us);

/* The oldest ask was given up: it is late. */
void dom_clock_gave_up(dom_clock *clock);

/* When the budget is below zero, and a bank begins to pay.
 * Pre: outstanding > 0. */
int64_t dom_clock_spent(const dom_clock *clock);

/* When the oldest ask will be late, with `bank_us` left to it.
 * Pre: outstanding > 0. */
int64_t dom_clock_deadline(const dom_clock *clock, int64_t bank_us);

#endif
