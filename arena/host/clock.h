/* The clock of one bot process: SPEC.md, "Clock". Pure; times are microseconds of
 * any one monotonic clock, and nobody here asks for them.
 *
 * The process has one budget. Sending an ask adds move_us (from zero when none
 * was outstanding); while asks are outstanding it runs down; after each message
 * of the bot it is cut to outstanding x move_us. Below zero the bank of the
 * oldest ask's match pays; below -margin_us with that bank empty the ask is late.
 * What the arena takes back the bot may have before it all the same, so its move_us
 * counts as if it were outstanding until it is answered late, or all that was so then can
 * have been; but what was used of it does not come back.
 */
#ifndef DOM_HOST_CLOCK_H
#define DOM_HOST_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t move_us, margin_us;
    int64_t budget_us;
    int64_t at_us;    /* when the budget was last brought up to date              */
    int64_t since_us; /* when it was last as much as may be, or told what is not the bot's:
                         nothing that was before can be forgiven any more         */
    int outstanding;
    int taken;              /* asks that were taken back and may still be answered ... */
    int64_t taken_us;       /* ... what is left of move_us of each of them, ...        */
    int64_t taken_from_us;  /* ... since when they were ...                            */
    int64_t taken_until_us; /* ... and until when they count                           */
} dom_clock;

void dom_clock_init(dom_clock *clock, int64_t move_us, int64_t margin_us);

/* An ask went out. `bank_us` is that of the oldest outstanding ask before it. */
void dom_clock_sent(dom_clock *clock, int64_t now_us, int64_t *bank_us);

/* A message came that answered `answered` asks. */
void dom_clock_heard(dom_clock *clock, int64_t now_us, int answered, int64_t *bank_us);

/* The message that was just heard answered an ask that had been given up: taken back at
 * `taken_back_us`, or late, if that is INT64_MIN. */
void dom_clock_heard_late(dom_clock *clock, int64_t taken_back_us);

/* Is the oldest ask late? Its bank pays what it can. */
bool dom_clock_is_late(dom_clock *clock, int64_t now_us, int64_t *bank_us);

/* Does it run down? While an ask is outstanding, or what was taken back may be. */
bool dom_clock_runs(const dom_clock *clock);

/* Of the time since `since_us`, `us` are not the bot's. */
void dom_clock_forgive(dom_clock *clock, int64_t now_us, int64_t us, int64_t *bank_us);

/* The arena took an outstanding ask back. */
void dom_clock_took_back(dom_clock *clock, int64_t now_us, int64_t *bank_us);

/* The oldest ask was given up: it is late. */
void dom_clock_gave_up(dom_clock *clock);

/* From when on it makes a difference whether time that is not the bot's has been forgiven: less is
 * left than an answer would cut the budget to (of a single ask: nothing, and its bank begins to
 * pay), or what was taken back would no longer count. Pre: it runs. */
int64_t dom_clock_due(const dom_clock *clock);

/* When the oldest ask will be late, with `bank_us` left to it.
 * Pre: outstanding > 0. */
int64_t dom_clock_deadline(const dom_clock *clock, int64_t bank_us);

#endif
