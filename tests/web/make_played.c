/* Makes a database of matches with random moves. The bots have names that no tournament file would
 * allow, such as "<script>": pages must show them as text.
 *
 *     make_played FILE TOURNAMENT open|finished|comparison SETS BOT...
 *
 * It plays those of block-2, draw-3, homo-homini-lupus and draw-8 for which there are enough bots.
 * A comparison has the one variant that needs exactly this number of bots. Unless the tournament is
 * `finished`, its last match is missing. Some choices are late, some matches end by a crash, and
 * the output and the messages of the bots contain markup, too. */
#include "record/record.h"
#include "schedule/schedule.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS_MAX = 16, LATE_EVERY = 5, CRASH_EVERY = 11, CRASH_AFTER = 10 };

static const char *const variant_names[] = {"block-2", "draw-3", "homo-homini-lupus", "draw-8"};
enum { VARIANTS = sizeof variant_names / sizeof *variant_names };

static const char bad_log[] = "line one\n\x1b[31m<script>alert('log')</script>\xff\n";
static const char bad_answer[] = "{\"type\": \"<img src=x onerror=alert(2)>\"}\x07";

typedef struct {
    unsigned random;
    dom_store *store;
    dom_store_tournament t;
    char config[200];
    dom_store_bot bots[BOTS_MAX];
    dom_variant variants[VARIANTS];
    dom_store_stage stage;
    dom_schedule_plan plan;
    dom_schedule *schedule;
    dom_deal_secret secret;
    int64_t process;
    uint64_t matches;
    dom_err err;
    /* The match that is being played: */
    uint64_t number;
    dom_table table;
    dom_record_decisions decisions;
    int64_t time_us[DOM_SEATS_MAX];
    int32_t choices;
} maker;

static unsigned below(maker *m, unsigned n)
{
    m->random = m->random * 1103515245u + 12345u;
    return (m->random >> 8) % n;
}

/* ---- a match ---------------------------------------------------------------- */

static void run(maker *m, const dom_options *options, const dom_deal_key *key)
{
    dom_table_effect fx;
    while (dom_table_next(&m->table, &fx)) {
        if (fx.kind == DOM_TABLE_FX_DEAL) {
            dom_deal deal;
            dom_deal_make(&deal, options, key, fx.round, fx.need);
            dom_table_deal(&m->table, &deal);
        }
        if (fx.kind != DOM_TABLE_FX_EVENT || fx.why == DOM_TABLE_WHY_FORCED)
            continue;
        dom_record_decision d = {.action = fx.action, .us = fx.us, .substituted = fx.fault};
        (void)dom_record_decisions_add(&m->decisions, &d);
        m->time_us[fx.seat] += fx.us;
        m->choices++;
    }
}

static dom_rc add_fault(maker *m, int seat, int bot, dom_fault code, bool tolerated)
{
    dom_store_fault f = {.tournament = m->t.id,
                         .match = m->number,
                         .seat = (int8_t)seat,
                         .bot = (uint16_t)bot,
                         .process = m->process,
                         .code = code,
                         .tolerated = tolerated,
                         .when_ms = 1763683200000 + (int64_t)m->number,
                         .choice = m->choices,
                         .text = "it said <b>\"nothing\"</b> & went",
                         .answer = (const uint8_t *)bad_answer,
                         .answer_bytes = sizeof bad_answer - 1};
    return dom_store_fault_add(m->store, &f, &m->err);
}

static void answer(maker *m, const dom_schedule_seating *s)
{
    int seat = m->table.match.play.turn;
    bool is_late = m->number % LATE_EVERY == 0 && m->choices == 3;
    if (m->number % CRASH_EVERY == 0 && m->choices == CRASH_AFTER) {
        (void)add_fault(m, seat, s->bot[seat], DOM_FAULT_CRASH, false);
        dom_table_fault(&m->table, seat, DOM_FAULT_CRASH);
    } else if (is_late && m->table.tolerated[seat] == 0) {
        (void)add_fault(m, seat, s->bot[seat], DOM_FAULT_TIMEOUT, true);
        dom_table_fault(&m->table, seat, DOM_FAULT_TIMEOUT);
    } else {
        dom_table_answer(&m->table, seat, below(m, (unsigned)m->table.legal_count),
                         50u << below(m, 12));
    }
}

static dom_rc add_match(maker *m, const dom_schedule_seating *s)
{
    uint8_t places[DOM_SEATS_MAX];
    dom_store_match match = {.tournament = m->t.id,
                             .match = m->number,
                             .set = s->set,
                             .rotation = s->rotation,
                             .variant = s->variant,
                             .attempt = 1,
                             .end = m->table.end,
                             .fault_seat = m->table.fault_seat,
                             .rounds = m->table.match.round,
                             .started_ms = 1763683200000 + (int64_t)m->number * 100,
                             .duration_ms = 20 + below(m, 80),
                             .sandbox = "limits",
                             .seats = s->seats,
                             .decisions = m->decisions.bytes,
                             .decisions_bytes = m->decisions.size};
    dom_table_places(&m->table, places);
    for (int i = 0; i < s->seats; i++)
        match.seat[i] = (dom_store_seat){.bot = s->bot[i],
                                         .place = places[i],
                                         .score = m->table.match.score[i],
                                         .time_us = m->time_us[i],
                                         .process = m->process};
    return dom_store_match_add(m->store, &match, &m->err);
}

