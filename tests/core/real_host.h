/* real_host.h - a host of its own for a test, which is the core. */
#ifndef DOM_TESTS_HOST_REAL_HOST_H
#define DOM_TESTS_HOST_REAL_HOST_H

#include "process.h"

enum { RUN_FOLDER_BYTES = 64 };

/* Make an empty one and fill in its path. A host that finds its core gone removes it. */
void make_run_folder(char path[static RUN_FOLDER_BYTES]);

/* Start the host of a bot of which only `args` and `transport` are looked at: it has ten minutes
 * for its hello and `move_ms` for an answer. */
dom_core_process *start_host(const char *run_folder, const dom_core_entrant *bot, int32_t move_ms);

/* Send what was added to the link, without reading. */
void send_all(dom_core_process *host);

/* Send it, and await the next frame that is not of what the bot printed; its body is good until
 * the next call. The test fails when the host is gone. */
dom_ipc_frame next_frame(dom_core_process *host);

/* The same, and the test fails when it is another frame than this. */
void await_frame(dom_core_process *host, dom_ipc_frame_type type, uint16_t slot);

/* The core is gone: send what was added to the link, close it and wait until the host has ended.
 * *host is freed and NULL then. */
void leave_host(dom_core_process **host);

#endif
