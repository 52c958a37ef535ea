/* base/first_child.h - the child of a process, as the kernel tells. */
#ifndef DOM_BASE_FIRST_CHILD_H
#define DOM_BASE_FIRST_CHILD_H

#include <sys/types.h>

/* Returns the oldest child of a process, or 0: it has none, it has ended, or the kernel does not
 * list children (/proc/PID/task/PID/children). 0 has none. */
pid_t dom_first_child(pid_t pid);

#endif
