#include "site_read.h"

#include "base/text.h"
#include "interrupt.h"
#include "match_hash.h"
#include "past.h"
#include "ranking.h"
#include "ratings/versus.h"
#include "rules_age.h"
#include "site_history.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MINUTE_S = 60, SHOW_MS = 500 };

typedef struct {
    web_site *site;
    const site_read_spec *spec;
    dom_store *store;
    dom_err *err;
    int64_t shown_ms;              /* when it was shown last                   */
    standing facts;                /* that the lists are computed from         */
    uint64_t matches;              /* that were read                           */
    const dom_store_tournament *t; /* that is being read                        */
    web_tournament *now;           /* the same on the site                      */
    bool is_one;                   /* a tournament was named: it counts, rated or not */
    rules_use *uses;               /* rules of the site's variants              */
    size_t use_count;
    int *row_of;                /* [variant * bots + bot] of the site, -1: none */
    uint64_t ends_at[MINUTE_S]; /* matches that ended in a second, by second % 60 */
    int64_t second[MINUTE_S];   /* ... and which second that is              */
    dom_table table;
    const dom_store_match *match; /* that is played again                       */
    match_hash hash;
} reading;

static dom_rc no_memory(const reading *r)
{
    return dom_err_set(r->err, DOM_E_NOMEM, "out of memory");
}

