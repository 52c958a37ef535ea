/* A real host whose bot, a line of shell, sits at many tables. The test plays the part of the core.
 */
#include "frames.h"
#include "real_host.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <unistd.h>

enum { TABLES = DOM_OPEN_TABLES_MAX };

static char run_folder[RUN_FOLDER_BYTES];
static dom_core_process *host;

static void start(const char *bot_script)
{
    dom_core_entrant bot = {.args = {"/bin/sh", "-c", (char *)bot_script},
                            .transport = DOM_CORE_TRANSPORT_STDIO};
    make_run_folder(run_folder);
    host = start_host(run_folder, &bot, 600000);
    await_frame(host, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT);
}

static void open_table(uint16_t slot)
{
    add_open(&host->link, slot);
    add_ask(&host->link, slot, 0);
}

/* Returns the size of the host's data in kB; 0 under sanitizers, which keep freed memory for a
 * while. */
static long data_of_host(void)
{
    long size = 0;
#if !defined(DOM_SANITIZED)
    char path[64], line[256];
    (void)snprintf(path, sizeof path, "/proc/%d/status", host->host_pid);
    FILE *status = fopen(path, "r");
    cr_assert(ne(ptr, status, NULL));
    while (fgets(line, sizeof line, status) && sscanf(line, "VmData: %ld", &size) != 1)
        ;
    (void)fclose(status);
#endif
    return size;
}

static void play_at(int from, int to)
{
    for (int slot = from; slot < to; slot++) {
        open_table((uint16_t)slot);
        await_frame(host, DOM_IPC_FRAME_ANSWER, (uint16_t)slot);
        add_result(&host->link, (uint16_t)slot);
    }
}

static void end(void)
{
    leave_host(&host);
    (void)rmdir(run_folder);
}

Test(host_tables, a_closed_table_leaves_no_memory_in_use)
{
    enum { FIRST = DOM_IPC_SLOTS_MAX / 2 }; /* by then valgrind reuses freed memory */
    start(BOT_HELLO "grep --line-buffered '\"ask\"' | " BOT_CHOOSES(0));
    play_at(0, FIRST);
    long before = data_of_host();
    play_at(FIRST, DOM_IPC_SLOTS_MAX);
    long views = (DOM_IPC_SLOTS_MAX - FIRST) * sizeof(dom_view) / 1024;
    cr_expect(lt(long, data_of_host() - before, views / 2));
    dom_core_process_kill(host);
    await_frame(host, DOM_IPC_FRAME_ENDED, DOM_IPC_NO_SLOT);
    end();
}

/* The bot first answers the ask of the last table. It answers the asks of all the other tables
 * after these were closed. */
Test(host_tables, late_answers_at_all_tables_are_not_strays)
{
    start(BOT_HELLO "acts=$(head -n 2049 | " BOT_CHOOSES(
        0) ")\n" /* welcome, and a match and an ask each */
           "echo \"$acts\" | tail -n 1; head -n 1024 >&2; echo \"$acts\" | head -n 1023");
    for (uint16_t slot = 0; slot < TABLES; slot++)
        open_table(slot);
    await_frame(host, DOM_IPC_FRAME_ANSWER, TABLES - 1);
    for (uint16_t slot = 0; slot < TABLES; slot++)
        add_result(&host->link, slot);
    dom_ipc_frame frame = next_frame(host);
    dom_ipc_frame_ended ended;
    cr_assert(dom_ipc_frame_unpack_ended(&frame, &ended));
    cr_expect(eq(int, ended.code, DOM_FAULT_CRASH), "%s", ended.text);
    cr_expect(eq(str, ended.text, (char *)"exited with status 0"));
    end();
}
