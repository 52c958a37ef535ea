/* domino/bot.h - write a bot for Domino Arena in C.
 *
 *     #include <domino/bot.h>
 *
 *     static int first(const dom_msg_ask *ask, void *state)
 *     {
 *         return 0;
 *     }
 *
 *     int main(void)
 *     {
 *         return dom_bot_run(&(dom_bot){.name = "first", .choose = first});
 *     }
 *
 * What a bot sees is ask->view (rules/view.h): its hand, the ends, the history of
 * the round, and `legal`, the actions it may choose from; beside it stand the
 * variant, the clock, and a seed. A bot is asked only when it has two or more
 * legal actions. Everything passed to a function of the bot is borrowed for the
 * call. All is described in protocol/SPEC.md.
 *
 * The bot's functions are called from dom_bot_run, one after another, in one
 * thread. Standard output is pointed at standard error before any of them, so
 * printf is for logging under both transports.
 */
#ifndef DOMINO_BOT_H
#define DOMINO_BOT_H

#include "protocol/message.h"

/* A bot. Zero or NULL means the default, wherever there is one. */
typedef struct {
    const char *name;    /* label and version of at most 64 bytes, for people;  */
    const char *version; /* default: empty                                      */
    int max_tables;      /* tables at once, 1..1024; default 1024. Say 1 when the
                            bot can only think about one match                  */
    int batch;           /* asks in one message, 1..256; default 64, and never
                            more than max_tables                                */

    /* The answer to one ask: an index into ask->view.legal. Required, unless
     * choose_many is there. */
    int (*choose)(const dom_msg_ask *ask, void *state);

    /* Instead of choose, for bots that think about many positions at once: set
     * choices[i] to the answer to asks[i]. Pre: count >= 1. */
    void (*choose_many)(const dom_msg_ask *const *asks, int count, int choices[], void *state);

    /* What the arena tells; each may be NULL. Rounds are sent only to a bot that
     * has on_round. Without on_fault a fault is written to standard error. */
    void (*on_welcome)(const dom_msg_welcome *welcome, void *state);
    void (*on_match)(const dom_msg_match *match, void *state);
    void (*on_round)(const dom_msg_round *round, void *state);
    void (*on_result)(const dom_msg_result *result, void *state);
    void (*on_fault)(const dom_msg_fault *fault, void *state);

    void *state; /* the bot's own; passed to each of its functions              */
} dom_bot;

/* Say hello and play until the arena says bye or is gone.
 *
 * Connects as the environment says: ZeroMQ where DOMINO_ARENA_ENDPOINT is set
 * (with DOMINO_ARENA_TOKEN, or the three keys of a remote bot, which also
 * connects again when the line breaks), else standard input and output. Asks that
 * have arrived together are answered together. Message types it does not know are
 * ignored.
 *
 * Returns what main should return: 0 after bye or the end of input; 1 with a line
 * on standard error when there is no connection to be had, the arena says what
 * cannot be read, or the bot chose an index that is out of range. */
int dom_bot_run(const dom_bot *bot);

/* A small random generator (splitmix64) for bots that are to play the same match
 * in the same way again. A plain value. */
typedef struct {
    uint64_t state;
} dom_random;

/* Start from the ask: from its seed and from where the round is, so that every
 * ask of a match has its own numbers and a bot needs no memory for them. */
dom_random dom_random_of(const dom_msg_ask *ask);

/* 64 random bits. */
uint64_t dom_random_bits(dom_random *random);

/* One of 0..count - 1, each as likely as the others. Pre: count >= 1. */
int dom_random_below(dom_random *random, int count);

#endif
