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
 * A bot sees ask->view (rules/view.h): its hand, the ends, the history of the round,
 * and `legal`, the actions from which it chooses. The ask also has the variant, the
 * clock and a seed. A bot is asked only when it has two or more legal actions.
 * protocol/SPEC.md describes all fields.
 *
 * dom_bot_run calls the bot's functions one after another, in one thread. Everything
 * passed to them is valid only during the call. Standard output is redirected to
 * standard error before the first call, so printf is for logging under both transports.
 */
#ifndef DOMINO_BOT_H
#define DOMINO_BOT_H

#include "base/random.h"
#include "protocol/message.h"

/* A bot. A member that is zero or NULL has its default, if it has one. */
typedef struct {
    const char *name;    /* a label for people, at most 64 bytes; default: empty */
    const char *version; /* the same for the version                            */
    int max_tables;      /* the most open tables, 1..1024; default 1024. Use 1 if
                            the bot can only think about one match              */
    int batch;           /* the most asks in one message, 1..256; default 64. It is
                            cut to max_tables. With 1 every answer is sent at once,
                            as a bot that thinks long wants it                  */

    /* Returns the answer to one ask: an index into ask->view.legal. Required, unless
     * choose_many is given. */
    int (*choose)(const dom_msg_ask *ask, void *state);

    /* Replaces choose, for bots that decide many positions in one call: sets choices[i]
     * to the answer to asks[i]. All choices are 0 before. Pre: count >= 1. */
    void (*choose_many)(const dom_msg_ask *const *asks, int count, int choices[], void *state);

    /* Says what the bot thinks about an answer, for those who replay the match. Called after
     * choose, or after choose_many for each of its asks in their order, with the choice. *info is
     * empty before (protocol/info.h), and stays so if the bot has nothing to say:
     *     dom_info_expect(info, 4.5);
     *     info->has_worlds = true;
     *     info->worlds = 480;
     *     snprintf(info->text, sizeof info->text, "%s", "6-4 blocks");
     * Default: the bot says nothing. */
    void (*inform)(const dom_msg_ask *ask, int choice, dom_info *info, void *state);

    /* Called with the other messages of the arena. Each may be NULL. Rounds are sent
     * only to a bot that has on_round. Without on_fault a fault is written to standard
     * error. */
    void (*on_welcome)(const dom_msg_welcome *welcome, void *state);
    void (*on_match)(const dom_msg_match *match, void *state);
    void (*on_round)(const dom_msg_round *round, void *state);
    void (*on_result)(const dom_msg_result *result, void *state);
    void (*on_fault)(const dom_msg_fault *fault, void *state);

    void *state; /* the bot's own; passed to each of its functions              */
} dom_bot;

/* Connects, says hello and plays until the arena says bye or ends.
 *
 * If DOMINO_ARENA_ENDPOINT is set, it connects over ZeroMQ, with DOMINO_ARENA_TOKEN or with the
 * three keys of a remote bot. A remote bot also reconnects when its connection is lost. If the
 * variable is not set, messages go over standard input and output. Asks that have arrived together
 * are answered together, unless `batch` is 1. Unknown message types are ignored.
 *
 * Returns the exit status for main: 0 after bye or the end of input; 1 after an error, with
 * a line on standard error. Errors are: it cannot connect, a message of the arena cannot be
 * read, or the bot chose an index that is out of range. */
int dom_bot_run(const dom_bot *bot);

/* Returns a generator that starts from the ask: from its seed and from the position in the
 * round. So every ask of a match has its own numbers, and a bot needs no memory for them. */
dom_random dom_random_of(const dom_msg_ask *ask);

#endif
