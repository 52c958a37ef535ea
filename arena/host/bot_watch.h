/* What the host sees of its bot's processes beside their messages: what they print, how they end,
 * their connection, and what they use. The turns of the loop (loop.h) call this, each time with the
 * moment of the turn. A fault is told to the session, which keeps the first one. */
#ifndef DOM_HOST_BOT_WATCH_H
#define DOM_HOST_BOT_WATCH_H

#include "host_state.h"

/* The bot was started at `now_us`. */
void dom_host_bot_watch_begin(dom_host_state *h, int64_t now_us);

/* Take what the bot has printed. */
void dom_host_bot_watch_log(dom_host_state *h);

/* A child has ended or was stopped. Where it was the bot, what it had sent is awaited for a
 * moment. */
void dom_host_bot_watch_exit(dom_host_state *h, int64_t now_us);

/* Is the connection there? A bot of this machine that has lost it may be about to end, a remote one
 * may come back; both for a limited time. */
void dom_host_bot_watch_connection(dom_host_state *h, int64_t now_us);

/* Has its connection been lost, and not come back? */
bool dom_host_bot_watch_is_lost(const dom_host_state *h);

/* Is it judged by its end alone, however little time it had for an answer? A bot that has ended is,
 * or whose connection has. A remote bot may come back, and its clock runs on. */
bool dom_host_bot_watch_is_ending(const dom_host_state *h);

/* Look at what the bot uses, when it is time for the regular look, and before it pays for time in
 * any way; what it waited for a CPU since the last look is credited to all that it is awaited
 * for. */
void dom_host_bot_watch_credit(dom_host_state *h, int64_t now_us);

/* Does the bot owe anything, now that the asks of this turn are out? */
void dom_host_bot_watch_owing(dom_host_state *h, int64_t now_us);

/* When it is time for the regular look: does it keep to its limits, and has it been stopped? */
void dom_host_bot_watch_limits(dom_host_state *h, int64_t now_us);

#endif
