/* base/now.h - the two clocks, and points in time as text.
 *
 * Times that are stored or shown come from the wall clock, which an operator or a time server may
 * set back. Durations and deadlines come from the monotonic clock, whose values mean nothing after
 * a reboot or on another machine. Values of the two clocks are never compared with each other;
 * dom_ms_of converts one.
 */
#ifndef DOM_BASE_NOW_H
#define DOM_BASE_NOW_H

#include <stdint.h>

/* Returns the wall clock in milliseconds since 1970-01-01 UTC: 1767225600000 when 2026 began. */
int64_t dom_now_ms(void);

/* Returns the monotonic clock in microseconds since an unspecified moment before this process
 * began. It is never set back, and all processes of this machine read the same clock. */
int64_t dom_now_us(void);

/* Returns what the wall clock showed, in milliseconds since 1970, when the monotonic clock showed
 * `us`. It is right to a millisecond if nobody has set the wall clock since, even if this thread is
 * interrupted.
 *
 * Use it to store a time that a duration counts from. Example: a loop reads the monotonic clock
 * once a turn and begins a match 5 ms later. The duration of the match counts from that reading, so
 * its start must be the same moment. */
int64_t dom_ms_of(int64_t us);

/* A point in time as text in UTC, for example 2026-11-21T12:50:50.123Z; "?" if the year does not
 * fit into the calendar functions. */
typedef struct {
    char text[32];
} dom_utc;

/* Returns a time of the wall clock, in milliseconds since 1970, as text. */
dom_utc dom_utc_of(int64_t unix_ms);

#endif
