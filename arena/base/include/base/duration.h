/* base/duration.h - durations for people, in the unit that fits.
 *
 *     250 us   3.2 ms   150 ms   2.5 s   42 s   3 min 49 s   2 h 05 min
 */
#ifndef DOM_BASE_DURATION_H
#define DOM_BASE_DURATION_H

enum { DOM_DURATION_BYTES = 32 };

/* Writes a duration in microseconds, which is not negative. */
void dom_duration_write(char text[static DOM_DURATION_BYTES], double us);

#endif
