/* Child processes of the arena that are not hosts. There are two kinds: children that existed
 * before the run, which are left alone, and processes that a host left behind, which are killed.
 *
 * The arena is a subreaper: when a host dies, the processes of its bot become children of the
 * arena. */
#ifndef DOM_CORE_CHILDREN_H
#define DOM_CORE_CHILDREN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { DOM_CORE_INHERITED_MAX = 64 };

/* The inherited children. A program that ran in this process before exec may have started them, for
 * example a shell for a pipe. */
typedef struct {
    pid_t pid[DOM_CORE_INHERITED_MAX];
    uint32_t count;
} dom_core_inherited;

/* Notes all present children, at most DOM_CORE_INHERITED_MAX, as inherited. Call it before the
 * first host is started. */
void dom_core_inherited_note(dom_core_inherited *inherited);

/* Kills and reaps every child that is neither inherited nor a host, with its process group if it
 * leads one.
 *
 * is_host  returns true for the process id of a host; `context` is its first argument */
void dom_core_children_end_adopted(const dom_core_inherited *inherited,
                                   bool (*is_host)(const void *context, pid_t pid),
                                   const void *context);

#endif
