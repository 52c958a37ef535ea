/* The CPUs on which core and hosts run. */
#include "frames.h"
#include "real_host.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static const dom_core_entrant bot = {.args = {"/bin/sh", "-c", BOT_HELLO "exec " BOT_CHOOSES(0)},
                                     .transport = DOM_CORE_TRANSPORT_STDIO};

static char run_folder[RUN_FOLDER_BYTES];
static cpu_set_t all, only_last;
static int last;

static cpu_set_t cpus_of(pid_t pid)
{
    cpu_set_t set;
    cr_assert(zero(int, sched_getaffinity(pid, sizeof set, &set)));
    return set;
}

static bool may_run_on(pid_t pid, const cpu_set_t *set)
{
    cpu_set_t now = cpus_of(pid);
    return CPU_EQUAL(&now, set);
}

static void set_up(void)
{
    make_run_folder(run_folder);
    all = cpus_of(0);
    for (last = CPU_SETSIZE - 1; !CPU_ISSET((size_t)last, &all);)
        last--;
    if (CPU_COUNT(&all) < 2)
        cr_skip_test("this machine has one CPU");
    CPU_ZERO(&only_last);
    CPU_SET((size_t)last, &only_last);
}

/* The bot gives one answer at a table that has this CPU. */
static void answer_once(dom_core_process *host, uint16_t slot, int cpu, bool moves_core)
{
    add_open_on(&host->link, slot, cpu, moves_core);
    add_ask(&host->link, slot, 0);
    await_frame(host, DOM_IPC_FRAME_ANSWER, slot);
    add_result(&host->link, slot);
}

TestSuite(cpus, .init = set_up);

Test(cpus, a_host_moves_the_core_to_the_cpu_of_its_table)
{
    dom_core_process *host = start_host_on(run_folder, &bot, 60000, &all);
    await_frame(host, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT);
    answer_once(host, 0, -1, false);
    cr_expect(may_run_on(0, &all), "a table without a CPU of its own");
    answer_once(host, 1, last, false);
    cr_expect(may_run_on(0, &all), "a table with a CPU, but the core has much to do");
    answer_once(host, 2, last, true);
    cr_expect(may_run_on(0, &only_last));
    leave_host(&host);
}

Test(cpus, a_host_may_use_all_cpus_of_the_run_though_the_core_is_on_one)
{
    cr_assert(zero(int, sched_setaffinity(0, sizeof only_last, &only_last)));
    dom_core_process *host = start_host_on(run_folder, &bot, 60000, &all);
    await_frame(host, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT);
    cr_expect(may_run_on(host->host_pid, &all));
    answer_once(host, 0, last, true);
    answer_once(host, 1, -1, false);
    cr_expect(may_run_on(host->host_pid, &all),
              "it has kept them for a table without a CPU of its own");
    leave_host(&host);
}
