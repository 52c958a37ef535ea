#include "real_host.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

void make_run_folder(char path[static RUN_FOLDER_BYTES])
{
    strcpy(path, "/tmp/domino-test.XXXXXX");
    cr_assert(ne(ptr, mkdtemp(path), NULL));
}

dom_core_process *start_host(const char *run_folder, const dom_core_entrant *bot, int32_t move_ms)
{
    cpu_set_t own;
    cr_assert(zero(int, sched_getaffinity(0, sizeof own, &own)));
    return start_host_on(run_folder, bot, move_ms, &own);
}

dom_core_process *start_host_on(const char *run_folder, const dom_core_entrant *bot,
                                int32_t move_ms, const cpu_set_t *cpus)
{
    dom_core_tournament t = {.variant_count = 1,
                             .limits = {.startup_ms = 600000, .move_ms = move_ms}};
    dom_core_entrant entrant = {
        .name = "bot", .transport = bot->transport, .memory_mb = 512, .processes = 64};
    dom_core_process_spec spec = {.host_program = HOST_PROGRAM,
                                  .version = "0",
                                  .run_folder = run_folder,
                                  .bot_folder = "/",
                                  .tournament = &t,
                                  .bot = &entrant,
                                  .sandbox = DOM_SANDBOX_NONE,
                                  .instance = 1,
                                  .cpus = *cpus};
    dom_core_process *host;
    dom_err err;
    memcpy(entrant.args, bot->args, sizeof entrant.args);
    cr_assert(eq(int, dom_variant_find(&t.variants[0], "block-2", &err), DOM_OK));
    cr_assert(eq(int, dom_core_process_start(&host, &spec, &err), DOM_OK), "%s", err.text);
    return host;
}

/* Waits until the link is ready for the events `wanted`, or for sending if frames are unsent. */
static void await(const dom_core_process *host, short wanted)
{
    if (dom_ipc_link_has_unsent(&host->link))
        wanted |= POLLOUT;
    struct pollfd ready = {.fd = host->link.fd, .events = wanted};
    cr_assert(eq(int, poll(&ready, 1, -1), 1));
}

void send_all(dom_core_process *host)
{
    while (dom_ipc_link_flush(&host->link) == DOM_OK && dom_ipc_link_has_unsent(&host->link))
        await(host, 0);
}

dom_ipc_frame next_frame(dom_core_process *host)
{
    dom_ipc_frame frame;
    for (;;) {
        while (dom_ipc_link_next(&host->link, &frame))
            if (frame.type != DOM_IPC_FRAME_LOG)
                return frame;
        (void)dom_ipc_link_flush(&host->link);
        await(host, POLLIN);
        cr_assert(ne(int, dom_ipc_link_receive(&host->link), DOM_E_IO), "the host has ended");
    }
}

void await_frame(dom_core_process *host, dom_ipc_frame_type type, uint16_t slot)
{
    dom_ipc_frame frame = next_frame(host);
    dom_ipc_frame_ended ended = {.text = ""};
    if (frame.type == DOM_IPC_FRAME_ENDED)
        (void)dom_ipc_frame_unpack_ended(&frame, &ended);
    cr_assert(eq(int, frame.type, type), "%s", ended.text);
    cr_assert(eq(u16, frame.slot, slot));
}

void leave_host(dom_core_process **host)
{
    dom_core_process *p = *host;
    /* From now on the frames of the host are discarded, even if it ends before the link is closed.
     */
    (void)shutdown(p->link.fd, SHUT_RD);
    cr_assert(eq(int, dom_ipc_link_flush(&p->link), DOM_OK));
    dom_ipc_link_close(&p->link);
    cr_assert(eq(int, waitpid(p->host_pid, NULL, 0), p->host_pid));
    p->host_pid = 0;
    dom_core_process_close(host);
}
