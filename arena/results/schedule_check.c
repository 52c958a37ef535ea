#include "schedule_check.h"

#include "base/sandbox.h"
#include "base/vec.h"
#include "config/stored_config.h"
#include "results/match_reader.h"
#include "store/entries.h"

#include <stdlib.h>
#include <string.h>

/* ---- stages ------------------------------------------------------------------- */

static void check_stages(const dom_results_schedule_check *c)
{
    const dom_store_tournament *t = c->t;
    for (int i = 0; i < t->stage_count; i++) {
        uint32_t first = dom_schedule_stage_first_set(c->schedule, (uint32_t)i);
        if (t->stages[i].first_set != first)
            dom_results_differ(c->differences,
                               "stage %d: it begins with set %u, in the schedule with set %u",
                               i + 1, (unsigned)t->stages[i].first_set, (unsigned)first);
        if (i > 0 && t->stages[i].finished_ms != 0 && t->stages[i - 1].finished_ms == 0)
            dom_results_differ(c->differences, "stage %d is not finished, but stage %d is", i,
                               i + 1);
    }
}

/* Begins the test of a comparison. */
static dom_rc begin_test(dom_results_schedule_check *c, dom_err *err)
{
    const dom_store_tournament *t = c->t;
    dom_config_stored stored;
    dom_rc rc = dom_config_stored_read(&stored, t, err);
    if (rc == DOM_OK)
        rc = dom_results_sprt_begin(&c->test, &t->variants[0].options, &stored.compared,
                                    t->stages[0].sets, err);
    c->is_tested = rc == DOM_OK;
    if (rc != DOM_E_CONFIG)
        return rc;
    dom_results_differ(c->differences, "the configuration has no test that can be made");
    return DOM_OK;
}

dom_rc dom_results_schedule_check_open(dom_results_schedule_check *check,
                                       const dom_store_tournament *t,
                                       const dom_results_differences *differences, dom_err *err)
{
    dom_schedule_plan plan;
    *check = (dom_results_schedule_check){.differences = differences, .t = t, .next = 1};
    dom_rc rc = dom_results_plan_of(t, &plan, err);
    if (rc == DOM_OK)
        rc = dom_results_schedule_open(&check->schedule, t, err);
    check->is_compared = rc == DOM_OK && plan.kind == DOM_SCHEDULE_PLAN_COMPARE;
    if (check->is_compared)
        rc = begin_test(check, err);
    if (rc == DOM_OK)
        check_stages(check);
    return rc;
}

void dom_results_schedule_check_close(dom_results_schedule_check *check)
{
    dom_schedule_close(&check->schedule);
    dom_results_sprt_free(&check->test);
    free(check->starts.item);
    check->starts.item = NULL;
}

/* ---- starts ------------------------------------------------------------------- */

dom_rc dom_results_schedule_check_start(dom_results_schedule_check *check, uint64_t match,
                                        dom_err *err)
{
    if (match < 1 || match > dom_schedule_matches(check->schedule))
        dom_results_differ(check->differences,
                           "match %llu was started, but the schedule has no match with this number",
                           (unsigned long long)match);
    uint64_t *added = dom_vec_add(check->starts.item, check->starts.count, check->starts.room);
    if (added == NULL)
        return dom_err_no_memory(err);
    *added = match;
    return DOM_OK;
}

static void check_started(dom_results_schedule_check *c, const dom_store_match *m)
{
    while (c->starts.at < c->starts.count && c->starts.item[c->starts.at] < m->match)
        c->starts.at++;
    if (c->starts.at < c->starts.count && c->starts.item[c->starts.at] == m->match)
        dom_results_differ(c->differences,
                           "match %llu: it is finished, but a start says that it is not",
                           (unsigned long long)m->match);
    if (m->attempt < 1)
        dom_results_differ(c->differences, "match %llu: it is finished, but was started 0 times",
                           (unsigned long long)m->match);
}

/* ---- matches ------------------------------------------------------------------ */

/* A row of matches that are not stored, of one stage. */
typedef struct {
    uint64_t first, last; /* 0: none */
    uint32_t stage;
} missing_row;

static void end_row(const dom_results_schedule_check *c, missing_row *row)
{
    unsigned long long first = row->first, last = row->last;
    if (first > 0 && first == last)
        dom_results_differ(c->differences, "match %llu is missing, but stage %u is finished", first,
                           (unsigned)row->stage + 1);
    else if (first > 0)
        dom_results_differ(c->differences,
                           "matches %llu to %llu are missing, but stage %u is finished", first,
                           last, (unsigned)row->stage + 1);
    row->first = 0;
}

