#include "shell_run.h"

#include "base/now.h"
#include "record/record.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

dom_store *store;
dom_core_tournament t;
dom_core_entrant bots[BOTS_MAX];
dom_schedule_plan plan;
dom_core_spec spec;
dom_core_progress progress;
heard_news heard;
hook_orders orders;

static char database[] = "/tmp/domino-test.XXXXXX";
static dom_deal_secret secret;
static int64_t begun_us; /* when the test began */

/* ---- the functions of the spec -------------------------------------------------- */

static dom_rc store_tournament(void *context, int64_t *id, dom_err *e)
{
    dom_store_bot rows[BOTS_MAX] = {{.name = ""}};
    dom_store_stage stage = {
        .first_set = 1, .bots = t.bot_count, .sets = t.sets, .rounds = t.rounds};
    dom_store_tournament row = {.config = "{}",
                                .bot_count = t.bot_count,
                                .bots = rows,
                                .variant_count = 1,
                                .variants = t.variants,
                                .stage_count = 1,
                                .stages = &stage};
    if (orders.is_refused)
        return dom_err_set(e, DOM_E_CONFIG, "refused");
    if (*id != 0)
        return DOM_OK;
    memcpy(row.name, t.name, sizeof row.name);
    for (int i = 0; i < t.bot_count; i++)
        memcpy(rows[i].name, t.bots[i].name, sizeof rows[i].name);
    dom_rc rc = dom_store_tournament_add(store, &row, e);
    *id = spec.tournament_id = row.id;
    return rc;
}

/* The tournament is stored, and no match was played yet. */
static dom_rc hear_begin(void *context, const dom_core_progress *p, dom_err *e)
{
    cr_expect(ne(i64, spec.tournament_id, 0));
    cr_expect(zero(u64, p->here));
    return DOM_OK;
}

static void hear_folder(void *context, const char *path)
{
    (void)snprintf(heard.folder, sizeof heard.folder, "%s", path);
    cr_expect(zero(int, access(path, F_OK)));
}

static void hear_hello(void *context, const dom_core_hello *hello)
{
    heard.hellos++;
    cr_expect(eq(int, hello->max_tables, 8));
    cr_expect(eq(str, (char *)hello->language, (char *)"sh"));
    cr_expect(ge(i64, hello->startup_ms, 0));
    cr_expect(lt(i64, hello->startup_ms, 600000));
}

static void hear_end(void *context, const dom_core_end *end)
{
    heard.ends++;
    heard.told_to_leave += end->was_leaving;
    heard.left += end->was_leaving && end->said_hello;
    heard.paid += end->is_paid;
    heard.goodbyes += end->log_size > 0 && (memmem(end->log, end->log_size, "goodbye", 7) ||
                                            memmem(end->log, end->log_size, "is over", 7));
    /* A process may be told to leave while it starts. */
    if (end->was_leaving)
        cr_expect(zero(int, end->code), "%s", end->text);
    else
        cr_expect(eq(int, end->said_hello, end->code != DOM_FAULT_SPAWN));
}

static void hear_match(void *context, const dom_core_match *m)
{
    cr_assert(le(u64, m->match->match, MATCHES_MAX));
    heard.matches++;
    heard.of_match[m->match->match]++;
    heard.by_fault += m->match->end != DOM_FAULT_NONE;
    heard.overlaps += m->match->started_ms + 1 < heard.end_ms; /* times are rounded */
    heard.end_ms = m->match->started_ms + m->match->duration_ms;
    if (heard.first_end_ms == 0)
        heard.first_end_ms = heard.end_ms;
    cr_expect(eq(str, (char *)m->variant, t.variants[0].name));
    for (int i = 0; i < m->match->seats; i++)
        cr_expect(eq(str, (char *)m->bots[i], bots[m->match->seat[i].bot].name));
    if (heard.matches == orders.signal_after)
        cr_assert(zero(int, kill(getpid(), SIGINT)));
}

static void hear_fault(void *context, const dom_core_fault *fault)
{
    heard.faults++;
    heard.fault = fault->code;
    heard.is_tolerated = fault->tolerated;
    (void)snprintf(heard.text, sizeof heard.text, "%s: %s", fault->bot, fault->text);
}

static dom_core_stop_request ask_to_stop(void *context)
{
    heard.turns += orders.was_sent;
    return heard.matches >= orders.stop_after ? orders.stop_how : DOM_CORE_STOP_NOT;
}

static uint64_t allow_until(void *context)
{
    return orders.ahead > 0 ? (uint64_t)(heard.matches + orders.ahead) : orders.last_match;
}

/* ---- setting up ------------------------------------------------------------- */

void set_bots(int count, const char *const scripts[])
{
    t.bot_count = (uint16_t)count;
    plan.stage[0].bots = t.bot_count;
    for (int i = 0; i < count; i++) {
        bots[i] = (dom_core_entrant){.folder = (char *)DOM_VECTORS,
                                     .args = {(char *)"/bin/sh", (char *)"-c", (char *)scripts[i]},
                                     .transport = DOM_CORE_TRANSPORT_STDIO,
                                     .memory_mb = 512,
                                     .processes = 64};
        (void)snprintf(bots[i].name, sizeof bots[i].name, "bot%d", i);
    }
}

void set_pair(const char *first, const char *second, uint32_t sets)
{
    set_bots(2, (const char *const[]){first, second});
    t.sets = plan.stage[0].sets = sets;
}

