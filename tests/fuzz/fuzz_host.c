/* The core plays a tournament with hosts that send arbitrary frames. It must play to the
 * end, report only printable texts, and store matches that can be replayed.
 *
 * This file replaces process.c, users.c and fs/run_dir.c without starting a process: a
 * host is the other end of a socket pair. The input determines the tournament and then
 * the actions of the hosts, a few bytes each (`speak`). At its end the run is
 * interrupted. */
#include "core/core.h"
#include "fuzz.h"
#include "process.h"
#include "users.h"

#include "base/text.h"
#include "fs/run_dir.h"
#include "protocol/utf8.h"
#include "record/record.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HOSTS_MAX = 256,
    BOTS_MAX = DOM_SEATS_MAX,
    RUNS_PER_STORE = 200 /* so that the database is small */
};

/* ---- the input ---------------------------------------------------------------- */

static fuzz_input input;

static uint8_t next(void)
{
    return fuzz_next(&input);
}

static size_t next_word(void)
{
    size_t high = next();
    return high << 8 | next();
}

/* ---- hosts --------------------------------------------------------------------- */

/* The host's end of a link, and the last ask that it received. */
typedef struct {
    dom_core_process *process;
    dom_ipc_link link;
    uint16_t slot;
    uint32_t serial, legal;
    int64_t bank_us;
} host;

static host hosts[HOSTS_MAX];
static int host_count;

dom_rc dom_core_process_start(dom_core_process **out, const dom_core_process_spec *spec,
                              dom_err *err)
{
    int pair[2];
    dom_core_process *p = *out = calloc(1, sizeof *p);
    expect(p != NULL && socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0);
    (void)err;
    p->chair = spec->chair;
    p->instance = spec->instance;
    expect(host_count < HOSTS_MAX);
    host *h = &hosts[host_count++];
    *h = (host){.process = p, .slot = DOM_IPC_NO_SLOT};
    expect(dom_ipc_link_open(&p->link, pair[0]) == DOM_OK);
    expect(dom_ipc_link_open(&h->link, pair[1]) == DOM_OK);
    return DOM_OK;
}

static host *host_of(const dom_core_process *p)
{
    int i = 0;
    while (hosts[i].process != p)
        i++;
    return &hosts[i];
}

void dom_core_process_close(dom_core_process **handle)
{
    dom_core_process *p = *handle;
    if (p == NULL)
        return;
    host *h = host_of(p);
    dom_ipc_link_close(&h->link);
    *h = hosts[--host_count];
    dom_ipc_link_close(&p->link);
    free(p->log.bytes);
    free(p);
    *handle = NULL;
}

/* A host ends on request. */
static void leave(dom_core_process *p)
{
    host *h = host_of(p);
    p->state = DOM_CORE_PROCESS_LEAVING;
    (void)shutdown(h->link.fd, SHUT_RDWR);
}

void dom_core_process_bye(dom_core_process *p, const char *reason)
{
    (void)reason;
    leave(p);
}

void dom_core_process_kill(dom_core_process *p)
{
    leave(p);
}

void dom_core_process_kill_host(const dom_core_process *p)
{
    (void)shutdown(host_of(p)->link.fd, SHUT_RDWR);
}

dom_rc dom_core_process_try(const char *host_program, dom_sandbox level, const dom_strings *shown,
                            dom_err *err)
{
    (void)host_program, (void)level, (void)shown, (void)err;
    return DOM_OK;
}

dom_rc dom_fs_run_dir_make(char path[static DOM_FS_RUN_DIR_BYTES], dom_err *err)
{
    (void)err;
    path[0] = '\0';
    return DOM_OK;
}

dom_rc dom_fs_run_dir_check(const char *run, bool bots_have_users, dom_err *err)
{
    (void)run, (void)bots_have_users, (void)err;
    return DOM_OK;
}

void dom_fs_run_dir_remove(const char *run)
{
    (void)run;
}

dom_rc dom_fs_run_dir_stage(const char *run, unsigned number, const char *folder, char *out,
                            size_t room, dom_err *err)
{
    (void)run, (void)number, (void)err;
    dom_text_copy(out, room, folder);
    return DOM_OK;
}

