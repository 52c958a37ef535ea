/* base/fault.h - what a bot can do wrong, and what it costs.
 *
 * The names are on the wire, in records and in the database: never renamed,
 * never reused. The consequences are in protocol/SPEC.md, "Faults"; which match pays is decided by
 * dom_core_payer (arena/core/payer.h).
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

/* How the process of a bot came to its end. */
typedef enum {
    DOM_ENDING_ARENA,  /* the arena ended it, or it could not be started       */
    DOM_ENDING_EXIT,   /* it exited                                            */
    DOM_ENDING_SIGNAL, /* a signal killed it that the arena did not send       */
    DOM_ENDING_HOST,   /* its host died; the arena ended what it left behind    */
    DOM_ENDING_COUNT
} dom_ending;

/* "timeout"; "normal" for DOM_FAULT_NONE. Pre: 0 <= fault < DOM_FAULT_COUNT. */
const char *dom_fault_word(dom_fault fault);

/* Can a match of so many seats have ended so by the fault of `seat`? One of the seats where a fault
 * ended it, else none, -1. */
static inline bool dom_fault_fits(dom_fault end, int seat, int seats)
{
    return end == DOM_FAULT_NONE ? seat == -1 : 0 <= seat && seat < seats;
}

/* The fault of that word, or DOM_FAULT_COUNT when there is none. */
dom_fault dom_fault_of(const char *word);

#endif
