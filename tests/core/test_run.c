/* Whole runs: the core with a real store, real hosts, and bots that are lines of shell. */
#include "base/now.h"
#include "core/core.h"
#include "ipc/bot_ids.h"
#include "record/record.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define HELLO "echo '{\"type\":\"hello\",\"protocol\":1,\"max_tables\":8,\"language\":\"sh\"}'; "
/* Answers every ask with this choice, and ends with bye; before that it does `more` with each
 * message. */
#define FILTER_AND(more, choice)                                                                   \
    "sed -un " more "-e 's/.*\"type\":\"ask\",\"req\":\\([0-9]*\\),.*/{\"type\":\"act\","          \
    "\"req\":\\1,\"choice\":" choice "}/p' -e '/\"type\":\"bye\"/q'"
#define FILTER(choice) FILTER_AND("", choice)
/* A bot that prints every message but the asks, and wants to be told the ends of rounds. */
#define TELLS(choice)                                                                              \
    "echo '{\"type\":\"hello\",\"protocol\":1,\"max_tables\":8,\"language\":\"sh\","               \
    "\"events\":true}'; "                                                                          \
    "exec " FILTER_AND("-e '/\"type\":\"ask\"/!w /dev/stderr' ", choice)
/* Bots: one answers every ask, one makes an illegal choice each time, one ends when it is first
 * asked. */
#define GOOD HELLO "exec " FILTER("0")
#define ILLEGAL HELLO "exec " FILTER("999")
#define CRASHES HELLO "grep -m 1 '\"ask\"' >&2"
#define BROKEN "echo no such thing >&2; exit 3"
#define SILENT HELLO "exec sleep 1000"

/* Finds out, without the host, whether bubblewrap works. */
#define BWRAP                                                                                      \
    "bwrap --unshare-user --disable-userns --unshare-pid --unshare-net --ro-bind / / --proc "      \
    "/proc "                                                                                       \
    "--dev /dev /bin/true 2>/dev/null"

enum { BOTS_MAX = 4, MATCHES_MAX = 40, NEVER = MATCHES_MAX + 1 };

/* A run that is to be stopped begins AHEAD matches more than were reported, so most of these sets
 * are still to be played when the first match is reported. */
enum { AHEAD = 4, SETS_TO_STOP = 10 };

/* What the observer was told. */
typedef struct {
    int matches, of_match[MATCHES_MAX + 1]; /* how often each match was reported */
    int by_fault;                           /* matches that did not end by the rules */
    int64_t end_ms, first_end_ms;           /* of the match that was reported last, and first */
    int overlaps; /* how often a match began before the one reported before it had ended */
    int faults, hellos, ends, told_to_leave, paid;
    int left;     /* processes that were told to leave and had said hello */
    int goodbyes; /* ended processes that had printed "goodbye", or were told that it is over */
    int turns, reports; /* turns of the loop and reports of progress since a signal */
    dom_fault fault;    /* the last one */
    bool is_tolerated;
    uint64_t decisions; /* what the last progress said */
    char text[256], folder[128];
} heard_news;

static char database[] = "/tmp/domino-test.XXXXXX";
static dom_store *store;
static dom_core_tournament t;
static dom_core_entrant bots[BOTS_MAX];
static dom_schedule_plan plan;
static dom_deal_secret secret;
static dom_core_spec spec;
static dom_core_progress progress;
static dom_err err;
static heard_news heard;
static int stop_after, signal_after; /* numbers of reported matches */
static bool is_refused;              /* the caller refuses the tournament */
static bool was_sent;                /* a function below has sent a signal */
static dom_core_stop_request stop_how;
static uint64_t last_match;
static int ahead; /* so many matches more than were reported may begin; 0: as many as last_match
                     allows */
static int64_t begun_us; /* when the test began */

/* ---- the functions of the spec -------------------------------------------------------------- */

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
    if (is_refused)
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
    if (heard.matches == signal_after)
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
    heard.turns += was_sent;
    return heard.matches >= stop_after ? stop_how : DOM_CORE_STOP_NOT;
}

static uint64_t allow_until(void *context)
{
    return ahead > 0 ? (uint64_t)(heard.matches + ahead) : last_match;
}

/* ---- setting up ------------------------------------------------------------- */

