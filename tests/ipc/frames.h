/* frames.h - frames of a core about a table, for tests in which the game itself does not matter.
 *
 * Each function adds a frame to `link`; dom_ipc_link_flush sends it. The test fails if memory runs
 * out.
 */
#ifndef DOM_TESTS_HOST_FRAMES_H
#define DOM_TESTS_HOST_FRAMES_H

#include "ipc/frame.h"

/* Adds an OPEN frame: the bot sits down in seat 0 of two. */
void add_open(dom_ipc_link *link, uint16_t slot);

/* The same; the table's bots and hosts run on this CPU. With `moves_core` the host moves the core
 * there before it sends. */
void add_open_on(dom_ipc_link *link, uint16_t slot, int cpu, bool moves_core);

/* Adds an ASK frame with two legal actions and serial 1. */
void add_ask(dom_ipc_link *link, uint16_t slot, int64_t bank_us);

/* Adds a RESULT frame: the bot has won, and the table is closed. */
void add_result(dom_ipc_link *link, uint16_t slot);

#endif