const char *dom_fs_run_dir_base(void)
{
    return "/tmp";
}

/* ---- frames --------------------------------------------------------------------- */

static void read_asks(host *h)
{
    static dom_view view;
    dom_ipc_frame frame;
    while (dom_ipc_link_receive(&h->link) == DOM_OK)
        while (dom_ipc_link_next(&h->link, &frame)) {
            const dom_ipc_frame_ask *ask = frame.body;
            if (frame.type != DOM_IPC_FRAME_ASK)
                continue;
            expect(dom_ipc_frame_unpack_view(&frame, &view));
            h->slot = frame.slot;
            h->serial = ask->serial;
            h->bank_us = ask->bank_us;
            h->legal = view.legal_count;
        }
}

/* Sends a frame with the `size` bytes at `body`, of which `wrong` are changed. */
static void send_frame(host *h, int type, uint16_t slot, const void *body, size_t size, int wrong)
{
    uint8_t *out = dom_ipc_link_add(&h->link, DOM_IPC_FRAME_ENDED, slot, size);
    expect(out != NULL);
    dom_ipc_frame_header header;
    memcpy(&header, out - sizeof header, sizeof header);
    header.type = (uint16_t)type; /* any, also one that there is not */
    memcpy(out - sizeof header, &header, sizeof header);
    memcpy(out, body, size);
    for (; wrong > 0 && size > 0; wrong--) {
        size_t at = next_word() % size;
        out[at] = next();
    }
    (void)dom_ipc_link_flush(&h->link);
}

static void say_hello(host *h, int wrong)
{
    dom_ipc_frame_hello hello = {.max_tables = 1 + next() % 8, .batch = 1, .language = "c"};
    hello.events = hello.max_tables & 1;
    send_frame(h, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT, &hello, sizeof hello, wrong);
}

static void answer(host *h, int wrong)
{
    dom_ipc_frame_answer a = {.serial = h->serial, .us = next(), .bank_us = h->bank_us};
    a.choice = h->legal > 0 ? next() % h->legal : 0;
    a.info.kind = (uint8_t)(a.us % (DOM_IPC_INFO_DROPPED + 1));
    a.info.size = (uint8_t)(a.us % (DOM_INFO_PACKED_BYTES + 1));
    memset(a.info.bytes, (int)a.us, a.info.size);
    send_frame(h, DOM_IPC_FRAME_ANSWER, h->slot, &a, sizeof a, wrong);
}

static void say_miss(host *h, int wrong)
{
    dom_ipc_frame_miss miss = {.serial = h->serial, .bank_us = h->bank_us, .text = "no"};
    miss.code = next() & 1 ? DOM_FAULT_ILLEGAL : DOM_FAULT_TIMEOUT;
    dom_ipc_frame_say(&miss.said, (const uint8_t *)"said", 4);
    send_frame(h, DOM_IPC_FRAME_MISS, h->slot, &miss, sizeof miss, wrong);
}

static void say_ended(host *h, int wrong)
{
    uint8_t code = next();
    dom_ipc_frame_ended ended = {
        .code = code % DOM_FAULT_COUNT, .serial = h->serial, .text = "it ended"};
    send_frame(h, DOM_IPC_FRAME_ENDED, code & 128 ? DOM_IPC_NO_SLOT : h->slot, &ended, sizeof ended,
               wrong);
    (void)shutdown(h->link.fd, SHUT_WR);
}

static void say_log(host *h, int wrong)
{
    static uint8_t body[DOM_IPC_DATAGRAM_BYTES / 2];
    uint32_t size = (uint32_t)next_word() % (sizeof body - sizeof size);
    memset(body, 'x', sizeof body);
    memcpy(body, &size, sizeof size);
    send_frame(h, DOM_IPC_FRAME_LOG, DOM_IPC_NO_SLOT, body, sizeof size + size, wrong);
}

static void say_frame(host *h, int wrong)
{
    uint8_t body[256];
    int type = next();
    uint16_t slot = (uint16_t)next_word();
    send_frame(h, type, slot, body, fuzz_bytes(&input, body), wrong);
}

