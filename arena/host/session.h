/* The conversation with one bot process: hello, asks, answers, strays, clock and faults.
 *
 * Everything comes in as an event with its time, in microseconds of one monotonic clock. Messages
 * go out over the transport to the bot, and frames over the link to the core. A session does not
 * know the bot's process, and does not read a clock.
 *
 * A fault that ends the process is stored (dom_host_session_fault). From then on the session sends
 * nothing more, except bye, and the caller must end the process.
 */
#ifndef DOM_HOST_SESSION_H
#define DOM_HOST_SESSION_H

#include "base/fault.h"
#include "ipc/launch_spec.h"
#include "transport.h"

typedef struct dom_host_session dom_host_session;

/* Begins the conversation with a bot that was started at `now_us`. The spec, the link and the
 * transport are borrowed and must outlive the session. Returns NULL when out of memory. */
dom_host_session *dom_host_session_open(const dom_ipc_launch_spec *spec, dom_ipc_link *link,
                                        dom_host_transport *bot, int64_t now_us);

/* Frees the session and sets *handle to NULL. *handle may be NULL. */
void dom_host_session_close(dom_host_session **handle);

/* Handles a frame of the core that concerns a table: OPEN, ASK, ROUND, TOLD or RESULT. Other frames
 * are ignored. Messages for the bot are held until dom_host_session_send, or until they exceed
 * 64 KiB. */
void dom_host_session_frame(dom_host_session *s, const dom_ipc_frame *frame, int64_t now_us);

/* Receives and handles messages of the bot, at most 512. Returns true if more may be waiting. */
bool dom_host_session_receive(dom_host_session *s, int64_t now_us);

/* Credits a CPU wait of `us` since the previous call (time_budget.h): every limit that is running,
 * for an answer, a hello or a sign of life, is extended by it. The credit is at most 60 s between
 * two messages of the bot. */
void dom_host_session_credit(dom_host_session *s, int64_t us, int64_t now_us);

/* Returns true while the bot's time budget runs down: an ask is outstanding, or the bot may still
 * be working on a cancelled one. */
bool dom_host_session_is_timed(const dom_host_session *s);

/* Returns the time from which CPU waits must have been credited before anything else is done, as
 * dom_host_time_budget_credit_due does. DOM_HOST_NEVER = never. The result is never later than
 * dom_host_session_deadline. */
int64_t dom_host_session_credit_due(const dom_host_session *s);

/* Judges what is late at `now_us`: answers, a hello, a sign of life. Also sends a welcome that the
 * conformance check has delayed. */
void dom_host_session_tick(dom_host_session *s, int64_t now_us);

/* Returns true if dom_host_session_send would try to send an ask now. The caller must not ask a bot
 * that is ending. */
bool dom_host_session_will_ask(const dom_host_session *s, int64_t now_us);

/* Sends the bot the messages that are held for it, and then the waiting asks that may be sent
 * now. */
void dom_host_session_send(dom_host_session *s, int64_t now_us);

/* Sends the bot the held messages and `bye`. */
void dom_host_session_bye(dom_host_session *s, const char *reason);

/* Returns the next time at which dom_host_session_tick has something to do; DOM_HOST_NEVER =
 * never. */
int64_t dom_host_session_deadline(const dom_host_session *s);

/* Reports a fault that ends the process. The session keeps the first one, with the message that is
 * being handled at this moment. Before the hello every fault counts as DOM_FAULT_SPAWN. */
void dom_host_session_fail(dom_host_session *s, dom_fault fault, const char *text);

/* Returns the stored fault, or DOM_FAULT_NONE. */
dom_fault dom_host_session_fault(const dom_host_session *s);

/* Returns the text of the stored fault; "" without one. It belongs to the session. */
const char *dom_host_session_reason(const dom_host_session *s);

/* Returns the beginning of the message that caused the fault; its size is 0 if no message did. */
const dom_ipc_frame_said *dom_host_session_said(const dom_host_session *s);

/* Returns true once the bot has said a valid hello. */
bool dom_host_session_has_hello(const dom_host_session *s);

/* Returns the number of tables at which the bot sits. */
int dom_host_session_tables(const dom_host_session *s);

/* Returns the table of the oldest outstanding ask, or DOM_IPC_NO_SLOT. */
uint16_t dom_host_session_oldest_ask_table(const dom_host_session *s);

/* Returns the serial of the oldest outstanding ask, or 0. */
uint32_t dom_host_session_oldest_ask_serial(const dom_host_session *s);

#endif
