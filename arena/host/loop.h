/* The turns of the host, from the start of its bot to the bot's end or the core's.
 *
 * Each turn waits for an event or for the earliest timer, stamps the time once, and goes through
 * these phases. A session keeps the first fault that it is told, so the order of the phases also
 * says which one that is.
 *
 *  1 read the log         who prints much is not kept waiting; nothing is decided by it
 *  2 credit waiting       before this turn charges any time: messages and cancels run the budget
 *                         down
 *  3 read the core        asks, results, bye; a result cancels an ask
 *  4 credit waiting       after a cancel a credit may be due that was not before, and it is to be
 *                         given before new asks go out. If 2 has looked, nothing is looked at again
 *  5 see an exit          before messages are taken: all that it sent by then is there to be read
 *  6 take messages        before anything is judged: an answer that has arrived is not late, and
 *                         one that an ended bot had sent counts. Not while answers are unsent: then
 *                         the bot waits, so that nothing piles up here
 *  7 watch the connection after the messages, as its end is seen behind the last of them
 *  8 watch the limits     after the messages: who broke the protocol is told that
 *  9 judge the time       of a bot that is not ending, and only if the core has taken all answers
 * 10 send asks            after the judgement: who is late is asked no more. An ending bot is asked
 *                         nothing, as it would owe what it can never read
 * 11 note what it owes    after the asks: from now on it can be kept waiting
 * 12 press it to leave    after bye
 * 13 tell the core        last, with all that came of this turn in few datagrams
 */
#ifndef DOM_HOST_LOOP_H
#define DOM_HOST_LOOP_H

#include "host_state.h"

/* Returns when the core is gone, when the bot is to go, or when it is gone by itself. */
void dom_host_loop_run(dom_host_state *h);

#endif
