#include "tournament_places.h"

#include "encounters.h"
#include "results/match_reader.h"

#include <stdlib.h>

const dom_results_tournament_standing *
dom_results_tournament_standing_at(const dom_results_tournament_standings *s, size_t variant,
                                   size_t bot)
{
    return &s->of[variant * s->bot_count + bot];
}

double dom_results_tournament_standing_share(const dom_results_tournament_standing *of)
{
    double sets = (double)(of->shares.sets + of->won_sets + of->lost_sets);
    return sets > 0 ? ((double)of->shares.sets * of->shares.mean + (double)of->won_sets) / sets
                    : dom_ratings_score_share(&of->sums.score);
}

/* A bot with its value by one tie-break; the higher value is ahead. */
typedef struct {
    uint16_t bot;
    double value;
} ranked_bot;

/* Some bots of a variant that are equal so far. */
typedef struct {
    const dom_results_tournament_standings *s;
    uint32_t variant;
    ranked_bot *item;
    size_t count;
} tied_bots;

static dom_results_tournament_standing *standing_of(const tied_bots *tied, size_t i)
{
    return &tied->s->of[(size_t)tied->variant * tied->s->bot_count + tied->item[i].bot];
}

/* ---- tie-breaks ------------------------------------------------------------------------ */

/* Each function fills in the values of the bots. Equal values decide nothing. */

static void value_share(tied_bots *tied)
{
    for (size_t i = 0; i < tied->count; i++)
        tied->item[i].value = dom_results_tournament_standing_share(standing_of(tied, i));
}

/* Returns the share of the points of bot `i` against the others; -1 if it has not met one of them.
 */
static double share_against_tied(const tied_bots *tied, size_t i)
{
    uint64_t own = 0, all = 0;
    for (size_t k = 0; k < tied->count; k++) {
        uint64_t other;
        uint64_t score = dom_results_encounters_score(
            tied->s->encounters,
            (dom_results_two_bots){tied->variant, {tied->item[i].bot, tied->item[k].bot}}, &other);
        if (k != i && score + other == 0)
            return -1;
        own += k == i ? 0 : score;
        all += k == i ? 0 : score + other;
    }
    return all > 0 ? (double)own / (double)all : -1;
}

static void value_direct(tied_bots *tied)
{
    bool have_met = true;
    for (size_t i = 0; have_met && i < tied->count; i++) {
        tied->item[i].value = share_against_tied(tied, i);
        have_met = tied->item[i].value >= 0;
    }
    for (size_t i = 0; !have_met && i < tied->count; i++)
        tied->item[i].value = 0;
}

static void value_points(tied_bots *tied)
{
    const dom_options *o = &tied->s->tournament->variants[tied->variant].options;
    double sign = o->objective == DOM_OBJECTIVE_LOW ? -1 : 1;
    for (size_t i = 0; i < tied->count; i++) {
        const dom_results_sums *sums = &standing_of(tied, i)->sums;
        tied->item[i].value =
            sums->rounds > 0 ? sign * (double)sums->points / (double)sums->rounds : 0;
    }
}

static void value_lot(tied_bots *tied)
{
    const dom_store_tournament *t = tied->s->tournament;
    const dom_store_stage *last = &t->stages[t->stage_count - 1];
    dom_deal_secret secret = dom_results_secret_of(last);
    for (size_t i = 0; i < tied->count; i++)
        tied->item[i].value =
            last->finished_ms == 0
                ? 0
                : (double)dom_deal_lot(&secret, t->name, t->variants[tied->variant].name,
                                       t->bots[tied->item[i].bot].name);
    dom_deal_secret_clear(&secret);
}

static void (*const value_by[DOM_CORE_TIE_BREAKS])(tied_bots *) = {
    [DOM_CORE_TIE_SHARE] = value_share,
    [DOM_CORE_TIE_DIRECT] = value_direct,
    [DOM_CORE_TIE_POINTS] = value_points,
    [DOM_CORE_TIE_LOT] = value_lot,
};

/* ---- places ------------------------------------------------------------------------------ */

static int by_value(const void *a, const void *b)
{
    const ranked_bot *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return x->bot - y->bot;
}

/* Sums of shares in another order differ in their last bits. Shares that differ at all differ by
 * more than this: up to a million sets have no smaller fractions. */
static bool are_equal(double a, double b)
{
    return a - b < 1e-10;
}

static void give_place(const tied_bots *tied, uint32_t place)
{
    for (size_t i = 0; i < tied->count; i++)
        standing_of(tied, i)->place = place;
}

/* Gives the bots the places from `first` on, by the tie-breaks from number `next` on. There are at
 * most DOM_CORE_TIE_BREAKS of them; the compiler does not know it. */
static void give_places(tied_bots *tied, uint32_t first, size_t next)
{
    if (tied->count < 2 || next == tied->s->ties.count || next == DOM_CORE_TIE_BREAKS) {
        give_place(tied, first);
        return;
    }
    value_by[tied->s->ties.by[next]](tied);
    qsort(tied->item, tied->count, sizeof *tied->item, by_value);
    for (size_t from = 0, to; from < tied->count; from = to) {
        for (to = from + 1; to < tied->count; to++)
            if (!are_equal(tied->item[to - 1].value, tied->item[to].value))
                break;
        tied_bots equal = *tied;
        equal.item = &tied->item[from];
        equal.count = to - from;
        for (size_t i = 0; from > 0 && i < equal.count; i++)
            standing_of(&equal, i)->set_apart = tied->s->ties.by[next];
        give_places(&equal, first + (uint32_t)from, next + 1);
    }
}

dom_rc dom_results_tournament_places(dom_results_tournament_standings *s, dom_err *err)
{
    ranked_bot *item = calloc((size_t)s->bot_count + 1, sizeof *item);
    if (item == NULL)
        return dom_err_no_memory(err);
    for (uint32_t v = 0; v < s->variant_count; v++) {
        tied_bots all = {.s = s, .variant = v, .item = item};
        for (uint16_t bot = 0; bot < s->bot_count; bot++)
            if (dom_results_tournament_standing_at(s, v, bot)->sums.matches > 0)
                item[all.count++] = (ranked_bot){.bot = bot};
        give_places(&all, 1, 0);
    }
    free(item);
    return DOM_OK;
}

size_t dom_results_tournament_standings_order(const dom_results_tournament_standings *s,
                                              size_t variant, uint16_t bots[])
{
    size_t count = 0;
    for (uint32_t bot = 0; bot < s->bot_count; bot++) {
        const dom_results_tournament_standing *of =
            dom_results_tournament_standing_at(s, variant, bot);
        size_t at = count;
        if (of->place == 0)
            continue;
        for (; at > 0 &&
               dom_results_tournament_standing_at(s, variant, bots[at - 1])->place > of->place;
             at--)
            bots[at] = bots[at - 1];
        bots[at] = (uint16_t)bot;
        count++;
    }
    return count;
}