void shell_run_begin(void)
{
    begun_us = dom_now_us();
    int fd = mkstemp(database);
    cr_assert(ge(int, fd, 0));
    close(fd);
    (void)unlink(database);
    cr_assert(eq(int, dom_store_open(&store, database, DOM_STORE_WRITE, &last_err), DOM_OK));
    t = (dom_core_tournament){.name = "t", .variant_count = 1, .bots = bots, .concurrency = 2};
    t.limits = (dom_core_limits){.startup_ms = 600000, .move_ms = 600000, .bank_ms = 1000};
    cr_assert(eq(int, dom_variant_find(&t.variants[0], "block-2", &last_err), DOM_OK));
    plan = (dom_schedule_plan){.kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN,
                               .variant_count = 1,
                               .variant = {{.seats = 2}},
                               .stage_count = 1};
    dom_deal_secret_of_seed(&secret, 1);
    set_pair(GOOD, GOOD, 3);
    orders = (hook_orders){.stop_after = NEVER, .signal_after = NEVER, .last_match = UINT64_MAX};
    spec = (dom_core_spec){.tournament = &t,
                           .plan = &plan,
                           .secrets = &secret,
                           .store = store,
                           .host_program = HOST_PROGRAM,
                           .version = "0",
                           .sandbox = DOM_SANDBOX_NONE,
                           .owner = {.store = store_tournament, .note_folder = hear_folder},
                           .control = {.stop_request = ask_to_stop, .last_match = allow_until},
                           .observer = {.on_begin = hear_begin,
                                        .on_hello = hear_hello,
                                        .on_end = hear_end,
                                        .on_match = hear_match,
                                        .on_fault = hear_fault}};
}

void shell_run_end(void)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    char name[64];
    dom_store_close(&store);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        (void)snprintf(name, sizeof name, "%s%s", database, suffixes[i]);
        (void)unlink(name);
    }
}

/* ---- what every run keeps --------------------------------------------------- */

static dom_rc replay_match(void *context, const dom_store_match *m)
{
    static dom_table table;
    uint64_t *choices = context;
    dom_record_match record = {.tournament = t.name,
                               .match = m->match,
                               .set = m->set,
                               .rotation = m->rotation,
                               .options = &t.variants[0].options,
                               .end = m->end,
                               .fault_seat = m->fault_seat,
                               .decisions = m->decisions,
                               .decisions_bytes = m->decisions_bytes};
    dom_deal_key_of_set(&record.key, &secret, t.name, (uint32_t)m->set);
    cr_expect(eq(int, dom_record_replay(&record, &table, NULL, NULL, &last_err), DOM_OK), "%s",
              last_err.text);
    for (int s = 0; s < m->seats; s++) {
        cr_expect(eq(int, m->seat[s].score, table.match.score[s]));
        cr_expect(ne(i64, m->seat[s].process, 0));
    }
    cr_expect(ge(u32, m->attempt, 1));
    cr_expect(ge(i64, m->duration_ms, 0));
    cr_expect(le(i64, m->duration_ms, (dom_now_us() - begun_us) / 1000));
    ++*choices;
    return DOM_OK;
}

static dom_rc check_process(void *context, const dom_store_process *p)
{
    cr_expect(eq(str, (char *)p->language, (char *)"sh"));
    cr_expect(ne(chr, p->ended[0], '\0'), "its end was not stored");
    cr_expect(lt(u32, p->instance, 100), "the processes of a run are counted from 0");
    return DOM_OK;
}

void each_process(dom_rc (*visit)(void *context, const dom_store_process *p), void *context)
{
    cr_expect(eq(int, dom_store_process_each(store, spec.tournament_id, visit, context, &last_err),
                 DOM_OK));
}

void run(void)
{
    heard = (heard_news){.matches = 0};
    last_err.text[0] = '\0';
    dom_rc rc = dom_core_run(&spec, &progress, &last_err);
    cr_expect(eq(int, rc, last_err.text[0] ? (int)last_err.rc : DOM_OK), "%s", last_err.text);
    cr_expect(eq(int, access(heard.folder, F_OK), -1), "the run directory is left");
    cr_expect(eq(u64, progress.here, heard.matches));
    cr_expect(eq(u64, progress.faults, heard.faults));
    cr_expect(zero(u32, progress.tables));
}

void run_to_end(const int reported_before[MATCHES_MAX + 1])
{
    uint64_t stored = 0;
    run();
    cr_assert(zero(chr, last_err.text[0]), "%s", last_err.text);
    cr_expect(eq(u64, progress.done, progress.total));
    for (uint64_t n = 1; n <= progress.total; n++)
        cr_expect(eq(int, heard.of_match[n] + (reported_before ? reported_before[n] : 0), 1),
                  "match %d", (int)n);
    cr_expect(eq(int,
                 dom_store_match_each(store, spec.tournament_id, 1, 0, true, replay_match, &stored,
                                      &last_err),
                 DOM_OK));
    cr_expect(eq(u64, stored, progress.total));
    each_process(check_process, NULL);
}

void run_refused(const char *text)
{
    run();
    cr_expect(eq(int, last_err.rc, DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(last_err.text, text), NULL), "%s", last_err.text);
    cr_expect(zero(i64, spec.tournament_id));
    cr_expect(zero(int, heard.matches));
}
