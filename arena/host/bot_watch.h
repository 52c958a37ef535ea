/* Watches the bot's processes: their output, their exit, their connection and the resources that
 * they use. The messages of the bot belong to session.h.
 *
 * Each turn of the loop (loop.h) calls these functions with the time of the turn, in microseconds
 * of dom_now_us. They report a fault to the session, which keeps the first one only.
 */
#ifndef DOM_HOST_BOT_WATCH_H
#define DOM_HOST_BOT_WATCH_H

#include "host_state.h"

/* Begins to watch a bot that was started at `now_us`. */
void dom_host_bot_watch_begin(dom_host_state *h, int64_t now_us);

/* Reads what the bot has printed, at most 256 KiB per call, and keeps it in h->log. */
void dom_host_bot_watch_log(dom_host_state *h);

/* Handles SIGCHLD: a child has ended or was stopped. If the bot was stopped, that is a `stall`
 * fault. If it has ended, the host waits up to 0.1 s for messages that the bot had sent before, and
 * 0.5 s if a SIGTERM ended it that the arena did not send. */
void dom_host_bot_watch_exit(dom_host_state *h, int64_t now_us);

/* Checks whether the bot is still connected. A bot on this machine that lost its connection must
 * exit within 1 s (plus CPU-wait credit); otherwise this is a `protocol` fault. A remote bot may
 * connect again. If it is away for more than startup_ms in total, this is a `crash`. */
void dom_host_bot_watch_connection(dom_host_state *h, int64_t now_us);

/* Returns true while the bot's connection is lost. */
bool dom_host_bot_watch_is_lost(const dom_host_state *h);

/* Returns true if the bot has exited, or is on this machine and has lost its connection. From then
 * on no answer becomes late, however small move_ms is: the bot's fault is this end. A remote bot
 * without a connection is not ending, because it may connect again; its clock continues to run. */
bool dom_host_bot_watch_is_ending(const dom_host_state *h);

/* Reads what the bot's processes use, if the regular reading is due or if the bot is about to lose
 * time or be blamed. The time that it waited for a CPU since the last reading is credited to its
 * budget and to all limits that are running. */
void dom_host_bot_watch_credit(dom_host_state *h, int64_t now_us);

/* Notes whether the arena waits for the bot from this turn on: an ask is outstanding, or one will
 * be sent in this turn. A time of more than 10 ms in which it did not wait must not earn credit for
 * the next answer.
 *
 * Must be called just before the asks are sent: as soon as the bot has an ask, it may take the CPU
 * from the host. Its thinking must not count as time before the ask.
 *
 * Returns true if this needed a reading of all processes, after which it is later than `now_us`.
 * Does nothing for a remote bot. */
bool dom_host_bot_watch_set_asked(dom_host_state *h, int64_t now_us);

/* After any reading in this turn, so also before a bot is blamed for a timeout: checks whether the
 * bot was stopped inside bubblewrap, a `stall` fault. If the regular reading is due and the bot has
 * a sandbox: checks the limits of memory and processes, a `resource` fault. */
void dom_host_bot_watch_limits(dom_host_state *h, int64_t now_us);

#endif
