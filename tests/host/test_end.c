/* What a host leaves behind when the core is gone. */
#include "process.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A run folder with what is in it beside the host's own folder, if anything. */
static void make_run_folder(char *path, const char *other)
{
    char inside[64];
    strcpy(path, "/tmp/domino-test.XXXXXX");
    cr_assert(ne(ptr, mkdtemp(path), NULL));
    (void)snprintf(inside, sizeof inside, "%s/%s", path, other);
    if (other)
        cr_assert(zero(int, mkdir(inside, 0700)));
}

/* A host is told to start a bot, finds the core gone, and ends. */
static void start_without_core(const char *run_folder, char *program)
{
    static dom_tournament t = {.variant_count = 0};
    dom_entrant bot = {.name = "bot", .args = {program}, .memory_mb = 512, .processes = 64};
    process_spec spec = {.host_program = HOST_PROGRAM,
                         .version = "0",
                         .run_folder = run_folder,
                         .bot_folder = "/",
                         .tournament = &t,
                         .bot = &bot,
                         .instance = 1};
    dom_err err;
    process *p;
    cr_assert(eq(int, process_start(&p, &spec, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_link_flush(&p->link), DOM_OK));
    dom_link_close(&p->link);
    cr_assert(eq(int, waitpid(p->host_pid, NULL, 0), p->host_pid));
    p->host_pid = 0;
    process_close(&p);
}

Test(host_end, the_last_host_takes_the_run_folder_away)
{
    static char *programs[] = {"/bin/sleep", "./missing"}; /* one that starts, one that cannot */
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char path[64];
        make_run_folder(path, NULL);
        start_without_core(path, programs[i]);
        cr_expect(eq(int, access(path, F_OK), -1), "%s", programs[i]);
    }
}

Test(host_end, others_keep_the_run_folder)
{
    char path[64], other[72];
    make_run_folder(path, "2");
    start_without_core(path, "./missing");
    (void)snprintf(other, sizeof other, "%s/2", path);
    cr_expect(zero(int, access(other, F_OK)));
    cr_expect(zero(int, rmdir(other)));
    cr_expect(zero(int, rmdir(path)), "the host's own folder is left");
}
