/* Counts what needs every match: results, thinking times, faults and hashes. */
#include "base/interrupt.h"
#include "base/text.h"
#include "base/vec.h"
#include "results/match_reader.h"
#include "site_reading.h"

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

static void count_place(dom_web_score *s, int place, int other)
{
    s->wins += place < other;
    s->draws += place == other;
    s->losses += place > other;
}

/* Puts a match in front of the newest matches of a pair of bots. */
static void note_pair(dom_web_pair *pair, dom_web_match_ref ref)
{
    if (pair->newest[0].tournament == ref.tournament && pair->newest[0].match == ref.match)
        return;
    memmove(&pair->newest[1], &pair->newest[0], sizeof pair->newest - sizeof pair->newest[0]);
    pair->newest[0] = ref;
}

static void count_pairs(dom_site_reading *r, const dom_store_match *m)
{
    dom_web_variant *v = variant_of(r, m);
    const dom_options *o = &r->t->variants[m->variant].options;
    dom_web_match_ref ref = {(uint32_t)(r->now - r->site->tournaments), m->match};
    for (int a = 0; a < m->seats; a++)
        for (int b = 0; b < m->seats; b++) {
            int row = row_at(r, m, a), column = row_at(r, m, b);
            if (row < 0 || column < 0 || !dom_results_compares(o, m, a, b))
                continue;
            dom_web_pair *pair = &v->pairs[(size_t)row * v->row_count + (size_t)column];
            count_place(&v->rows[row].seat[a], m->seat[a].place, m->seat[b].place);
            note_pair(pair, ref);
        }
}

/* Returns true if the bot sits in no lower seat. In team games a bot may sit in two seats, but the
 * match counts once. */
static bool is_first_seat(const dom_store_match *m, int seat)
{
    for (int s = 0; s < seat; s++)
        if (m->seat[s].bot == m->seat[seat].bot)
            return false;
    return true;
}

static dom_web_standing *standings_of(const dom_site_reading *r, uint32_t variant)
{
    return &r->now->standings[variant * r->now->bot_count];
}

/* Puts a set among those of a pair in which the bot's points differed most from the other's. */
static void note_swing(dom_web_pair *pair, dom_web_swing swing)
{
    for (int i = 0; i < DOM_WEB_PAIR_SWINGS; i++)
        if (pair->swing[i].first.match == 0 || abs(swing.points) > abs(pair->swing[i].points)) {
            memmove(&pair->swing[i + 1], &pair->swing[i],
                    (size_t)(DOM_WEB_PAIR_SWINGS - 1 - i) * sizeof *pair->swing);
            pair->swing[i] = swing;
            return;
        }
}

static void note_swings(dom_site_reading *r)
{
    const dom_site_open_set *open = &r->open;
    uint32_t index = r->now->variants[open->variant];
    dom_web_variant *v = &r->site->variants[index];
    const int *row_of = &r->row_of[index * r->site->bot_count];
    for (int a = 0; a < open->members; a++)
        for (int b = 0; b < open->members; b++) {
            int row = row_of[r->now->bots[open->member[a].bot]];
            int column = row_of[r->now->bots[open->member[b].bot]];
            int32_t points = open->member[a].points - open->member[b].points;
            bool is_even = open->member[a].matches == open->member[b].matches;
            if (a != b && is_even && row >= 0 && column >= 0 && points != 0)
                note_swing(&v->pairs[(size_t)row * v->row_count + (size_t)column],
                           (dom_web_swing){{(uint32_t)(r->now - r->site->tournaments), open->first},
                                           points});
        }
}

/* Adds the results of the set that was read, if it is complete, and forgets it. */
static void close_set(dom_site_reading *r)
{
    const dom_site_open_set *open = &r->open;
    if (open->set > 0 && r->has_plan &&
        open->matches == dom_schedule_plan_rotations(&r->plan, open->variant)) {
        r->now->sets[open->variant].done++;
        for (int i = 0; i < open->members && !open->is_void; i++)
            if (dom_web_score_games(&open->member[i].score) > 0)
                dom_ratings_sample_add(&standings_of(r, open->variant)[open->member[i].bot].shares,
                                       dom_web_score_share(&open->member[i].score));
        if (!open->has_fault && dom_site_reading_counts(r, r->now))
            note_swings(r);
    }
    r->open = (dom_site_open_set){.set = 0};
}

/* Begins the set of a match, unless it has begun. */
static void enter_set(dom_site_reading *r, const dom_store_match *m)
{
    if (r->open.set != m->set) {
        close_set(r);
        r->open = (dom_site_open_set){.set = m->set, .first = m->match, .variant = m->variant};
    }
    r->open.matches++;
    r->open.has_fault |= m->end != DOM_FAULT_NONE;
    r->open.is_void |= dom_results_withdrawals_void(&r->withdrawals, m);
}

/* Returns the place of a bot in the set, which it enters if it is new; -1 if there is no room, as only in
 * a damaged database. */
static int member_of(dom_site_open_set *open, uint32_t bot)
{
    for (int i = 0; i < open->members; i++)
        if (open->member[i].bot == bot)
            return i;
    if (open->members == (int)(sizeof open->member / sizeof *open->member))
        return -1;
    open->member[open->members].bot = bot;
    return open->members++;
}

