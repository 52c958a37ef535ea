/* core/rehearsal.h - bot processes away from any tournament. They are told matches and asked, one
 * ask at a time, by a caller who knows what their seats see. They run as in a tournament: with the
 * same hosts, sandbox, limits and clock. Nothing is stored.
 *
 *     dom_core_rehearsal_open(&r, &spec, err)
 *     dom_core_actor_start(&actor, r, bot, seat, err)   the bot starts and says hello
 *     dom_core_actor_sit(actor, &open, err)             it sits down at a table
 *     dom_core_actor_ask(actor, &view, bank_us, err)
 *     dom_core_actor_reply_of(actor)->choice            what it answered
 *     dom_core_actor_end(actor, err)                    `bye`; then its output is complete
 *     dom_core_actor_close(&actor)
 *     dom_core_rehearsal_close(&r)
 *
 * A fault of a bot is no failure of these functions: it is in the reply. After a fault that ended
 * the process, sit and the other messages do nothing, and ask returns the same reply again.
 *
 * All functions that wait return DOM_E_INTERRUPTED when an interrupt has arrived
 * (base/interrupt.h), DOM_E_IO if the machine fails, DOM_E_NOMEM. Then everything can only be
 * closed. A process may have one rehearsal at a time, and none while a tournament runs.
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
    const char *version;      /* version of the arena, sent to the bots           */
    /* Its bots are those that are started; its limits and variants those that `welcome` tells. */
    const dom_core_tournament *tournament;
    dom_sandbox sandbox; /* none to bwrap                                         */
    bool has_no_clock;   /* no answer is late, because somebody debugs a bot      */
} dom_core_rehearsal_spec;

/* What the bot did last. */
typedef struct {
    dom_fault code;          /* DOM_FAULT_NONE: it did what it was asked for                     */
    uint32_t choice;         /* index into the legal actions of the view                         */
    uint32_t us;             /* thinking time charged to the answer                              */
    dom_ipc_frame_info info; /* what the bot said it thinks about the answer */
    bool has_ended;          /* the process has ended                                            */
    char text[DOM_IPC_REASON_BYTES]; /* the fault, for a person; "" without one           */
    dom_ipc_frame_said said;         /* the beginning of the message for which it is at fault */
} dom_core_rehearsal_reply;

typedef struct dom_core_rehearsal dom_core_rehearsal;
typedef struct dom_core_actor dom_core_actor; /* a process of a bot */

/* Prepares to start bots. Returns DOM_OK; DOM_E_LIMIT if no user ids for bots are free; the codes
 * above.
 *
 * out  receives a handle that the caller closes; NULL after a failure */
dom_rc dom_core_rehearsal_open(dom_core_rehearsal **out, const dom_core_rehearsal_spec *spec,
                               dom_err *err);

/* Frees the handle. A NULL handle is accepted. Pre: all actors are closed. */
void dom_core_rehearsal_close(dom_core_rehearsal **handle);

/* Starts a process of bot number `bot` for this seat, and waits for its hello. Pre: no actor has
 * this bot and seat.
 *
 * out  receives a handle that the caller closes, also if the bot could not be started, which the
 *      reply says; NULL after a failure */
dom_rc dom_core_actor_start(dom_core_actor **out, dom_core_rehearsal *r, int bot, int seat,
                            dom_err *err);

/* Ends the process if it still runs, and frees the handle. A NULL handle is accepted. */
void dom_core_actor_close(dom_core_actor **handle);

/* Returns the limits as `welcome` tells them. */
dom_msg_limits dom_core_limits_told(const dom_core_limits *limits);

/* Returns the reply to the last ask; before the first one, what became of the start. */
const dom_core_rehearsal_reply *dom_core_actor_reply_of(const dom_core_actor *a);

/* Returns what the bot said in its hello; all zero before it. */
const dom_ipc_frame_hello *dom_core_actor_hello_of(const dom_core_actor *a);

/* Returns the process id of the bot, for a debugger; 0 if it is not known or has ended. */
pid_t dom_core_actor_pid(const dom_core_actor *a);

/* The bot sits down at its only table. */
dom_rc dom_core_actor_sit(dom_core_actor *a, const dom_ipc_frame_open *open, dom_err *err);

/* Tells it that a round of this match has ended, if it wants to know (hello.events). */
dom_rc dom_core_actor_tell_round(dom_core_actor *a, const dom_match *match, dom_err *err);

/* Asks it and waits for the reply. Pre: the view has two or more legal actions. */
dom_rc dom_core_actor_ask(dom_core_actor *a, const dom_view *view, int64_t bank_us, dom_err *err);

/* The match is over for it: it leaves the table and may sit down again. */
dom_rc dom_core_actor_leave(dom_core_actor *a, const dom_ipc_frame_result *result, dom_err *err);

/* Says `bye` and waits until the process has ended. */
dom_rc dom_core_actor_end(dom_core_actor *a, dom_err *err);

/* Returns what the process printed, and its size. It belongs to the actor. Complete once the
 * process has ended. */
const void *dom_core_actor_log(const dom_core_actor *a, size_t *size);

#endif