static int64_t now_ms(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- showing the site while it is read ------------------------------------------- */

static void hold(const reading *r)
{
    if (r->spec->watch)
        r->spec->watch->hold(r->spec->watch->context);
}

static void let_go(const reading *r)
{
    if (r->spec->watch)
        r->spec->watch->let_go(r->spec->watch->context);
}

static void show(reading *r)
{
    r->shown_ms = now_ms(CLOCK_MONOTONIC);
    if (r->spec->watch)
        r->spec->watch->show(r->spec->watch->context);
}

/* After each part that was read: show the site from time to time, and stop after a signal. */
static dom_rc end_part(reading *r)
{
    if (now_ms(CLOCK_MONOTONIC) - r->shown_ms >= SHOW_MS)
        show(r);
    return interrupt_check(r->err);
}

/* Note that only `left` is still to be read, and show the site. */
static void end_step(reading *r, web_reading left)
{
    hold(r);
    r->site->reading = left;
    let_go(r);
    show(r);
}

/* ---- who takes part ------------------------------------------------------------ */

/* Append `*item` of `size` bytes; NULL when out of memory. The room is the next power
 * of two. */
static void *append(void **items, size_t *count, const void *item, size_t size)
{
    if ((*count & (*count - 1)) == 0) {
        void *grown = realloc(*items, (*count ? 2 * *count : 1) * size);
        if (grown == NULL)
            return NULL;
        *items = grown;
    }
    char *place = (char *)*items + (*count)++ * size;
    return memcpy(place, item, size);
}

static int64_t bot_index(reading *r, const dom_store_bot *bot)
{
    web_site *site = r->site;
    for (size_t i = 0; i < site->bot_count; i++)
        if (strcmp(site->bots[i].name, bot->name) == 0 &&
            strcmp(site->bots[i].version, bot->version) == 0)
            return (int64_t)i;
    web_bot new = {.fault_count = 0};
    dom_text_copy(new.name, sizeof new.name, bot->name);
    dom_text_copy(new.version, sizeof new.version, bot->version);
    if (append((void **)&site->bots, &site->bot_count, &new, sizeof new) == NULL)
        return -1;
    return (int64_t)site->bot_count - 1;
}

/* The variant under these very rules, or -1. */
static int64_t find_rules(const reading *r, const dom_variant *variant)
{
    for (size_t i = 0; i < r->use_count; i++)
        if (rules_are_of(&r->uses[i], variant))
            return (int64_t)i;
    return -1;
}

static bool add_rules(reading *r, const dom_variant *variant)
{
    rules_use use = {.options = variant->options};
    dom_text_copy(use.name, sizeof use.name, variant->name);
    return append((void **)&r->uses, &r->use_count, &use, sizeof use) != NULL;
}

static int64_t variant_index(reading *r, const dom_variant *variant)
{
    web_site *site = r->site;
    dom_variant named;
    int64_t found = find_rules(r, variant);
    if (found >= 0)
        return found;
    bool is_named = dom_variant_find(&named, variant->name, NULL) == DOM_OK &&
                    memcmp(&named.options, &variant->options, sizeof named.options) == 0;
    web_variant new = {.summary = is_named ? named.summary : "", .seats = variant->options.players};
    dom_text_copy(new.name, sizeof new.name, variant->name);
    dom_text_copy(new.base, sizeof new.base, variant->base);
    if (!add_rules(r, variant) ||
        append((void **)&site->variants, &site->variant_count, &new, sizeof new) == NULL)
        return -1;
    return (int64_t)site->variant_count - 1;
}

static dom_rc add_stages(reading *r, web_tournament *w, const dom_store_tournament *t)
{
    w->stages = calloc((size_t)t->stage_count + 1, sizeof *w->stages);
    for (int i = 0; w->stages && i < t->stage_count; i++) {
        const dom_store_stage *s = &t->stages[i];
        web_stage *stage = &w->stages[w->stage_count++];
        *stage = (web_stage){.first_set = s->first_set,
                             .bots = s->bots,
                             .sets = s->sets,
                             .rounds = s->rounds,
                             .created_ms = s->created_ms,
                             .finished_ms = s->finished_ms};
        dom_text_copy(stage->commit, sizeof stage->commit, s->commit);
    }
    return w->stages ? DOM_OK : no_memory(r);
}

/* Do its matches count in the lists? */
static bool counts(const reading *r, const web_tournament *w)
{
    return r->is_one || !w->is_unrated;
}

static dom_rc add_members(reading *r, web_tournament *w, const dom_store_tournament *t)
{
    w->bots = calloc((size_t)t->bot_count + 1, sizeof *w->bots);
    w->variants = calloc((size_t)t->variant_count + 1, sizeof *w->variants);
    w->newest = calloc(WEB_MATCHES_NEWEST, sizeof *w->newest);
    w->standings = calloc((size_t)t->variant_count * t->bot_count + 1, sizeof *w->standings);
    if (w->bots == NULL || w->variants == NULL || w->newest == NULL || w->standings == NULL)
        return no_memory(r);
    for (int i = 0; i < t->bot_count; i++) {
        int64_t index = bot_index(r, &t->bots[i]);
        if (index < 0)
            return no_memory(r);
        w->bots[w->bot_count++] = (uint32_t)index;
    }
    for (int i = 0; i < t->variant_count; i++) {
        int64_t index = variant_index(r, &t->variants[i]);
        if (index < 0)
            return no_memory(r);
        w->variants[w->variant_count++] = (uint32_t)index;
        if (counts(r, w))
            r->uses[index].newest = t->id;
    }
    return DOM_OK;
}

/* Matches in all; 0 where the schedule cannot be told. */
static uint64_t total_of(const dom_store_tournament *t)
{
    dom_plan plan;
    dom_schedule *schedule;
    if (past_plan(t, &plan, NULL) != DOM_OK || dom_schedule_open(&schedule, &plan, NULL) != DOM_OK)
        return 0;
    uint64_t total = dom_schedule_matches(schedule);
    dom_schedule_close(&schedule);
    return total;
}

static dom_rc add_tournament(void *context, const dom_store_tournament *t)
{
    reading *r = context;
    web_tournament new = {.is_reproducible = t->is_reproducible,
                          .is_unrated = !past_is_rated(t),
                          .total = total_of(t)};
    json_t *config = json_loads(t->config, 0, NULL);
    const char *schedule = json_string_value(json_object_get(config, "schedule"));
    dom_text_copy(new.name, sizeof new.name, t->name);
    dom_text_copy(new.schedule, sizeof new.schedule, schedule ? schedule : "");
    json_decref(config);
    web_tournament *w =
        append((void **)&r->site->tournaments, &r->site->tournament_count, &new, sizeof new);
    if (w == NULL)
        return no_memory(r);
    dom_rc rc = add_stages(r, w, t);
    if (rc == DOM_OK)
        rc = add_members(r, w, t);
    return rc == DOM_OK ? interrupt_check(r->err) : rc;
}

/* Two versions of one name are told apart by the beginning of their hash. */
static void label_bots(web_site *site)
{
    for (size_t i = 0; i < site->bot_count; i++) {
        web_bot *bot = &site->bots[i];
        bool is_alone = true;
        for (size_t k = 0; k < site->bot_count; k++)
            is_alone = is_alone && (k == i || strcmp(site->bots[k].name, bot->name) != 0);
        (void)snprintf(bot->label, sizeof bot->label, "%s%s%.8s", bot->name, is_alone ? "" : "@",
                       is_alone ? "" : bot->version);
    }
}

/* Variants of one name under different rules get different labels. */
static void label_variants(reading *r)
{
    for (size_t i = 0; i < r->use_count; i++) {
        web_variant *v = &r->site->variants[i];
        unsigned age = rules_age_of(r->uses, r->use_count, i);
        v->is_of_earlier_rules = age > 0;
        (void)snprintf(v->name, sizeof v->name, "%s%s", r->uses[i].name, rules_mark_of(age).text);
    }
}

/* ---- ratings ---------------------------------------------------------------------- */

static web_variant *variant_of_list(const reading *r, const standing_list *l)
{
    dom_variant rules = {.options = l->options};
    dom_text_copy(rules.name, sizeof rules.name, l->variant);
    return &r->site->variants[find_rules(r, &rules)];
}

static void fill_row(web_row *row, uint32_t bot, const dom_rating *rating, const standing_row *from)
{
    *row = (web_row){
        .bot = bot, .rating = *rating, .live_elo = from->live_elo, .faulty = from->faulty};
    memcpy(row->faults, from->faults, sizeof row->faults);
}

static dom_rc fill_rows(reading *r, web_variant *v, const ranking *list)
{
    size_t count = list->list.count;
    v->rows = calloc(count + 1, sizeof *v->rows);
    v->pairs = calloc(count * count + 1, sizeof *v->pairs);
    if (v->rows == NULL || v->pairs == NULL)
        return no_memory(r);
    for (size_t i = 0; i < count; i++) {
        const dom_rating *rating = &list->list.row[i];
        const standing_row *from = &list->from->rows[rating->player];
        int64_t bot = bot_index(r, &from->bot);
        if (bot < 0)
            return no_memory(r);
        fill_row(&v->rows[v->row_count++], (uint32_t)bot, rating, from);
    }
    return DOM_OK;
}

static dom_rc fill_pairs(reading *r, web_variant *v, const ranking *list)
{
    size_t players = list->from->row_count, count = v->row_count;
    dom_versus *versus = calloc(players * players + 1, sizeof *versus);
    dom_ratings_rc rc =
        versus ? dom_versus_all(versus, (uint32_t)players, list->from->pool) : DOM_RATINGS_E_NOMEM;
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < count * count; i++)
        v->pairs[i].versus =
            versus[v->rows[i / count].rating.player * players + v->rows[i % count].rating.player];
    free(versus);
    return rc == DOM_RATINGS_OK ? DOM_OK : no_memory(r);
}

