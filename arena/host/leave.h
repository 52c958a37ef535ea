/* How a bot that was told bye is made to go: protocol/SPEC.md, "Conversation". Pure; times are
 * microseconds of any one monotonic clock, and nobody here asks for them.
 */
#ifndef DOM_HOST_LEAVE_H
#define DOM_HOST_LEAVE_H

#include "patience.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    LEAVE_BYE_US = 2000000, /* from bye to SIGTERM     */
    LEAVE_TERM_US = 1000000 /* from SIGTERM to SIGKILL */
};

typedef struct {
    bool is_told, is_terminated, is_killed;
    patience wait; /* until it is pressed next; for both steps together */
} leave;

typedef enum { LEAVE_WAIT, LEAVE_TERMINATE, LEAVE_KILL } leave_step;

/* It is told bye. All zero before. */
void leave_tell(leave *l, int64_t now_us);

/* It was kept waiting for `us`, as in patience_forgive: a busy machine is no reason to press it. */
void leave_forgive(leave *l, int64_t now_us, int64_t us);

/* What is to be done now, each once. */
leave_step leave_press(leave *l, int64_t now_us);

/* When to ask again, INT64_MAX when never. */
int64_t leave_deadline(const leave *l);

#endif
