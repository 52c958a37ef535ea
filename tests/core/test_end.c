/* How a host ends, and what it leaves behind then. */
#include "real_host.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A host is told to start a bot, finds that the core has ended, and ends. */
static void start_without_core(const char *run_folder, char *program)
{
    dom_core_entrant bot = {.args = {program}, .transport = DOM_CORE_TRANSPORT_ZMQ};
    dom_core_process *host = start_host(run_folder, &bot, 1000);
    leave_host(&host);
}

Test(host_end, the_last_host_removes_the_run_directory)
{
    static char *programs[] = {"/bin/sleep", "./missing"}; /* one that starts, one that cannot */
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char path[RUN_FOLDER_BYTES];
        make_run_folder(path);
        start_without_core(path, programs[i]);
        cr_expect(eq(int, access(path, F_OK), -1), "%s", programs[i]);
    }
}

Test(host_end, a_run_directory_that_other_hosts_use_is_kept)
{
    char path[RUN_FOLDER_BYTES], other[RUN_FOLDER_BYTES + 2];
    make_run_folder(path);
    (void)snprintf(other, sizeof other, "%s/2", path);
    cr_assert(zero(int, mkdir(other, 0700)));
    start_without_core(path, "./missing");
    cr_expect(zero(int, access(other, F_OK)));
    cr_expect(zero(int, rmdir(other)));
    cr_expect(zero(int, rmdir(path)), "the host's own folder is left");
}

Test(host_end, processes_that_the_bot_has_started_end_with_it)
{
    char run_folder[RUN_FOLDER_BYTES], note[] = "/tmp/domino-test.XXXXXX", script[192];
    int child = 0;
    close(mkstemp(note));
    (void)snprintf(script, sizeof script,
                   "setsid sleep 1000 & echo $! >%s; "
                   "echo '{\"type\":\"hello\",\"protocol\":1}'; exec sleep 1000",
                   note);
    dom_core_entrant bot = {.args = {(char *)"/bin/sh", (char *)"-c", script},
                            .transport = DOM_CORE_TRANSPORT_STDIO};
    make_run_folder(run_folder);
    dom_core_process *host = start_host(run_folder, &bot, 1000);
    await_frame(host, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT);
    leave_host(&host);
    FILE *file = fopen(note, "r");
    cr_assert(ne(ptr, file, NULL));
    cr_assert(eq(int, fscanf(file, "%d", &child), 1));
    (void)fclose(file);
    (void)unlink(note);
    cr_expect(eq(int, kill(child, 0), -1), "process %d is left", child);
}

/* Otherwise this bot had years. */
Test(host_end, a_bot_that_the_core_gives_up_is_killed)
{
    char run_folder[RUN_FOLDER_BYTES];
    dom_core_entrant bot = {
        .args = {(char *)"/bin/sh", (char *)"-c",
                 (char *)"echo '{\"type\":\"hello\",\"protocol\":1}'; exec sleep 1000000000"},
        .transport = DOM_CORE_TRANSPORT_STDIO};
    make_run_folder(run_folder);
    dom_core_process *host = start_host(run_folder, &bot, 600000);
    await_frame(host, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT);
    dom_core_process_kill(host);
    dom_ipc_frame frame = next_frame(host);
    dom_ipc_frame_ended ended = {.text = ""};
    cr_assert(eq(int, frame.type, DOM_IPC_FRAME_ENDED));
    cr_assert(dom_ipc_frame_unpack_ended(&frame, &ended));
    cr_expect(eq(int, ended.ending, DOM_ENDING_ARENA));
    cr_expect(zero(int, ended.code));
    leave_host(&host);
    (void)rmdir(run_folder);
}