static dom_rc play(maker *m)
{
    dom_schedule_seating s = dom_schedule_match(m->schedule, m->number);
    const dom_options *options = &m->variants[s.variant].options;
    dom_deal_key key;
    dom_deal_key_of_set(&key, &m->secret, m->t.name, s.set);
    m->choices = 0;
    m->decisions.size = 0;
    memset(m->time_us, 0, sizeof m->time_us);
    dom_table_start(&m->table, options, 1);
    run(m, options, &key);
    while (m->table.state == DOM_TABLE_ASKING) {
        answer(m, &s);
        run(m, options, &key);
    }
    return add_match(m, &s);
}

/* ---- the tournament ------------------------------------------------------------- */

static dom_rc add_tournament(maker *m, const char *name, uint32_t sets)
{
    dom_deal_commit commit;
    bool is_comparison = m->plan.kind == DOM_SCHEDULE_PLAN_COMPARE;
    m->plan.stage_count = 1;
    m->plan.stage[0] = (dom_schedule_plan_stage){.bots = m->t.bot_count, .sets = sets};
    for (int i = 0; i < VARIANTS; i++) {
        dom_variant *v = &m->variants[m->plan.variant_count];
        (void)dom_variant_find(v, variant_names[i], NULL);
        dom_schedule_plan_variant played = {.seats = (uint8_t)v->options.players};
        if (is_comparison ? dom_schedule_plan_compared_bots(&played) != m->t.bot_count
                          : played.seats > m->t.bot_count)
            continue;
        m->plan.variant[m->plan.variant_count++] = played;
    }
    dom_deal_secret_of_seed(&m->secret, 7);
    dom_deal_commit_of(&commit, &m->secret, name);
    m->stage = (dom_store_stage){
        .first_set = 1, .bots = m->t.bot_count, .sets = sets, .created_ms = 1763683200000};
    memcpy(m->stage.secret, m->secret.byte, sizeof m->stage.secret);
    dom_deal_hex_write(m->stage.commit, commit.byte);
    (void)snprintf(m->t.name, sizeof m->t.name, "%s", name);
    (void)snprintf(m->config, sizeof m->config,
                   "{\"schedule\":\"%s\",\"partners\":\"self\",\"limits\":{\"move_ms\":1000,"
                   "\"bank_ms\":500,\"increment_ms\":0}}",
                   is_comparison ? "compare" : "round-robin");
    m->t.config = m->config;
    m->t.bots = m->bots;
    m->t.variant_count = (uint16_t)m->plan.variant_count;
    m->t.variants = m->variants;
    m->t.stage_count = 1;
    m->t.stages = &m->stage;
    dom_rc rc = dom_schedule_open(&m->schedule, &m->plan, &m->err);
    return rc == DOM_OK ? dom_store_tournament_add(m->store, &m->t, &m->err) : rc;
}

static dom_rc add_process(maker *m)
{
    dom_store_process p = {.tournament = m->t.id,
                           .instance = 1,
                           .started_ms = 1763683200000,
                           .language = "<i>c</i>",
                           .version = "1",
                           .ended = "killed by <signal> 9",
                           .log = (const uint8_t *)bad_log,
                           .log_bytes = sizeof bad_log - 1};
    dom_rc rc = dom_store_process_add(m->store, &p, &m->err);
    m->process = p.id;
    return rc;
}

static dom_rc make(maker *m, const char *path, const char *name, bool is_finished, uint32_t sets)
{
    dom_rc rc = dom_store_open(&m->store, path, DOM_STORE_WRITE, &m->err);
    if (rc == DOM_OK)
        rc = add_tournament(m, name, sets);
    if (rc == DOM_OK)
        rc = add_process(m);
    if (rc == DOM_OK)
        rc = dom_store_begin(m->store, &m->err);
    uint64_t last = rc == DOM_OK ? dom_schedule_matches(m->schedule) - !is_finished : 0;
    for (m->number = 1; rc == DOM_OK && m->number <= last; m->number++)
        rc = play(m);
    if (rc == DOM_OK && is_finished)
        rc = dom_store_tournament_finish(m->store, m->t.id, 1763683300000, &m->err);
    if (rc == DOM_OK)
        rc = dom_store_commit(m->store, &m->err);
    dom_record_decisions_clear(&m->decisions);
    dom_schedule_close(&m->schedule);
    dom_store_close(&m->store);
    return rc;
}

int main(int argc, char **argv)
{
    static maker m = {.random = 1};
    if (argc < 7 || argc > 5 + BOTS_MAX || atoi(argv[4]) < 1) {
        (void)fprintf(
            stderr,
            "usage: make_played FILE TOURNAMENT open|finished|comparison SETS BOT BOT...\n");
        return 2;
    }
    for (int i = 5; i < argc; i++) {
        dom_store_bot *bot = &m.bots[m.t.bot_count++];
        (void)snprintf(bot->name, sizeof bot->name, "%s", argv[i]);
        (void)snprintf(bot->version, sizeof bot->version, "%064x", (unsigned)i);
    }
    bool is_finished = strcmp(argv[3], "finished") == 0;
    if (strcmp(argv[3], "comparison") == 0)
        m.plan.kind = DOM_SCHEDULE_PLAN_COMPARE;
    if (make(&m, argv[1], argv[2], is_finished, (uint32_t)atoi(argv[4])) == DOM_OK)
        return 0;
    (void)fprintf(stderr, "make_played: %s\n", m.err.text);
    return 3;
}
