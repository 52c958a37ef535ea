/* table_internal.h - what the process of a table and its caller agree on: the keys of the object on
 * its standard input, and the first descriptor of a person. Both sides come from one build. */
#ifndef DOM_PLAY_TABLE_INTERNAL_H
#define DOM_PLAY_TABLE_INTERNAL_H

#include "play/table.h"

/* {"name": TEXT, "variant": TEXT, "seats": [TEXT, ...], "people": BITS, "move_ms": N, "clocked":
 * BOOL} */
#define DOM_PLAY_TABLE_FORMAT "{s:s, s:s, s:o, s:i, s:i, s:b}"

/* The program that is running, whatever its name and place. */
#define DOM_PLAY_PROGRAM "/proc/self/exe"

enum {
    DOM_PLAY_FIRST_FD = 3, /* the people's sockets follow each other from here, in seat order */
    DOM_PLAY_WRONG_USE = 2 /* exit status if what was ordered cannot be played (DOM_E_CONFIG)    */
};

#endif
