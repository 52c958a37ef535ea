#include "results/standings.h"

#include "base/interrupt.h"
#include "base/text.h"
#include "base/vec.h"
#include "results/match_reader.h"
#include "results/set_reader.h"
#include "results/standings_cache.h"
#include "standings_lists.h"
#include "tally.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_MATCHES = 20000 }; /* so many new ones are worth a cache       */

/* A standings cache that is being made: it covers everything before the first incomplete set of the
 * newest tournament. */
typedef struct {
    bool is_wanted, is_made;
    dom_store_mark mark;
    uint64_t next; /* match: all before it is there                       */
    uint64_t new_matches;
    dom_ratings_bytes bytes;
} cache_draft;

/* Codes of the faults of one match. */
typedef struct {
    uint64_t match;                /* of the last fault                       */
    uint32_t codes[DOM_SEATS_MAX]; /* by seat: bit per code that it had there */
} fault_counter;

/* The way through the facts. */
typedef struct {
    dom_results_standings *s;
    dom_store *store;
    dom_err *err;
    dom_results_ranking_kind kind;
    bool is_one;      /* a tournament was named: it counts, rated or not     */
    int64_t newest;   /* tournament of those that count                      */
    uint64_t changes; /* of entries, in those that count                   */
    /* Where the way begins; match 1 of nothing: with the first match. */
    dom_results_standings_cache_place from;
    /* Where it ends; match 0: nowhere. */
    dom_results_standings_cache_place until;
    cache_draft draft;
    /* Of the tournament that is being read: */
    dom_results_tally tally;
    fault_counter faults;
} standings_reader;

/* ---- a cache in the making ------------------------------------------------------ */

static void summarise(standings_reader *r)
{
    dom_results_standings_cache_place place = {.mark = r->draft.mark,
                                               .tournament = r->newest,
                                               .match = r->draft.next,
                                               .changes = r->changes};
    r->draft.is_made = true;
    if (r->draft.new_matches >= CACHE_MATCHES)
        dom_results_standings_cache_code(&r->draft.bytes, &place, r->s);
}

/* Sets have consecutive matches. */
static void look_for_gap(standings_reader *r, const dom_results_set *set)
{
    r->draft.new_matches += (uint64_t)set->count;
    if (!r->draft.is_wanted || r->draft.is_made || set->of->id != r->newest)
        return;
    if (set->match->match != r->draft.next || !set->is_complete)
        summarise(r);
    r->draft.next += (uint64_t)set->count;
}

/* ---- the facts of a tournament -------------------------------------------------- */

static dom_rc take_set(void *context, const dom_results_set *set)
{
    standings_reader *r = context;
    look_for_gap(r, set);
    return dom_results_tally_add(&r->tally, set, r->err);
}

/* Counts each code once per match and seat, however often it was tolerated. The faults of a match
 * come together. */
static void count_fault(standings_reader *r, dom_results_standing_row *of, const dom_store_fault *f)
{
    if (f->match != r->faults.match)
        memset(r->faults.codes, 0, sizeof r->faults.codes);
    r->faults.match = f->match;
    uint32_t *codes = &r->faults.codes[f->seat < 0 ? 0 : f->seat], bit = (uint32_t)1 << f->code;
    of->faulty += *codes == 0;
    of->faults[f->code] += !(*codes & bit);
    *codes |= bit;
}

static dom_rc take_fault(void *context, const dom_store_fault *f)
{
    standings_reader *r = context;
    if (f->variant >= 0)
        count_fault(r, dom_results_tally_row(&r->tally, f->variant, f->bot), f);
    return DOM_OK;
}

/* Takes the matches from `first` to `last`; last = 0: to the end. */
static dom_rc take_matches(standings_reader *r, const dom_store_tournament *t, uint64_t first,
                           uint64_t last)
{
    const dom_results_set_range range = {.of = t, .first = first, .last = last};
    r->draft.next = first;
    dom_rc rc = dom_results_set_each(r->store, &range, take_set, r, r->err);
    if (rc == DOM_OK && r->draft.is_wanted && !r->draft.is_made && t->id == r->newest)
        summarise(r);
    return rc;
}

static bool is_left_out(const standings_reader *r, const dom_config_stored *stored)
{
    return !r->is_one && !stored->is_rated;
}

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    standings_reader *r = context;
    dom_config_stored stored;
    bool is_first = t->id == r->from.tournament, is_last = t->id == r->until.tournament;
    if (t->id < r->from.tournament || (r->until.match > 0 && t->id > r->until.tournament))
        return DOM_OK;
    (void)dom_config_stored_read(&stored, t, NULL);
    if (is_left_out(r, &stored))
        return DOM_OK;
    r->faults.match = 0;
    dom_rc rc = dom_interrupt_check(r->err);
    if (rc == DOM_OK)
        rc = dom_results_tally_enter(&r->tally, r->s, t, r->err);
    if (rc == DOM_OK && !(is_last && r->until.match == 1))
        rc = take_matches(r, t, is_first ? r->from.match : 1, is_last ? r->until.match - 1 : 0);
    if (rc == DOM_OK && !is_last)
        rc = dom_store_fault_each(r->store, t->id, take_fault, r, r->err);
    return rc;
}

