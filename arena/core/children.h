/* Children of this process that are no hosts: some were there before, others a host left behind. */
#ifndef DOM_CORE_CHILDREN_H
#define DOM_CORE_CHILDREN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { DOM_CORE_INHERITED_MAX = 64 };

/* Who ran before this process by exec may have started some, as a shell for its pipes: they are
 * left alone. */
typedef struct {
    pid_t pid[DOM_CORE_INHERITED_MAX];
    uint32_t count;
} dom_core_inherited;

/* Note all children that there are. To be called before the first host is started. */
void dom_core_inherited_note(dom_core_inherited *inherited);

/* End what hosts left behind, which became our child: every child, with its process group if
 * it leads one, but those inherited and those that `is_host` knows. */
void dom_core_children_end_adopted(const dom_core_inherited *inherited,
                                   bool (*is_host)(const void *context, pid_t pid),
                                   const void *context);

#endif
