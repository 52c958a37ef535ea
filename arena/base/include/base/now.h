/* base/now.h - the two clocks.
 *
 * What is stored or shown takes the wall clock, which an operator or a time server may set back;
 * how long something took, or when it is due, takes the monotonic one, whose numbers mean nothing
 * outside this machine's run. The two are never compared with each other.
 */
#ifndef DOM_BASE_NOW_H
#define DOM_BASE_NOW_H

#include <stdint.h>

/* The wall clock, in milliseconds since 1970 (UTC): 1767225600000 as 2026 began. */
int64_t dom_now_ms(void);

/* The monotonic clock, in microseconds since some moment before this process began. It is never set
 * back, and every process of this machine reads the same. */
int64_t dom_now_us(void);

#endif