static void set_bots(int count, const char *const scripts[])
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

static void set_pair(const char *first, const char *second, uint32_t sets)
{
    set_bots(2, (const char *const[]){first, second});
    t.sets = plan.stage[0].sets = sets;
}

static void set_pair_to_stop(void)
{
    set_pair(GOOD, GOOD, SETS_TO_STOP);
    ahead = AHEAD;
}

static void begin(void)
{
    begun_us = dom_now_us();
    int fd = mkstemp(database);
    cr_assert(ge(int, fd, 0));
    close(fd);
    (void)unlink(database);
    cr_assert(eq(int, dom_store_open(&store, database, DOM_STORE_WRITE, &err), DOM_OK));
    t = (dom_core_tournament){.name = "t", .variant_count = 1, .bots = bots, .concurrency = 2};
    t.limits = (dom_core_limits){.startup_ms = 600000, .move_ms = 600000, .bank_ms = 1000};
    cr_assert(eq(int, dom_variant_find(&t.variants[0], "block-2", &err), DOM_OK));
    plan = (dom_schedule_plan){.kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN,
                               .variant_count = 1,
                               .variant = {{.seats = 2}},
                               .stage_count = 1};
    dom_deal_secret_of_seed(&secret, 1);
    set_pair(GOOD, GOOD, 3);
    stop_after = signal_after = NEVER;
    is_refused = was_sent = false;
    last_match = UINT64_MAX;
    ahead = 0;
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

static void end(void)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    char name[64];
    dom_store_close(&store);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        (void)snprintf(name, sizeof name, "%s%s", database, suffixes[i]);
        (void)unlink(name);
    }
}

TestSuite(core_run, .init = begin, .fini = end);

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
    cr_expect(eq(int, dom_record_replay(&record, &table, NULL, NULL, &err), DOM_OK), "%s",
              err.text);
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

static void run(void)
{
    heard = (heard_news){.matches = 0};
    err.text[0] = '\0';
    dom_rc rc = dom_core_run(&spec, &progress, &err);
    cr_expect(eq(int, rc, err.text[0] ? (int)err.rc : DOM_OK), "%s", err.text);
    cr_expect(eq(int, access(heard.folder, F_OK), -1), "the run directory is left");
    cr_expect(eq(u64, progress.here, heard.matches));
    cr_expect(eq(u64, progress.faults, heard.faults));
    cr_expect(zero(u32, progress.tables));
}

/* Runs to the end. Every match must have been stored, and reported once by one of the runs. */
static void run_to_end(const int reported_before[MATCHES_MAX + 1])
{
    uint64_t stored = 0;
    run();
    cr_assert(zero(chr, err.text[0]), "%s", err.text);
    cr_expect(eq(u64, progress.done, progress.total));
    for (uint64_t n = 1; n <= progress.total; n++)
        cr_expect(eq(int, heard.of_match[n] + (reported_before ? reported_before[n] : 0), 1),
                  "match %d", (int)n);
    cr_expect(
        eq(int,
           dom_store_match_each(store, spec.tournament_id, 1, 0, true, replay_match, &stored, &err),
           DOM_OK));
    cr_expect(eq(u64, stored, progress.total));
    cr_expect(eq(int, dom_store_process_each(store, spec.tournament_id, check_process, NULL, &err),
                 DOM_OK));
}

/* ---- runs ------------------------------------------------------------------- */

Test(core_run, every_match_is_played_and_every_process_told_to_leave)
{
    run_to_end(NULL);
    cr_expect(eq(u64, progress.total, 6));
    cr_expect(zero(int, heard.by_fault));
    cr_expect(zero(int, heard.faults));
    cr_expect(zero(u64, progress.skipped));
    cr_expect(ge(u64, progress.decisions, 6));
    cr_expect(eq(u32, progress.bots, 2));
    cr_expect(zero(u32, progress.starting));
    cr_expect(zero(int, progress.signal_number));
    cr_expect(ge(int, heard.ends, heard.hellos));
    cr_expect(eq(int, heard.told_to_leave, heard.ends));
}