/* Adds a match to the set that is being read. */
static void count_in_set(dom_site_reading *r, const dom_store_match *m)
{
    const dom_options *o = &r->t->variants[m->variant].options;
    enter_set(r, m);
    for (int a = 0; a < m->seats; a++) {
        int member = member_of(&r->open, m->seat[a].bot);
        if (member < 0)
            continue;
        for (int b = 0; b < m->seats; b++)
            if (dom_results_compares(o, m, a, b))
                count_place(&r->open.member[member].score, m->seat[a].place, m->seat[b].place);
        if (is_first_seat(m, a)) {
            r->open.member[member].matches++;
            r->open.member[member].points += m->seat[a].score;
        }
    }
}

static void count_standings(dom_site_reading *r, const dom_store_match *m)
{
    const dom_options *o = &r->t->variants[m->variant].options;
    dom_web_standing *of = standings_of(r, m->variant);
    if (dom_results_withdrawals_void(&r->withdrawals, m))
        return;
    for (int a = 0; a < m->seats; a++) {
        dom_web_standing *own = &of[m->seat[a].bot];
        for (int b = 0; b < m->seats; b++)
            if (dom_results_compares(o, m, a, b))
                count_place(&own->score, m->seat[a].place, m->seat[b].place);
        own->forfeits += m->end != DOM_FAULT_NONE && m->fault_seat == a;
        if (!is_first_seat(m, a))
            continue;
        own->matches++;
        own->points += m->end == DOM_FAULT_NONE ? m->seat[a].score : 0;
        own->rounds += m->end == DOM_FAULT_NONE ? m->rounds : 0;
    }
}

static void count_ends(dom_site_reading *r, const dom_store_match *m)
{
    dom_web_variant *v = variant_of(r, m);
    for (int s = 0; s < m->seats; s++) {
        int row = row_at(r, m, s);
        if (row < 0)
            continue;
        v->rows[row].last_ms = m->started_ms;
        if (m->end == DOM_FAULT_NONE || m->fault_seat == s)
            v->rows[row].ended[m->end]++;
        else
            v->rows[row].ended_by_other++;
    }
}

dom_web_match_line dom_site_match_line(const dom_web_tournament *of, const dom_store_match *m)
{
    dom_web_match_line line = {.match = m->match,
                               .set = m->set,
                               .rotation = m->rotation,
                               .seats = m->seats,
                               .variant = of->variants[m->variant],
                               .end = m->end,
                               .fault_seat = m->fault_seat,
                               .started_ms = m->started_ms,
                               .duration_ms = m->duration_ms};
    for (int s = 0; s < m->seats; s++) {
        line.bot[s] = of->bots[m->seat[s].bot];
        line.place[s] = m->seat[s].place;
        line.score[s] = m->seat[s].score;
    }
    return line;
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
    for (int s = 0; s < m->seats; s++)
        entry->bot[s] = m->seat[s].bot;
    return true;
}

static void note_end(dom_web_tournament *now, int64_t end_ms)
{
    dom_web_pace_note(&now->pace, end_ms);
    if (end_ms > now->newest_ms)
        now->newest_ms = end_ms;
}

static void count_in_variant(dom_site_reading *r, const dom_store_match *m)
{
    variant_of(r, m)->matches++;
    count_pairs(r, m);
    count_ends(r, m);
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    dom_site_reading *r = context;
    dom_site_reading_lock(r);
    if (!add_entry(r, m)) {
        dom_site_reading_unlock(r);
        return dom_err_no_memory(r->err);
    }
    r->now->done++;
    r->now->last_match = m->match;
    r->now->newest[r->now->line_count++ % DOM_WEB_MATCHES_NEWEST] = dom_site_match_line(r->now, m);
    note_end(r->now, m->started_ms + m->duration_ms);
    count_in_set(r, m);
    count_standings(r, m);
    if (dom_site_reading_counts(r, r->now))
        count_in_variant(r, m);
    dom_site_reading_unlock(r);
    return ++r->matches % DOM_INTERRUPT_MATCHES == 0 ? dom_site_reading_end_part(r) : DOM_OK;
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
        dom_web_times_add(&variant_of(r, r->match)->rows[row].times, effect->us);
}

/* Replays a match to count its thinking times. A match that cannot be replayed is skipped; `verify`
 * reports it. */
static dom_rc take_times(void *context, const dom_store_match *m)
{
    dom_site_reading *r = context;
    dom_record_match record = dom_results_record(r->t, m);
    dom_err ignored;
    r->match = m;
    dom_site_reading_lock(r);
    (void)dom_record_replay(&record, &r->table, take_choice, r, &ignored);
    dom_site_reading_unlock(r);
    return dom_site_reading_end_part(r);
}

/* ---- hashes ------------------------------------------------------------------------- */

static dom_rc hash_match(void *context, const dom_store_match *m)
{
    dom_site_reading *r = context;
    dom_record_match record = dom_results_record(r->t, m);
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
                                        .missing = w->item[i].missing};
        dom_text_copy(shown[i].text, sizeof shown[i].text, w->item[i].text);
    }
    dom_site_reading_lock(r);
    r->now->withdrawals = shown;
    r->now->withdrawal_count = w->count;
    dom_site_reading_unlock(r);
    return DOM_OK;
}

static dom_rc read_matches(dom_site_reading *r)
{
    const dom_web_tournament *now = r->now;
    r->has_plan = dom_results_plan(r->t, &r->plan, NULL) == DOM_OK;
    r->open = (dom_site_open_set){.set = 0};
    r->rooms.entries = 0;
    dom_rc rc = dom_store_match_each(r->store, r->t->id, 1, 0, false, take_match, r, r->err);
    close_set(r);
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
