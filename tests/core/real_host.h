/* real_host.h - starts a real host for a test. The test plays the part of the core. */
#ifndef DOM_TESTS_HOST_REAL_HOST_H
#define DOM_TESTS_HOST_REAL_HOST_H

#include "process.h"

enum { RUN_FOLDER_BYTES = 64 };

/* Parts of a bot in shell that sits at up to 1024 tables: its hello, and a filter that gives every
 * ask this choice. */
#define BOT_HELLO "echo '{\"type\":\"hello\",\"protocol\":1,\"max_tables\":1024}'; "
#define BOT_CHOOSES(choice)                                                                        \
    "sed -un 's/.*\"type\":\"ask\",\"req\":\\([0-9]*\\),.*/{\"type\":\"act\",\"req\":\\1,"         \
    "\"choice\":" #choice "}/p'"

/* Makes an empty run directory and fills in its path. A host removes it when its core has ended. */
void make_run_folder(char path[static RUN_FOLDER_BYTES]);

/* Starts the host of a bot, of which only `args` and `transport` are used. The bot has ten minutes
 * for its hello and `move_ms` for an answer. */
dom_core_process *start_host(const char *run_folder, const dom_core_entrant *bot, int32_t move_ms);

/* The same, on the CPUs of a run. */
dom_core_process *start_host_on(const char *run_folder, const dom_core_entrant *bot,
                                int32_t move_ms, const cpu_set_t *cpus);

/* Sends what was added to the link, without reading. */
void send_all(dom_core_process *host);

/* Sends what was added to the link and waits for the next frame, skipping logs. Its body is valid
 * until the next call. The test fails if the host has ended. */
dom_ipc_frame next_frame(dom_core_process *host);

/* The same; the test also fails if the next frame is another one. */
void await_frame(dom_core_process *host, dom_ipc_frame_type type, uint16_t slot);

/* Plays the end of the core: sends what was added to the link, closes it and waits until the host
 * has ended. Frees *host and sets it to NULL. */
void leave_host(dom_core_process **host);

#endif
