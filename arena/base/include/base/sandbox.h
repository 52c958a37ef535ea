/* base/sandbox.h - the levels at which bots are kept apart, each with all of those
 * below it. The words are in tournament files, records and the database; what a
 * level denies is the table of SECURITY.md.
 */
#ifndef DOM_BASE_SANDBOX_H
#define DOM_BASE_SANDBOX_H

typedef enum {
    DOM_SANDBOX_AUTO,   /* a wish: the best that works here                    */
    DOM_SANDBOX_NONE,   /* own user where root starts it, own session          */
    DOM_SANDBOX_LIMITS, /* rlimits, no new privileges, a filter of system calls */
    DOM_SANDBOX_BWRAP,  /* bubblewrap: namespaces, a file tree of its own      */
    DOM_SANDBOX_COUNT
} dom_sandbox;

/* By level, then NULL. */
extern const char *const dom_sandbox_words[];

#endif
