/* The main loop of a host, from the start of its bot until the bot or the core ends.
 *
 * Each turn of the loop waits for an event or for the earliest timer, takes the time once, and runs
 * the phases below. Everything in a turn happens at the time of the turn, with one exception: if
 * phase 10 reads all processes of the bot, the time is taken again. The session keeps the first
 * fault that is reported, so the order of the phases also decides which fault counts.
 *
 *  1 read the log           A bot that prints much must not block. Nothing depends on the log.
 *  2 credit CPU waits       This comes before the phases that charge time: messages and cancelled
 *                           asks run the budget down.
 *  3 read the core          Asks, results and bye. A result cancels the ask of its match.
 *  4 credit CPU waits       A cancelled ask can make a credit due. It must be given before new asks
 *                           are sent. If phase 2 has taken a reading, no second one is taken.
 *  5 see an exit            This comes before the messages: everything that the bot sent before its
 *                           exit can then be read.
 *  6 receive messages       This comes before the judgement: an answer that has arrived is not
 *                           late, and the answers of a bot that has ended count. While the core has
 *                           not taken the earlier answers, nothing is received. Then the bot must
 *                           wait, and no messages pile up here.
 *  7 watch the connection   This comes after the messages, since the end of a connection stands
 *                           behind its last message.
 *  8 watch the limits       This comes after the messages: a bot that also broke the protocol is
 *                           told so. It comes before the judgement: a bot that was stopped by a
 *                           signal has a stall, not a timeout.
 *  9 judge the time         Only if the bot is not ending and the core has taken all answers.
 * 10 note the waiting       Whether the arena waits for the bot from now on. A longer time without
 *                           an ask earns no credit for the next answer. This comes before the asks:
 *                           on a busy machine the bot may think before the host runs again.
 * 11 send asks              This comes after the judgement: a bot that is late is not asked. A bot
 *                           that is ending is not asked either, since it could not answer.
 * 12 continue the shutdown  After bye: SIGTERM, then SIGKILL (shutdown.h).
 * 13 tell the core          This comes last, so the frames of the whole turn share few datagrams.
 *                           Before it sends, the host may move the core to the CPU of its last
 *                           table.
 */
#ifndef DOM_HOST_LOOP_H
#define DOM_HOST_LOOP_H

#include "host_state.h"

/* Runs the loop. Returns when the core has ended, when the bot must be killed, or when the bot has
 * exited and its last messages were read. */
void dom_host_loop_run(dom_host_state *h);

#endif