static void say_bytes(host *h, int wrong)
{
    uint8_t bytes[256];
    (void)wrong;
    (void)send(h->link.fd, bytes, fuzz_bytes(&input, bytes), MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void go(host *h, int wrong)
{
    (void)wrong;
    (void)shutdown(h->link.fd, SHUT_RDWR);
}

/* Reads two bytes: the host; the frame and the number of its wrong bytes. Returns false if the
 * core reads nothing from the host, as after its end. */
static bool speak(void)
{
    static void (*const words[])(host * h, int wrong) = {
        answer, answer, answer, say_hello, say_miss, say_ended, say_log, say_frame, say_bytes, go};
    host *h = &hosts[next() % host_count];
    uint8_t how = next();
    read_asks(h);
    words[(how & 15) % (sizeof words / sizeof *words)](h, how >> 4 & 7);
    struct pollfd core = {.fd = h->process->link.fd, .events = POLLIN};
    return poll(&core, 1, 0) > 0;
}

/* ---- the run -------------------------------------------------------------------- */

typedef struct {
    dom_store *store;
    dom_core_tournament tournament;
    dom_core_entrant bots[BOTS_MAX];
    dom_deal_secret secret;
    int64_t id;
    uint64_t stored; /* number of stored matches */
} game;

static dom_core_stop_request stop_request(void *context)
{
    (void)context;
    while (input.left > 0 && host_count > 0)
        if (speak())
            return DOM_CORE_STOP_NOT;
    return DOM_CORE_STOP_NOW;
}

static void expect_text(const char *text)
{
    expect(dom_utf8_plain(text, strlen(text)) == strlen(text));
}

static void look_at_hello(void *context, const dom_core_hello *hello)
{
    (void)context;
    expect_text(hello->language);
    expect_text(hello->version);
    expect(hello->max_tables > 0 && hello->batch > 0);
}

static void look_at_end(void *context, const dom_core_end *end)
{
    (void)context;
    expect_text(end->text);
    expect(end->log_size <= DOM_IPC_LOG_BYTES && (end->code != DOM_FAULT_NONE || end->was_leaving));
}

static void look_at_fault(void *context, const dom_core_fault *fault)
{
    (void)context;
    expect_text(fault->text);
    expect(fault->code != DOM_FAULT_NONE);
}

static dom_rc store_tournament(void *context, int64_t *id, dom_err *err)
{
    game *g = context;
    const dom_core_tournament *t = &g->tournament;
    dom_store_bot bots[BOTS_MAX] = {{.name = ""}};
    dom_store_stage stage = {
        .first_set = 1, .bots = t->bot_count, .sets = t->sets, .rounds = t->rounds};
    dom_store_tournament row = {.config = "{}",
                                .bot_count = t->bot_count,
                                .bots = bots,
                                .variant_count = t->variant_count,
                                .variants = t->variants,
                                .stage_count = 1,
                                .stages = &stage};
    memcpy(row.name, t->name, sizeof row.name);
    for (int i = 0; i < t->bot_count; i++)
        memcpy(bots[i].name, t->bots[i].name, sizeof bots[i].name);
    dom_rc rc = dom_store_tournament_add(g->store, &row, err);
    *id = g->id = row.id;
    return rc;
}

/* Makes the plan from the first bytes of the input. */
static dom_schedule_plan make_game(game *g)
{
    static unsigned number;
    dom_core_tournament *t = &g->tournament;
    t->variant_count = 1;
    t->variants[0] = dom_variant_at(next() % dom_variant_count());
    int entries = t->variants[0].options.teams ? 2 : t->variants[0].options.players;
    uint8_t how = next();
    bool is_swiss = entries == 2 && how & 1;
    t->bot_count = (uint16_t)(is_swiss ? 4 : entries);
    t->bots = g->bots;
    t->sets = 1 + (how >> 1 & 1);
    t->rounds = is_swiss ? 2 : 0;
    t->concurrency = 1 + (how >> 2 & 3);
    t->limits = (dom_core_limits){.move_ms = 1000, .bank_ms = 1000, .increment_ms = 10};
    t->tolerate = how >> 4 & 3;
    t->restarts = how >> 6 & 3;
    (void)snprintf(t->name, sizeof t->name, "t%u", number++);
    for (int i = 0; i < t->bot_count; i++)
        (void)snprintf(g->bots[i].name, sizeof g->bots[i].name, "bot%d", i);
    dom_deal_secret_of_seed(&g->secret, next());
    dom_schedule_plan plan = {.kind = is_swiss ? DOM_SCHEDULE_PLAN_SWISS
                                               : DOM_SCHEDULE_PLAN_ROUND_ROBIN,
                              .variant_count = 1,
                              .stage_count = 1};
    plan.variant[0] = (dom_schedule_plan_variant){.seats = (uint8_t)t->variants[0].options.players,
                                                  .teams = t->variants[0].options.teams != 0};
    plan.stage[0] =
        (dom_schedule_plan_stage){.bots = t->bot_count, .sets = t->sets, .rounds = t->rounds};
    return plan;
}

static dom_rc look_at_match(void *context, const dom_store_match *m)
{
    static dom_table table;
    game *g = context;
    dom_record_match record = {.tournament = g->tournament.name,
                               .match = m->match,
                               .set = m->set,
                               .options = &g->tournament.variants[0].options,
                               .end = m->end,
                               .fault_seat = m->fault_seat,
                               .decisions = m->decisions,
                               .decisions_bytes = m->decisions_bytes};
    dom_deal_key_of_set(&record.key, &g->secret, g->tournament.name, (uint32_t)m->set);
    expect(dom_record_replay(&record, &table, NULL, NULL, NULL) == DOM_OK);
    for (int s = 0; s < m->seats; s++)
        expect(m->seat[s].score == table.match.score[s]);
    g->stored++;
    return DOM_OK;
}

static dom_rc pass_fault(void *context, const dom_store_fault *fault)
{
    (void)context;
    expect_text(fault->text);
    return DOM_OK;
}

static void look_at_store(game *g, const dom_core_progress *progress)
{
    g->stored = 0;
    expect(dom_store_match_each(g->store, g->id, 1, 0, true, look_at_match, g, NULL) == DOM_OK);
    expect(dom_store_fault_each(g->store, g->id, pass_fault, NULL, NULL) == DOM_OK);
    expect(g->stored == progress->here);
}

static void play(game *g)
{
    bool skip_broken = next() & 1;
    dom_schedule_plan plan = make_game(g);
    dom_core_spec spec = {
        .tournament = &g->tournament,
        .plan = &plan,
        .secrets = &g->secret,
        .store = g->store,
        .host_program = "",
        .version = "",
        .skip_broken = skip_broken,
        .owner = {.context = g, .store = store_tournament},
        .control = {.stop_request = stop_request},
        .observer = {.on_hello = look_at_hello, .on_end = look_at_end, .on_fault = look_at_fault}};
    dom_core_progress progress;
    dom_err err = {.text = ""};
    dom_rc rc = dom_core_run(&spec, &progress, &err);
    expect(rc == DOM_OK || rc == DOM_E_INTERRUPTED || (rc == DOM_E_CONFIG && !skip_broken));
    expect(host_count == 0);
    if (g->id != 0)
        look_at_store(g, &progress);
}

/* ---- the database ----------------------------------------------------------------- */

static char folder[] = "/dev/shm/fuzz-XXXXXX", path[sizeof folder + 8];

static void remove_store(void)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    char name[sizeof path + 8];
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        (void)snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
        (void)unlink(name);
    }
}

static void remove_folder(void)
{
    remove_store();
    (void)rmdir(folder);
}

static dom_store *fresh_store(void)
{
    static dom_store *store;
    static int runs;
    if (path[0] == '\0') {
        expect(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
        (void)snprintf(path, sizeof path, "%s/db", folder);
    }
    if (runs++ % RUNS_PER_STORE == 0) {
        dom_store_close(&store);
        remove_store();
        expect(dom_store_open(&store, path, DOM_STORE_WRITE, NULL) == DOM_OK);
    }
    return store;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static game g;
    g = (game){.store = fresh_store()};
    input.at = data;
    input.left = size;
    play(&g);
    return 0;
}