static dom_rc fill_variant(reading *r, web_variant *v, const ranking *list)
{
    v->is_rated = !list->shown.is_live;
    v->list = list->list;
    v->list.row = NULL;
    v->list.covariance = NULL;
    v->hidden = list->shown.hidden;
    v->prior = list->options.prior;
    v->anchor_elo = list->options.anchor_elo;
    if (list->options.anchor >= 0)
        dom_text_copy(v->anchor, sizeof v->anchor, list->labels[list->options.anchor]);
    dom_rc rc = fill_rows(r, v, list);
    v->is_listed = rc == DOM_OK;
    return rc == DOM_OK && v->is_rated ? fill_pairs(r, v, list) : rc;
}

static dom_rc fill_history(reading *r, web_variant *v, const ranking *list)
{
    return v->is_rated ? site_history(v, list, r->err) : DOM_OK;
}

/* Make a list and fill in something of its variant. */
static dom_rc read_list(reading *r, const standing *s, const standing_list *l,
                        dom_rc (*fill)(reading *r, web_variant *v, const ranking *list))
{
    ranking list;
    web_variant *v = variant_of_list(r, l), filled = *v;
    dom_rc rc = ranking_make(&list, s, l, false, false, r->err);
    if (rc != DOM_OK)
        return rc;
    rc = fill(r, &filled, &list);
    hold(r);
    *v = filled;
    let_go(r);
    ranking_clear(&list);
    return rc == DOM_OK ? end_part(r) : rc;
}

static dom_rc take_list(void *context, const standing *s, const standing_list *l, dom_err *err)
{
    (void)err;
    return read_list(context, s, l, fill_variant);
}