/* ---- what sums do not keep --------------------------------------------------- */

static dom_rc measure_set(void *context, const dom_results_set *set)
{
    standings_reader *r = context;
    for (int i = 0; set->is_full_rotation && i < set->count; i++) {
        dom_ratings_match m = dom_results_rated_match(set->options, &set->match[i], NULL);
        dom_results_points_spread_add(&r->tally.list_of[set->variant]->spread, &m);
    }
    return DOM_OK;
}

static dom_rc measure_tournament(void *context, const dom_store_tournament *t)
{
    standings_reader *r = context;
    const dom_results_set_range range = {.of = t, .first = 1};
    dom_config_stored stored;
    (void)dom_config_stored_read(&stored, t, NULL);
    if (is_left_out(r, &stored))
        return DOM_OK;
    dom_rc rc = dom_interrupt_check(r->err);
    if (rc == DOM_OK)
        rc = dom_results_tally_enter(&r->tally, r->s, t, r->err);
    return rc == DOM_OK ? dom_results_set_each(r->store, &range, measure_set, r, r->err) : rc;
}

/* Finds the scale with which points decide in each list. */
static dom_rc measure_points(standings_reader *r, const char *tournament)
{
    dom_rc rc = dom_results_each_tournament(r->store, tournament, measure_tournament, r, r->err);
    for (size_t i = 0; i < r->s->list_count; i++)
        r->s->lists[i].points_scale =
            dom_results_points_spread_scale(&r->s->lists[i].spread, DOM_RESULTS_POINT);
    return rc;
}

static dom_rc begin_rankings(standings_reader *r)
{
    for (size_t i = 0; i < r->s->list_count; i++) {
        dom_results_standing_list *l = &r->s->lists[i];
        if (!l->options.teams && (l->rankings = dom_ratings_rankings_new()) == NULL)
            return dom_err_no_memory(r->err);
    }
    return DOM_OK;
}

/* ---- who is in the lists ---------------------------------------------------- */

/* Makes a row for every bot of a tournament, so the order of the rows does not depend on results.
 */
static dom_rc add_rows(void *context, const dom_store_tournament *t)
{
    standings_reader *r = context;
    dom_config_stored stored;
    (void)dom_config_stored_read(&stored, t, NULL);
    if (is_left_out(r, &stored)) {
        r->s->unrated_count++;
        dom_text_copy(r->s->newest_unrated, sizeof r->s->newest_unrated, t->name);
        return DOM_OK;
    }
    dom_results_read_tournament *read =
        dom_vec_add(r->s->tournaments, r->s->tournament_count, r->s->tournament_room);
    if (read == NULL)
        return dom_err_no_memory(r->err);
    read->id = t->id;
    dom_text_copy(read->name, sizeof read->name, t->name);
    r->newest = t->id;
    r->changes += t->change_count + t->ruling_count;
    r->s->is_unrated = !stored.is_rated;
    r->s->words = stored.rating;
    dom_strings named = dom_config_stored_all_round(t->config);
    if (named.count > 0) {
        dom_strings_clear(&r->s->all_round);
        r->s->all_round = named;
    }
    for (int v = 0; v < t->variant_count; v++) {
        dom_results_standing_list *l = dom_results_lists_of(r->s, &t->variants[v]);
        if (l)
            l->newest = t->id;
        for (int bot = 0; l && bot < t->bot_count; bot++)
            if (dom_results_lists_row_of(l, &t->bots[bot]) < 0)
                l = NULL;
        if (l == NULL)
            return dom_err_no_memory(r->err);
    }
    return dom_results_submissions_add(&r->s->submitted, t, r->err);
}

/* ---- summaries -------------------------------------------------------------- */

typedef struct {
    const dom_results_standings_cache_place *place;
    bool is_before;
} newcomer;

static dom_rc look_at_new(void *context, int64_t tournament, uint64_t match)
{
    newcomer *n = context;
    n->is_before |= tournament < n->place->tournament ||
                    (tournament == n->place->tournament && match < n->place->match);
    return DOM_OK;
}

/* Checks that everything that was stored since the cache was made comes after its place. */
static dom_rc check_place(standings_reader *r, const dom_results_standings_cache_place *place,
                          bool *is_good)
{
    newcomer n = {.place = place};
    dom_rc rc = dom_store_since(r->store, &place->mark, look_at_new, &n, r->err);
    *is_good = rc == DOM_OK && !n.is_before && place->match > 0 && place->changes == r->changes;
    return rc == DOM_E_ABSENT ? DOM_OK : rc;
}

/* Reads the standings cache beside the database if it can be used for *r. */
static dom_rc find_cache(standings_reader *r, dom_ratings_bytes *b,
                         dom_results_standings_cache_place *place, dom_results_standings *kept,
                         bool *is_good)
{
    dom_rc rc = DOM_OK;
    *b = dom_results_standings_cache_load(r->store);
    *place = (dom_results_standings_cache_place){.match = 0};
    *kept = (dom_results_standings){.list_count = 0};
    *is_good = b->count > 0;
    if (!*is_good)
        return DOM_OK;
    dom_results_standings_cache_code(b, place, kept);
    *is_good = !b->is_broken && dom_results_lists_fit(r->s, kept);
    if (*is_good)
        rc = check_place(r, place, is_good);
    return rc;
}

