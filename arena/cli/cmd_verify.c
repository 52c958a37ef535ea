#include "commands.h"

#include "home.h"
#include "match_hash.h"
#include "past.h"
#include "standing.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* One tournament under examination. */
typedef struct {
    const dom_store_tournament *t;
    dom_store *store;
    dom_err *err;
    dom_table *table;
    dom_schedule *schedule;
    match_hash hash;
    uint64_t matches;
    bool is_json;
    json_t *differences; /* texts                                              */
} verifier;

static void differ(verifier *v, const char *text)
{
    if (!v->is_json)
        (void)printf("%s\n", text);
    json_array_append_new(v->differences, json_string(text));
}

__attribute__((format(printf, 3, 4))) static void differ_in(verifier *v, const dom_store_match *m,
                                                            const char *format, ...)
{
    char what[200], text[300];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(what, sizeof what, format, args);
    va_end(args);
    (void)snprintf(text, sizeof text, "match %llu: %s", (unsigned long long)m->match, what);
    differ(v, text);
}

static void sum_time(void *context, const dom_table *table, const dom_effect *effect)
{
    (void)table;
    if (effect->kind == DOM_FX_EVENT && effect->why == DOM_WHY_CHOSEN)
        ((int64_t *)context)[effect->seat] += effect->us;
}

/* The stored results against those of the match played again. */
static void compare(verifier *v, const dom_store_match *m, const int64_t time_us[])
{
    uint8_t places[DOM_SEATS_MAX];
    dom_table_places(v->table, places);
    if (m->rounds != v->table->match.round)
        differ_in(v, m, "%d rounds are stored, %d were played", m->rounds, v->table->match.round);
    for (int s = 0; s < m->seats; s++) {
        if (m->seat[s].score != v->table->match.score[s])
            differ_in(v, m, "seat %d: score %d is stored, %d was reached", s, (int)m->seat[s].score,
                      (int)v->table->match.score[s]);
        if (m->seat[s].place != places[s])
            differ_in(v, m, "seat %d: place %d is stored, %d was reached", s, m->seat[s].place,
                      places[s]);
        if (m->seat[s].time_us != time_us[s])
            differ_in(v, m, "seat %d: %lld us are stored, %lld were used", s,
                      (long long)m->seat[s].time_us, (long long)time_us[s]);
    }
}

/* The set, rotation and bots that the schedule has for this match. */
static void compare_seating(verifier *v, const dom_store_match *m)
{
    if (m->match > dom_schedule_known(v->schedule)) {
        differ_in(v, m, "the schedule has no such match");
        return;
    }
    uint8_t places[DOM_SEATS_MAX];
    dom_seating seating = dom_schedule_match(v->schedule, m->match);
    bool is_same = seating.set == m->set && seating.rotation == m->rotation &&
                   seating.variant == m->variant && seating.seats == m->seats;
    for (int s = 0; s < m->seats; s++) {
        is_same = is_same && seating.bot[s] == m->seat[s].bot;
        places[s] = m->seat[s].place;
    }
    if (!is_same)
        differ_in(v, m, "it is not the one that the schedule has");
    dom_schedule_report(v->schedule, m->match, places);
}

static dom_rc verify_match(void *context, const dom_store_match *m)
{
    verifier *v = context;
    dom_record record = past_record(v->t, m);
    int64_t time_us[DOM_SEATS_MAX] = {0};
    v->matches++;
    compare_seating(v, m);
    dom_rc rc = dom_record_replay(&record, v->table, sum_time, time_us, v->err);
    if (rc != DOM_OK) {
        differ(v, v->err->text);
        return DOM_OK;
    }
    compare(v, m, time_us);
    return match_hash_add(&v->hash, &record, v->err);
}

static void verify_commit(verifier *v, int number)
{
    const dom_store_stage *stage = &v->t->stages[number];
    dom_secret secret = past_secret(stage);
    dom_commit commit;
    char hex[DOM_HEX_BYTES], text[100];
    dom_commit_of(&commit, &secret, v->t->name);
    dom_hex_write(hex, commit.byte);
    (void)snprintf(text, sizeof text, "stage %d: the secret does not belong to the commitment",
                   number + 1);
    if (strcmp(hex, stage->commit) != 0)
        differ(v, text);
    dom_secret_clear(&secret);
}

/* The secret of a stage in hex once all of it was played, else "". */
static void write_revealed(const dom_store_stage *stage, char hex[static DOM_HEX_BYTES])
{
    hex[0] = '\0';
    if (stage->finished_ms != 0)
        dom_hex_write(hex, stage->secret);
}

