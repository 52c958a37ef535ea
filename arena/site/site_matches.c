/* Counts what needs every match: results, thinking times, faults and hashes. */
#include "base/interrupt.h"
#include "base/text.h"
#include "base/vec.h"
#include "results/match_reader.h"
#include "results/set_reader.h"
#include "rules/match.h"
#include "site_reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static dom_web_variant *variant_of(const dom_site_reading *r, const dom_store_match *m)
{
    return &r->site->variants[r->now->variants[m->variant]];
}

/* Returns the row of the bot in this seat in the list of the variant, or -1. */
static int row_at(const dom_site_reading *r, const dom_store_match *m, int seat)
{
    return r->row_of[r->now->variants[m->variant] * r->site->bot_count +
                     r->now->bots[m->seat[seat].bot]];
}

/* Puts a match in front of the newest matches of a pair of bots. */
static void note_pair(dom_web_meetings *pair, dom_web_match_ref ref)
{
    if (pair->newest[0].tournament == ref.tournament && pair->newest[0].match == ref.match)
        return;
    memmove(&pair->newest[1], &pair->newest[0], sizeof pair->newest - sizeof pair->newest[0]);
    pair->newest[0] = ref;
}

static void note_pairs(dom_site_reading *r, const dom_options *o, const dom_store_match *m)
{
    dom_web_variant *v = variant_of(r, m);
    dom_web_match_ref ref = {(uint32_t)(r->now - r->site->tournaments), m->match};
    for (int a = 0; a < m->seats; a++)
        for (int b = 0; b < m->seats; b++) {
            int row = row_at(r, m, a), column = row_at(r, m, b);
            if (row >= 0 && column >= 0 && dom_results_compares(o, m, a, b))
                note_pair(
                    &v->list->meetings[(size_t)row * dom_web_variant_lines(v) + (size_t)column],
                    ref);
        }
}

/* Puts a set among those of a pair in which the bot's points differed most from the other's. */
static void note_swing(dom_web_meetings *pair, dom_web_swing swing)
{
    for (int i = 0; i < DOM_WEB_PAIR_SWINGS; i++)
        if (pair->swing[i].first.match == 0 || abs(swing.points) > abs(pair->swing[i].points)) {
            memmove(&pair->swing[i + 1], &pair->swing[i],
                    (size_t)(DOM_WEB_PAIR_SWINGS - 1 - i) * sizeof *pair->swing);
            pair->swing[i] = swing;
            return;
        }
}

/* What a bot of a set has in it. */
typedef struct {
    int row; /* in the list of the variant; -1: none                        */
    uint64_t matches;
    int64_t points;
} set_member;

/* Returns the number of members. In a comparison more bots than there are seats take part. */
static int members_of(const dom_site_reading *r, const dom_results_set *set,
                      set_member member[static 2 * DOM_SEATS_MAX])
{
    int count = 0;
    for (int i = 0; i < set->count; i++)
        for (int seat = 0; seat < set->match[i].seats; seat++) {
            int row = row_at(r, &set->match[i], seat), at = 0;
            if (row < 0 || !dom_results_seat_counts(&set->match[i], seat))
                continue;
            while (at < count && member[at].row != row)
                at++;
            if (at == count)
                member[count++] = (set_member){.row = row};
            member[at].matches++;
            member[at].points += set->match[i].seat[seat].score;
        }
    return count;
}

static void note_swings(dom_site_reading *r, const dom_results_set *set)
{
    set_member member[2 * DOM_SEATS_MAX];
    int count = members_of(r, set, member);
    dom_web_variant *v = variant_of(r, set->match);
    dom_web_match_ref first = {(uint32_t)(r->now - r->site->tournaments), set->match->match};
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            int32_t points = (int32_t)(member[a].points - member[b].points);
            if (member[a].matches == member[b].matches && points != 0)
                note_swing(&v->list->meetings[(size_t)member[a].row * dom_web_variant_lines(v) +
                                              (size_t)member[b].row],
                           (dom_web_swing){first, points});
        }
}

/* Returns true if the fault that ended the match is one of the bot in this seat. */
static bool is_own_fault(const dom_store_match *m, int seat)
{
    return m->fault_seat >= 0 && m->seat[m->fault_seat].bot == m->seat[seat].bot;
}

static void count_ends(dom_site_reading *r, const dom_store_match *m)
{
    dom_web_variant *v = variant_of(r, m);
    for (int s = 0; s < m->seats; s++) {
        int row = row_at(r, m, s);
        if (row < 0 || !dom_results_seat_counts(m, s))
            continue;
        if (m->end == DOM_FAULT_NONE || is_own_fault(m, s))
            v->list->rows[row].ended[m->end]++;
        else
            v->list->rows[row].ended_by_other++;
    }
}

