#include "set_reader.h"

#include "ratings/elo.h"
#include "results/match_reader.h"
#include "rules/match.h"
#include "standings_lists.h"

#include <stdlib.h>

/* ---- the tournament that is read ----------------------------------------------- */

void dom_results_set_reader_free(dom_results_set_reader *r)
{
    free(r->list_of);
    free(r->row_of);
    *r = (dom_results_set_reader){.count = 0};
}

dom_rc dom_results_set_reader_enter(dom_results_set_reader *r, dom_results_standings *s,
                                    const dom_store_tournament *t, dom_err *err)
{
    dom_results_set_reader_free(r);
    r->t = t;
    r->list_of = calloc((size_t)t->variant_count + 1, sizeof *r->list_of);
    r->row_of = calloc((size_t)t->variant_count * t->bot_count + 1, sizeof *r->row_of);
    if (r->list_of == NULL || r->row_of == NULL)
        return dom_err_no_memory(err);
    for (int v = 0; v < t->variant_count; v++) {
        r->list_of[v] = dom_results_lists_of(s, &t->variants[v]);
        for (int bot = 0; bot < t->bot_count; bot++)
            r->row_of[v * t->bot_count + bot] =
                dom_results_lists_row_of(r->list_of[v], &t->bots[bot]);
    }
    return DOM_OK;
}

dom_results_standing_row *dom_results_set_reader_row(const dom_results_set_reader *r, int variant,
                                                     int bot)
{
    return &r->list_of[variant]->rows[r->row_of[variant * r->t->bot_count + bot]];
}

bool dom_results_set_reader_is_over(const dom_results_set_reader *r, const dom_store_match *m)
{
    return r->count > 0 && r->match[0].set != m->set;
}

void dom_results_set_reader_add(dom_results_set_reader *r, const dom_store_match *m)
{
    r->match[r->count++] = *m;
}

/* ---- one match ------------------------------------------------------------ */

/* Returns the side of a seat, which takes the places: the seat itself, or in team games seat 0 or 1 for its
 * team. */
static int side_of(const dom_options *o, int seat)
{
    return seat % dom_side_count(o);
}

static int fault_side(const dom_options *o, const dom_store_match *m)
{
    return m->fault_seat < 0 ? DOM_RATINGS_ELO_NO_FAULT : side_of(o, m->fault_seat);
}

static void count_pair(dom_results_standing_row *r, int place, int other_place)
{
    r->wins += place < other_place;
    r->draws += place == other_place;
    r->losses += place > other_place;
}

static void count_pairs(const dom_options *o, const dom_store_match *m,
                        dom_results_standing_row *rows[], int players)
{
    int fault = fault_side(o, m);
    for (int a = 0; a < players; a++)
        for (int b = 0; b < players; b++) {
            int side = side_of(o, a), other = side_of(o, b);
            if (side != other &&
                (fault == DOM_RATINGS_ELO_NO_FAULT || side == fault || other == fault))
                count_pair(rows[a], m->seat[a].place, m->seat[b].place);
        }
}

static void count_match(const dom_options *o, const dom_store_match *m,
                        dom_results_standing_row *rows[], int players)
{
    for (int p = 0; p < players; p++) {
        rows[p]->matches++;
        if (m->end != DOM_FAULT_NONE)
            continue;
        rows[p]->points += m->seat[p].score;
        rows[p]->rounds += m->rounds;
    }
    count_pairs(o, m, rows, players);
}

/* ---- one set -------------------------------------------------------------- */

/* Row of the bot in that seat. */
static int row_at(const dom_results_set_reader *r, const dom_store_match *m, int seat)
{
    return r->row_of[m->variant * r->t->bot_count + m->seat[seat].bot];
}

/* Returns a match in the form of the live rating. Its players are those of the first rotation. */
static dom_ratings_elo_match elo_match(const dom_results_set_reader *r, const dom_store_match *m,
                                       const int row_of_player[], int players)
{
    const dom_options *o = &r->t->variants[m->variant].options;
    int sides = dom_side_count(o);
    dom_ratings_elo_match match = {.entries = (uint8_t)sides,
                                   .members = (uint8_t)(players / sides),
                                   .fault = (int8_t)fault_side(o, m)};
    for (int seat = 0; seat < players; seat++) {
        match.place[side_of(o, seat)] = m->seat[seat].place;
        for (int p = 0; p < players; p++)
            if (row_of_player[p] == row_at(r, m, seat))
                match.player[side_of(o, seat)][seat / sides] = (uint32_t)p;
    }
    return match;
}