/* Make the list again, because keeping all lists until now would need much memory. */
static dom_rc take_history(void *context, const standing *s, const standing_list *l, dom_err *err)
{
    (void)err;
    return read_list(context, s, l, fill_history);
}

static dom_rc each_list(reading *r, dom_rc (*visit)(void *context, const standing *s,
                                                    const standing_list *l, dom_err *err))
{
    static const dom_strings all;
    return ranking_each(&r->facts, &all, visit, r, r->err);
}

static dom_rc index_rows(reading *r)
{
    const web_site *site = r->site;
    size_t cells = site->variant_count * site->bot_count;
    r->row_of = malloc((cells + 1) * sizeof *r->row_of);
    for (size_t i = 0; r->row_of && i < cells; i++)
        r->row_of[i] = -1;
    for (size_t v = 0; r->row_of && v < site->variant_count; v++)
        for (size_t i = 0; i < site->variants[v].row_count; i++)
            r->row_of[v * site->bot_count + site->variants[v].rows[i].bot] = (int)i;
    return r->row_of ? DOM_OK : no_memory(r);
}

/* ---- matches ------------------------------------------------------------------------ */

static web_variant *variant_of(const reading *r, const dom_store_match *m)
{
    return &r->site->variants[r->now->variants[m->variant]];
}

/* The row of the bot in that seat, or -1. */
static int row_at(const reading *r, const dom_store_match *m, int seat)
{
    return r->row_of[r->now->variants[m->variant] * r->site->bot_count +
                     r->now->bots[m->seat[seat].bot]];
}

static void count_place(web_score *s, int place, int other)
{
    s->wins += place < other;
    s->draws += place == other;
    s->losses += place > other;
}

static void note_pair(web_pair *pair, web_match_ref ref)
{
    if (pair->newest[0].tournament == ref.tournament && pair->newest[0].match == ref.match)
        return;
    memmove(&pair->newest[1], &pair->newest[0], sizeof pair->newest - sizeof pair->newest[0]);
    pair->newest[0] = ref;
}

static void count_pairs(reading *r, const dom_store_match *m)
{
    web_variant *v = variant_of(r, m);
    const dom_options *o = &r->t->variants[m->variant].options;
    web_match_ref ref = {(uint32_t)(r->now - r->site->tournaments), m->match};
    for (int a = 0; a < m->seats; a++)
        for (int b = 0; b < m->seats; b++) {
            int row = row_at(r, m, a), column = row_at(r, m, b);
            if (row < 0 || column < 0 || !past_compares(o, m, a, b))
                continue;
            web_pair *pair = &v->pairs[(size_t)row * v->row_count + (size_t)column];
            count_place(&v->rows[row].seat[a], m->seat[a].place, m->seat[b].place);
            note_pair(pair, ref);
        }
}

/* In team games a bot may sit in two seats, but its match counts once. */
static bool is_first_seat(const dom_store_match *m, int seat)
{
    for (int s = 0; s < seat; s++)
        if (m->seat[s].bot == m->seat[seat].bot)
            return false;
    return true;
}

static void count_standings(reading *r, const dom_store_match *m)
{
    const dom_options *o = &r->t->variants[m->variant].options;
    web_standing *of = &r->now->standings[m->variant * r->now->bot_count];
    for (int a = 0; a < m->seats; a++) {
        web_standing *own = &of[m->seat[a].bot];
        for (int b = 0; b < m->seats; b++)
            if (past_compares(o, m, a, b))
                count_place(&own->score, m->seat[a].place, m->seat[b].place);
        if (!is_first_seat(m, a))
            continue;
        own->matches++;
        own->points += m->end == DOM_FAULT_NONE ? m->seat[a].score : 0;
        own->rounds += m->end == DOM_FAULT_NONE ? m->rounds : 0;
    }
}