static void count_seats(dom_site_reading *r, const dom_options *o, const dom_store_match *m)
{
    dom_web_variant *v = variant_of(r, m);
    for (int s = 0; s < m->seats; s++) {
        int row = row_at(r, m, s);
        if (row < 0 || !dom_results_seat_counts(m, s))
            continue;
        dom_ratings_score score = dom_results_seat_score(o, m, s);
        dom_ratings_score_add(&v->list->rows[row].seat[s], &score);
    }
}

dom_web_match_line dom_site_match_line(const dom_web_tournament *of, const dom_store_match *m)
{
    dom_web_match_line line = {.stored = *m, .variant = of->variants[m->variant]};
    line.stored.decisions = NULL;
    for (int s = 0; s < m->seats; s++)
        line.bot[s] = of->bots[m->seat[s].bot];
    return line;
}

static void fill_seat(dom_web_match_entry *entry, dom_web_variant *v, const dom_store_match *m,
                      int seat)
{
    dom_web_outcome outcome = dom_web_outcome_of(&v->options, m, seat);
    entry->bot[seat] = m->seat[seat].bot;
    entry->result[seat] = (uint8_t)outcome.result;
    entry->margin[seat] = outcome.margin;
    v->margins += fabs((double)outcome.margin);
    v->margin_count++;
}

/* Adds a match to those that pages are filtered from. */
static bool add_entry(dom_site_reading *r, const dom_store_match *m)
{
    dom_web_tournament *now = r->now;
    if (!dom_vec_reserve(now->entries, now->line_count, r->rooms.entries, 1u))
        return false;
    dom_web_match_entry *entry = &now->entries[now->line_count];
    *entry = (dom_web_match_entry){
        .match = m->match, .variant = m->variant, .end = (uint8_t)m->end, .seats = m->seats};
    entry->sides = (uint8_t)dom_side_count(&variant_of(r, m)->options);
    for (int s = 0; s < m->seats; s++)
        fill_seat(entry, variant_of(r, m), m, s);
    return true;
}

static void note_end(dom_web_tournament *now, int64_t end_ms)
{
    dom_web_pace_note(&now->pace, end_ms);
    if (end_ms > now->newest_ms)
        now->newest_ms = end_ms;
}

/* Counts a set in the list of its variant. */
static void count_in_variant(dom_site_reading *r, const dom_results_set *set)
{
    dom_web_variant *v = variant_of(r, set->match);
    v->matches += (uint64_t)set->count;
    for (int i = 0; i < set->count; i++) {
        note_pairs(r, set->options, &set->match[i]);
        count_ends(r, &set->match[i]);
        if (set->is_full_rotation || !dom_web_variant_is_rated(v))
            count_seats(r, set->options, &set->match[i]);
    }
    if (set->is_full_rotation && !set->has_fault)
        note_swings(r, set);
}

static bool add_match(dom_site_reading *r, const dom_store_match *m)
{
    if (!add_entry(r, m))
        return false;
    r->now->done++;
    r->now->last_match = m->match;
    r->now->newest[r->now->line_count++ % DOM_WEB_MATCHES_NEWEST] = dom_site_match_line(r->now, m);
    note_end(r->now, m->started_ms + m->duration_ms);
    return true;
}

static bool add_set(dom_site_reading *r, const dom_results_set *set)
{
    for (int i = 0; i < set->count; i++)
        if (!add_match(r, &set->match[i]))
            return false;
    r->now->sets[set->variant].done += set->is_complete;
    if (dom_site_reading_counts(r, r->now) && !set->is_void)
        count_in_variant(r, set);
    return true;
}

static dom_rc take_set(void *context, const dom_results_set *set)
{
    dom_site_reading *r = context;
    dom_site_reading_lock(r);
    bool is_added = add_set(r, set);
    dom_site_reading_unlock(r);
    if (!is_added)
        return dom_err_no_memory(r->err);
    dom_rc rc = dom_results_tournament_standings_add(&r->standings, set, r->err);
    if (rc != DOM_OK)
        return rc;
    uint64_t before = r->matches;
    r->matches += (uint64_t)set->count;
    return before / DOM_INTERRUPT_MATCHES != r->matches / DOM_INTERRUPT_MATCHES
               ? dom_site_reading_end_part(r)
               : DOM_OK;
}

