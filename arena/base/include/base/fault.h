/* base/fault.h - what a bot can do wrong, and what it costs.
 *
 * The names are on the wire, in records and in the database: never renamed,
 * never reused. The consequences are the table of protocol/SPEC.md, "Faults".
 */
#ifndef DOM_BASE_FAULT_H
#define DOM_BASE_FAULT_H

#include <stdbool.h>

/*    name      value  word        the process is stopped                     */
#define DOM_FAULT_MAP(X)                                                                           \
    X(NONE, 0, "normal", false)                                                                    \
    X(ILLEGAL, 1, "illegal", false)                                                                \
    X(TIMEOUT, 2, "timeout", false)                                                                \
    X(STALL, 3, "stall", true)                                                                     \
    X(PROTOCOL, 4, "protocol", true)                                                               \
    X(CRASH, 5, "crash", true)                                                                     \
    X(RESOURCE, 6, "resource", true)                                                               \
    X(SPAWN, 7, "spawn", true)

typedef enum {
#define X(name, value, word, ends) DOM_FAULT_##name = (value),
    DOM_FAULT_MAP(X)
#undef X
        DOM_FAULT_COUNT
} dom_fault;

/* "timeout"; "normal" for DOM_FAULT_NONE. Pre: 0 <= fault < DOM_FAULT_COUNT. */
const char *dom_fault_word(dom_fault fault);

/* The fault of that word, or DOM_FAULT_COUNT when there is none. */
dom_fault dom_fault_of(const char *word);

/* True when the fault also ends the bot's process (it is replaced by a fresh
 * one); false when the process goes on. */
bool dom_fault_ends_process(dom_fault fault);

#endif
