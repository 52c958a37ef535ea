/* A host whose core reads nothing for a while, as a stopped one does not. */
#include "process.h"

#include "deal/deal.h"
#include "rules/match.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <linux/sockios.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* More asks than there is room for answers; the wait is longer than their time together. */
enum { TABLES = 1000, MOVE_MS = 1, WAIT_US = 1500000, WAKES_US = 100000 };

/* To each ask it gives an answer that is not legal, which the host reports at length. */
static char *bot_args[] = {"/bin/sh", "-c",
                           "echo '{\"type\": \"hello\", \"protocol\": 1, \"max_tables\": 1000}';"
                           "exec sed -un 's/.*\"req\": *\\([0-9]*\\).*/{\"type\": \"act\", "
                           "\"req\": \\1, \"choice\": 9999}/p'"};

static dom_tournament t = {.variant_count = 1, .limits = {.startup_ms = 60000, .move_ms = MOVE_MS}};
static dom_entrant bot = {
    .name = "bot", .transport = DOM_TRANSPORT_STDIO, .memory_mb = 512, .processes = 64};

static process *start_host(const char *run_folder)
{
    process_spec spec = {.host_program = HOST_PROGRAM,
                         .version = "0",
                         .run_folder = run_folder,
                         .bot_folder = "/",
                         .tournament = &t,
                         .bot = &bot,
                         .instance = 1};
    dom_err err;
    process *p;
    memcpy(bot.args, bot_args, sizeof bot_args);
    cr_assert(eq(int, dom_variant_find(&t.variants[0], "block-2", &err), DOM_OK));
    cr_assert(eq(int, process_start(&p, &spec, &err), DOM_OK), "%s", err.text);
    return p;
}

static void await(const process *p, short events)
{
    struct pollfd ready = {.fd = p->link.fd, .events = events};
    cr_assert(eq(int, poll(&ready, 1, -1), 1));
}

static void send_all(process *p)
{
    while (dom_link_flush(&p->link) == DOM_OK && dom_link_has_unsent(&p->link))
        await(p, POLLOUT);
}

static void await_hello(process *p)
{
    dom_frame frame = {.type = DOM_FRAME_SETUP};
    send_all(p);
    while (frame.type != DOM_FRAME_HELLO) {
        await(p, POLLIN);
        cr_assert(eq(int, dom_link_receive(&p->link), DOM_OK));
        while (frame.type != DOM_FRAME_HELLO && dom_link_next(&p->link, &frame))
            cr_assert(ne(int, (int)frame.type, DOM_FRAME_ENDED));
    }
}

/* A view of any match. */
static void first_view(dom_view *view)
{
    static dom_match match;
    static dom_deal deal;
    dom_secret secret;
    dom_key key;
    dom_secret_of_seed(&secret, 1);
    dom_key_of_set(&key, &secret, "x", 1);
    dom_match_init(&match, &t.variants[0].options);
    dom_deal_make(&deal, &t.variants[0].options, &key, 1, dom_match_lead(&match));
    dom_match_deal(&match, &deal);
    dom_view_of(view, &match, match.play.turn);
}

static void ask_at_all_tables(process *p)
{
    static dom_view view;
    first_view(&view);
    for (uint16_t slot = 0; slot < TABLES; slot++) {
        dom_frame_open *open = dom_link_add(&p->link, DOM_FRAME_OPEN, slot, sizeof *open);
        cr_assert(ne(ptr, open, NULL));
        open->seats = 2;
        open->cpu = -1;
        cr_assert(dom_link_add_ask(&p->link, slot, 1, 0, &view));
        send_all(p);
    }
}

/* Until what the host says comes no further. */
static void await_full(const process *p)
{
    for (int before = 0, now = -1; now != before || now == 0;) {
        before = now;
        (void)usleep(WAIT_US);
        cr_assert(zero(int, ioctl(p->link.fd, SIOCINQ, &now)));
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

Test(host_unread, sleeps_until_the_core_reads)
{
    char run_folder[] = "/tmp/domino-test.XXXXXX";
    cr_assert(ne(ptr, mkdtemp(run_folder), NULL));
    process *p = start_host(run_folder);
    await_hello(p);
    ask_at_all_tables(p);
    await_full(p);
    int64_t before = ran_us(p->host_pid);
    (void)usleep(WAIT_US);
    cr_expect(le(i64, ran_us(p->host_pid) - before, WAKES_US), "it has nothing to do but looks");
    dom_link_close(&p->link);
    cr_assert(eq(int, waitpid(p->host_pid, NULL, 0), p->host_pid));
    p->host_pid = 0;
    process_close(&p);
}