Test(core_run, a_stopped_run_is_continued)
{
    stop_after = 1;
    stop_how = DOM_CORE_STOP_NOW;
    set_pair_to_stop();
    run();
    cr_expect(eq(int, err.rc, DOM_E_INTERRUPTED));
    cr_expect(ge(int, heard.matches, 1));
    cr_expect(zero(int, heard.faults), "a match that the arena ended costs nothing");
    heard_news before = heard;
    stop_after = NEVER;
    ahead = 0;
    run_to_end(before.of_match);
    cr_expect(eq(u64, progress.here, progress.total - (uint64_t)before.matches));
}

Test(core_run, a_signal_ends_a_run_after_the_matches_under_way)
{
    signal_after = 1;
    set_pair_to_stop();
    run();
    cr_expect(eq(int, err.rc, DOM_E_INTERRUPTED));
    cr_expect(eq(int, progress.signal_number, SIGINT));
    cr_expect(ge(int, heard.matches, 1));
    cr_expect(lt(u64, progress.done, progress.total));
    char text[64];
    (void)snprintf(text, sizeof text, "interrupted; %d of %d matches were played", heard.matches,
                   2 * SETS_TO_STOP);
    cr_expect(eq(str, err.text, text));
    heard_news before = heard;
    signal_after = NEVER;
    ahead = 0;
    run_to_end(before.of_match);
}

Test(core_run, a_played_out_run_begins_nothing_more)
{
    stop_after = 1;
    stop_how = DOM_CORE_STOP_PLAYED_OUT;
    set_pair_to_stop();
    run();
    cr_expect(zero(chr, err.text[0]), "%s", err.text);
    cr_expect(ge(u64, progress.done, 1));
    cr_expect(lt(u64, progress.done, progress.total));
}

Test(core_run, no_match_after_the_last_allowed_one_begins)
{
    last_match = 3;
    run();
    cr_expect(zero(chr, err.text[0]), "%s", err.text);
    cr_expect(eq(u64, progress.done, 3));
    for (int n = 1; n <= 3; n++)
        cr_expect(eq(int, heard.of_match[n], 1));
}

/* Their order may differ: a match whose bots are ready may begin before an earlier one whose bots
 * still start. */
Test(core_run, with_one_table_one_match_is_played_after_the_other)
{
    t.concurrency = 1;
    run();
    cr_expect(gt(int, heard.matches, 2));
    cr_expect(zero(int, heard.overlaps));
}

Test(core_run, without_a_given_concurrency_all_is_played_too)
{
    t.concurrency = 0;
    set_pair(GOOD, GOOD, 20);
    run_to_end(NULL);
    cr_expect(eq(u64, progress.total, 40));
}

Test(core_run, bots_may_be_pinned_to_cores)
{
    t.pins_cores = true;
    t.concurrency = 0;
    run_to_end(NULL);
}

static cpu_set_t own_cpus(void)
{
    cpu_set_t own;
    cr_assert(zero(int, sched_getaffinity(0, sizeof own, &own)));
    return own;
}

/* Does what a host does that moves the core. */
static void move_to_one_cpu(void *context, const dom_core_hello *hello)
{
    cpu_set_t one = own_cpus();
    for (size_t cpu = 0; CPU_COUNT(&one) > 1; cpu++)
        CPU_CLR(cpu, &one);
    cr_assert(zero(int, sched_setaffinity(0, sizeof one, &one)));
    heard.hellos++;
}

Test(core_run, a_core_that_was_moved_has_all_its_cpus_again_after_the_run)
{
    cpu_set_t before = own_cpus();
    spec.observer.on_hello = move_to_one_cpu;
    run_to_end(NULL);
    cpu_set_t after = own_cpus();
    bool is_free = CPU_EQUAL(&before, &after);
    cr_expect(gt(int, (int)heard.hellos, 0));
    cr_expect(is_free);
}

/* A set of a variant with this number of seats, which is played by so many bots of one kind. */
static void set_table(const char *variant, int seats, const char *script)
{
    const char *scripts[BOTS_MAX];
    for (int i = 0; i < seats; i++)
        scripts[i] = script;
    cr_assert(eq(int, dom_variant_find(&t.variants[0], variant, &err), DOM_OK));
    plan.variant[0].seats = (uint8_t)seats;
    set_bots(seats, scripts);
    t.sets = plan.stage[0].sets = 1;
}

Test(core_run, four_bots_sit_at_one_table)
{
    set_table("block-4", 4, GOOD);
    run_to_end(NULL);
    cr_expect(eq(u64, progress.total, 4));
    cr_expect(zero(int, heard.faults));
}

