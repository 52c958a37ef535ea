/* frames.h - what a core says of a table, where nothing depends on what is played there.
 *
 * Each frame is added to `link`, from where dom_ipc_link_flush sends it; the test fails when there is
 * no memory for it.
 */
#ifndef DOM_TESTS_HOST_FRAMES_H
#define DOM_TESTS_HOST_FRAMES_H

#include "ipc/frame.h"

/* The bot sits down, in seat 0 against one other. */
void add_open(dom_ipc_link *link, uint16_t slot);

/* It is to choose one of two actions; the serial is 1. */
void add_ask(dom_ipc_link *link, uint16_t slot, int64_t bank_us);

/* It has won, and the table is closed. */
void add_result(dom_ipc_link *link, uint16_t slot);

#endif
