/* Messages of every type with random content, everything in range. */
#ifndef TESTS_PROTOCOL_GENERATE_H
#define TESTS_PROTOCOL_GENERATE_H

#include "protocol/message.h"

/* A random number, and one of low..high. */
uint64_t generate_bits(uint64_t *state);
int64_t generate_from(uint64_t *state, int64_t low, int64_t high);

/* Fill *msg with a message of `type` < DOM_MSG_UNKNOWN. For DOM_MSG_ASKS the
 * asks stand in static storage until the next call. */
void generate_message(uint64_t *state, dom_msg_type type, dom_msg *msg);

#endif
