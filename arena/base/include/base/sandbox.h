/* base/sandbox.h - the levels of the sandbox. Each level includes the restrictions of the levels
 * before it. The words stand in tournament files, records and the database. A table in SECURITY.md
 * lists what each level denies a bot.
 */
#ifndef DOM_BASE_SANDBOX_H
#define DOM_BASE_SANDBOX_H

typedef enum {
    DOM_SANDBOX_AUTO,   /* only as a setting: the highest level that works on this machine */
    DOM_SANDBOX_NONE,   /* a session of its own; a user of its own if root runs the arena */
    DOM_SANDBOX_LIMITS, /* resource limits, no new privileges, a filter of system calls */
    DOM_SANDBOX_BWRAP,  /* bubblewrap: namespaces, a file tree of its own      */
    DOM_SANDBOX_COUNT
} dom_sandbox;

/* The word of each level, by its number; NULL after the last. */
extern const char *const dom_sandbox_words[];

/* What the level bwrap shows of the machine's files, for messages. */
#define DOM_SANDBOX_SHOWN "/usr, the bot's folder and what `show` names"

/* The word of a match that was played at `bwrap` while the files of one of its bots were on disk
 * instead of in memory. */
#define DOM_SANDBOX_ON_DISK "disk"

#endif
