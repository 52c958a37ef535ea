/* A host whose core reads nothing for a while, for example because it was stopped by a signal. */
#include "frames.h"
#include "real_host.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* The answers to so many asks do not fit into the socket. The wait is longer than all time limits
 * together. */
enum { TABLES = 1000, MOVE_MS = 1, WAIT_US = 1500000, WAKES_US = 100000 };

/* The bot gives an illegal answer to each ask, which the host reports in a long frame. */
static const dom_core_entrant bot = {.args = {"/bin/sh", "-c", BOT_HELLO "exec " BOT_CHOOSES(9999)},
                                     .transport = DOM_CORE_TRANSPORT_STDIO};

static void ask_at_all_tables(dom_core_process *host)
{
    for (uint16_t slot = 0; slot < TABLES; slot++) {
        add_open(&host->link, slot);
        add_ask(&host->link, slot, 0);
    }
    send_all(host);
}

/* Waits until the host cannot send any more. */
static void await_full(const dom_core_process *host)
{
    for (int before = 0, now = -1; now != before || now == 0;) {
        before = now;
        (void)usleep(WAIT_US);
        cr_assert(zero(int, ioctl(host->link.fd, SIOCINQ, &now)));
    }
}

static int64_t ran_us(pid_t pid)
{
    clockid_t clock;
    struct timespec ran;
    cr_assert(zero(int, clock_getcpuclockid(pid, &clock)));
    cr_assert(zero(int, clock_gettime(clock, &ran)));
    return ran.tv_sec * INT64_C(1000000) + ran.tv_nsec / 1000;
}

Test(host_unread, a_host_sleeps_until_the_core_reads)
{
    char run_folder[RUN_FOLDER_BYTES];
    make_run_folder(run_folder);
    dom_core_process *host = start_host(run_folder, &bot, MOVE_MS);
    await_frame(host, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT);
    ask_at_all_tables(host);
    await_full(host);
    /* A busy host may still have work. One that does not sleep stays in this loop. */
    int64_t before, now = ran_us(host->host_pid);
    do {
        before = now;
        (void)usleep(WAIT_US);
        now = ran_us(host->host_pid);
    } while (now - before > WAKES_US);
    leave_host(&host);
}
