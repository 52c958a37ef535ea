#include "tally.h"

#include "base/vec.h"
#include "ratings/elo.h"
#include "standings_lists.h"

#include <stdlib.h>

/* ---- the tournament that is read ----------------------------------------------- */

void dom_results_tally_free(dom_results_tally *tally)
{
    free(tally->list_of);
    free(tally->row_of);
    *tally = (dom_results_tally){.of = NULL};
}

dom_rc dom_results_tally_enter(dom_results_tally *tally, dom_results_standings *s,
                               const dom_store_tournament *t, dom_err *err)
{
    dom_results_tally_free(tally);
    tally->of = t;
    tally->list_of = calloc((size_t)t->variant_count + 1, sizeof *tally->list_of);
    tally->row_of = calloc((size_t)t->variant_count * t->bot_count + 1, sizeof *tally->row_of);
    if (tally->list_of == NULL || tally->row_of == NULL)
        return dom_err_no_memory(err);
    for (int v = 0; v < t->variant_count; v++) {
        tally->list_of[v] = dom_results_lists_of(s, &t->variants[v]);
        for (int bot = 0; bot < t->bot_count; bot++)
            tally->row_of[v * t->bot_count + bot] =
                (uint32_t)dom_results_lists_row_of(tally->list_of[v], &t->bots[bot]);
    }
    return DOM_OK;
}

/* Returns the rows of the bots in a variant. */
static const uint32_t *rows_of(const dom_results_tally *tally, uint32_t variant)
{
    return &tally->row_of[variant * tally->of->bot_count];
}

dom_results_standing_row *dom_results_tally_row(const dom_results_tally *tally, int variant,
                                                int bot)
{
    return &tally->list_of[variant]->rows[rows_of(tally, (uint32_t)variant)[bot]];
}

/* ---- one match ------------------------------------------------------------ */

static void count_match(const dom_results_tally *tally, const dom_results_set *set,
                        const dom_store_match *m)
{
    for (int seat = 0; seat < m->seats; seat++) {
        dom_results_standing_row *row =
            dom_results_tally_row(tally, (int)set->variant, m->seat[seat].bot);
        dom_results_sums_add(&row->sums, set->options, m, seat);
        row->newest = (dom_results_newest){tally->of->id, m->seat[seat].bot};
        row->last_ms = m->started_ms > row->last_ms ? m->started_ms : row->last_ms;
    }
}

/* ---- one complete set ------------------------------------------------------ */

/* The rows of the bots that played in some matches. */
typedef struct {
    uint32_t row[2 * DOM_SEATS_MAX]; /* more bots than seats take part in a comparison */
    int count;
} players;

static uint32_t index_of(players *p, uint32_t row)
{
    int i = 0;
    while (i < p->count && p->row[i] != row)
        i++;
    if (i == p->count)
        p->row[p->count++] = row;
    return (uint32_t)i;
}

/* Replaces the rows of a match by their indexes in *p, which grows. */
static void number_players(dom_ratings_match *match, players *p)
{
    for (int e = 0; e < match->entries; e++)
        for (int i = 0; i < match->members; i++)
            match->player[e][i] = index_of(p, match->player[e][i]);
}

/* The live ratings move after each table. */
static void rate_live(dom_results_standing_list *l, const dom_ratings_match match[], int count)
{
    dom_ratings_match numbered[DOM_STORE_SET_MATCHES_MAX];
    double rating[2 * DOM_SEATS_MAX];
    players p = {.count = 0};
    for (int i = 0; i < count; i++) {
        numbered[i] = match[i];
        number_players(&numbered[i], &p);
    }
    for (int i = 0; i < p.count; i++)
        rating[i] = l->rows[p.row[i]].live_elo;
    dom_ratings_elo_rate_set(numbered, (size_t)count, rating);
    for (int i = 0; i < p.count; i++)
        l->rows[p.row[i]].live_elo = rating[i];
}

/* Counts the set for each of its bots. */
static void count_set(dom_results_standing_list *l, const dom_ratings_match match[], int count)
{
    players p = {.count = 0};
    for (int i = 0; i < count; i++) {
        dom_ratings_match numbered = match[i];
        number_players(&numbered, &p);
    }
    for (int i = 0; i < p.count; i++)
        l->rows[p.row[i]].sets++;
    l->sets++;
}

/* Adds the rankings of a set, if they are wanted. */
static dom_ratings_rc rank_set(dom_results_standing_list *l, const dom_ratings_match match[],
                               int count)
{
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (int i = 0; l->rankings && rc == DOM_RATINGS_OK && i < count; i++)
        rc = dom_ratings_rankings_add(l->rankings, &match[i]);
    return rc;
}

/* Notes that the next set of the pool is one of this tournament. Returns false without memory. */
static bool note_part(dom_results_standing_list *l, int64_t tournament)
{
    if (l->part_count > 0 && l->parts[l->part_count - 1].tournament == tournament)
        return true;
    dom_results_standing_part *part = dom_vec_add(l->parts, l->part_count, l->part_room);
    if (part)
        *part = (dom_results_standing_part){.tournament = tournament, .first_set = l->sets};
    return part != NULL;
}

/* The official list treats both halves of a comparison as one set, because they have the same
 * deals. */
static dom_rc rate_set(dom_results_standing_list *l, const dom_results_set *set,
                       const dom_ratings_match match[], dom_err *err)
{
    for (int first = 0, count; first < set->count; first += count) {
        count = dom_results_set_table(set, first);
        rate_live(l, &match[first], count);
    }
    if (!note_part(l, set->of->id))
        return dom_err_no_memory(err);
    count_set(l, match, set->count);
    dom_ratings_rc rc = dom_ratings_pool_add_set(l->pool, match, (size_t)set->count);
    if (rc == DOM_RATINGS_OK)
        rc = rank_set(l, match, set->count);
    return rc == DOM_RATINGS_OK
               ? DOM_OK
               : dom_err_set(err, DOM_E_LIMIT, "set %llu cannot be rated: %s",
                             (unsigned long long)set->number, dom_ratings_rc_text(rc));
}

/* Lets the points of a match decide with this scale. */
static void score_by_points(dom_ratings_match *match, int64_t scale)
{
    if (scale == 0 || !dom_ratings_match_has_points(match))
        return;
    match->points_scale = scale;
    for (int e = 0; e < match->entries; e++)
        match->points[e] *= DOM_RESULTS_POINT;
}

dom_rc dom_results_tally_add(dom_results_tally *tally, const dom_results_set *set, dom_err *err)
{
    dom_results_standing_list *l = tally->list_of[set->variant];
    dom_ratings_match match[DOM_STORE_SET_MATCHES_MAX];
    if (set->is_void)
        return DOM_OK;
    for (int i = 0; i < set->count; i++) {
        count_match(tally, set, &set->match[i]);
        match[i] =
            dom_results_rated_match(set->options, &set->match[i], rows_of(tally, set->variant));
        score_by_points(&match[i], l->points_scale);
    }
    l->matches += (uint64_t)set->count;
    return set->is_full_rotation ? rate_set(l, set, match, err) : DOM_OK;
}
