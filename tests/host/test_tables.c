/* A real host whose bot, a line of shell, sits at many tables; the test is the core. */
#include "process.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HELLO "echo '{\"type\":\"hello\",\"protocol\":1,\"max_tables\":1024}'; "
/* Answers to the asks among the messages. */
#define ACTS                                                                                       \
    "sed -un 's/.*\"type\":\"ask\",\"req\":\\([0-9]*\\),.*/{\"type\":\"act\",\"req\":\\1,"         \
    "\"choice\":0}/p'"

enum { TABLES = DOM_OPEN_TABLES_MAX };

static char run_folder[64];
static process *host;

static void start(const char *bot_script)
{
    static dom_tournament t = {.variant_count = 1,
                               .limits = {.startup_ms = 600000, .move_ms = 600000}};
    static dom_entrant bot = {.name = "bot",
                              .args = {(char *)"/bin/sh", (char *)"-c"},
                              .transport = DOM_TRANSPORT_STDIO,
                              .memory_mb = 512,
                              .processes = 64};
    dom_err err;
    cr_assert(eq(int, dom_variant_find(&t.variants[0], "block-2", &err), DOM_OK));
    bot.args[2] = (char *)bot_script;
    strcpy(run_folder, "/tmp/domino-test.XXXXXX");
    cr_assert(ne(ptr, mkdtemp(run_folder), NULL));
    process_spec spec = {.host_program = HOST_PROGRAM,
                         .version = "0",
                         .run_folder = run_folder,
                         .bot_folder = "/",
                         .tournament = &t,
                         .bot = &bot,
                         .sandbox = DOM_SANDBOX_NONE,
                         .instance = 1};
    cr_assert(eq(int, process_start(&host, &spec, &err), DOM_OK), "%s", err.text);
}

/* The next frame of the host, but for what its bot printed. */
static dom_frame receive(void)
{
    dom_frame frame;
    for (;;) {
        while (dom_link_next(&host->link, &frame))
            if (frame.type != DOM_FRAME_LOG)
                return frame;
        short wanted = POLLIN;
        if (dom_link_flush(&host->link) == DOM_OK && dom_link_has_unsent(&host->link))
            wanted |= POLLOUT;
        struct pollfd ready = {.fd = host->link.fd, .events = wanted};
        (void)poll(&ready, 1, -1);
        cr_assert(ne(int, dom_link_receive(&host->link), DOM_E_IO), "the host is gone");
    }
}

static void await(dom_frame_type type, uint16_t slot)
{
    dom_frame frame = receive();
    dom_frame_ended ended = {.text = ""};
    if (frame.type == DOM_FRAME_ENDED)
        (void)dom_frame_unpack_ended(&frame, &ended);
    cr_assert(eq(int, frame.type, type), "%s", ended.text);
    cr_assert(eq(u16, frame.slot, slot));
}

static void open_table(uint16_t slot)
{
    dom_frame_open *open = dom_link_add(&host->link, DOM_FRAME_OPEN, slot, sizeof *open);
    *open = (dom_frame_open){.seats = 2, .cpu = -1, .bots = {"bot", "other"}};
    memset(open->commit, '0', sizeof open->commit - 1);
    static const dom_view view = {
        .seats = 2,
        .round = 1,
        .legal_count = 2,
        .legal = {{.kind = DOM_PLAY, .tile = 0}, {.kind = DOM_PLAY, .tile = 1}}};
    cr_assert(dom_link_add_ask(&host->link, slot, 1, 0, &view));
}

static void close_table(uint16_t slot)
{
    dom_frame_result *result = dom_link_add(&host->link, DOM_FRAME_RESULT, slot, sizeof *result);
    *result =
        (dom_frame_result){.seats = 2, .places = {1, 2}, .end = DOM_FAULT_SPAWN, .fault_seat = 1};
}

/* In kB; 0 under sanitizers, which keep what is freed for a while. */
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
        await(DOM_FRAME_ANSWER, (uint16_t)slot);
        close_table((uint16_t)slot);
    }
}

static void end(void)
{
    process_close(&host);
    (void)rmdir(run_folder);
}

TestSuite(host_tables, .fini = end);

Test(host_tables, nothing_is_kept_of_those_that_are_closed)
{
    enum { FIRST = DOM_SLOTS_MAX / 2 }; /* by then valgrind keeps no more of what is freed */
    start(HELLO "grep --line-buffered '\"ask\"' | " ACTS);
    await(DOM_FRAME_HELLO, DOM_NO_SLOT);
    play_at(0, FIRST);
    long before = data_of_host();
    play_at(FIRST, DOM_SLOTS_MAX);
    long views = (DOM_SLOTS_MAX - FIRST) * sizeof(dom_view) / 1024;
    cr_expect(lt(long, data_of_host() - before, views / 2));
    process_kill(host);
    await(DOM_FRAME_ENDED, DOM_NO_SLOT);
}

/* Answers the ask of the last table, which is its first answer, and those of all others when these
 * have been closed meanwhile. */
Test(host_tables, answers_that_come_too_late_at_all_of_them_are_no_strays)
{
    start(HELLO "acts=$(head -n 2049 | " ACTS ")\n" /* welcome, and a match and an ask each */
                "echo \"$acts\" | tail -n 1; head -n 1024 >&2; echo \"$acts\" | head -n 1023");
    await(DOM_FRAME_HELLO, DOM_NO_SLOT);
    for (uint16_t slot = 0; slot < TABLES; slot++)
        open_table(slot);
    await(DOM_FRAME_ANSWER, TABLES - 1);
    for (uint16_t slot = 0; slot < TABLES; slot++)
        close_table(slot);
    dom_frame frame = receive();
    dom_frame_ended ended;
    cr_assert(dom_frame_unpack_ended(&frame, &ended));
    cr_expect(eq(int, ended.code, DOM_FAULT_CRASH), "%s", ended.text);
    cr_expect(eq(str, ended.text, (char *)"exited with status 0"));
}
