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
#include "host/frame.h"
#include "transport.h"

typedef struct session session;

/* All three are borrowed. Returns NULL when out of memory. */
session *session_open(const dom_frame_setup *setup, dom_link *link, transport *bot, int64_t now_us);
void session_close(session **handle);

/* A frame of the core about tables. */
void session_frame(session *s, const dom_frame *frame, int64_t now_us);

/* Take the messages that have come, at most a bounded number. Returns true when
 * more may be waiting. */
bool session_receive(session *s, int64_t now_us);

/* The bot was kept waiting for a CPU for `us` since this was last told: nothing that
 * it owes, an answer, a hello or a sign of life, is due before that much later. Up to
 * 10 s since its last message. */
void session_forgive(session *s, int64_t us, int64_t now_us);

/* Does its time run, for what it owes or may still be at? */
bool session_is_timed(const session *s);

/* From when on the bot pays for time: with its bank, as something is late, or as its next answer
 * leaves it less for the others. Then what it waited is to be forgiven before all else.
 * INT64_MAX = never; at most session_deadline. */
int64_t session_due(const session *s);

/* Decide what is late by now: answers, a hello, a sign of life. */
void session_tick(session *s, int64_t now_us);

/* Send what the bot is to be told and the asks that may go out. */
void session_send(session *s, int64_t now_us);

/* Tell the bot that nothing more comes. */
void session_bye(session *s, const char *reason);

/* When session_tick or session_send has something to do next; INT64_MAX = never. */
int64_t session_deadline(const session *s);

/* The bot committed a fault that ends its process. */
void session_fail(session *s, dom_fault fault, const char *text);
dom_fault session_fault(const session *s);
const char *session_reason(const session *s);
/* The message for which it did; empty when it was for none. */
const dom_frame_said *session_said(const session *s);

bool session_has_hello(const session *s);

/* At which it sits. */
int session_tables(const session *s);

/* The table of the oldest ask that was sent and not answered, or DOM_NO_SLOT, and
 * the serial of that ask. */
uint16_t session_owes(const session *s);
uint32_t session_owed_serial(const session *s);

#endif