Test(core_run, with_one_table_a_bot_has_one_process_for_each_seat)
{
    t.concurrency = 1;
    run_to_end(NULL);
    cr_expect(eq(int, heard.ends, 4));
}

Test(core_run, the_processes_of_the_next_match_start_while_this_one_is_played)
{
    t.concurrency = 1;
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
    cr_expect(eq(int, heard.ends, 4), "two for each match of the set");
    for (int64_t id = 1; id <= 4; id++) {
        dom_store_process p;
        cr_assert(eq(int, dom_store_process_find(store, id, &p, &err), DOM_OK), "%s", err.text);
        cr_expect(le(i64, p.started_ms, heard.first_end_ms));
    }
}

Test(core_run, in_a_check_each_seat_of_a_bot_has_one_process)
{
    t.concurrency = 0;
    spec.trial.is_one_at_a_time = true;
    set_pair(GOOD, GOOD, 20);
    run_to_end(NULL);
    cr_expect(eq(u64, progress.total, 40));
    cr_expect(eq(int, heard.ends, 4));
}

/* ---- signals ---------------------------------------------------------------- */

static void send_signal(int number)
{
    cr_assert(zero(int, kill(getpid(), number)));
    was_sent = true;
}

/* Sends both signals as soon as a match is under way. */
static void send_two(void *context, const dom_core_progress *p)
{
    heard.reports += was_sent;
    if (p->tables == 0 || was_sent)
        return;
    send_signal(SIGINT);
    send_signal(SIGTERM);
}

/* The next report of progress would be due after 200 ms. A busy machine may be slower than that, so
 * there are several tries. */
Test(core_run, a_signal_is_noticed_before_the_next_report_is_due)
{
    enum { TRIES = 20 };
    spec.observer.on_progress = send_two;
    set_pair(SILENT, SILENT, 1);
    heard.reports = 0;
    for (int i = 0; i < TRIES && heard.reports != 1; i++) {
        was_sent = false;
        run();
        cr_assert(eq(int, err.rc, DOM_E_INTERRUPTED));
    }
    cr_expect(eq(int, heard.reports, 1), "only the report at the end");
}

/* Sends a signal as soon as a match is under way, and then allows more matches. Sends another one
 * after some reports. */
static void send_and_allow(void *context, const dom_core_progress *p)
{
    enum { REPORTS = 3 };
    heard.reports += was_sent;
    if (p->tables > 0 && !was_sent) {
        send_signal(SIGINT);
        last_match = 2;
    } else if (heard.reports == REPORTS) {
        send_signal(SIGTERM);
    }
}

Test(core_run, a_run_that_is_being_stopped_sleeps)
{
    enum { TURNS_MAX = 200 };
    spec.observer.on_progress = send_and_allow;
    last_match = 1;
    set_pair(SILENT, SILENT, 1);
    run();
    cr_expect(eq(int, err.rc, DOM_E_INTERRUPTED));
    cr_expect(lt(int, heard.turns, TURNS_MAX));
}

/* ---- open files ------------------------------------------------------------- */

static void limit_files(rlim_t soft, rlim_t hard)
{
    struct rlimit files = {soft, hard};
    cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &files)));
}

Test(core_run, the_soft_limit_of_open_files_is_raised)
{
    struct rlimit files;
    cr_assert(zero(int, getrlimit(RLIMIT_NOFILE, &files)));
    rlim_t hard = files.rlim_max;
    limit_files(30, hard);
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
    cr_assert(zero(int, getrlimit(RLIMIT_NOFILE, &files)));
    cr_expect(ge(u64, files.rlim_cur, dom_core_files_needed(1)));
    cr_expect(eq(u64, files.rlim_max, hard));
}

Test(core_run, a_sufficient_limit_of_open_files_stays)
{
    struct rlimit files;
    limit_files(4000, 4000);
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
    cr_assert(zero(int, getrlimit(RLIMIT_NOFILE, &files)));
    cr_expect(eq(u64, files.rlim_cur, 4000));
}

