/* core/rehearsal.h - one bot process away from any tournament. It is told a match and asked, one
 * ask at a time, by a caller who knows what its seat sees. It runs as in a tournament: with the
 * same host, sandbox, limits and clock. Nothing is stored.
 *
 *     dom_core_rehearsal_open(&r, &spec, err)      the bot starts and says hello
 *     dom_core_rehearsal_sit(r, &open)             it sits down at the table
 *     dom_core_rehearsal_ask(r, &view, bank_us, err)
 *     dom_core_rehearsal_reply_of(r)->choice       what it answered
 *     dom_core_rehearsal_end(r, err)               `bye`; then its output is complete
 *     dom_core_rehearsal_close(&r)
 *
 * A fault of the bot is no failure of these functions: it is in the reply. After a fault that ended
 * the process, sit and the other messages do nothing, and ask returns the same reply again.
 *
 * All functions that wait return DOM_E_INTERRUPTED when an interrupt has arrived
 * (base/interrupt.h), DOM_E_IO if the machine fails, DOM_E_NOMEM. Then the rehearsal can only be
 * closed.
 */
#ifndef DOM_CORE_REHEARSAL_H
#define DOM_CORE_REHEARSAL_H

#include "core/core.h"
#include "ipc/frame.h"
#include "rules/view.h"

#include <sys/types.h>

/* All pointers are borrowed until the rehearsal is closed. */
typedef struct {
    const char *host_program; /* path of domino-host                              */
    const char *version;      /* version of the arena, sent to the bot            */
    /* Its limits and variants are those that `welcome` tells; its only bot is the bot. */
    const dom_core_tournament *tournament;
    uint8_t seat;
    dom_sandbox sandbox; /* none to bwrap                                         */
    bool has_no_clock;   /* no answer is late, because somebody debugs the bot    */
} dom_core_rehearsal_spec;

/* What the bot did last. */
typedef struct {
    dom_fault code;  /* DOM_FAULT_NONE: it did what it was asked for                     */
    uint32_t choice; /* index into the legal actions of the view                         */
    uint32_t us;     /* thinking time charged to the answer                              */
    bool has_ended;  /* the process has ended                                            */
    char text[DOM_IPC_REASON_BYTES]; /* the fault, for a person; "" without one           */
    dom_ipc_frame_said said;         /* the beginning of the message for which it is at fault */
} dom_core_rehearsal_reply;

typedef struct dom_core_rehearsal dom_core_rehearsal;

/* Starts the bot and waits for its hello.
 *
 * out  receives a handle that the caller closes, also if the bot could not be started; NULL after a
 *      failure
 *
 * Returns DOM_OK; DOM_E_LIMIT if no user id for the bot is free; the codes above. */
dom_rc dom_core_rehearsal_open(dom_core_rehearsal **out, const dom_core_rehearsal_spec *spec,
                               dom_err *err);

/* Ends the process if it still runs, and frees the handle. A NULL handle is accepted. */
void dom_core_rehearsal_close(dom_core_rehearsal **handle);

/* Returns the limits as `welcome` tells them. */
dom_msg_limits dom_core_limits_told(const dom_core_limits *limits);

/* Returns the reply to the last ask; before the first one, what became of the start. */
const dom_core_rehearsal_reply *dom_core_rehearsal_reply_of(const dom_core_rehearsal *r);

/* Returns what the bot said in its hello; all zero before it. */
const dom_ipc_frame_hello *dom_core_rehearsal_hello_of(const dom_core_rehearsal *r);

/* Returns the process id of the bot, for a debugger; 0 if it is not known or has ended. */
pid_t dom_core_rehearsal_pid(const dom_core_rehearsal *r);

/* The bot sits down at its only table. */
dom_rc dom_core_rehearsal_sit(dom_core_rehearsal *r, const dom_ipc_frame_open *open, dom_err *err);

/* Tells it that a round of this match has ended, if it wants to know (hello.events). */
dom_rc dom_core_rehearsal_tell_round(dom_core_rehearsal *r, const dom_match *match, dom_err *err);

/* Asks it and waits for the reply. Pre: the view has two or more legal actions. */
dom_rc dom_core_rehearsal_ask(dom_core_rehearsal *r, const dom_view *view, int64_t bank_us,
                              dom_err *err);

/* Says `bye` and waits until the process has ended. */
dom_rc dom_core_rehearsal_end(dom_core_rehearsal *r, dom_err *err);

/* Returns what the process printed, and its size. It belongs to the rehearsal. Complete once the
 * process has ended. */
const void *dom_core_rehearsal_log(const dom_core_rehearsal *r, size_t *size);

#endif
