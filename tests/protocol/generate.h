/* Makes messages of every type with random content. All values are in range. */
#ifndef TESTS_PROTOCOL_GENERATE_H
#define TESTS_PROTOCOL_GENERATE_H

#include "protocol/message.h"

/* Return 64 random bits, and a random number from low to high. */
uint64_t generate_bits(uint64_t *state);
int64_t generate_from(uint64_t *state, int64_t low, int64_t high);

/* Fills *info with any values that an info may have. */
void generate_info(uint64_t *state, dom_info *info);

/* Fills *msg with a message of `type` < DOM_MSG_UNKNOWN. The asks of DOM_MSG_ASKS and the infos of
 * acts are in static storage, which the next call overwrites. */
void generate_message(uint64_t *state, dom_msg_type type, dom_msg *msg);

#endif