/* Returns how many files a run on the cores of this process needs. */
static rlim_t files_needed(void)
{
    cpu_set_t allowed;
    cr_assert(zero(int, sched_getaffinity(0, sizeof allowed, &allowed)));
    long cores = sysconf(_SC_NPROCESSORS_ONLN), most = CPU_COUNT(&allowed);
    return dom_core_files_needed((uint32_t)(cores < most ? cores : most));
}

Test(core_run, the_hard_limit_of_open_files_may_be_just_what_is_needed)
{
    limit_files(30, files_needed());
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
}

Test(core_run, too_low_a_hard_limit_of_open_files_is_named)
{
    char text[64];
    limit_files(30, files_needed() - 1);
    run();
    (void)snprintf(text, sizeof text,
                   "this run needs %d open files and may have %d: ", (int)files_needed(),
                   (int)files_needed() - 1);
    cr_expect(ne(ptr, strstr(err.text, text), NULL), "%s", err.text);
    cr_expect(eq(int, err.rc, DOM_E_LIMIT));
    limit_files(30, 40);
    run();
    limit_files(40, 40); /* of which this test needs some */
    cr_expect(eq(int, err.rc, DOM_E_LIMIT));
    cr_expect(ne(ptr, strstr(err.text, " open files and may have 40: the hard limit"), NULL), "%s",
              err.text);
}

Test(core_run, every_seat_of_a_remote_bot_needs_one_more_open_file)
{
    char text[128];
    limit_files(30, files_needed() + 1);
    bots[1].transport = DOM_CORE_TRANSPORT_REMOTE;
    run();
    (void)snprintf(text, sizeof text,
                   "this run needs %d open files and may have %d: ", (int)files_needed() + 2,
                   (int)files_needed() + 1);
    cr_expect(ne(ptr, strstr(err.text, text), NULL), "%s", err.text);
    cr_expect(eq(int, err.rc, DOM_E_LIMIT));
}

/* 64 processes, 4 more for each core, and 32 files of the arena itself. */
Test(core_run, the_number_of_open_files_depends_on_the_cores)
{
    cr_expect(eq(u32, dom_core_files_needed(1), 100));
    cr_expect(eq(u32, dom_core_files_needed(10), 136));
}

/* ---- processes of others ---------------------------------------------------- */

Test(core_run, a_child_that_this_process_had_before_lives_on)
{
    pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
    cr_expect(zero(int, waitpid(child, NULL, WNOHANG)));
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
}

/* ---- what bots leave -------------------------------------------------------- */

static dom_rc expect_no_child(void *context, const dom_store_process *p)
{
    int child = 0;
    char text[16] = "";
    memcpy(text, p->log, p->log_bytes < sizeof text - 1 ? p->log_bytes : sizeof text - 1);
    if (sscanf(text, "%d", &child) != 1)
        return DOM_OK; /* it was told to leave before */
    ++*(int *)context;
    cr_expect(eq(int, kill(child, 0), -1), "process %d is left", child);
    return DOM_OK;
}

Test(core_run, the_children_of_a_bot_end_with_it)
{
    int seen = 0;
    set_pair(GOOD, "setsid sleep 1000 & echo $! >&2; " GOOD, 1);
    run_to_end(NULL);
    cr_expect(eq(int,
                 dom_store_process_each(store, spec.tournament_id, expect_no_child, &seen, &err),
                 DOM_OK));
    cr_expect(ge(int, seen, 1));
}

static dom_rc expect_said(void *context, const dom_store_process *p)
{
    *(int *)context += p->log_bytes >= 4 && memcmp(p->log, "left", 4) == 0;
    return DOM_OK;
}

Test(core_run, the_files_of_a_bot_with_a_user_of_its_own_are_removed)
{
    char path[64], script[512];
    int said = 0;
    if (geteuid() != 0 || !dom_ipc_bot_ids_are_mapped(DOM_IPC_BOT_ID_FIRST, DOM_IPC_BOT_ID_LAST))
        cr_skip_test("only root can give bots user ids of their own");
    (void)snprintf(path, sizeof path, "/tmp/domino-test-left.%d", (int)getpid());
    (void)snprintf(script, sizeof script, "touch %s && echo left >&2; " GOOD, path);
    set_pair(GOOD, script, 1);
    run_to_end(NULL);
    cr_expect(eq(int, dom_store_process_each(store, spec.tournament_id, expect_said, &said, &err),
                 DOM_OK));
    cr_expect(ge(int, said, 1));
    cr_expect(eq(int, unlink(path), -1), "%s is left", path);
}

