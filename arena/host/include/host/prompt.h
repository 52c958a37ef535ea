/* host/prompt.h - to be on a CPU soon after being woken, on a machine whose bots think
 * on all of them. */
#ifndef DOM_HOST_PROMPT_H
#define DOM_HOST_PROMPT_H

#include <stdbool.h>

/* Ask for short turns on the CPU, for this thread and what it starts: the scheduler
 * (Linux 6.12 and later, Documentation/scheduler/sched-eevdf.rst) lets who wants
 * little go before who is in the middle of a long turn, which is else some 3 ms. No
 * privilege is needed and nothing is gained in all; older kernels ignore it. False: back
 * to what is usual. */
void dom_prompt(bool is_prompt);

#endif