static json_t *stages_json(const dom_store_tournament *t)
{
    json_t *array = json_array();
    for (int i = 0; array && i < t->stage_count; i++) {
        char secret[DOM_HEX_BYTES];
        write_revealed(&t->stages[i], secret);
        json_array_append_new(array, json_pack("{s:I, s:s, s:s}", "first_set",
                                               (json_int_t)t->stages[i].first_set, "commit",
                                               t->stages[i].commit, "secret", secret));
    }
    return array;
}

static void print_stages(const dom_store_tournament *t)
{
    for (int i = 0; i < t->stage_count; i++) {
        char secret[DOM_HEX_BYTES], from[40] = "";
        if (t->stages[i].first_set > 1)
            (void)snprintf(from, sizeof from, " from set %u on", (unsigned)t->stages[i].first_set);
        write_revealed(&t->stages[i], secret);
        (void)printf("commitment%s %s\nsecret%s %s\n", from, t->stages[i].commit, from,
                     secret[0] ? secret : "not revealed before the last match");
    }
}

static void print_result(const verifier *v, const char *hash)
{
    if (!v->is_json) {
        (void)printf("%s: %llu matches, %zu differences\n", v->t->name,
                     (unsigned long long)v->matches, json_array_size(v->differences));
        print_stages(v->t);
        (void)printf("hash %s\n", hash);
        return;
    }
    json_t *root = json_pack("{s:i, s:s, s:o, s:I, s:O, s:s}", "schema", 1, "tournament",
                             v->t->name, "stages", stages_json(v->t), "matches",
                             (json_int_t)v->matches, "differences", v->differences, "hash", hash);
    if (root && json_dumpf(root, stdout, JSON_INDENT(1)) == 0)
        (void)printf("\n");
    json_decref(root);
}

static dom_rc open_schedule(verifier *v)
{
    dom_plan plan;
    dom_rc rc = past_plan(v->t, &plan, v->err);
    return rc == DOM_OK ? dom_schedule_open(&v->schedule, &plan, v->err) : rc;
}

/* Nothing follows from these; reading them compares their checksums. */
static dom_rc pass_fault(void *context, const dom_store_fault *f)
{
    (void)context;
    (void)f;
    return DOM_OK;
}

static dom_rc pass_process(void *context, const dom_store_process *p)
{
    (void)context;
    (void)p;
    return DOM_OK;
}

/* Computed from all tournaments, so none of its facts; but lists are read from it. */
static dom_rc verify_summary(verifier *v)
{
    bool is_right = true;
    dom_rc rc = standing_check_summary(v->store, &is_right, v->err);
    if (rc == DOM_OK && !is_right)
        differ(v, "the summary beside the database is not what the matches come to; remove it");
    return rc;
}

/* Everything of the tournament again. A damaged database is an error, not a
 * difference: the store's checksums find it before. */
static dom_rc verify(verifier *v)
{
    char hex[DOM_HEX_BYTES];
    match_hash_begin(&v->hash);
    for (int i = 0; i < v->t->stage_count; i++)
        verify_commit(v, i);
    dom_rc rc = open_schedule(v);
    if (rc == DOM_OK)
        rc = dom_store_check_references(v->store, v->err);
    if (rc == DOM_OK)
        rc = dom_store_match_each(v->store, v->t->id, 1, 0, true, verify_match, v, v->err);
    if (rc == DOM_OK)
        rc = dom_store_fault_each(v->store, v->t->id, pass_fault, NULL, v->err);
    if (rc == DOM_OK)
        rc = dom_store_process_each(v->store, v->t->id, pass_process, NULL, v->err);
    if (rc == DOM_OK)
        rc = verify_summary(v);
    if (rc != DOM_OK)
        return rc;
    match_hash_end(&v->hash, hex);
    print_result(v, hex);
    return DOM_OK;
}

int cmd_verify(const cli_args *args)
{
    cli_home home;
    dom_store_tournament t;
    dom_err err = {.rc = DOM_OK};
    verifier v = {.t = &t, .err = &err, .is_json = args->is_json};
    int status = CLI_OK;
    dom_rc rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &v.store, &err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(v.store, args->operand, &t, &err);
    if (rc == DOM_OK) {
        v.table = malloc(sizeof *v.table);
        v.differences = json_array();
        rc =
            v.table && v.differences ? verify(&v) : dom_err_set(&err, DOM_E_NOMEM, "out of memory");
        if (json_array_size(v.differences) > 0)
            status = CLI_NO;
        json_decref(v.differences);
        dom_schedule_close(&v.schedule);
        free(v.table);
        dom_store_tournament_free(&t);
    }
    dom_store_close(&v.store);
    return rc == DOM_OK ? status : cli_fail(&err);
}