/* The log of a process has the first and the last 32 KiB. */
static dom_rc look_at_log(void *context, const dom_store_process *p)
{
    size_t *largest = context;
    if (p->log_bytes > *largest)
        *largest = p->log_bytes;
    if (p->log_bytes > 0)
        cr_expect(zero(int, memcmp(p->log, "1\n2\n3\n", 6)));
    return DOM_OK;
}

Test(core_run, what_a_bot_prints_is_kept_in_part)
{
    size_t largest = 0;
    set_pair(GOOD, "seq 20000 >&2; " GOOD, 1);
    run_to_end(NULL);
    cr_expect(eq(int,
                 dom_store_process_each(store, spec.tournament_id, look_at_log, &largest, &err),
                 DOM_OK));
    cr_expect(ge(sz, largest, 65536));
    cr_expect(lt(sz, largest, 65536 + 64));
}

/* ---- what bots are told ------------------------------------------------------ */

/* How many messages of a type bots have printed. */
typedef struct {
    int matches, variants, rounds, results, faults;
    int illegal, tolerated, reasons; /* what the messages about faults say */
} told_messages;

static int count_in(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

static dom_rc count_messages(void *context, const dom_store_process *p)
{
    told_messages *sum = context;
    char *log = strndup((const char *)p->log, p->log_bytes);
    cr_assert(ne(ptr, log, NULL));
    told_messages own = {.matches = count_in(log, "\"type\":\"match\""),
                         .variants = count_in(log, "\"variant\":\"block-2\""),
                         .rounds = count_in(log, "\"type\":\"round\""),
                         .results = count_in(log, "\"type\":\"result\""),
                         .faults = count_in(log, "\"type\":\"fault\""),
                         .illegal = count_in(log, "\"code\":\"illegal\""),
                         .tolerated = count_in(log, "\"tolerated\":true"),
                         .reasons = count_in(log, "choice 999 is not within")};
    free(log);
    cr_expect(eq(int, own.variants, own.matches));
    cr_expect(eq(int, own.results, own.matches));
    cr_expect(eq(int, own.illegal, own.faults));
    cr_expect(eq(int, own.tolerated, own.faults));
    cr_expect(eq(int, own.reasons, own.faults));
    sum->matches += own.matches;
    sum->rounds += own.rounds;
    sum->faults += own.faults;
    return DOM_OK;
}

static told_messages all_messages(void)
{
    told_messages sum = {.matches = 0};
    cr_expect(eq(int, dom_store_process_each(store, spec.tournament_id, count_messages, &sum, &err),
                 DOM_OK));
    return sum;
}

static dom_rc add_rounds(void *context, const dom_store_match *m)
{
    *(int *)context += m->rounds;
    return DOM_OK;
}

Test(core_run, each_seat_is_told_the_match_its_rounds_and_its_result)
{
    int rounds = 0;
    set_pair(TELLS("0"), TELLS("0"), 2);
    run_to_end(NULL);
    cr_expect(
        eq(int,
           dom_store_match_each(store, spec.tournament_id, 1, 0, false, add_rounds, &rounds, &err),
           DOM_OK));
    told_messages sum = all_messages();
    cr_expect(eq(int, sum.matches, 2 * 4));
    cr_expect(eq(int, sum.rounds, 2 * rounds));
    cr_expect(zero(int, sum.faults));
}

Test(core_run, a_bot_is_told_its_faults)
{
    t.concurrency = 1;
    t.tolerate = 10000;
    set_pair(GOOD, TELLS("999"), 1);
    run_to_end(NULL);
    cr_expect(ge(int, heard.faults, 20));
    cr_expect(eq(int, all_messages().faults, heard.faults));
}

/* A shutdown leaves a bot 2 s after `bye`, without the time that it waits for a core. */
Test(core_run, a_bot_may_finish_after_bye)
{
    const char *slow = HELLO FILTER("0") "; sleep 0.3; echo goodbye >&2";
    set_pair(slow, slow, 1);
    run_to_end(NULL);
    cr_expect(ge(int, heard.goodbyes, 2));
    cr_expect(ge(int, heard.goodbyes, heard.left));
}

Test(core_run, bots_of_a_run_that_fails_are_not_told_that_it_is_over)
{
    is_refused = true;
    set_pair(TELLS("0"), TELLS("0"), 1);
    run();
    cr_expect(eq(int, err.rc, DOM_E_CONFIG));
    cr_expect(eq(int, heard.ends, 2));
    cr_expect(zero(int, heard.goodbyes));
    is_refused = false;
    run_to_end(NULL);
    cr_expect(ge(int, heard.goodbyes, 2));
    cr_expect(ge(int, heard.goodbyes, heard.left));
}

/* ---- bots that fail --------------------------------------------------------- */

Test(core_run, a_bot_that_cannot_be_started_refuses_the_tournament)
{
    set_pair(GOOD, BROKEN, 3);
    run();
    cr_expect(eq(int, err.rc, DOM_E_CONFIG));
    cr_expect(eq(str, err.text,
                 (char *)"bot 'bot1' cannot be started: exited with status 3; it printed: no such "
                         "thing (--skip-broken plays without it)"));
    cr_expect(zero(i64, spec.tournament_id));
    cr_expect(zero(int, heard.matches));
}

/* All bots are started, so that what is wrong with them is said too. */
Test(core_run, a_run_for_which_a_bot_was_refused_before_plays_nothing)
{
    spec.refused = "t.yaml:3: bots: x cannot be built";
    set_pair(GOOD, GOOD, 3);
    run();
    cr_expect(eq(int, err.rc, DOM_E_CONFIG));
    cr_expect(eq(str, err.text, (char *)spec.refused));
    cr_expect(eq(int, heard.ends, 2));
    cr_expect(zero(i64, spec.tournament_id));
    cr_expect(zero(int, heard.matches));
}

Test(core_run, with_skip_broken_only_the_matches_of_the_others_are_played)
{
    spec.skip_broken = true;
    set_bots(3, (const char *const[]){GOOD, BROKEN, GOOD});
    t.sets = plan.stage[0].sets = 2;
    run();
    cr_expect(zero(chr, err.text[0]), "%s", err.text);
    cr_expect(eq(u64, progress.total, 12));
    cr_expect(eq(u64, progress.skipped, 8));
    cr_expect(eq(u64, progress.done, 4));
    cr_expect(eq(int, heard.faults, 1));
    cr_expect(eq(int, heard.fault, DOM_FAULT_SPAWN));
    cr_expect(eq(str, heard.text,
                 (char *)"bot1: withdrawn: exited with status 3; it printed: no such thing"));
}

Test(core_run, in_a_swiss_a_broken_bot_loses_its_matches)
{
    spec.skip_broken = true;
    set_bots(4, (const char *const[]){GOOD, GOOD, BROKEN, GOOD});
    plan.kind = DOM_SCHEDULE_PLAN_SWISS;
    t.schedule = DOM_CORE_SCHEDULE_SWISS;
    t.sets = plan.stage[0].sets = 1;
    t.rounds = plan.stage[0].rounds = 2;
    run();
    cr_expect(zero(chr, err.text[0]), "%s", err.text);
    cr_expect(eq(u64, progress.total, 8));
    cr_expect(eq(u64, progress.done, 8));
    cr_expect(zero(u64, progress.skipped));
    cr_expect(eq(int, heard.by_fault, 4));
    cr_expect(eq(int, heard.faults, 5), "its failed start, and each of its matches");
    cr_expect(eq(str, heard.text, (char *)"bot2: it was withdrawn before"));
}

static dom_rc expect_asked(void *context, const dom_store_fault *fault)
{
    cr_expect(ge(int, fault->choice, 0));
    cr_expect(ne(i64, fault->process, 0));
    cr_expect(eq(int, (int)fault->bot, 1));
    cr_expect(ge(sz, fault->answer_bytes, 10), "the answer is stored");
    ++*(int *)context;
    return DOM_OK;
}

Test(core_run, an_illegal_choice_loses_the_match)
{
    set_pair(GOOD, ILLEGAL, 2);
    run_to_end(NULL);
    cr_expect(eq(int, heard.by_fault, 4));
    cr_expect(eq(int, heard.faults, 4));
    cr_expect(eq(int, heard.fault, DOM_FAULT_ILLEGAL));
    cr_expect(not(heard.is_tolerated));
    cr_expect(zero(int, heard.paid), "its process lives on");
    int stored = 0;
    cr_expect(eq(int, dom_store_fault_each(store, spec.tournament_id, expect_asked, &stored, &err),
                 DOM_OK));
    cr_expect(eq(int, stored, 4));
}

Test(core_run, a_tolerated_fault_is_reported_and_the_match_continues)
{
    t.tolerate = 10000;
    set_pair(GOOD, ILLEGAL, 1);
    run_to_end(NULL);
    cr_expect(zero(int, heard.by_fault));
    cr_expect(ge(int, heard.faults, 20), "a match has many choices");
    cr_expect(heard.is_tolerated);
}

Test(core_run, every_crash_with_an_ask_outstanding_loses_one_match)
{
    set_pair(CRASHES, GOOD, 2);
    run_to_end(NULL);
    cr_expect(eq(int, heard.by_fault, 4));
    cr_expect(eq(int, heard.faults, 4));
    cr_expect(eq(int, heard.paid, 4));
    cr_expect(eq(int, heard.fault, DOM_FAULT_CRASH));
    cr_expect(eq(str, heard.text, (char *)"bot0: exited with status 0"));
}

Test(core_run, a_bot_without_a_hello_is_late)
{
    t.limits.startup_ms = 500;
    set_pair(HELLO "exec " FILTER("0"), "exec sleep 1000", 1);
    run();
    cr_expect(eq(int, err.rc, DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "no hello within startup_ms"), NULL), "%s", err.text);
}