/* Reports matches first to last, which are not stored, for each finished stage that has some of
 * them. Where a place is empty nothing is played. */
static void report_missing(const dom_results_schedule_check *c, uint64_t first, uint64_t last)
{
    missing_row row = {.first = 0};
    uint64_t known = dom_schedule_known(c->schedule);
    uint64_t matches = dom_schedule_matches(c->schedule); /* a stored number may be above it */
    last = last < matches ? last : matches;
    bool is_whole = c->t->stages[0].finished_ms != 0 && dom_store_ruling_closed(c->t) == NULL;
    for (uint64_t n = first; n <= last && is_whole && !c->is_compared; n++) {
        uint32_t set = dom_schedule_set_of(c->schedule, n);
        const dom_store_stage *stage = dom_results_stage_of(c->t, set);
        uint32_t number = (uint32_t)(stage - c->t->stages);
        bool is_absent = n <= known && dom_schedule_match(c->schedule, n).absent_seat >= 0;
        if (stage->finished_ms == 0 || is_absent) {
            end_row(c, &row);
            continue;
        }
        if (row.first > 0 && row.stage != number)
            end_row(c, &row);
        row = (missing_row){row.first > 0 ? row.first : n, n, number};
    }
    end_row(c, &row);
}

static bool is_sandbox(const char *word)
{
    bool is_found = strcmp(word, DOM_SANDBOX_ON_DISK) == 0;
    for (int i = DOM_SANDBOX_AUTO + 1; i < DOM_SANDBOX_COUNT; i++)
        is_found = is_found || strcmp(dom_sandbox_words[i], word) == 0;
    return is_found;
}

static void check_number(const dom_results_schedule_check *c, const dom_store_match *m,
                         const char *what, uint64_t stored, uint64_t scheduled)
{
    if (stored != scheduled)
        dom_results_differ(c->differences, "match %llu: %s %llu is stored, the schedule has %llu",
                           (unsigned long long)m->match, what, (unsigned long long)stored,
                           (unsigned long long)scheduled);
}

static void check_bots(const dom_results_schedule_check *c, const dom_store_match *m,
                       const dom_schedule_seating *seating)
{
    for (int s = 0; s < m->seats; s++)
        if (m->seat[s].bot != seating->bot[s])
            dom_results_differ(c->differences,
                               "match %llu: seat %d: bot %s is stored, the schedule has %s",
                               (unsigned long long)m->match, s, c->t->bots[m->seat[s].bot].name,
                               c->t->bots[seating->bot[s]].name);
}

/* Compares set, rotation and bots with those that the schedule has for this match. */
static void check_seating(const dom_results_schedule_check *c, const dom_store_match *m)
{
    uint8_t places[DOM_SEATS_MAX];
    dom_schedule_seating seating = dom_schedule_match(c->schedule, m->match);
    check_number(c, m, "set", m->set, seating.set);
    check_number(c, m, "rotation", m->rotation, seating.rotation);
    check_number(c, m, "variant", m->variant, seating.variant);
    if (m->seats == seating.seats)
        check_bots(c, m, &seating);
    for (int s = 0; s < m->seats; s++)
        places[s] = m->seat[s].place;
    dom_schedule_report(c->schedule, m->match, places);
}

void dom_results_schedule_check_match(dom_results_schedule_check *check, const dom_store_match *m)
{
    if (m->match > check->next)
        report_missing(check, check->next, m->match - 1);
    check->next = m->match + 1;
    check_started(check, m);
    if (!is_sandbox(m->sandbox))
        dom_results_differ(check->differences,
                           "match %llu: there is no sandbox level '%s', in which it was played",
                           (unsigned long long)m->match, m->sandbox);
    if (check->is_tested)
        dom_results_sprt_add(&check->test, m);
    if (m->match > dom_schedule_known(check->schedule))
        dom_results_differ(check->differences,
                           "match %llu: the schedule has no match with this number",
                           (unsigned long long)m->match);
    else
        check_seating(check, m);
}

void dom_results_schedule_check_end(dom_results_schedule_check *check)
{
    report_missing(check, check->next, dom_schedule_matches(check->schedule));
    if (check->is_tested && check->t->stages[0].finished_ms != 0 &&
        dom_store_ruling_closed(check->t) == NULL && !dom_results_sprt_is_over(&check->test))
        dom_results_differ(check->differences,
                           "the comparison is finished, but its test is not decided by sets 1 to "
                           "%u, and set %u is not whole",
                           (unsigned)check->test.counted, (unsigned)check->test.counted + 1);
}