/* The same for the official list, whose players are rows. */
static dom_ratings_pool_match pool_match(const dom_results_set_reader *r, const dom_store_match *m,
                                         int players)
{
    const dom_options *o = &r->t->variants[m->variant].options;
    int sides = dom_side_count(o);
    dom_ratings_pool_match match = {.entries = (uint8_t)sides,
                                    .members = (uint8_t)(players / sides),
                                    .fault = (int8_t)fault_side(o, m),
                                    .rounds = m->end == DOM_FAULT_NONE ? m->rounds : 0};
    for (int seat = 0; seat < players; seat++) {
        int side = side_of(o, seat);
        match.player[side][seat / sides] = (uint32_t)row_at(r, m, seat);
        match.place[side] = m->seat[seat].place;
        match.points[side] = m->seat[seat].score;
    }
    return match;
}

/* The matches of one half of a set, the only one but in comparisons: one table. */
typedef struct {
    const dom_store_match *match;
    int matches, players;
    int row[DOM_SEATS_MAX]; /* per player                                       */
} half;

/* Returns the half that begins with match `first` of the set. */
static half half_at(const dom_results_set_reader *r, int first)
{
    const dom_store_match *m = &r->match[first];
    half h = {.match = m,
              .players = dom_results_bots_at_table(&r->t->variants[m->variant].options, m)};
    int number = dom_schedule_half_of(m->rotation, m->seats);
    while (first + h.matches < r->count &&
           dom_schedule_half_of(m[h.matches].rotation, m->seats) == number)
        h.matches++;
    for (int p = 0; p < h.players; p++)
        h.row[p] = row_at(r, m, p);
    return h;
}

/* Returns true if the half has every rotation, one per player. */
static bool is_full(const half *h)
{
    return h->matches >= h->players;
}

/* The live ratings move after each table. */
static void rate_half(const dom_results_set_reader *r, dom_results_standing_list *l, const half *h)
{
    dom_ratings_elo_match matches[DOM_STORE_SET_MATCHES_MAX];
    double rating[DOM_SEATS_MAX];
    for (int p = 0; p < h->players; p++)
        rating[p] = l->rows[h->row[p]].live_elo;
    for (int i = 0; i < h->matches; i++)
        matches[i] = elo_match(r, &h->match[i], h->row, h->players);
    dom_ratings_elo_rate_set(matches, (size_t)h->matches, rating);
    for (int p = 0; p < h->players; p++)
        l->rows[h->row[p]].live_elo = rating[p];
}

/* Counts the set for its bots. A bot that sat in both halves has played one set. */
static void count_set(dom_results_standing_list *l, const half *h, const half *before)
{
    for (int p = 0; p < h->players; p++) {
        bool is_counted = false;
        for (int q = 0; before && q < before->players; q++)
            is_counted |= before->row[q] == h->row[p];
        l->rows[h->row[p]].sets += !is_counted;
    }
}

/* Adds the complete halves of a set to the ratings. The official list treats them as one set, because they
 * have the same deals. */
static dom_rc rate_set(const dom_results_set_reader *r, dom_results_standing_list *l, dom_err *err)
{
    dom_ratings_pool_match pooled[DOM_STORE_SET_MATCHES_MAX];
    size_t count = 0;
    half full[2];
    int halves = 0;
    for (int first = 0; first < r->count && halves < 2;) {
        half h = half_at(r, first);
        first += h.matches;
        if (!is_full(&h))
            continue;
        rate_half(r, l, &h);
        count_set(l, &h, halves ? &full[0] : NULL);
        for (int i = 0; i < h.matches; i++)
            pooled[count++] = pool_match(r, &h.match[i], h.players);
        full[halves++] = h;
    }
    if (halves == 0)
        return DOM_OK;
    l->sets++;
    dom_ratings_rc rc = dom_ratings_pool_add_set(l->pool, pooled, count);
    return rc == DOM_RATINGS_OK
               ? DOM_OK
               : dom_err_set(err, DOM_E_LIMIT, "set %llu cannot be rated: %s",
                             (unsigned long long)r->match[0].set, dom_ratings_text(rc));
}

dom_rc dom_results_set_reader_end(dom_results_set_reader *r, dom_err *err)
{
    if (r->count == 0)
        return DOM_OK;
    dom_results_standing_list *l = r->list_of[r->match[0].variant];
    for (int i = 0; i < r->count; i++) {
        const dom_store_match *m = &r->match[i];
        const dom_options *o = &r->t->variants[m->variant].options;
        dom_results_standing_row *rows[DOM_SEATS_MAX];
        int players = dom_results_bots_at_table(o, m);
        for (int seat = 0; seat < players; seat++) {
            rows[seat] = &l->rows[row_at(r, m, seat)];
            rows[seat]->newest = r->t->id;
        }
        count_match(o, m, rows, players);
        l->matches++;
    }
    dom_rc rc = rate_set(r, l, err);
    r->count = 0;
    return rc;
}