static void count_ends(reading *r, const dom_store_match *m)
{
    web_variant *v = variant_of(r, m);
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

static void note_line(reading *r, const dom_store_match *m)
{
    web_match_line *line = &r->now->newest[r->now->line_count++ % WEB_MATCHES_NEWEST];
    *line = (web_match_line){.match = m->match,
                             .set = m->set,
                             .rotation = m->rotation,
                             .seats = m->seats,
                             .variant = r->now->variants[m->variant],
                             .end = m->end,
                             .fault_seat = m->fault_seat,
                             .started_ms = m->started_ms,
                             .duration_ms = m->duration_ms};
    for (int s = 0; s < m->seats; s++) {
        line->bot[s] = r->now->bots[m->seat[s].bot];
        line->place[s] = m->seat[s].place;
        line->score[s] = m->seat[s].score;
    }
}

static void note_end(reading *r, int64_t end_ms)
{
    int64_t second = end_ms / 1000;
    size_t slot = (size_t)(second < 0 ? 0 : second) % MINUTE_S;
    if (second > r->second[slot]) {
        r->second[slot] = second;
        r->ends_at[slot] = 0;
    }
    r->ends_at[slot] += second == r->second[slot];
    if (end_ms > r->now->newest_ms)
        r->now->newest_ms = end_ms;
}

static void count_in_variant(reading *r, const dom_store_match *m)
{
    variant_of(r, m)->matches++;
    count_pairs(r, m);
    count_ends(r, m);
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    reading *r = context;
    hold(r);
    r->now->done++;
    r->now->last_match = m->match;
    note_line(r, m);
    note_end(r, m->started_ms + m->duration_ms);
    count_standings(r, m);
    if (counts(r, r->now))
        count_in_variant(r, m);
    let_go(r);
    return ++r->matches % INTERRUPT_MATCHES == 0 ? end_part(r) : DOM_OK;
}

/* Matches a second, over the minute before the newest ended or as long as it was played. */
static double rate_of(const reading *r)
{
    int64_t last = r->now->newest_ms / 1000, first = last;
    uint64_t ends = 0;
    for (int i = 0; i < MINUTE_S; i++) {
        if (r->second[i] <= last - MINUTE_S || r->ends_at[i] == 0)
            continue;
        ends += r->ends_at[i];
        first = r->second[i] < first ? r->second[i] : first;
    }
    return (double)ends / (double)(last - first + 1);
}

/* ---- times -------------------------------------------------------------------------- */

static void take_choice(void *context, const dom_table *table, const dom_effect *effect)
{
    reading *r = context;
    (void)table;
    if (effect->kind != DOM_FX_EVENT || effect->why != DOM_WHY_CHOSEN)
        return;
    int row = row_at(r, r->match, effect->seat);
    if (row >= 0 && counts(r, r->now))
        web_times_add(&variant_of(r, r->match)->rows[row].times, effect->us);
}

/* A match that cannot be played again is for `verify` to complain about. */
static dom_rc take_times(void *context, const dom_store_match *m)
{
    reading *r = context;
    dom_record record = past_record(r->t, m);
    dom_err ignored;
    r->match = m;
    hold(r);
    (void)dom_record_replay(&record, &r->table, take_choice, r, &ignored);
    let_go(r);
    return end_part(r);
}

/* ---- hashes ------------------------------------------------------------------------- */

static dom_rc hash_match(void *context, const dom_store_match *m)
{
    reading *r = context;
    dom_record record = past_record(r->t, m);
    dom_rc rc = match_hash_add(&r->hash, &record, r->err);
    return rc == DOM_OK ? end_part(r) : rc;
}

/* Nothing is added to a tournament that has as many matches and is finished. */
static bool take_over_hash(reading *r)
{
    const web_site *before = r->spec->before;
    for (size_t i = 0; before && i < before->tournament_count; i++) {
        const web_tournament *old = &before->tournaments[i];
        if (strcmp(old->name, r->now->name) == 0 && old->done == r->now->done && old->hash[0]) {
            dom_text_copy(r->now->hash, sizeof r->now->hash, old->hash);
            return true;
        }
    }
    return false;
}

static void enter(reading *r, const dom_store_tournament *t)
{
    r->t = t;
    r->now = NULL;
    for (size_t i = 0; i < r->site->tournament_count; i++)
        if (strcmp(r->site->tournaments[i].name, t->name) == 0)
            r->now = &r->site->tournaments[i];
}

static dom_rc take_hash(void *context, const dom_store_tournament *t)
{
    reading *r = context;
    char hash[WEB_HEX_BYTES];
    enter(r, t);
    bool is_finished = r->t->stages[r->t->stage_count - 1].finished_ms != 0;
    if (!is_finished || r->now->done > SITE_HASHED_MAX || take_over_hash(r))
        return DOM_OK;
    match_hash_begin(&r->hash);
    dom_rc rc = dom_store_match_each(r->store, r->t->id, 1, 0, true, hash_match, r, r->err);
    if (rc == DOM_OK) {
        match_hash_end(&r->hash, hash);
        hold(r);
        dom_text_copy(r->now->hash, sizeof r->now->hash, hash);
        let_go(r);
    }
    return rc == DOM_E_MALFORMED ? DOM_OK : rc; /* for `verify` to complain about   */
}

/* ---- faults -------------------------------------------------------------------------- */

static dom_rc take_fault(void *context, const dom_store_fault *f)
{
    reading *r = context;
    web_bot *bot = &r->site->bots[r->now->bots[f->bot]];
    if (bot->faults == NULL)
        bot->faults = calloc(WEB_FAULTS_NEWEST, sizeof *bot->faults);
    if (bot->faults == NULL)
        return no_memory(r);
    web_fault *fault = &bot->faults[bot->fault_count++ % WEB_FAULTS_NEWEST];
    *fault = (web_fault){.where = {(uint32_t)(r->now - r->site->tournaments), f->match},
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

/* ---- the whole ------------------------------------------------------------------------ */

static dom_rc read_matches(reading *r)
{
    const web_tournament *now = r->now;
    memset(r->ends_at, 0, sizeof r->ends_at);
    memset(r->second, 0, sizeof r->second);
    dom_rc rc = dom_store_match_each(r->store, r->t->id, 1, 0, false, take_match, r, r->err);
    uint64_t from = now->last_match > SITE_SAMPLE ? now->last_match - SITE_SAMPLE + 1 : 1;
    return rc == DOM_OK ? dom_store_match_each(r->store, r->t->id, from, now->last_match, true,
                                               take_times, r, r->err)
                        : rc;
}

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    reading *r = context;
    enter(r, t);
    dom_rc rc = read_matches(r);
    hold(r);
    r->now->per_s = rate_of(r);
    if (rc == DOM_OK)
        rc = dom_store_fault_each(r->store, t->id, take_fault, r, r->err);
    let_go(r);
    return rc == DOM_OK ? end_part(r) : rc;
}

static dom_rc each_tournament(reading *r,
                              dom_rc (*visit)(void *context, const dom_store_tournament *t))
{
    return past_each_tournament(r->store, r->spec->tournament, visit, r, r->err);
}

static dom_rc read_tournaments(reading *r)
{
    dom_rc rc = each_tournament(r, add_tournament);
    if (rc == DOM_OK) {
        label_bots(r->site);
        label_variants(r);
        end_step(r, WEB_READING_LISTS);
    }
    return rc;
}

static dom_rc read_lists(reading *r)
{
    dom_rc rc = standing_read(&r->facts, r->store, r->spec->tournament, r->err);
    if (rc == DOM_OK)
        rc = each_list(r, take_list);
    if (rc == DOM_OK)
        rc = index_rows(r);
    if (rc == DOM_OK)
        end_step(r, WEB_READING_MATCHES);
    return rc;
}

static dom_rc read_all(reading *r)
{
    dom_rc rc = read_tournaments(r);
    if (rc == DOM_OK)
        rc = read_lists(r);
    if (rc == DOM_OK)
        rc = each_tournament(r, take_tournament);
    if (rc == DOM_OK) {
        end_step(r, WEB_READING_HISTORIES);
        rc = each_list(r, take_history);
    }
    if (rc == DOM_OK)
        rc = each_tournament(r, take_hash);
    if (rc == DOM_OK)
        end_step(r, WEB_READING_NOTHING);
    return rc;
}

dom_rc site_read(web_site *out, const site_read_spec *spec, dom_err *err)
{
    *out = (web_site){.sample = SITE_SAMPLE, .made_ms = now_ms(CLOCK_REALTIME)};
    reading *r = calloc(1, sizeof *r);
    if (r == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    *r = (reading){.site = out,
                   .spec = spec,
                   .store = spec->store,
                   .err = err,
                   .is_one = spec->tournament != NULL};
    /* All that is shown stems from one moment. */
    dom_rc rc = dom_store_look_begin(r->store, err);
    if (rc == DOM_OK) {
        rc = read_all(r);
        dom_store_look_end(r->store);
    }
    standing_clear(&r->facts);
    free(r->row_of);
    free(r->uses);
    free(r);
    return rc;
}
