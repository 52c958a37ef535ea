/* One bot process with its host: the trial, the end, and the ports of remote bots. */
#include "fault_list.h"
#include "process.h"
#include "scarce.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static dom_err err;

/* Returns a process whose host waits for its end. */
static dom_core_process *with_host(void)
{
    int fds[2];
    dom_core_process *p = calloc(1, sizeof *p);
    cr_assert(ne(ptr, p, NULL));
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds)));
    cr_assert(eq(int, dom_ipc_link_open(&p->link, fds[0]), DOM_OK));
    p->host_pid = fork();
    if (p->host_pid == 0)
        for (;;)
            pause();
    close(fds[1]);
    return p;
}

Test(process, a_host_that_does_not_exit_is_killed_and_reaped)
{
    for (int is_reported = 0; is_reported < 2; is_reported++) {
        dom_core_process *p = with_host();
        pid_t pid = p->host_pid;
        p->ended.is_reported = is_reported;
        dom_core_process_close(&p);
        cr_expect(eq(ptr, p, NULL));
        cr_expect(eq(int, waitpid(pid, NULL, WNOHANG), -1));
        cr_expect(eq(int, errno, ECHILD));
        dom_core_process_close(&p);
    }
}

/* The exit status of the host's trial is 1 if the level does not work. */
Test(process, a_failed_trial_tells_its_reason)
{
    static const struct {
        const char *script;
        dom_rc rc;
    } hosts[] = {{"echo \"$*: no namespaces\"; echo more; exit 1", DOM_E_IO},
                 {"exit 1", DOM_E_IO},
                 {"echo fine", DOM_OK},
                 {"echo busy; exit 3", DOM_OK},
                 {"kill -9 $$", DOM_OK}};
    const dom_strings nothing = {.count = 0};
    const dom_strings shown = {.count = 1, .item = (char *[]){(char *)"/opt/models", NULL}};
    char path[] = "/tmp/domino-test.XXXXXX";
    int fd = mkstemp(path);
    cr_assert(ge(int, fd, 0));
    close(fd);
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        FILE *file = fopen(path, "w");
        cr_assert(ne(ptr, file, NULL));
        (void)fprintf(file, "#!/bin/sh\n%s\n", hosts[i].script);
        (void)fclose(file);
        cr_assert(zero(int, chmod(path, 0700)));
        err.text[0] = '\0';
        cr_expect(
            eq(int, dom_core_process_try(path, DOM_SANDBOX_LIMITS, &shown, &err), hosts[i].rc),
            "%s", hosts[i].script);
        if (i == 0)
            cr_expect(eq(str, err.text,
                         (char *)"no bot can be started any more: sandbox limits does not work "
                                 "here: --try limits /opt/models: no namespaces"));
    }
    (void)unlink(path);
    cr_expect(eq(int, dom_core_process_try("/nowhere", DOM_SANDBOX_LIMITS, &nothing, &err), DOM_OK),
              "the trial is not possible");
}

Test(process, every_seat_of_a_remote_bot_has_a_port)
{
    static dom_core_entrant bots[] = {{.transport = DOM_CORE_TRANSPORT_REMOTE},
                                      {.transport = DOM_CORE_TRANSPORT_STDIO},
                                      {.transport = DOM_CORE_TRANSPORT_REMOTE}};
    const dom_core_tournament t = {.bots = bots, .bot_count = 3};
    const dom_core_listen listen = {.port = 7000};
    cr_expect(eq(u32, dom_core_port(&listen, &t, 0, 0), 7000));
    cr_expect(eq(u32, dom_core_port(&listen, &t, 0, 3), 7003));
    cr_expect(eq(u32, dom_core_port(&listen, &t, 2, 1), 7009));
}

Test(process, a_fault_list_says_when_memory_is_out)
{
    dom_core_fault_list list = {.item = NULL};
    const dom_store_fault row = {.match = 1};
    const dom_ipc_frame_said said = {.size = 0};
    scarce_at(1);
    cr_expect(not(dom_core_fault_list_add(&list, &row, "late", &said)));
    cr_expect(scarce_end());
    cr_expect(zero(u32, list.count));
    cr_expect(dom_core_fault_list_add(&list, &row, "late", &said));
    cr_expect(eq(u32, list.count, 1));
    free(list.item);
}
