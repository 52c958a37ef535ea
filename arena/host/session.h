/* The conversation with one bot process: hello, asks, answers, strays, clock and
 * faults. Everything comes in as an event with its time; it goes out over the
 * transport and the link. Knows no process and no clock of its own.
 *
 * When the bot does what costs it the process, `fault` is set and the session
 * says no more; whoever runs it ends the process then.
 */
#ifndef DOM_HOST_SESSION_H
#define DOM_HOST_SESSION_H

#include "base/fault.h"
#include "ipc/launch_spec.h"
#include "transport.h"

typedef struct dom_host_session dom_host_session;

/* All three are borrowed. Returns NULL when out of memory. */
dom_host_session *dom_host_session_open(const dom_ipc_launch_spec *spec, dom_ipc_link *link,
                                        dom_host_transport *bot, int64_t now_us);
void dom_host_session_close(dom_host_session **handle);

/* A frame of the core about tables. */
void dom_host_session_frame(dom_host_session *s, const dom_ipc_frame *frame, int64_t now_us);

/* Take the messages that have come, at most a bounded number. Returns true when
 * more may be waiting. */
bool dom_host_session_receive(dom_host_session *s, int64_t now_us);

/* The bot was kept waiting for a CPU for `us` since this was last told: nothing that
 * it owes, an answer, a hello or a sign of life, is due before that much later. Up to
 * 10 s since its last message. */
void dom_host_session_credit(dom_host_session *s, int64_t us, int64_t now_us);

/* Does its time run, for what it owes or may still be at? */
bool dom_host_session_is_timed(const dom_host_session *s);

/* From when on the bot pays for time: with its bank, as something is late, or as its next answer
 * leaves it less for the others. Then what it waited is to be credited before all else.
 * DOM_HOST_NEVER = never; at most dom_host_session_deadline. */
int64_t dom_host_session_credit_due(const dom_host_session *s);

/* Decide what is late by now: answers, a hello, a sign of life. */
void dom_host_session_tick(dom_host_session *s, int64_t now_us);

/* Send what the bot is to be told and the asks that may go out. */
void dom_host_session_send(dom_host_session *s, int64_t now_us);

/* Tell the bot that nothing more comes. */
void dom_host_session_bye(dom_host_session *s, const char *reason);

/* When dom_host_session_tick or dom_host_session_send has something to do next; INT64_MAX =
 * never. */
int64_t dom_host_session_deadline(const dom_host_session *s);

/* The bot committed a fault that ends its process. */
void dom_host_session_fail(dom_host_session *s, dom_fault fault, const char *text);
dom_fault dom_host_session_fault(const dom_host_session *s);
const char *dom_host_session_reason(const dom_host_session *s);
/* The message for which it did; empty when it was for none. */
const dom_ipc_frame_said *dom_host_session_said(const dom_host_session *s);

bool dom_host_session_has_hello(const dom_host_session *s);

/* At which it sits. */
int dom_host_session_tables(const dom_host_session *s);

/* The table of the oldest ask that was sent and not answered, or DOM_IPC_NO_SLOT, and
 * the serial of that ask. */
uint16_t dom_host_session_owes(const dom_host_session *s);
uint32_t dom_host_session_owed_serial(const dom_host_session *s);

#endif
