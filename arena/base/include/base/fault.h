/* base/fault.h - the codes of faults: what a bot can do wrong.
 *
 * The words are sent to bots and stored in records and in the database, so they are never renamed
 * and never used for something else. What each fault costs is a table in protocol/SPEC.md,
 * "Faults". Which match pays for the end of a process is decided by dom_core_who_pays
 * (arena/core/payer.h).
 */
#ifndef DOM_BASE_FAULT_H
#define DOM_BASE_FAULT_H

#include <stdbool.h>

/*    name      value  word                                                   */
#define DOM_FAULT_MAP(X)                                                                           \
    X(NONE, 0, "normal")                                                                           \
    X(ILLEGAL, 1, "illegal")                                                                       \
    X(TIMEOUT, 2, "timeout")                                                                       \
    X(STALL, 3, "stall")                                                                           \
    X(PROTOCOL, 4, "protocol")                                                                     \
    X(CRASH, 5, "crash")                                                                           \
    X(RESOURCE, 6, "resource")                                                                     \
    X(SPAWN, 7, "spawn")

typedef enum {
#define X(name, value, word) DOM_FAULT_##name = (value),
    DOM_FAULT_MAP(X)
#undef X
        DOM_FAULT_COUNT
} dom_fault;

/* How a bot process ended. */
typedef enum {
    DOM_ENDING_ARENA,  /* the arena ended it, or it could not be started       */
    DOM_ENDING_EXIT,   /* it exited with a status                              */
    DOM_ENDING_SIGNAL, /* a signal that the arena did not send killed it       */
    DOM_ENDING_HOST,   /* its host died, and the arena killed the bot's processes */
    DOM_ENDING_COUNT
} dom_ending;

/* Returns the word of a fault, such as "timeout"; "normal" for DOM_FAULT_NONE.
 * Pre: 0 <= fault < DOM_FAULT_COUNT. */
const char *dom_fault_word(dom_fault fault);

/* Returns true if a match of `seats` seats can have ended with `end` by the fault of `seat`. A
 * match that ended by a fault names one of its seats; any other match has seat -1. */
static inline bool dom_fault_fits(dom_fault end, int seat, int seats)
{
    return end == DOM_FAULT_NONE ? seat == -1 : 0 <= seat && seat < seats;
}

/* Returns the fault with this word, or DOM_FAULT_COUNT if the word is unknown. */
dom_fault dom_fault_of(const char *word);

#endif