/* ---- luck and skill ------------------------------------------------------------------ */

static bool add_worth(dom_site_reading *r, const dom_analysis_match *values)
{
    dom_web_tournament *now = r->now;
    dom_web_match_worth *worth = dom_vec_add(now->worths, now->worth_count, r->rooms.worths);
    if (worth == NULL)
        return false;
    *worth = (dom_web_match_worth){.match = r->match->match};
    for (size_t i = 0; i < values->round_count; i++) {
        const dom_analysis_round *round = &values->round[i];
        worth->luck[round->seat] += (float)round->luck;
        worth->skill[round->seat] += (float)round->skill;
    }
    return true;
}

/* Takes what `analyse` has kept of the match, if there is anything. */
static dom_rc take_values(dom_site_reading *r, const dom_record_match *record)
{
    dom_analysis_match values = {.choice_count = 0};
    dom_analysis_plan plan = {.worlds = DOM_ANALYSIS_WORLDS_USUAL};
    dom_rc rc = dom_analysis_file_find(r->values, record, &plan, &values);
    if (rc == DOM_OK && !add_worth(r, &values))
        rc = DOM_E_NOMEM;
    dom_analysis_match_clear(&values);
    return rc == DOM_E_NOMEM ? dom_err_no_memory(r->err) : DOM_OK;
}

/* ---- times -------------------------------------------------------------------------- */

static void take_choice(void *context, const dom_table *table, const dom_table_effect *effect)
{
    dom_site_reading *r = context;
    (void)table;
    if (effect->kind != DOM_TABLE_FX_EVENT || effect->why != DOM_TABLE_WHY_CHOSEN)
        return;
    int row = row_at(r, r->match, effect->seat);
    if (row >= 0 && dom_site_reading_counts(r, r->now))
        dom_web_times_add(&variant_of(r, r->match)->list->rows[row].times, effect->us);
}

/* Replays a match to count its thinking times, and looks for its values. A match that cannot be
 * replayed is skipped; `verify` reports it. */
static dom_rc take_times(void *context, const dom_store_match *m)
{
    dom_site_reading *r = context;
    dom_record_match record = dom_results_record_of(r->t, m);
    dom_err ignored;
    r->match = m;
    dom_site_reading_lock(r);
    (void)dom_record_replay(&record, &r->table, take_choice, r, &ignored);
    dom_rc rc = take_values(r, &record);
    dom_site_reading_unlock(r);
    return rc == DOM_OK ? dom_site_reading_end_part(r) : rc;
}

/* ---- hashes ------------------------------------------------------------------------- */

static dom_rc hash_match(void *context, const dom_store_match *m)
{
    dom_site_reading *r = context;
    dom_record_match record = dom_results_record_of(r->t, m);
    dom_rc rc = dom_results_tournament_hash_add(&r->hash, &record, r->err);
    return rc == DOM_OK ? dom_site_reading_end_part(r) : rc;
}

/* Copies the hash from the reading before, if the tournament has the same number of matches. A
 * finished tournament with as many matches as before has not changed. */
static bool take_over_hash(dom_site_reading *r)
{
    const dom_web_site *before = r->spec->before;
    for (size_t i = 0; before && i < before->tournament_count; i++) {
        const dom_web_tournament *old = &before->tournaments[i];
        if (strcmp(old->name, r->now->name) == 0 && old->line_count == r->now->line_count &&
            old->hash[0]) {
            dom_text_copy(r->now->hash, sizeof r->now->hash, old->hash);
            return true;
        }
    }
    return false;
}

static void enter_tournament(dom_site_reading *r, const dom_store_tournament *t)
{
    r->t = t;
    r->now = NULL;
    for (size_t i = 0; i < r->site->tournament_count; i++)
        if (strcmp(r->site->tournaments[i].name, t->name) == 0)
            r->now = &r->site->tournaments[i];
}

dom_rc dom_site_take_hash(void *context, const dom_store_tournament *t)
{
    dom_site_reading *r = context;
    char hash[DOM_WEB_HEX_BYTES];
    enter_tournament(r, t);
    bool is_finished = r->t->stages[r->t->stage_count - 1].finished_ms != 0;
    if (!is_finished || r->now->done > DOM_SITE_HASHED_MAX || take_over_hash(r))
        return DOM_OK;
    dom_results_tournament_hash_begin(&r->hash);
    dom_rc rc = dom_store_match_each(r->store, r->t->id, 1, 0, true, hash_match, r, r->err);
    if (rc == DOM_OK) {
        dom_results_tournament_hash_end(&r->hash, hash);
        dom_site_reading_lock(r);
        dom_text_copy(r->now->hash, sizeof r->now->hash, hash);
        dom_site_reading_unlock(r);
    }
    return rc == DOM_E_MALFORMED ? DOM_OK : rc; /* `verify` reports such a match    */
}