/* Plays with a bot that ends itself when it is asked, and returns what its fault says. */
static const char *text_of_end(dom_sandbox level, const char *end_of_script)
{
    char script[256];
    (void)snprintf(script, sizeof script, CRASHES "; %s", end_of_script);
    spec.sandbox = level;
    spec.tournament_id = 0;
    (void)snprintf(t.name, sizeof t.name, "%s-%.1s", dom_sandbox_words[level], end_of_script);
    set_pair(script, GOOD, 1);
    run_to_end(NULL);
    cr_expect(eq(int, heard.fault, DOM_FAULT_CRASH));
    return heard.text;
}

Test(core_run, at_every_level_a_fault_says_how_the_bot_has_ended)
{
    for (dom_sandbox level = DOM_SANDBOX_NONE; level <= DOM_SANDBOX_BWRAP; level++) {
        if (level == DOM_SANDBOX_BWRAP && system(BWRAP) != 0)
            continue; /* bubblewrap does not work here */
        cr_expect(
            eq(str, (char *)text_of_end(level, "exit 7"), (char *)"bot0: exited with status 7"),
            "%s", dom_sandbox_words[level]);
        cr_expect(eq(str, (char *)text_of_end(level, "kill -9 $$"),
                     (char *)"bot0: killed by signal 9 (Killed)"),
                  "%s", dom_sandbox_words[level]);
    }
}

