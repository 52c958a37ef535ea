/* domino-host - the host: the process beside one bot process.
 *
 * The core starts it with a socket as descriptor 3 and passes it nothing else. The host starts the
 * bot, runs its session, and cleans up when the bot has ended. If a bot manages to crash its host,
 * only this bot's own match is lost.
 *
 *     domino-host                          be a host; started by the core, not by hand
 *     domino-host --try LEVEL [PATH...]    try a sandbox level (ipc/sandbox_trial.h)
 *     domino-host --sweep FIRST N FOLDER   remove what N user ids of bots have left (sweep.h)
 *     domino-host --versions               print the versions of its libraries
 */
#include "host_end.h"
#include "loop.h"
#include "start.h"
#include "sweep.h"
#include "try.h"

#include <msgpack.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

/* `domino-host --versions`, for `domino-arena doctor`, which does not link these libraries. */
static int print_versions(void)
{
    int major, minor, patch;
    zmq_version(&major, &minor, &patch);
    (void)printf("domino-host %s\nlibzmq %d.%d.%d\nmsgpack-c %s\nlibsodium %s\n", DOM_VERSION,
                 major, minor, patch, msgpack_version(), sodium_version_string());
    return fflush(stdout) == 0 ? 0 : 3;
}

/* `domino-host --sweep FIRST COUNT FOLDER`: the core calls it when a host has ended before it could
 * clean up. */
static int sweep_ids(char **numbers, const char *base)
{
    uint32_t first = (uint32_t)strtoul(numbers[0], NULL, 10);
    uint32_t count = (uint32_t)strtoul(numbers[1], NULL, 10);
    return dom_host_sweep_users(first, count, base) ? 0 : 2;
}

static int be_host(void)
{
    dom_host_state *h = dom_host_start_open();
    if (h == NULL) {
        (void)fprintf(stderr, "domino-host is started by domino-arena, not by hand\n");
        return 2;
    }
    dom_err err = {.text = ""};
    dom_rc rc = dom_host_start_bot(h, &err);
    if (rc == DOM_OK)
        dom_host_loop_run(h);
    dom_host_end_clean_up(h);
    dom_host_end_report(h, rc == DOM_OK ? NULL : &err);
    dom_host_end_leave_run_folder(h);
    dom_host_start_close(&h);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--sweep") == 0)
        return sweep_ids(argv + 2, argv[4]);
    if (argc == 2 && strcmp(argv[1], "--versions") == 0)
        return print_versions();
    if (argc >= 3 && argc <= 3 + DOM_IPC_SHOWN_MAX && strcmp(argv[1], "--try") == 0)
        return (int)dom_host_try_sandbox(argv[2], (const char *const *)argv + 3);
    return be_host();
}