/* ---- faults -------------------------------------------------------------------------- */

static dom_rc take_fault(void *context, const dom_store_fault *f)
{
    dom_site_reading *r = context;
    dom_web_bot *bot = &r->site->bots[r->now->bots[f->bot]];
    if (bot->faults == NULL)
        bot->faults = calloc(DOM_WEB_FAULTS_NEWEST, sizeof *bot->faults);
    if (bot->faults == NULL)
        return dom_err_no_memory(r->err);
    dom_web_fault *fault = &bot->faults[bot->fault_count++ % DOM_WEB_FAULTS_NEWEST];
    *fault = (dom_web_fault){.where = {(uint32_t)(r->now - r->site->tournaments), f->match},
                             .seat = f->seat,
                             .code = f->code,
                             .tolerated = f->tolerated,
                             .choice = f->choice,
                             .when_ms = f->when_ms,
                             .process = f->process,
                             .answer_bytes = f->answer_bytes};
    dom_text_copy(fault->text, sizeof fault->text, f->text);
    if (f->answer_bytes > 0)
        memcpy(fault->answer, f->answer, f->answer_bytes);
    return DOM_OK;
}

/* ---- a tournament ------------------------------------------------------------------- */

/* Reads who was withdrawn, which decides what counts in the standings. */
static dom_rc read_withdrawals(dom_site_reading *r)
{
    dom_results_withdrawals *w = &r->withdrawals;
    dom_results_withdrawals_clear(w);
    dom_rc rc = dom_results_withdrawals_read(w, r->store, r->t, r->err);
    if (rc != DOM_OK)
        return rc;
    dom_web_withdrawal *shown = calloc(w->count + 1, sizeof *shown);
    if (shown == NULL)
        return dom_err_no_memory(r->err);
    for (size_t i = 0; i < w->count; i++) {
        shown[i] = (dom_web_withdrawal){.bot = r->now->bots[w->item[i].bot],
                                        .when_ms = w->item[i].when_ms,
                                        .missing = w->item[i].missing,
                                        .is_void = w->item[i].is_void};
        dom_text_copy(shown[i].text, sizeof shown[i].text, w->item[i].text);
    }
    dom_site_reading_lock(r);
    r->now->withdrawals = shown;
    r->now->withdrawal_count = w->count;
    dom_site_reading_unlock(r);
    return DOM_OK;
}

/* Counts the sets, and shows the standings when all are counted. */
static dom_rc read_sets(dom_site_reading *r)
{
    dom_results_tournament_standings *s = &r->standings;
    r->rooms.entries = r->rooms.worths = 0;
    dom_rc rc = dom_results_tournament_standings_open(s, r->t, &r->withdrawals, r->err);
    if (rc == DOM_OK)
        rc = dom_results_set_each(r->store, &(dom_results_set_range){.of = r->t}, take_set, r,
                                  r->err);
    if (rc == DOM_OK)
        rc = dom_results_tournament_standings_end(s, r->err);
    if (rc != DOM_OK) {
        dom_results_tournament_standings_clear(s);
        return rc;
    }
    dom_site_reading_lock(r);
    r->now->standings = *s;
    dom_site_reading_unlock(r);
    return DOM_OK;
}

static dom_rc read_matches(dom_site_reading *r)
{
    const dom_web_tournament *now = r->now;
    dom_rc rc = read_sets(r);
    uint64_t from = now->last_match > DOM_SITE_SAMPLE ? now->last_match - DOM_SITE_SAMPLE + 1 : 1;
    return rc == DOM_OK ? dom_store_match_each(r->store, r->t->id, from, now->last_match, true,
                                               take_times, r, r->err)
                        : rc;
}

dom_rc dom_site_take_tournament(void *context, const dom_store_tournament *t)
{
    dom_site_reading *r = context;
    enter_tournament(r, t);
    dom_rc rc = read_withdrawals(r);
    if (rc == DOM_OK)
        rc = read_matches(r);
    dom_site_reading_lock(r);
    if (rc == DOM_OK)
        rc = dom_store_fault_each(r->store, t->id, take_fault, r, r->err);
    dom_site_reading_unlock(r);
    return rc == DOM_OK ? dom_site_reading_end_part(r) : rc;
}