Test(core_run, only_bubblewrap_is_said_to_hide_a_file)
{
    char script[] = "/tmp/domino-test.XXXXXX";
    int fd = mkstemp(script);
    cr_assert(eq(int, (int)write(fd, "exit 3", 6), 6));
    close(fd);
    for (dom_sandbox level = DOM_SANDBOX_NONE; level <= DOM_SANDBOX_BWRAP; level++) {
        if (level == DOM_SANDBOX_BWRAP && system(BWRAP) != 0)
            continue; /* bubblewrap does not work here */
        set_pair(GOOD, "", 1);
        bots[1].args[1] = script;
        bots[1].args[2] = NULL;
        spec.sandbox = level;
        run();
        cr_expect(eq(int, err.rc, DOM_E_CONFIG));
        cr_expect(eq(int, strstr(err.text, "; the sandbox does not show /tmp/") != NULL,
                     level == DOM_SANDBOX_BWRAP),
                  "%s: %s", dom_sandbox_words[level], err.text);
    }
    (void)unlink(script);
}

Test(core_run, a_program_that_does_not_exist_is_named)
{
    set_pair(GOOD, GOOD, 1);
    bots[1].args[0] = (char *)"./missing";
    run();
    cr_expect(eq(int, err.rc, DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "./missing: there is no such file"), NULL), "%s", err.text);
}