static dom_rc start_from_cache(standings_reader *r)
{
    dom_ratings_bytes b;
    dom_results_standings_cache_place place;
    dom_results_standings kept;
    bool is_good;
    dom_rc rc = find_cache(r, &b, &place, &kept, &is_good);
    if (rc == DOM_OK && is_good) {
        dom_results_standings fresh = *r->s;
        r->from = place;
        r->s->lists = kept.lists;
        r->s->list_count = kept.list_count;
        r->s->list_room = kept.list_count;
        kept.lists = fresh.lists;
        kept.list_count = fresh.list_count;
        for (size_t i = 0; i < fresh.list_count; i++) { /* what follows from tournaments */
            r->s->lists[i].newest = fresh.lists[i].newest;
            r->s->lists[i].earlier_rules = fresh.lists[i].earlier_rules;
        }
    }
    dom_results_standings_clear(&kept);
    free(b.bytes);
    return rc;
}

/* ---- all of it -------------------------------------------------------------- */

static standings_reader reader_of(dom_results_standings *s, dom_store *store,
                                  dom_results_ranking_kind kind, dom_err *err)
{
    *s = (dom_results_standings){.list_count = 0};
    return (standings_reader){
        .s = s, .store = store, .err = err, .kind = kind, .from = {.match = 1}};
}

static dom_rc begin_lists(standings_reader *r, const char *tournament)
{
    r->is_one = tournament != NULL;
    dom_rc rc = dom_results_each_tournament(r->store, tournament, add_rows, r, r->err);
    return rc == DOM_OK ? dom_results_lists_order(r->s, r->err) : rc;
}

static void end_reader(standings_reader *r)
{
    free(r->draft.bytes.bytes);
    dom_results_tally_free(&r->tally);
}

static dom_rc read_all(standings_reader *r, const char *tournament)
{
    dom_rc rc = begin_lists(r, tournament);
    r->draft.is_wanted = tournament == NULL && !r->kind.by_points && !r->kind.wants_second;
    if (rc == DOM_OK && r->kind.by_points)
        rc = measure_points(r, tournament);
    if (rc == DOM_OK && r->kind.wants_second)
        rc = begin_rankings(r);
    if (rc == DOM_OK && r->draft.is_wanted)
        rc = dom_store_mark_now(r->store, &r->draft.mark, r->err);
    if (rc == DOM_OK && r->draft.is_wanted)
        rc = start_from_cache(r);
    if (rc == DOM_OK)
        rc = dom_results_each_tournament(r->store, tournament, take_tournament, r, r->err);
    if (rc == DOM_OK && r->draft.bytes.count > 0)
        dom_results_standings_cache_save(r->store, &r->draft.bytes);
    if (rc == DOM_OK && !r->is_one)
        dom_results_lists_hide(r->s);
    return rc;
}

dom_rc dom_results_standings_read(dom_results_standings *out, dom_store *store,
                                  const char *tournament, dom_results_ranking_kind kind,
                                  dom_err *err)
{
    standings_reader r = reader_of(out, store, kind, err);
    dom_rc rc = dom_store_read_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    rc = read_all(&r, tournament);
    dom_store_read_end(store);
    end_reader(&r);
    return rc;
}

/* Reads the facts before the place again and writes what a cache would contain. */
static dom_rc make_cache_again(standings_reader *r, const dom_results_standings_cache_place *place)
{
    dom_results_standings_cache_place same = *place;
    r->until = *place;
    dom_rc rc = dom_results_each_tournament(r->store, NULL, take_tournament, r, r->err);
    dom_results_standings_cache_code(&r->draft.bytes, &same, r->s);
    return rc;
}

static dom_rc compare_cache(standings_reader *r, bool *is_right)
{
    dom_ratings_bytes b;
    dom_results_standings_cache_place place;
    dom_results_standings kept;
    bool is_good = false;
    dom_rc rc = begin_lists(r, NULL);
    if (rc != DOM_OK)
        return rc;
    rc = find_cache(r, &b, &place, &kept, &is_good);
    if (rc == DOM_OK && is_good)
        rc = make_cache_again(r, &place);
    *is_right = !is_good || (r->draft.bytes.count == b.count &&
                             memcmp(r->draft.bytes.bytes, b.bytes, b.count) == 0);
    dom_results_standings_clear(&kept);
    free(b.bytes);
    return rc;
}

dom_rc dom_results_standings_check_cache(dom_store *store, bool *is_right, dom_err *err)
{
    dom_results_standings s;
    standings_reader r = reader_of(&s, store, (dom_results_ranking_kind){0}, err);
    dom_rc rc = dom_store_read_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    rc = compare_cache(&r, is_right);
    dom_store_read_end(store);
    end_reader(&r);
    dom_results_standings_clear(&s);
    return rc;
}
